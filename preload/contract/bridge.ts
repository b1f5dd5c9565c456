// The bridge between page and main: two verbs, over Electron's IPC or over loopback, with the same types.
import type { CallName, Input, Output } from '#contract/calls.ts';
import type { Failure, Result } from '#contract/failure.ts';
import type { FeedName, Item, Params } from '#contract/feeds.ts';

/**
 * What one watch receives. `seq` counts from 1 without holes; a hole means: watch again. A state that is too large for
 * one message comes in parts: the first is the reset, and until one comes that is no part, the state is not all there.
 */
type Batch<T> = { seq: number; reset: boolean; items: T[]; isPart?: true };

export type FeedEvent<T> = ({ kind: 'batch' } & Batch<T>) | { kind: 'failed'; failure: Failure };

export type Bridge = {
  call<K extends CallName>(name: K, input: Input<K>): Promise<Result<Output<K>>>;
  /** Answers a function that ends the watch. */
  watch<F extends FeedName>(
    feed: F,
    params: Params<F>,
    onEvent: (event: FeedEvent<Item<F>>) => void,
  ): () => void;
};

/** From page to main on the watch channel. Ids are chosen by the page and are its own. */
export type WatchRequest =
  | { kind: 'watch'; id: number; feed: string; params: unknown }
  | { kind: 'unwatch'; id: number };

/** From main to page: everything that is due for one window, at most once a frame. */
export type WatchDelivery = { id: number; event: FeedEvent<unknown> }[];

/** The two channels of the Electron transport; the page cannot name others. */
export const CALL_CHANNEL = 'ballast:call';
export const WATCH_CHANNEL = 'ballast:watch';
