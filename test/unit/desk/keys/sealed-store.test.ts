import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeFailure, type Result } from '#contract/failure.ts';
import {
  SCRYPT,
  deriveKey,
  newKdf,
  openSealed,
  parseSealed,
  seal,
} from '#main/desk/keys/sealed-format.ts';
import { createSealedStore, type DeriveKey } from '#main/desk/keys/sealed-store.ts';
import { systemRandom } from '#main/shell/common/system.ts';
import { scaled } from '#test/support/scale.ts';
import { createFakeFile, quickly } from './fake-stores.ts';

const PASSPHRASE = 'a walk in the rain';
const SECRET = 'zebra-quartz-9134-nimbus';
const HEADER_AT = 14;
const CHECKSUM = 32;

/** With the real way to make a key only where that is what is looked at. */
function setUp(derive: DeriveKey = quickly) {
  const disk = createFakeFile();
  const open = () =>
    createSealedStore({ file: disk.file, random: systemRandom, log: () => undefined, derive });
  return { disk, open, home: open() };
}

async function sealedWith(entries: Record<string, string>, derive: DeriveKey = quickly) {
  const rig = setUp(derive);
  await rig.home.unseal(PASSPHRASE);
  for (const [name, secret] of Object.entries(entries)) rig.home.save(name, secret);
  const bytes = Buffer.from(rig.disk.state.bytes ?? []);
  return { ...rig, bytes };
}

/** As somebody would who changes the file on purpose. */
function withChecksum(bytes: Buffer): Buffer {
  const rest = bytes.subarray(0, -CHECKSUM);
  return Buffer.concat([rest, createHash('sha256').update(rest).digest()]);
}

function withHeader(
  bytes: Buffer,
  edit: (header: Record<string, Record<string, unknown>>) => void,
) {
  const end = HEADER_AT + bytes.readUInt32BE(10);
  const header = JSON.parse(bytes.subarray(HEADER_AT, end).toString()) as Record<
    string,
    Record<string, unknown>
  >;
  edit(header);
  const text = Buffer.from(JSON.stringify(header));
  const start = Buffer.from(bytes.subarray(0, HEADER_AT));
  start.writeUInt32BE(text.length, 10);
  return withChecksum(Buffer.concat([start, text, bytes.subarray(end)]));
}

const sentence = (result: Result<unknown>): string =>
  result.ok ? 'it worked' : describeFailure(result.failure);

