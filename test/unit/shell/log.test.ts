import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
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

  it('does not fail when the disk does', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ballast-test-'));
    const log = createFileLog(folder, () => 0);
    rmSync(folder, { recursive: true });
    expect(() => log('error', 'x')).not.toThrow();
  });
});
