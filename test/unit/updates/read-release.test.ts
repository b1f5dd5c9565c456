// What a feed may say and be believed: nothing that was not signed, byte for byte, and nothing old.
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keysOf, readRelease, type Release, type Seen } from '#main/updates/read-release.ts';
import {
  makeReleaseKey,
  releaseOf,
  sha256,
  signedFeed,
  type ReleaseKey,
} from '#test/support/release-feed.ts';

const NOW = Date.UTC(2026, 10, 19, 12);
const [key, next, strange] = [makeReleaseKey(), makeReleaseKey(), makeReleaseKey()];
const release = releaseOf({}, NOW);
const FILE = {
  kind: 'deb',
  arch: 'x64',
  name: 'ballast_0.2.0_amd64.deb',
  url: 'https://updates.example/ballast_0.2.0_amd64.deb',
  size: 10,
  sha256: 'ab'.repeat(32),
} as const;

type Known = { keys?: readonly ReleaseKey[]; version?: string; seen?: Seen[]; now?: number };

const read = (
  text: string,
  { keys = [key], version = '0.1.0', seen = [], now = NOW }: Known = {},
) =>
  readRelease(text, {
    keys: keysOf(keys.map(({ publicKey }) => publicKey)),
    version,
    seen,
    now,
  });
const why = (text: string, known?: Known): string | undefined => {
  const told = read(text, known);
  return told.ok ? undefined : told.why;
};
const signed = (change: Partial<Release>): string => signedFeed({ ...release, ...change }, key);

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Before two signs of equality, the last of its bits are not read. */
const nextLetter = (letter: string): string => BASE64[BASE64.indexOf(letter) + 1] ?? '';

const DAMAGED = 'The update feed is damaged.';
const UNSIGNED = 'The update feed is not signed with a key that this copy of Ballast trusts.';
const UNREADABLE = 'The update feed is signed, but this copy of Ballast cannot read it.';
const CHANGED = 'The update feed was changed without a new number.';

it('believes what a known key signed', () => {
  const text = signed({ files: [FILE] });
  const payload = JSON.stringify({ ...release, files: [FILE] });
  expect(read(text)).toEqual({
    ok: true,
    release: { ...release, files: [FILE] },
    seen: [{ keyId: key.keyId, sequence: 2, sha256: sha256(payload) }],
  });
});

