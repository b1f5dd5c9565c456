// The prices of the rows in sight, past React: a row writes its texts when it has its turn, and only what differs from
// what stands there. No React in here.
import type { Price, StreamState, SymbolMarket } from '#contract/records.ts';
import type { QuoteFeed } from '#renderer/core/feeds/quote-feed.ts';
import type { Slices } from '#renderer/core/feeds/slices.ts';
import { isPriceStale } from '#renderer/core/staleness.ts';
import type { Clock } from '#renderer/core/clock.ts';
import { BEAT_MS, type Turn, type Turns } from '#renderer/core/turns.ts';

export type LiveRow = {
  price: Price | undefined;
  isStale: boolean;
  market: SymbolMarket | undefined;
  isQuoteStale: boolean;
  now: number;
  /** A second has passed since what changes slowly was written. */
  isBeat: boolean;
};

export type LiveRows = {
  /** Writes at once, and again whenever the row has its turn. */
  on(symbol: string, write: (row: LiveRow) => void): () => void;
};

type Deps = {
  prices: Pick<Slices<string, Price>, 'get' | 'on'>;
  quotes: QuoteFeed;
  streams: Pick<Slices<string, StreamState>, 'get' | 'on'>;
  clock: Clock;
  turns: Turns;
};

type Row = {
  writers: Set<(row: LiveRow) => void>;
  turn: Turn;
  wroteAt: number;
  stops: readonly (() => void)[];
};

const SECOND_MS = 1_000;
/** All rows in sight share a frame. */
const TURN = { cost: 1 / 40, restMs: BEAT_MS };

export function createLiveRows({ prices, quotes, streams, clock, turns }: Deps): LiveRows {
  const rows = new Map<string, Row>();
  let stops: (() => void)[] = [];

  const wantAll = (): void => {
    for (const { turn } of rows.values()) turn.want();
  };

  function read(symbol: string, isBeat: boolean): LiveRow {
    const price = prices.get(symbol);
    const market = quotes.get(symbol);
    const stream = streams.get('prices');
    const now = clock.at(SECOND_MS);
    const isStale = isPriceStale(price, stream, now);
    return {
      price,
      market,
      now,
      isStale,
      isBeat,
      isQuoteStale: isPriceStale(market?.quote, stream, now),
    };
  }

  function join(symbol: string): Row {
    const row: Row = {
      writers: new Set(),
      wroteAt: clock.at(SECOND_MS),
      turn: turns.join(() => {
        const now = clock.at(SECOND_MS);
        const content = read(symbol, now > row.wroteAt);
        row.wroteAt = now;
        for (const write of row.writers) write(content);
      }, TURN),
      stops: [prices.on(symbol, () => row.turn.want()), quotes.on(symbol, () => row.turn.want())],
    };
    if (rows.size === 0) stops = [clock.on(SECOND_MS, wantAll), streams.on('prices', wantAll)];
    rows.set(symbol, row);
    return row;
  }

  return {
    on(symbol, write) {
      const row = rows.get(symbol) ?? join(symbol);
      row.writers.add(write);
      write(read(symbol, true));
      return () => {
        row.writers.delete(write);
        if (row.writers.size > 0 || rows.get(symbol) !== row) return;
        rows.delete(symbol);
        for (const stop of row.stops) stop();
        row.turn.leave();
        if (rows.size > 0) return;
        for (const stop of stops) stop();
        stops = [];
      };
    },
  };
}
