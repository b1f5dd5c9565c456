// Sends live market data to the clients: reads each feed's window since the last call, encodes an event once per codec,
// and builds one frame for all clients that want the same.
import type { LiveEvent, LiveEvents, Wanted } from '#main/paper/market/live-events.ts';
import { barRecord, quoteRecord, statusRecord, tradeRecord } from '#main/paper/market/records.ts';
import type { Codec } from '#main/paper/streams/codec.ts';
import {
  FEEDS,
  TEST_SYMBOL,
  type Channel,
  type Feed,
  type Subscription,
} from '#main/paper/streams/subscription.ts';
import type { Asset } from '#main/paper/types.ts';

export type Listener = {
  feed: Feed;
  codec: Codec;
  subscription: Subscription;
  deliver(frame: Buffer): void;
};

type Deps = {
  liveEvents: LiveEvents;
  asset(symbol: string): Asset | undefined;
  /** The test feed's one symbol borrows the prices of this one. */
  testPricesOf: string;
  listeners(): Iterable<Listener>;
  startMs: number;
};

/** An event in the shape that REST uses too, encoded at most once per codec. */
type EncodedEvent = { channel: Channel; symbol: string; bytes(codec: Codec): Buffer };

const MOST_EVENTS_PER_FRAME = 1000;
const SLICE_MS = 60_000;
/** A stream is no replay: of a longer jump of the clock only the end is told. */
const LONGEST_WINDOW_MS = 600_000;
const CHANNEL_OF = {
  trade: 'trades',
  quote: 'quotes',
  bar: 'bars',
  dailyBar: 'dailyBars',
  status: 'statuses',
} as const;

export function createDataPublisher(deps: Deps) {
  const { liveEvents, asset, testPricesOf, listeners } = deps;
  let lastMs = deps.startMs;
  return {
    /** Delivers what happened up to `toMs`. */
    publish(toMs: number): void {
      if (toMs <= lastMs) return;
      const fromMs = Math.max(lastMs, toMs - LONGEST_WINDOW_MS);
      lastMs = toMs;
      const byFeed = Map.groupBy(listeners(), (listener) => listener.feed);
      for (const feed of FEEDS) {
        const group = byFeed.get(feed);
        if (!group) continue;
        for (let from = fromMs; from < toMs; from += SLICE_MS) {
          deliver(feed, group, from - feed.delayMs, Math.min(from + SLICE_MS, toMs) - feed.delayMs);
        }
      }
    },
  };

  function deliver(feed: Feed, group: readonly Listener[], fromMs: number, toMs: number): void {
    const isTest = feed.name === 'test';
    const events: EncodedEvent[] = [];
    for (const event of liveEvents.between(fromMs, toMs, wantedBy(group, isTest))) {
      const listed = asset(event.symbol);
      if (listed) events.push(encodeOnce(event, listed, isTest ? TEST_SYMBOL : event.symbol));
    }
    if (events.length === 0) return;
    const audiences = Map.groupBy(
      group,
      ({ codec, subscription }) => `${codec.name} ${subscription.key()}`,
    );
    for (const audience of audiences.values()) send(audience, events);
  }

  function wantedBy(group: readonly Listener[], isTest: boolean): Wanted {
    const symbols = (channel: Channel) => {
      const wanted = new Set<string>();
      for (const { subscription } of group) {
        for (const symbol of subscription.symbols(channel)) wanted.add(symbol);
      }
      if (!isTest) return wanted;
      return wanted.has('*') || wanted.has(TEST_SYMBOL) ? [testPricesOf] : [];
    };
    return {
      trades: symbols('trades'),
      quotes: symbols('quotes'),
      bars: symbols('bars'),
      dailyBars: symbols('dailyBars'),
      statuses: symbols('statuses'),
    };
  }
}

function send(audience: readonly Listener[], events: readonly EncodedEvent[]): void {
  const [first] = audience;
  if (!first) return;
  const { codec, subscription } = first;
  const wanted = events.filter((event) => subscription.wants(event.channel, event.symbol));
  for (let at = 0; at < wanted.length; at += MOST_EVENTS_PER_FRAME) {
    const part = wanted.slice(at, at + MOST_EVENTS_PER_FRAME).map((event) => event.bytes(codec));
    const frame = codec.join(part);
    for (const listener of audience) listener.deliver(frame);
  }
}

/** `symbol` is the name under which the event is told. */
function encodeOnce(event: LiveEvent, asset: Asset, symbol: string): EncodedEvent {
  const encoded = new Map<Codec, Buffer>();
  return {
    channel: CHANNEL_OF[event.kind],
    symbol,
    bytes(codec) {
      let bytes = encoded.get(codec);
      if (!bytes) encoded.set(codec, (bytes = codec.encode(toWire(event, asset, symbol, codec))));
      return bytes;
    },
  };
}

function toWire(event: LiveEvent, asset: Asset, symbol: string, codec: Codec) {
  const record = { ...toRecord(event, asset), S: symbol };
  if (codec.name === 'json') return record;
  // A bar is told when its minute ends, and says when it began.
  const { timeMs } = 'bar' in event ? event.bar : event;
  return { ...record, t: new Date(timeMs) };
}

function toRecord(event: LiveEvent, asset: Asset) {
  if (event.kind === 'trade') return { T: 't', ...tradeRecord(asset, event.trade) };
  if (event.kind === 'quote') return { T: 'q', ...quoteRecord(asset, event.quote) };
  if (event.kind === 'status') return { T: 's', ...statusRecord(asset, event) };
  return { T: event.kind === 'bar' ? 'b' : 'd', ...barRecord(event.bar) };
}
