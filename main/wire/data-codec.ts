// The two ways the market-data stream is written: JSON text, or MessagePack with its timestamp extension.
// Plain JavaScript: for short keys it is faster than the native part, and there is nothing to build or ship.
import { Packr } from 'msgpackr/pack';
import { Unpackr } from 'msgpackr/unpack';
import { readPlainJson } from '#main/wire/json.ts';
import { isBoundedMsgpack } from '#main/wire/msgpack-bounds.ts';
import { createBarFrameReader } from '#main/wire/bar-frame.ts';
import { decodeDataMessages, type DataMessages } from '#main/wire/data-stream.ts';

export type CodecName = 'json' | 'msgpack';

type DataCodec = {
  contentType: string;
  encode(message: object): string | Uint8Array;
  /** Undefined when the frame is not of this codec or is broken. */
  decode(frame: string | Uint8Array): unknown;
  /** What the frame says; the shortest way there is for it, with the same outcome as the long one. */
  read(frame: string | Uint8Array): DataMessages;
};

export function createDataCodec(name: CodecName): DataCodec {
  return name === 'json' ? createJsonCodec() : createMsgpackCodec();
}

function createJsonCodec(): DataCodec {
  const decode = (frame: string | Uint8Array) =>
    typeof frame === 'string' ? readPlainJson(frame) : undefined;
  return {
    contentType: 'application/json',
    encode: (message) => JSON.stringify(message),
    decode,
    read: (frame) => decodeDataMessages(decode(frame)),
  };
}

function createMsgpackCodec(): DataCodec {
  const packr = new Packr({ useRecords: false });
  const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: true, int64AsType: 'number' });
  const readBarFrame = createBarFrameReader();

  function decode(frame: string | Uint8Array): unknown {
    if (typeof frame === 'string' || !isBoundedMsgpack(frame)) return undefined;
    try {
      return unpackr.unpack(frame) as unknown;
    } catch {
      return undefined;
    }
  }

  return {
    contentType: 'application/msgpack',
    encode: (message) => packr.pack(message),
    decode,
    read(frame) {
      const bars = typeof frame === 'string' ? undefined : readBarFrame(frame);
      return bars
        ? { trades: [], bars, controls: [], refused: 0 }
        : decodeDataMessages(decode(frame));
    },
  };
}
