// What the feed says, believed only as far as it is signed. Nothing of the payload is looked at before a built-in key has
// signed it, byte by byte; what is signed is one text with one meaning, so that there is nothing in it to read twice.
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { PackageKind } from '#contract/updates.ts';
import { parseJson } from '#main/tools/json.ts';
import { plainText } from '#main/tools/plain-text.ts';
import { compareVersions, isVersion } from '#main/updates/versions.ts';

/** A signature for anything else is none for a release. */
const SIGNED_AS = 'ballast-release-v1\n';
const PRODUCT = 'ballast';
const MOST_BYTES = 65_536;
const MOST_NOTES = 8_000;
const MOST_FILES = 32;
/** Larger than any package, and small enough for a disk. */
const MOST_FILE_BYTES = 2_147_483_648;

const Base64 = z
  .string()
  .regex(/^[\w+/]+={0,2}$/)
  .refine(isWritten);

const Envelope = z.strictObject({
  signed: Base64,
  signatures: z
    .array(z.strictObject({ keyId: z.string().regex(/^[0-9a-f]{16}$/), signature: Base64 }))
    .min(1)
    .max(4),
});

const ReleaseFile = z.strictObject({
  kind: PackageKind,
  arch: z.enum(['x64', 'arm64', 'universal']),
  name: z
    .string()
    .max(120)
    .regex(/^\w[\w.-]*$/),
  url: z.string().max(500).refine(isHttps, 'must be an https address'),
  size: z.number().int().positive().max(MOST_FILE_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ReleaseFile = z.infer<typeof ReleaseFile>;

export const Release = z.strictObject({
  product: z.string().max(60),
  /** Grows with each feed that is published. */
  sequence: z.number().int().positive(),
  version: z.string().refine(isVersion, 'must be a version such as 1.2.3'),
  publishedAt: z.iso.datetime(),
  validUntil: z.iso.datetime(),
  notes: z.string().max(MOST_NOTES),
  files: z.array(ReleaseFile).max(MOST_FILES).refine(isOneEach, 'must be one for each system'),
});
export type Release = z.infer<typeof Release>;

/** The newest that was ever believed here of what this key signed. */
export type Seen = { keyId: string; sequence: number; sha256: string };

export type ReadRelease =
  /** `seen` is what is to be remembered of it, for each key that signed it. */
  | { ok: true; release: Release; seen: Seen[] }
  /**
   * Why not, in a sentence. What was rightly signed and has a newer number, only is out of date or not newer than this
   * copy, is remembered too: it is no longer as it was before.
   */
  | { ok: false; why: string; seen?: Seen[] };

type Known = {
  /** As `keysOf` reads them. */
  keys: ReleaseKeys;
  /** Of this copy. */
  version: string;
  /** Also of keys that this copy does not know. */
  seen: readonly Seen[];
  now: number;
};

type ReleaseKeys = ReadonlyMap<string, KeyObject>;

/** By their ids: the first half of a hash of each. Throws for what is no public key of Ed25519 in base64 (DER, SPKI). */
export const keysOf = (texts: readonly string[]): ReleaseKeys =>
  new Map(
    texts.map((text) => {
      const der = Buffer.from(text, 'base64');
      const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
      if (key.asymmetricKeyType !== 'ed25519') throw new Error('a release key must be of Ed25519');
      return [keyIdOf(key), key];
    }),
  );

const keyIdOf = (key: KeyObject): string =>
  sha256(key.export({ format: 'der', type: 'spki' })).slice(0, 16);

export const signedBytes = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(SIGNED_AS), payload]);

/** The answer of the feed, as text. */
export function readRelease(text: string, { keys, version, seen, now }: Known): ReadRelease {
  if (Buffer.byteLength(text) > MOST_BYTES) return no('The update feed is too large.');
  const envelope = readExactly(Envelope, text.replace(/\n$/, ''));
  if (!envelope) return no('The update feed is damaged.');
  const payload = Buffer.from(envelope.signed, 'base64');
  const signers = signersOf(payload, envelope.signatures, keys);
  if (signers.length === 0)
    return no('The update feed is not signed with a key that this copy of Ballast trusts.');
  const release = readExactly(Release, payload.toString('utf8'));
  if (!release) return no('The update feed is signed, but this copy of Ballast cannot read it.');
  if (release.product !== PRODUCT) return no('The update feed is not for Ballast.');
  const { sequence } = release;
  const sum = sha256(payload);
  // Whoever stole a key that this copy does not trust any more chose its numbers.
  const known = seen.filter(({ keyId }) => keys.has(keyId));
  if (known.some((one) => sequence < one.sequence))
    return no('The update feed is older than one that was read here before.');
  if (known.some((one) => sequence === one.sequence && sum !== one.sha256))
    return no('The update feed was changed without a new number.');
  const mine = signers.map((keyId) => ({ keyId, sequence, sha256: sum }));
  if (Date.parse(release.validUntil) <= now) return { ...no(outOfDate(release)), seen: mine };
  if (compareVersions(release.version, version) < 0)
    return {
      ...no(
        `The update feed offers ${release.version}, which is older than this copy (${version}).`,
      ),
      seen: mine,
    };
  return { ok: true, release: { ...release, notes: plainNotes(release.notes) }, seen: mine };
}

/** Somebody may hold back newer ones; or the clock here is wrong. */
export const outOfDate = ({ validUntil }: Pick<Release, 'validUntil'>): string =>
  `The update feed is out of date: it was valid until ${validUntil.slice(0, 10)}. Check this computer’s clock, or ask whoever packed Ballast.`;

const no = (why: string): { ok: false; why: string } => ({ ok: false, why });

/**
 * The ids of the keys that are known and signed it: none where a signature by such a key does not hold. Older copies do
 * not know a newer key.
 */
function signersOf(
  payload: Buffer,
  signatures: z.infer<typeof Envelope>['signatures'],
  keys: ReleaseKeys,
): string[] {
  const signed = signedBytes(payload);
  const known = signatures.filter(({ keyId }) => keys.has(keyId));
  const areTrue = known.every(({ keyId, signature }) => {
    const key = keys.get(keyId);
    return key && verify(null, signed, key, Buffer.from(signature, 'base64'));
  });
  return areTrue ? [...new Set(known.map(({ keyId }) => keyId))] : [];
}

/** Only as it would be written here: no member twice, no other order, nothing in between. */
function readExactly<T>(schema: z.ZodType<T>, text: string): T | undefined {
  const read = schema.safeParse(parseJson(text));
  return read.success && JSON.stringify(read.data) === text ? read.data : undefined;
}

/** The lines stay; each is plain. */
const plainNotes = (notes: string): string =>
  notes
    .split('\n')
    .map((line) => plainText(line, MOST_NOTES))
    .join('\n')
    .trim();

function isHttps(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}

/** Of two, nobody could say which one is meant. */
function isOneEach(files: readonly Pick<ReleaseFile, 'kind' | 'arch'>[]): boolean {
  return new Set(files.map(({ kind, arch }) => `${kind} ${arch}`)).size === files.length;
}

/** As it would be written: bits that say nothing are zero. */
function isWritten(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
