// Moves live events from the tape to the clients: pulls each feed's window since the last step, encodes an event once
// per codec, and builds one frame for all clients that want the same.
import type { Tape, Wanted } from '#main/paper/market/tape.ts';
import type { Asset } from '#main/paper/parts.ts';
import { FEEDS, TEST_SYMBOL, type Channel, type Feed } from '#main/paper/streams/channels.ts';
import type { Codec } from '#main/paper/streams/codec.ts';
import { createParcel, type Parcel } from '#main/paper/streams/parcel.ts';
import type { Subscription } from '#main/paper/streams/subscription.ts';

export type Listener = {
  feed: Feed;
  codec: Codec;
  subscription: Subscription;
  deliver(frame: Buffer): void;
};

export type Pump = {
  /** Delivers what happened up to `toMs`. */
  step(toMs: number): void;
};

type Deps = {
  tape: Tape;
  asset(symbol: string): Asset | undefined;
  /** The test feed's one symbol borrows the prices of this one. */
  testPricesOf: string;
  listeners(): Iterable<Listener>;
  startMs: number;
};

const MOST_EVENTS_PER_FRAME = 1000;
const SLICE_MS = 60_000;
/** A stream is no replay: of a longer jump of the clock only the end is told. */
const LONGEST_WINDOW_MS = 600_000;

export function createPump({ tape, asset, testPricesOf, listeners, startMs }: Deps): Pump {
  let lastMs = startMs;
  return {
    step(toMs) {
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
    const parcels: Parcel[] = [];
    for (const event of tape.events(fromMs, toMs, wantedBy(group, isTest))) {
      const listed = asset(event.symbol);
      if (listed) parcels.push(createParcel(event, listed, isTest ? TEST_SYMBOL : event.symbol));
    }
    if (parcels.length === 0) return;
    const audiences = Map.groupBy(
      group,
      ({ codec, subscription }) => `${codec.name} ${subscription.key()}`,
    );
    for (const audience of audiences.values()) send(audience, parcels);
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
    };
  }
}

function send(audience: readonly Listener[], parcels: readonly Parcel[]): void {
  const [first] = audience;
  if (!first) return;
  const { codec, subscription } = first;
  const wanted = parcels.filter((parcel) => subscription.wants(parcel.channel, parcel.symbol));
  for (let at = 0; at < wanted.length; at += MOST_EVENTS_PER_FRAME) {
    const part = wanted.slice(at, at + MOST_EVENTS_PER_FRAME).map((parcel) => parcel.bytes(codec));
    const frame = codec.join(part);
    for (const listener of audience) listener.deliver(frame);
  }
}
