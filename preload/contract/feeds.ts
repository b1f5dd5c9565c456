// Everything the page may watch. A feed begins with a batch marked `reset` that holds the present state; later batches
// hold what changed. `keep` says what may happen to items that wait for the next batch: 'newest' keeps one per key,
// 'every' never drops or merges.
import { z } from 'zod';
import { AccountId, AccountReading, Price, StreamState } from '#contract/records.ts';

const OfAccount = z.strictObject({ accountId: AccountId });

export const feeds = {
  account: {
    params: OfAccount,
    item: AccountReading,
    keep: 'newest',
    key: (): string => 'account',
  },
  prices: {
    params: OfAccount,
    item: Price,
    keep: 'newest',
    key: (item: Price): string => item.symbol,
  },
  streams: {
    params: OfAccount,
    item: StreamState,
    keep: 'newest',
    key: (item: StreamState): string => item.stream,
  },
} as const;

export type FeedName = keyof typeof feeds;
export type Params<F extends FeedName> = z.infer<(typeof feeds)[F]['params']>;
export type Item<F extends FeedName> = z.infer<(typeof feeds)[F]['item']>;

export const isFeedName = (name: unknown): name is FeedName =>
  typeof name === 'string' && Object.hasOwn(feeds, name);
