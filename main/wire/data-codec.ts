// The two ways the market-data stream is written: JSON text, or MessagePack with its timestamp extension.
// Plain JavaScript: for short keys it is faster than the native part, and there is nothing to build or ship.
import { Packr } from 'msgpackr/pack';
import { Unpackr } from 'msgpackr/unpack';
import { parseJson } from '#main/wire/answer.ts';

export type CodecName = 'json' | 'msgpack';

export type DataCodec = {
  contentType: string;
  encode(message: object): string | Uint8Array;
  /** Undefined when the frame is not of this codec or is broken. */
  decode(frame: string | Uint8Array): unknown;
};

export function createDataCodec(name: CodecName): DataCodec {
  return name === 'json' ? createJsonCodec() : createMsgpackCodec();
}

function createJsonCodec(): DataCodec {
  return {
    contentType: 'application/json',
    encode: (message) => JSON.stringify(message),
    decode: (frame) => (typeof frame === 'string' ? parseJson(frame) : undefined),
  };
}

function createMsgpackCodec(): DataCodec {
  const packr = new Packr({ useRecords: false });
  const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: true, int64AsType: 'number' });
  return {
    contentType: 'application/msgpack',
    encode: (message) => packr.pack(message),
    decode(frame) {
      if (typeof frame === 'string') return undefined;
      try {
        return unpackr.unpack(frame) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}
