import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileLog } from '#main/shell/common/file-log.ts';
import { redact, redactText } from '#main/shell/common/redact.ts';

describe('redaction', () => {
  it.each([
    ['secretKey', 'abc'],
    ['APCA-API-KEY-ID', 'PKX'],
    ['authorization', 'Basic x'],
    ['accessToken', 'x'],
    ['passphrase', 'x'],
  ])('hides the member %s', (name, value) => {
    expect(redact({ outer: [{ [name]: value, size: 1 }] })).toEqual({
      outer: [{ [name]: '[redacted]', size: 1 }],
    });
  });

  it.each([
    ['key PKABCDEFGHIJKLMNOP12 was refused', 'key [redacted] was refused'],
    ['Authorization: Bearer abc.def', 'Authorization: [redacted]'],
    ['http://127.0.0.1:1/?token=abc123', 'http://127.0.0.1:1/?token=[redacted]'],
    ['http://a.localhost:1/?ticket=abc123', 'http://a.localhost:1/?ticket=[redacted]'],
    ['nothing to hide, PACKAGE', 'nothing to hide, PACKAGE'],
  ])('cleans the text %j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });
});

describe('the log file', () => {
  it('writes one clean JSON line per event, for this user alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ballast-test-'));
    const log = createFileLog(folder, () => 0);
    log('warn', 'a key PKABCDEFGHIJKLMNOP12', { secretKey: 'hunter2', count: 1 });
    const path = join(folder, 'logs', 'ballast.log');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'warn',
      message: 'a key [redacted]',
      secretKey: '[redacted]',
      count: 1,
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    rmSync(folder, { recursive: true });
  });

  it('is not flooded: texts are cut, many of one kind are counted, and other lines go on', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ballast-test-'));
    let time = 0;
    const log = createFileLog(folder, () => time);
    log('info', 'the desk starts');
    for (let n = 0; n < 400; n++)
      log('warn', 'refused: navigation', {
        url: `https://evil.example/${n}/${'x'.repeat(60_000)}`,
      });
    log('error', 'an order is unknown', { orderId: 'a' });
    log('error', 'huge', { list: Array.from({ length: 5_000 }, (_, n) => `line ${n}`) });
    const path = join(folder, 'logs', 'ballast.log');
    expect(statSync(path).size).toBeLessThan(150_000);
    const lines = (): { message: string; [more: string]: unknown }[] =>
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    const refused = lines().filter(({ message }) => message === 'refused: navigation');
    expect(refused).toHaveLength(60);
    expect(refused[0]?.['url']).toMatch(
      /^https:\/\/evil\.example\/0\/x+… and \d+ more characters$/,
    );
    expect(lines().map(({ message }) => message)).toEqual(
      expect.arrayContaining(['the desk starts', 'an order is unknown', 'huge']),
    );
    time = 60_000;
    log('info', 'a minute later');
    log('warn', 'refused: navigation', { url: 'https://evil.example/again' });
    expect(lines().slice(-3)).toMatchObject([
      {
        message: 'more lines of one kind were left out',
        kind: 'refused: navigation',
        leftOut: 340,
      },
      { message: 'a minute later' },
      { message: 'refused: navigation', url: 'https://evil.example/again' },
    ]);
    rmSync(folder, { recursive: true });
  });

  it('keeps the first lines of a start, however often it is turned over', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ballast-test-'));
    let time = 0;
    const log = createFileLog(folder, () => time);
    log('info', 'the desk starts');
    // As many as are written: four files of them.
    for (let n = 0; n < 13_000; n++) {
      time += 1_000;
      log('warn', 'refused: navigation', { url: `https://evil.example/${'x'.repeat(1_400)}` });
    }
    const logs = join(folder, 'logs');
    expect(readdirSync(logs).sort()).toEqual(['ballast.log', 'ballast.log.1', 'ballast.log.start']);
    expect(readFileSync(join(logs, 'ballast.log.start'), 'utf8')).toContain('the desk starts');
    for (const name of readdirSync(logs))
      expect(statSync(join(logs, name)).size).toBeLessThanOrEqual(5 * 1024 * 1024);
    rmSync(folder, { recursive: true });
  });

  it('does not fail when the disk does', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ballast-test-'));
    const log = createFileLog(folder, () => 0);
    rmSync(folder, { recursive: true });
    expect(() => log('error', 'x')).not.toThrow();
  });
});
