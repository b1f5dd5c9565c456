// ③ The latest truth about one account. It is written first and published afterwards, so whoever hears of a change can
// read it here.
import type { Account, AccountReading, Price, StreamState } from '#contract/records.ts';
import { changeSince, dayChangeOf } from '#main/domain/change.ts';

export type BookChange =
  | { kind: 'account'; reading: AccountReading }
  | { kind: 'prices'; prices: Price[] }
  | { kind: 'stream'; state: StreamState };

export type Book = {
  account(): AccountReading | undefined;
  price(symbol: string): Price | undefined;
  prices(): Price[];
  streams(): StreamState[];
  putAccount(account: Account, receivedAt: number): void;
  /** Older trades are passed over; a previous close that is already known stays when the news lacks it. */
  putPrices(prices: readonly Price[]): void;
  putStream(state: StreamState): void;
  /** Symbols nobody watches any more leave the book. */
  keepOnly(symbols: readonly string[]): void;
  onChange(listener: (change: BookChange) => void): () => void;
};

export function createBook(): Book {
  const prices = new Map<string, Price>();
  const streams = new Map<string, StreamState>();
  const listeners = new Set<(change: BookChange) => void>();
  let account: AccountReading | undefined;

  function publish(change: BookChange): void {
    for (const listener of listeners) listener(change);
  }

  return {
    account: () => account,
    price: (symbol) => prices.get(symbol),
    prices: () => [...prices.values()],
    streams: () => [...streams.values()],
    putAccount(record, receivedAt) {
      account = { account: record, receivedAt, ...dayChangeOf(record) };
      publish({ kind: 'account', reading: account });
    },
    putPrices(news) {
      const changed: Price[] = [];
      for (const item of news) {
        const known = prices.get(item.symbol);
        if (known && known.tradedAt > item.tradedAt) continue;
        const previousClose = item.previousClose ?? known?.previousClose;
        const price = { ...item, ...(previousClose && changeSince(previousClose, item.price)) };
        prices.set(item.symbol, price);
        changed.push(price);
      }
      if (changed.length > 0) publish({ kind: 'prices', prices: changed });
    },
    putStream(state) {
      streams.set(state.stream, state);
      publish({ kind: 'stream', state });
    },
    keepOnly(symbols) {
      for (const symbol of prices.keys()) if (!symbols.includes(symbol)) prices.delete(symbol);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
