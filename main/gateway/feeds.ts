// ④ From the book to the windows. Each window has a hub; each watch in it has a sequence of its own. What changes is
// collected and leaves at most once per frame, so a burst of ticks costs a window one message.
import type { WatchDelivery } from '#contract/bridge.ts';
import { invalid, invalidInput, type Failure, type Result } from '#contract/failure.ts';
import { feeds, isFeedName, type FeedName, type Item, type Params } from '#contract/feeds.ts';
import type { Delay } from '#main/ports.ts';

/**
 * A running source: the state now, and how to end it. What has to be fetched one by one is no list: it is drawn as it
 * leaves, and what is published meanwhile comes behind it.
 */
export type Source<F extends FeedName> = { snapshot(): Iterable<Item<F>>; stop(): void };

/** How each feed is opened. Opening fails as a value when the account or the parameters are not to be had. */
export type Sources = {
  [F in FeedName]: (params: Params<F>, publish: (items: Item<F>[]) => void) => Result<Source<F>>;
};

export type Hub = {
  watch(id: unknown, feed: unknown, params: unknown): void;
  unwatch(id: unknown): void;
  /** Ends every watch of this window. */
  close(): void;
};

export type Feeds = {
  open(send: (delivery: WatchDelivery) => void): Hub;
  /** Ends every watch of an account that was closed, in every window, with the reason. */
  end(accountId: string, failure: Failure): void;
  /** While the desk is locked nothing is sent but the desk's own state; afterwards every watch begins anew. */
  setLocked(isLocked: boolean): void;
};

type Deps = {
  sources: Sources;
  delay: Delay;
  report(name: string, error: unknown): string;
  isLocked: () => boolean;
};

type Watch = {
  seq: number;
  pending: Pending;
  accountId: string | undefined;
  /** Begins anew from the state as it is. */
  reset(): void;
  stop(): void;
};

const WHILE_LOCKED: ReadonlySet<FeedName> = new Set(['desk']);

export const FRAME_MS = 16;
const MAX_WATCHES_PER_WINDOW = 256;
/** So many items of a feed leave in one frame: more would hold up an order that wants to be sent meanwhile. */
export const MOST_ITEMS = 2_000;
/** Of those that are fetched one by one: each is a read of the disk. */
export const MOST_DRAWN = 250;

type OpenHub = Hub & Pick<Feeds, 'end'> & { reset(): void };

export function createFeeds({ sources, delay, report, ...deps }: Deps): Feeds {
  const hubs = new Set<OpenHub>();
  let isLocked = deps.isLocked();
  return {
    open(send) {
      const hub = createHub(send);
      hubs.add(hub);
      return hub;
    },
    end(accountId, failure) {
      for (const hub of hubs) hub.end(accountId, failure);
    },
    setLocked(next) {
      if (next === isLocked) return;
      isLocked = next;
      for (const hub of hubs) hub.reset();
    },
  };

  function createHub(send: (delivery: WatchDelivery) => void): OpenHub {
    const watches = new Map<number, Watch>();
    const failed: WatchDelivery = [];
    let cancelFlush: (() => void) | undefined;

    function flush(): void {
      cancelFlush = undefined;
      const delivery = failed.splice(0);
      for (const [id, watch] of watches) {
        if (!watch.pending.isDue()) continue;
        try {
          const drained = watch.pending.drain();
          delivery.push({ id, event: { kind: 'batch', seq: ++watch.seq, ...drained } });
          if (watch.pending.isDue()) schedule();
        } catch (error) {
          fail(id, watch, 'snapshot', error);
        }
      }
      if (delivery.length > 0) send(delivery);
    }

    function schedule(): void {
      cancelFlush ??= delay(FRAME_MS, flush);
    }

    function refuse(id: number, failure: Failure): void {
      failed.push({ id, event: { kind: 'failed', failure } });
      schedule();
    }

    function fail(id: number, watch: Watch, what: string, error: unknown): void {
      watch.stop();
      watches.delete(id);
      refuse(id, { kind: 'bug', ref: report(what, error) });
    }

    function open(feed: FeedName, params: unknown): Result<Watch> {
      const pending = createPending(feed);
      const isSilent = () => isLocked && !WHILE_LOCKED.has(feed);
      const start = sources[feed] as (
        params: unknown,
        publish: (items: unknown[]) => void,
      ) => Result<{ snapshot(): Iterable<unknown>; stop(): void }>;
      const source = start(params, (items) => {
        if (isSilent()) return;
        pending.push(items);
        schedule();
      });
      if (!source.ok) return source;
      const reset = () => (isSilent() ? pending.drop() : pending.reset(source.value.snapshot()));
      try {
        reset();
      } catch (error) {
        source.value.stop();
        throw error;
      }
      const { accountId } = params as { accountId?: string };
      return {
        ok: true,
        value: { seq: 0, pending, accountId, reset, stop: () => source.value.stop() },
      };
    }

    const hub: OpenHub = {
      watch(id, feed, params) {
        if (!isWatchId(id)) return;
        if (watches.has(id)) return refuse(id, invalid('This watch id is already in use.').failure);
        if (watches.size >= MAX_WATCHES_PER_WINDOW)
          return refuse(id, invalid('This window has too many subscriptions.').failure);
        if (!isFeedName(feed)) return refuse(id, invalid('There is no such feed.').failure);
        const checked = feeds[feed].params.safeParse(params);
        if (!checked.success) return refuse(id, invalidInput(checked.error).failure);
        try {
          const opened = open(feed, checked.data);
          if (!opened.ok) return refuse(id, opened.failure);
          watches.set(id, opened.value);
          schedule();
        } catch (error) {
          refuse(id, { kind: 'bug', ref: report(feed, error) });
        }
      },
      unwatch(id) {
        if (!isWatchId(id)) return;
        watches.get(id)?.stop();
        watches.delete(id);
      },
      end(accountId, failure) {
        for (const [id, watch] of watches) {
          if (watch.accountId !== accountId) continue;
          watch.stop();
          watches.delete(id);
          refuse(id, failure);
        }
      },
      reset() {
        for (const [id, watch] of watches) {
          try {
            watch.reset();
          } catch (error) {
            fail(id, watch, 'reset', error);
          }
        }
        schedule();
      },
      close() {
        cancelFlush?.();
        for (const watch of watches.values()) watch.stop();
        watches.clear();
        hubs.delete(hub);
      },
    };
    return hub;
  }
}