describe('the sealed file', () => {
  it('says in its head how its key is made, and shows no secret', async () => {
    const { bytes } = await sealedWith({ 'a/credentials': SECRET }, deriveKey);
    const parsed = parseSealed(bytes);
    if (!parsed.ok) throw new Error(parsed.problem);
    expect(parsed.sealed.header).toMatchObject({
      kdf: { name: 'scrypt', N: 131_072, r: 8, p: 1 },
      cipher: 'aes-256-gcm',
      entries: ['a/credentials'],
    });
    for (const form of [SECRET, PASSPHRASE])
      for (const encoding of ['utf8', 'base64', 'hex'] as const)
        expect(bytes.includes(Buffer.from(form).toString(encoding))).toBe(false);
  });

  it('takes a new nonce for every write and a new salt for every file', async () => {
    const nonces = new Set<string>();
    const rig = await sealedWith({});
    for (let write = 0; write < 20; write++) {
      rig.home.save('a', `${SECRET}${write}`);
      const parsed = parseSealed(rig.disk.state.bytes ?? new Uint8Array());
      if (parsed.ok) nonces.add(parsed.sealed.header.nonce);
    }
    expect(nonces.size).toBe(20);
    const other = parseSealed((await sealedWith({})).bytes);
    const first = parseSealed(rig.bytes);
    expect(first.ok && other.ok && first.sealed.header.kdf.salt).not.toBe(
      other.ok && other.sealed.header.kdf.salt,
    );
  });

  it('keeps what it is given, and one entry does not touch another', async () => {
    const { home, open } = await sealedWith({ a: 'first', b: 'zweites ü €', c: 'third' });
    home.remove('a');
    const next = open();
    expect([next.state(), next.has('a'), next.has('b')]).toEqual(['locked', false, true]);
    expect((await next.unseal(PASSPHRASE)).ok).toBe(true);
    expect(next.state()).toBe('open');
    expect([next.read('a'), next.read('b'), next.read('c')]).toEqual([
      { ok: true, value: undefined },
      { ok: true, value: 'zweites ü €' },
      { ok: true, value: 'third' },
    ]);
  });

  it('opens with the same passphrase however the keyboard composed it', async () => {
    const { home, open } = setUp(deriveKey);
    await home.unseal('caf\u00e9 au lait');
    expect((await open().unseal('cafe\u0301 au lait')).ok).toBe(true);
  });

  it('refuses a wrong passphrase, open or not, and leaves the file alone', async () => {
    const { disk, home, open, bytes } = await sealedWith({ a: SECRET }, deriveKey);
    const writes = disk.state.writes;
    for (const each of [open(), home]) {
      const wrong = await each.unseal('a walk in the sun');
      expect(wrong).toMatchObject({
        failure: { kind: 'invalid', issues: [{ path: 'passphrase' }] },
      });
      expect(sentence(wrong)).toMatch(/^That passphrase does not open the sealed file/);
    }
    expect(home.read('a')).toEqual({ ok: true, value: SECRET });
    expect(disk.state.writes).toBe(writes);
    expect(Buffer.from(disk.state.bytes ?? []).equals(bytes)).toBe(true);
  });

  it('makes one file when two first passphrases come at once', async () => {
    const { disk, home } = setUp();
    const both = await Promise.all([home.unseal(PASSPHRASE), home.unseal('another passphrase')]);
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
    expect(disk.state.writes).toBe(1);
  });

  it('is locked again when another file took its place', async () => {
    const { disk, home } = await sealedWith({ a: SECRET });
    disk.state.bytes = (await sealedWith({ a: 'foreign' })).bytes;
    expect(home.state()).toBe('locked');
    expect(sentence(home.read('a'))).toMatch(/locked/);
    expect(sentence(home.save('a', 'x'))).toMatch(/locked/);
    disk.state.bytes = undefined;
    expect(home.state()).toBe('none');
    expect(sentence(home.save('a', 'x'))).toMatch(/no sealed file/);
  });

  it('is sealed anew under another passphrase, with another salt', async () => {
    const { disk, home, open, bytes } = await sealedWith({ a: SECRET, b: 'second' });
    expect(await home.changePassphrase(PASSPHRASE, 'a run in the snow')).toEqual({
      ok: true,
      value: null,
    });
    expect([home.state(), home.read('a')]).toEqual(['open', { ok: true, value: SECRET }]);
    expect(home.save('c', 'third').ok).toBe(true);
    const next = open();
    expect(sentence(await next.unseal(PASSPHRASE))).toMatch(/does not open/);
    expect((await next.unseal('a run in the snow')).ok).toBe(true);
    expect([next.read('a'), next.read('b'), next.read('c')]).toMatchObject([
      { value: SECRET },
      { value: 'second' },
      { value: 'third' },
    ]);
    const [before, after] = [bytes, disk.state.bytes ?? new Uint8Array()].map(parseSealed);
    expect(before?.ok && before.sealed.header.kdf.salt).not.toBe(
      after?.ok && after.sealed.header.kdf.salt,
    );
  });

  it('keeps its passphrase when the old one is wrong, or the disk is full, or another took its place', async () => {
    const { disk, home, open, bytes } = await sealedWith({ a: SECRET });
    const wrong = await open().changePassphrase('a walk in the sun', 'a run in the snow');
    expect(wrong).toMatchObject({ failure: { kind: 'invalid', issues: [{ path: 'current' }] } });
    disk.state.isBroken = true;
    expect(sentence(await home.changePassphrase(PASSPHRASE, 'a run in the snow'))).toMatch(
      /could not be written/,
    );
    expect(Buffer.from(disk.state.bytes ?? []).equals(bytes)).toBe(true);
    expect(home.read('a')).toEqual({ ok: true, value: SECRET });
    disk.state.isBroken = false;
    const foreign = (await sealedWith({ a: 'foreign' })).bytes;
    const swapping = await sealedWith({ a: SECRET }, (passphrase, kdf) => {
      if (passphrase !== PASSPHRASE) swapping.disk.state.bytes = foreign;
      return quickly(passphrase, kdf);
    });
    expect(sentence(await swapping.home.changePassphrase(PASSPHRASE, 'a run'))).toMatch(
      /was replaced by another file/,
    );
    expect(Buffer.from(swapping.disk.state.bytes ?? []).equals(foreign)).toBe(true);
    disk.state.bytes = undefined;
    expect(sentence(await home.changePassphrase(PASSPHRASE, 'x'))).toMatch(/no sealed file/);
  });

  it('keeps what is saved while its passphrase is changed', async () => {
    const rig = await sealedWith({ a: SECRET }, (passphrase, kdf) => {
      if (passphrase !== PASSPHRASE && rig.home.state() === 'open') rig.home.save('a', 'newer');
      return quickly(passphrase, kdf);
    });
    expect((await rig.home.changePassphrase(PASSPHRASE, 'a run in the snow')).ok).toBe(true);
    expect(rig.home.read('a')).toEqual({ ok: true, value: 'newer' });
  });

  it('says so when the disk does not take a first file', async () => {
    const { disk, home } = setUp();
    disk.state.isBroken = true;
    expect(sentence(await home.unseal(PASSPHRASE))).toMatch(
      /could not be written \(the disk is full\)/,
    );
    expect(home.state()).toBe('none');
  });
});

