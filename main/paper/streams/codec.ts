// Two spellings of the same messages. Events are encoded once each and joined into frames, however many clients listen.
import { Packr, Unpackr } from 'msgpackr';
import { isRecord } from '#main/tools/json.ts';

type CodecName = 'json' | 'msgpack';

export type Codec = {
  name: CodecName;
  encode(message: unknown): Buffer;
  /** One frame holding these already encoded messages as an array. */
  join(parts: readonly Buffer[]): Buffer;
  /** Throws when the bytes are not in this spelling. */
  decode(frame: Buffer): unknown;
};

const packr = new Packr({ useRecords: false, mapsAsObjects: true, variableMapSize: true });
const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: true });

const TWO_TO_32 = 0x1_0000_0000;
const COMMA = Buffer.from(',');
const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');

const jsonCodec: Codec = {
  name: 'json',
  encode: (message) => Buffer.from(JSON.stringify(message)),
  join(parts) {
    const pieces: Buffer[] = [];
    for (const part of parts) pieces.push(pieces.length === 0 ? OPEN : COMMA, part);
    return Buffer.concat(pieces.length === 0 ? [OPEN, CLOSE] : [...pieces, CLOSE]);
  },
  decode: (frame) => JSON.parse(frame.toString('utf8')) as unknown,
};

/**
 * Dates become the timestamp extension (-1), to the nanosecond of their millisecond. Whole numbers become integers, also
 * those that the library would write as float 64: trade ids.
 */
const msgpackCodec: Codec = {
  name: 'msgpack',
  encode: (message) => packr.pack(isRecord(message) ? withWideIntegers(message) : message),
  join: (parts) => Buffer.concat([arrayHeader(parts.length), ...parts]),
  decode: (frame) => unpackr.unpack(frame) as unknown,
};

/** Chosen by the Content-Type of the upgrade request. */
export const codecFor = (contentType: string | undefined): Codec =>
  contentType?.toLowerCase().includes('msgpack') === true ? msgpackCodec : jsonCodec;

const isWide = (value: unknown): value is number =>
  typeof value === 'number' && value >= TWO_TO_32 && Number.isSafeInteger(value);

/** Such numbers stand at the top of a record. */
function withWideIntegers(record: Record<string, unknown>): Record<string, unknown> {
  if (!Object.values(record).some(isWide)) return record;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isWide(value) ? BigInt(value) : value]),
  );
}

function arrayHeader(length: number): Buffer {
  if (length < 16) return Buffer.from([0x90 | length]);
  if (length < 65_536) return Buffer.from([0xdc, length >> 8, length & 0xff]);
  const header = Buffer.alloc(5, 0xdd);
  header.writeUInt32BE(length, 1);
  return header;
}
