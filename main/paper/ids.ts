// Where ids and chance come from. Random on wall time; with --start a function of seed, run and sequence, in named
// sequences of their own, so that asking for a request id never changes the next order's id.
import { createHash } from 'node:crypto';
import type { Ids } from '#main/paper/types.ts';

const UUID = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

export type IdSource = { sequence(name: string): Ids };

type RandomBytes = (count: number) => Uint8Array;

export function createRandomIds(randomBytes: RandomBytes): IdSource {
  const ids: Ids = { uuid: () => toUuid(randomBytes(16)) };
  return { sequence: () => ids };
}

export function createSeededIds(seed: string): IdSource {
  return {
    sequence(name) {
      let next = 0;
      return {
        uuid: () => toUuid(createHash('sha256').update(`${seed}/${name}/${next++}`).digest()),
      };
    },
  };
}

/** Numbers in [0, 1), the same ones for the same seed (sfc32). */
export function createRandom(seed: string): () => number {
  const digest = createHash('sha256').update(seed).digest();
  let a = digest.readInt32LE(0);
  let b = digest.readInt32LE(4);
  let c = digest.readInt32LE(8);
  let counter = 1;
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
}

/** The first 16 bytes as a UUID of this version. */
export function toUuid(bytes: Uint8Array, version = 4): string {
  const raw = Buffer.from(bytes.subarray(0, 16));
  raw[6] = ((raw[6] ?? 0) & 0x0f) | (version << 4);
  raw[8] = ((raw[8] ?? 0) & 0x3f) | 0x80;
  return raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
