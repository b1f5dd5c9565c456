// A live event on its way to many clients: in the shape that REST uses too, encoded at most once per codec.
import type { Asset } from '#main/paper/parts.ts';
import { barRecord, quoteRecord, tradeRecord } from '#main/paper/market/records.ts';
import type { TapeEvent } from '#main/paper/market/tape.ts';
import type { Channel } from '#main/paper/streams/channels.ts';
import type { Codec } from '#main/paper/streams/codec.ts';

export type Parcel = { channel: Channel; symbol: string; bytes(codec: Codec): Buffer };

const CHANNEL_OF = {
  trade: 'trades',
  quote: 'quotes',
  bar: 'bars',
  dailyBar: 'dailyBars',
} as const;

/** `symbol` is the name under which the event is told. */
export function createParcel(event: TapeEvent, asset: Asset, symbol: string): Parcel {
  const made = new Map<Codec, Buffer>();
  return {
    channel: CHANNEL_OF[event.kind],
    symbol,
    bytes(codec) {
      let bytes = made.get(codec);
      if (!bytes) made.set(codec, (bytes = codec.encode(toWire(event, asset, symbol, codec))));
      return bytes;
    },
  };
}

function toWire(event: TapeEvent, asset: Asset, symbol: string, codec: Codec) {
  const record = { ...toRecord(event, asset), S: symbol };
  if (codec.name === 'json') return record;
  const { timeMs } =
    event.kind === 'trade' ? event.trade : event.kind === 'quote' ? event.quote : event.bar;
  return { ...record, t: new Date(timeMs) };
}

function toRecord(event: TapeEvent, asset: Asset) {
  if (event.kind === 'trade') return { T: 't', ...tradeRecord(asset, event.trade) };
  if (event.kind === 'quote') return { T: 'q', ...quoteRecord(asset, event.quote) };
  return { T: event.kind === 'bar' ? 'b' : 'd', ...barRecord(event.bar) };
}