type Pending = {
  push(items: unknown[]): void;
  reset(items: Iterable<unknown>): void;
  /** Forgets what waits. */
  drop(): void;
  isDue(): boolean;
  /** As many as one message takes; the rest stays due. */
  drain(): { reset: boolean; items: unknown[]; isPart?: true };
};

function createPending(feed: FeedName): Pending {
  const key = feeds[feed].key as (item: unknown) => string;
  const isNewestKept = feeds[feed].keep === 'newest';
  const newest = new Map<string, unknown>();
  /** The state, as far as it has not left; before everything else. */
  let state: { rest: Iterator<unknown>; next: IteratorResult<unknown>; most: number } | undefined;
  let every: unknown[] = [];
  /** So many of them have left. */
  let left = 0;
  let due = false;
  let isReset = false;

  function push(items: unknown[]): void {
    if (isNewestKept) for (const item of items) newest.set(key(item), item);
    // Not as arguments: there may be more items than a call can take.
    else for (const item of items) every.push(item);
    due = true;
  }

  function begin(items: Iterable<unknown>): void {
    due = true;
    // What changes before it has left takes the place of what it was.
    if (isNewestKept) return push([...items]);
    const rest = items[Symbol.iterator]();
    state = { rest, next: rest.next(), most: Array.isArray(items) ? MOST_ITEMS : MOST_DRAWN };
  }

  function drop(): void {
    newest.clear();
    state = undefined;
    every = [];
    left = 0;
    due = false;
    isReset = false;
  }

  function takeNewest(): unknown[] {
    const items: unknown[] = [];
    for (const [name, item] of newest) {
      if (items.length === MOST_ITEMS) break;
      items.push(item);
      newest.delete(name);
    }
    return items;
  }

  function takeState(of: NonNullable<typeof state>): unknown[] {
    const drawn: unknown[] = [];
    while (drawn.length < of.most && of.next.done !== true) {
      drawn.push(of.next.value);
      of.next = of.rest.next();
    }
    if (of.next.done === true) state = undefined;
    return drawn;
  }

  function takeEvery(): unknown[] {
    const items = every.slice(left, left + MOST_ITEMS);
    left += items.length;
    return items;
  }

  return {
    push,
    reset(items) {
      drop();
      begin(items);
      isReset = true;
    },
    drop,
    isDue: () => due,
    drain() {
      const items = state ? takeState(state) : isNewestKept ? takeNewest() : takeEvery();
      const batch = { reset: isReset, items };
      isReset = false;
      due = state !== undefined || newest.size > 0 || left < every.length;
      if (!due) drop();
      return due ? { ...batch, isPart: true } : batch;
    },
  };
}

const isWatchId = (id: unknown): id is number => Number.isSafeInteger(id) && Number(id) >= 0;
