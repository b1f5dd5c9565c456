// The sealed file's bytes. A head in the clear (which format, how the key is made, which entries there are, no secret),
// the entries under AES-256-GCM with that head as associated data, and a checksum over all of it, which tells a damaged
// file from a wrong passphrase and proves nothing else.
//
//   'BALLAST\x1a' | format u16 | length of header u32 | header, JSON | ciphertext | tag, 16 | SHA-256 of all before, 32
import { createCipheriv, createDecipheriv, createHash, scrypt } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '#main/tools/json.ts';

export type SealedEntries = Map<string, Buffer>;
export type SealedProblem = 'foreign' | 'damaged' | 'older' | 'newer' | 'out-of-bounds';
export type Sealed = { header: SealedHeader; head: Buffer; body: Buffer; format: number };
type Parsed = { ok: true; sealed: Sealed } | { ok: false; problem: SealedProblem };

export const FORMAT = 1;
/** 128 MiB and some tenths of a second for each guess. */
export const SCRYPT = { N: 2 ** 17, r: 8, p: 1 } as const;

const MAGIC = Buffer.from('BALLAST\x1a', 'latin1');
const FIXED_BYTES = MAGIC.length + 2 + 4;
const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CHECKSUM_BYTES = 32;
const KEY_BYTES = 32;

const base64Of = (bytes: number) =>
  z.string().refine((text) => {
    const raw = Buffer.from(text, 'base64');
    return raw.length === bytes && raw.toString('base64') === text;
  });

/**
 * Never weaker than what is written here, and never more than twice its work: a file that somebody else prepared must not
 * make each guess a wait.
 */
const Header = z.strictObject({
  kdf: z
    .strictObject({
      name: z.literal('scrypt'),
      N: z.union([z.literal(SCRYPT.N), z.literal(SCRYPT.N * 2)]),
      r: z.literal(SCRYPT.r),
      p: z.union([z.literal(SCRYPT.p), z.literal(SCRYPT.p * 2)]),
      salt: base64Of(SALT_BYTES),
    })
    .refine(({ N, p }) => N * p <= SCRYPT.N * SCRYPT.p * 2),
  cipher: z.literal('aes-256-gcm'),
  nonce: base64Of(NONCE_BYTES),
  entries: z.array(z.string().min(1).max(300)).max(1000),
});
type SealedHeader = z.infer<typeof Header>;
export type Kdf = SealedHeader['kdf'];

export const newKdf = (saltHex: string): Kdf => ({
  name: 'scrypt',
  ...SCRYPT,
  salt: Buffer.from(saltHex, 'hex').toString('base64'),
});
export const SALT_LENGTH = SALT_BYTES;
export const NONCE_LENGTH = NONCE_BYTES;

/** Reads everything that needs no passphrase. */
export function parseSealed(raw: Uint8Array): Parsed {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return { ok: false, problem: 'foreign' };
  if (bytes.length < FIXED_BYTES) return { ok: false, problem: 'damaged' };
  const format = bytes.readUInt16BE(MAGIC.length);
  if (format !== FORMAT) return { ok: false, problem: format > FORMAT ? 'newer' : 'older' };
  const headEnd = FIXED_BYTES + bytes.readUInt32BE(MAGIC.length + 2);
  const bodyEnd = bytes.length - CHECKSUM_BYTES;
  if (headEnd + TAG_BYTES > bodyEnd) return { ok: false, problem: 'damaged' };
  if (!checksum(bytes.subarray(0, bodyEnd)).equals(bytes.subarray(bodyEnd)))
    return { ok: false, problem: 'damaged' };
  const header = Header.safeParse(parseJson(bytes.toString('utf8', FIXED_BYTES, headEnd)));
  if (!header.success) return { ok: false, problem: 'out-of-bounds' };
  const head = bytes.subarray(0, headEnd);
  return {
    ok: true,
    sealed: { header: header.data, head, body: bytes.subarray(headEnd, bodyEnd), format },
  };
}

/** The caller wipes the answer when it is done with it. */
export function deriveKey(passphrase: string, kdf: Kdf): Promise<Buffer> {
  const { N, r, p } = kdf;
  // The same text however a keyboard composed it.
  const text = Buffer.from(passphrase.normalize('NFKC'));
  const maxmem = 128 * r * (N + p + 2) + 1024 * 1024;
  return new Promise((resolve, reject) => {
    const salt = Buffer.from(kdf.salt, 'base64');
    scrypt(text, salt, KEY_BYTES, { N, r, p, maxmem }, (error, key) => {
      text.fill(0);
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** `nonceHex` must be new for every call with the same key. */
export function seal(key: Buffer, kdf: Kdf, nonceHex: string, entries: SealedEntries): Buffer {
  const nonce = Buffer.from(nonceHex, 'hex');
  const header: SealedHeader = {
    kdf,
    cipher: 'aes-256-gcm',
    nonce: nonce.toString('base64'),
    entries: [...entries.keys()],
  };
  const headerBytes = Buffer.from(JSON.stringify(header));
  const fixed = Buffer.alloc(FIXED_BYTES);
  MAGIC.copy(fixed);
  fixed.writeUInt16BE(FORMAT, MAGIC.length);
  fixed.writeUInt32BE(headerBytes.length, MAGIC.length + 2);
  const head = Buffer.concat([fixed, headerBytes]);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(head);
  const plain = joinEntries(entries);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  plain.fill(0);
  const all = Buffer.concat([head, body, cipher.getAuthTag()]);
  return Buffer.concat([all, checksum(all)]);
}

/** Nothing when the key does not fit. The caller wipes the entries when it is done with them. */
export function openSealed({ header, head, body }: Sealed, key: Buffer): SealedEntries | undefined {
  const nonce = Buffer.from(header.nonce, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(head);
  decipher.setAuthTag(body.subarray(-TAG_BYTES));
  const plain = decipher.update(body.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    plain.fill(0);
    return undefined;
  }
  return splitEntries(plain, header.entries);
}

export function wipe(entries: SealedEntries): void {
  for (const secret of entries.values()) secret.fill(0);
}

/** Their bytes one after the other, each after its length; the names are in the header. */
function joinEntries(entries: SealedEntries): Buffer {
  const parts = [...entries.values()].flatMap((secret) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(secret.length);
    return [length, secret];
  });
  return Buffer.concat(parts);
}

function splitEntries(plain: Buffer, names: readonly string[]): SealedEntries | undefined {
  const entries: SealedEntries = new Map();
  let at = 0;
  for (const name of names) {
    if (at + 4 > plain.length) return undefined;
    const end = at + 4 + plain.readUInt32BE(at);
    if (end > plain.length) return undefined;
    entries.set(name, plain.subarray(at + 4, end));
    at = end;
  }
  return at === plain.length ? entries : undefined;
}

const checksum = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
