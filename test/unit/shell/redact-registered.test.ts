import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFileLog } from '#main/shell/common/file-log.ts';
import { createRedactor } from '#main/shell/common/redact.ts';
import { scaled } from '#test/support/scale.ts';

const SECRET = 'zebra/quartz+9134"nimbus\\';

describe('a registered secret', () => {
  const forms: [string, (secret: string) => string][] = [
    ['itself', (secret) => secret],
    ['in hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
    ['in capital hexadecimal', (secret) => Buffer.from(secret).toString('hex').toUpperCase()],
    ['in base64', (secret) => Buffer.from(secret).toString('base64')],
    ['in base64 for addresses', (secret) => Buffer.from(secret).toString('base64url')],
    ['in base64 behind one byte', (secret) => Buffer.from(`:${secret}`).toString('base64')],
    ['in base64 behind two', (secret) => Buffer.from(`a:${secret}`).toString('base64')],
    ['in base64 among others', (secret) => Buffer.from(`key:${secret}:end`).toString('base64')],
    ['in an address', (secret) => `https://x.test/?q=${encodeURIComponent(secret)}`],
    ['in JSON', (secret) => JSON.stringify({ nested: { deep: secret } })],
  ];
  it.each(forms)('never reaches the file: %s', (_what, spell) => {
    const folder = mkdtempSync(join(tmpdir(), 'ballast-test-'));
    const redactor = createRedactor();
    const log = createFileLog(folder, () => 0, redactor);
    const spelled = spell(SECRET);
    const write = () => {
      log('info', `message ${spelled}`, { [spelled]: 1, deep: [{ text: `x${spelled}x` }] });
      return readFileSync(join(folder, 'logs', 'ballast.log'), 'utf8')
        .trimEnd()
        .split('\n')
        .at(-1);
    };
    // Not vacuous: before it is known, it is there.
    const core = (text: string) => JSON.stringify(text).slice(1, -1).slice(4, -4);
    expect(write()).toContain(core(spelled));
    redactor.register(SECRET);
    const line = write() ?? '';
    rmSync(folder, { recursive: true });
    for (const form of [SECRET, JSON.stringify(SECRET).slice(1, -1), spelled])
      expect(line).not.toContain(form);
    expect(line.split('[redacted]').length).toBeGreaterThanOrEqual(4);
    expect(JSON.parse(line)).toMatchObject({ level: 'info' });
  });

  it('is also each text inside a document of several', () => {
    const redactor = createRedactor();
    redactor.register(JSON.stringify({ keyId: 'the-key-identity', secretKey: 'the-very-secret' }));
    expect(redactor.text('the-key-identity and the-very-secret')).toBe('[redacted] and [redacted]');
  });

  it('that is no longer than a word leaves the log readable', () => {
    const redactor = createRedactor();
    redactor.register('a');
    redactor.register('');
    expect(redactor.text('a banana')).toBe('a banana');
  });

  it('cannot pass as bytes', () => {
    const redactor = createRedactor();
    expect(redactor.value({ bytes: Buffer.from(SECRET) })).toEqual({
      bytes: `[${SECRET.length} bytes]`,
    });
  });

  it('is found whatever it is made of and whatever stands around it', () => {
    const secret = fc
      .string({ minLength: 8, maxLength: 64 })
      .filter((text) => !/redacted/.test(text));
    fc.assert(
      fc.property(
        secret,
        fc.string({ maxLength: 9 }),
        fc.string({ maxLength: 9 }),
        (text, before, after) => {
          const redactor = createRedactor();
          redactor.register(text);
          const around = `${before}${text}${after}`;
          const bytes = Buffer.from(around);
          const clean = [around, bytes.toString('base64'), bytes.toString('hex')].map(
            redactor.text,
          );
          for (const line of clean) expect(line).toContain('[redacted]');
        },
      ),
      { numRuns: scaled(1_000) },
    );
  });
});
