import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFileLog } from '#main/shell/common/file-log.ts';
import { createRedactor, isKeyShaped } from '#main/shell/common/redact.ts';
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
    redactor.register(
      JSON.stringify({ keyId: 'The-key-identity', secretKey: '1-the-very-secret' }),
    );
    expect(redactor.text('The-key-identity and 1-the-very-secret')).toBe(
      '[redacted] and [redacted]',
    );
  });

  // A page may hand in what it likes as a key or a passphrase.
  it.each([
    ['a word of the log', 'navigation'],
    ['a sentence of the log', 'refused: navigation'],
    ['a long word', 'paper-api.alpaca.markets'],
    ['where it wants to go', 'https://Evil1.example/steal'],
    ['a symbol and a number', 'AAPL 1500'],
  ])('that is %s hides nothing', (_what, word) => {
    const redactor = createRedactor();
    redactor.register(word);
    redactor.register(JSON.stringify({ keyId: word, secretKey: word }));
    expect(redactor.text(`before ${word} behind`)).toBe(`before ${word} behind`);
    expect(redactor.value({ url: word })).toEqual({ url: word });
  });

  it('that is the id of an order leaves that id where ids are told, and hides it elsewhere', () => {
    const redactor = createRedactor();
    const id = '7d6c1f0e-55aa-4b1e-9c83-0f6f6f0a1b2c';
    redactor.register(id);
    expect(redactor.value({ orderId: id, id, error: `about ${id}`, tokenId: id })).toEqual({
      orderId: id,
      id,
      error: 'about [redacted]',
      tokenId: '[redacted]',
    });
  });

  it('cannot be one of so many that every line becomes slow', () => {
    const redactor = createRedactor();
    for (let n = 0; n < 400; n++) redactor.register(`Key-number-${10_000 + n}`);
    expect(redactor.text('Key-number-10000 Key-number-10299 Key-number-10300')).toBe(
      '[redacted] [redacted] Key-number-10300',
    );
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
      .string({ minLength: 16, maxLength: 64 })
      .filter((text) => isKeyShaped(text) && !/redacted/.test(text));
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