describe('what is not as it was signed', () => {
  it('is refused, whichever byte was changed', () => {
    const bytes = Buffer.from(signedFeed(release, key));
    const believed: number[] = [];
    for (let at = 0; at < bytes.length; at++)
      for (const bit of [1, 2, 32]) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ bit;
        if (read(changed.toString('utf8')).ok) believed.push(at);
      }
    expect(believed).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'see you tomorrow'],
    ['a list', '[]'],
    ['more than was asked for', signedFeed(release, key).replace('{', '{"more":1,')],
    ['a member twice', signedFeed(release, key).replace('{', '{"signed":"AAAA",')],
    ['a space', signedFeed(release, key).replace('{', '{ ')],
    ['a second line', `${signedFeed(release, key)}\n`],
    ['its end missing', signedFeed(release, key).slice(0, -20)],
    ['bits that say nothing', signedFeed(release, key).replace(/.(?===")/, nextLetter)],
    ['no signature', JSON.stringify({ signed: 'AAAA', signatures: [] })],
  ])('%s', (_what, text) => {
    expect(why(text)).toBe(DAMAGED);
  });

  it('too much of it is not even read', () => {
    expect(why(`${' '.repeat(65_536)}${signedFeed(release, key)}`)).toBe(
      'The update feed is too large.',
    );
  });
});

describe('the signature', () => {
  it('is that of a known key', () => {
    expect(why(signedFeed(release, strange))).toBe(UNSIGNED);
    expect(why(signedFeed(release, { ...strange, keyId: key.keyId }))).toBe(UNSIGNED);
    expect(why(signedFeed(release, { ...key, keyId: strange.keyId }))).toBe(UNSIGNED);
  });

  it('is looked at before anything of what it signs', () => {
    expect(why(signedFeed('no JSON at all', strange))).toBe(UNSIGNED);
    expect(why(signedFeed('no JSON at all', key))).toBe(UNREADABLE);
  });

  it('was made for a release of Ballast and nothing else', () => {
    const payload = JSON.stringify(release);
    const bare = (prefix: string) =>
      JSON.stringify({
        signed: Buffer.from(payload).toString('base64'),
        signatures: [{ keyId: key.keyId, signature: key.sign(`${prefix}${payload}`) }],
      });
    expect(why(bare(''))).toBe(UNSIGNED);
    expect(why(bare('ballast-release-v2\n'))).toBe(UNSIGNED);
    expect(why(bare('ballast-release-v1\n'))).toBeUndefined();
  });

  it('may be one of two while the keys change, and none of those that are known may be wrong', () => {
    const both = signedFeed(release, key, next);
    for (const keys of [[key], [next], [key, next]]) expect(why(both, { keys })).toBeUndefined();
    const spoiled = signedFeed(release, key, { ...strange, keyId: next.keyId });
    expect(why(spoiled, { keys: [key] })).toBeUndefined();
    expect(why(spoiled, { keys: [key, next] })).toBe(UNSIGNED);
  });

  it('is of Ed25519', () => {
    expect(() => keysOf(['bm8ga2V5'])).toThrow();
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    expect(() => keysOf([der])).toThrow('must be of Ed25519');
  });
});

describe('what was rightly signed', () => {
  it.each<[string, string]>([
    ['a member too many', JSON.stringify({ ...release, more: 1 })],
    ['a member twice', JSON.stringify(release).replace('{', '{"version":"9.0.0",')],
    ['a version that is none', JSON.stringify({ ...release, version: '2' })],
    ['a sequence of nothing', JSON.stringify({ ...release, sequence: 0 })],
    ['plain http', JSON.stringify({ ...release, files: [{ ...FILE, url: 'http://a.example/b' }] })],
    [
      'a password',
      JSON.stringify({ ...release, files: [{ ...FILE, url: 'https://a:b@c.example/' }] }),
    ],
    [
      'a name that is a path',
      JSON.stringify({ ...release, files: [{ ...FILE, name: '../ballast' }] }),
    ],
    [
      'a name that is hidden',
      JSON.stringify({ ...release, files: [{ ...FILE, name: '.ballast' }] }),
    ],
    [
      'two files for one system',
      JSON.stringify({ ...release, files: [FILE, { ...FILE, name: 'ballast_0.1.0_amd64.deb' }] }),
    ],
    ['endless notes', JSON.stringify({ ...release, notes: 'x'.repeat(8_001) })],
  ])('is not read with %s', (_what, payload) => {
    expect(why(signedFeed(payload, key))).toBe(UNREADABLE);
  });

  it('is for Ballast', () => {
    expect(why(signed({ product: 'ballast-tools' }))).toBe('The update feed is not for Ballast.');
  });

  it('is not out of date', () => {
    const until = Date.parse(release.validUntil);
    expect(why(signed({}), { now: until - 1 })).toBeUndefined();
    expect(why(signed({}), { now: until })).toMatch(/out of date: it was valid until 2026-11-20\./);
    // Its number is as good as any.
    expect(read(signed({}), { now: until }).seen).toMatchObject([{ sequence: 2 }]);
  });

  it('is not older than what was seen before, and not the same with other words', () => {
    const first = read(signed({}));
    if (!first.ok) throw new Error(first.why);
    const { seen } = first;
    expect(why(signed({}), { seen })).toBeUndefined();
    expect(why(signed({ sequence: 3 }), { seen })).toBeUndefined();
    expect(why(signed({ sequence: 1 }), { seen })).toBe(
      'The update feed is older than one that was read here before.',
    );
    expect(why(signed({ notes: 'Nothing to see.' }), { seen })).toBe(CHANGED);
  });

  it('is not older than what any key that is trusted still has signed, and of others nothing counts', () => {
    const of = (by: ReleaseKey, sequence: number): Seen => ({
      keyId: by.keyId,
      sequence,
      sha256: 'ab'.repeat(32),
    });
    const stolen = of(key, Number.MAX_SAFE_INTEGER);
    const honest = signedFeed(release, next);
    expect(why(honest, { keys: [key, next], seen: [stolen] })).toContain('older than one');
    expect(why(honest, { keys: [next], seen: [stolen, of(strange, 500)] })).toBeUndefined();
    expect(why(honest, { keys: [next], seen: [stolen, of(next, 3)] })).toContain('older than one');
  });

  it('counts for each key that signed it, and for no other', () => {
    const signers = (...by: ReleaseKey[]) =>
      read(signedFeed(release, ...by), { keys: [key, next] }).seen?.map(({ keyId }) => keyId);
    expect(signers(key, next)).toEqual([key.keyId, next.keyId]);
    expect(signers(next, next, strange)).toEqual([next.keyId]);
  });

  it('is not an older version than this one, however it is numbered, and is remembered', () => {
    const told = read(signed({ sequence: 9, version: '0.1.0-rc.1' }));
    expect(told).toMatchObject({ ok: false, seen: [{ sequence: 9 }] });
    expect(told.ok ? '' : told.why).toBe(
      'The update feed offers 0.1.0-rc.1, which is older than this copy (0.1.0).',
    );
    expect(read(signed({ version: '0.1.0' })).ok).toBe(true);
  });

  it('has notes that are text and nothing else', () => {
    const told = read(signed({ notes: '<b>New</b>\u0007\na \u202eb\u200bc\n\nend\n' }));
    expect(told.ok && told.release.notes).toBe('<b>New</b>\na bc\n\nend');
  });
});