describe('a sealed file that is not as it should be', () => {
  const cases: [string, (bytes: Buffer) => Buffer, RegExp][] = [
    ['empty', () => Buffer.alloc(0), /not a file sealed by Ballast/],
    ['foreign', () => Buffer.from('{"keys":[]}'), /not a file sealed by Ballast/],
    ['cut in the head', (bytes) => bytes.subarray(0, 12), /damaged or cut short/],
    ['cut in the middle', (bytes) => bytes.subarray(0, 200), /damaged or cut short/],
    ['cut by a byte', (bytes) => bytes.subarray(0, -1), /damaged or cut short/],
    ['longer', (bytes) => Buffer.concat([bytes, Buffer.from('x')]), /damaged or cut short/],
    ['one flipped bit', (bytes) => flip(bytes, bytes.length - 40), /damaged or cut short/],
    ['older', (bytes) => withVersion(bytes, 0), /older than format 1/],
    [
      'newer',
      (bytes) => withVersion(bytes, 2),
      /written by a newer version of Ballast; this one reads format 1/,
    ],
    ...[
      'weaker',
      'dearer',
      'four times dearer',
      'dearer in both',
      'odd',
      'r',
      'p',
      'salt',
      'cipher',
      'extra',
    ].map((what): [string, (bytes: Buffer) => Buffer, RegExp] => [
      `with a header that is ${what}`,
      (bytes) => withHeader(bytes, (header) => spoil(header, what)),
      /outside the range/,
    ]),
  ];
  let sound: Buffer;
  beforeAll(async () => {
    sound = (await sealedWith({ a: SECRET })).bytes;
  });

  it.each(cases)('%s: a sentence, and the file stays as it is', async (_what, edit, words) => {
    const { disk, open } = setUp();
    const changed = Buffer.from(edit(sound));
    disk.state.bytes = changed;
    const home = open();
    const writes = disk.state.writes;
    expect(home.problem()).toMatch(words);
    expect(home.state()).toBe('locked');
    for (const result of [
      await home.unseal(PASSPHRASE),
      home.read('a'),
      home.save('a', 'x'),
      home.remove('a'),
    ])
      expect(sentence(result)).toMatch(words);
    expect(disk.state.writes).toBe(writes);
    expect(Buffer.from(disk.state.bytes).equals(changed)).toBe(true);
  });

  it('does not open when its list of entries was changed with care', async () => {
    const { disk, open } = setUp();
    disk.state.bytes = withHeader(sound, (header) => Object.assign(header, { entries: ['b'] }));
    const home = open();
    expect(home.problem()).toBeUndefined();
    expect(sentence(await home.unseal(PASSPHRASE))).toMatch(/does not open/);
  });

  it('never opens and never throws, whatever bytes are flipped, cut or put in', async () => {
    const kdf = newKdf(systemRandom.secret(32));
    const key = await deriveKey(PASSPHRASE, kdf);
    const entries = new Map([
      ['a', Buffer.from(SECRET)],
      ['b', Buffer.from('second')],
    ]);
    const good = seal(key, kdf, systemRandom.secret(12), entries);
    const opens = (bytes: Buffer): boolean => {
      const parsed = parseSealed(bytes);
      return parsed.ok && openSealed(parsed.sealed, key) !== undefined;
    };
    expect(opens(good)).toBe(true);
    const at = fc.nat({ max: good.length - 1 });
    const flips = fc.array(fc.tuple(at, fc.integer({ min: 1, max: 255 })), {
      minLength: 1,
      maxLength: 8,
    });
    /** Nor when whoever changed it put the checksum right again. */
    const check = (bytes: Buffer) => {
      const repaired = withChecksum(bytes);
      return bytes.equals(good) || (!opens(bytes) && (repaired.equals(good) || !opens(repaired)));
    };
    fc.assert(
      fc.property(flips, (changes) => {
        const bytes = Buffer.from(good);
        for (const [index, mask] of changes) bytes[index] = (bytes[index] ?? 0) ^ mask;
        return check(bytes);
      }),
      { numRuns: scaled(3_000) },
    );
    fc.assert(
      fc.property(at, (length) => check(good.subarray(0, length))),
      { numRuns: scaled(500) },
    );
    fc.assert(
      fc.property(at, fc.uint8Array({ minLength: 1, maxLength: 40 }), (index, more) =>
        check(Buffer.concat([good.subarray(0, index), more, good.subarray(index)])),
      ),
      { numRuns: scaled(500) },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => !opens(Buffer.from(bytes))),
      { numRuns: scaled(500) },
    );
  });

  it('keeps whatever entries it is given', async () => {
    const kdf = newKdf(systemRandom.secret(32));
    const key = await deriveKey(PASSPHRASE, kdf);
    const some = fc.dictionary(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.string({ maxLength: 60, unit: 'binary' }),
    );
    fc.assert(
      fc.property(some, (wanted) => {
        const entries = new Map(
          Object.entries(wanted).map(([name, text]) => [name, Buffer.from(text)]),
        );
        const parsed = parseSealed(seal(key, kdf, systemRandom.secret(12), entries));
        const opened = parsed.ok ? openSealed(parsed.sealed, key) : undefined;
        const back = [...(opened ?? [])].map(([name, bytes]) => [name, bytes.toString()]);
        expect(back).toEqual(
          Object.entries(wanted).map(([name, text]) => [name, Buffer.from(text).toString()]),
        );
      }),
      { numRuns: scaled(300) },
    );
  });
});

function flip(bytes: Buffer, index: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[index] = (copy[index] ?? 0) ^ 1;
  return copy;
}

function withVersion(bytes: Buffer, version: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt16BE(version, 8);
  return withChecksum(copy);
}

function spoil(header: Record<string, Record<string, unknown>>, what: string): void {
  const kdf = header['kdf'] ?? {};
  if (what === 'weaker') kdf['N'] = SCRYPT.N / 2;
  if (what === 'dearer') kdf['N'] = 2 ** 30;
  // Each alone was accepted once, and together they made a guess cost 32 times as much.
  if (what === 'four times dearer') kdf['N'] = SCRYPT.N * 4;
  if (what === 'dearer in both') Object.assign(kdf, { N: SCRYPT.N * 2, p: SCRYPT.p * 2 });
  if (what === 'odd') kdf['N'] = SCRYPT.N + 1;
  if (what === 'r') kdf['r'] = 1_000_000;
  if (what === 'p') kdf['p'] = 1_000_000;
  if (what === 'salt') kdf['salt'] = 'AAAA';
  if (what === 'cipher') Object.assign(header, { cipher: 'none' });
  if (what === 'extra') Object.assign(header, { secrets: {} });
}
