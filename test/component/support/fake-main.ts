// Main's side of the bridge, played by the test: it answers calls, tells feeds, and keeps what it was asked. Whatever it
// says is held to the contract, so that a page is never shown what main could not say.
import { calls, isCallName, type CallName, type Input, type Output } from '#contract/calls.ts';
import type { FeedEvent, WatchDelivery, WatchRequest } from '#contract/bridge.ts';
import { fail, invalidInput, ok, type Failure, type Result } from '#contract/failure.ts';
import { feeds, isFeedName, type FeedName, type Item } from '#contract/feeds.ts';

/** What the page wrote: what a schema would make of it is not yet known. */
type Given = Record<string, unknown>;
type Reply<K extends CallName> = (
  input: Input<K>,
) => Result<Output<K>> | Promise<Result<Output<K>>>;
export type Replies = { [K in CallName]?: Reply<K> };
export type Told = { [F in FeedName]?: Item<F>[] };

type Watcher = {
  feed: FeedName;
  params: unknown;
  seq: number;
  deliver: (event: FeedEvent<unknown>) => void;
};

export type FakeMain = {
  /** Every call, in the order in which it came. */
  asked: { name: string; input: Given }[];
  inputsOf(name: CallName): Given[];
  /** From now on this call is answered so. */
  answer<K extends CallName>(name: K, reply: Reply<K>): void;
  fails(name: CallName, failure: Failure): void;
  /** What a feed begins with for whoever watches it from now on; whoever watches it already is told at once. */
  tell<F extends FeedName>(feed: F, ...items: Item<F>[]): void;
  /** Nothing of it is there for whoever watches it from now on. */
  forget(feed: FeedName): void;
  /** What is being watched of a feed, by its parameters. */
  watched(feed: FeedName): unknown[];
  /** What the test itself did that main could not have done. */
  lies: string[];
  /** For the server behind the page. */
  call(name: unknown, input: unknown): Promise<Result<unknown>>;
  open(send: (delivery: WatchDelivery) => void): { take(request: WatchRequest): void };
};

export function createFakeMain(replies: Replies, told: Told): FakeMain {
  const asked: FakeMain['asked'] = [];
  const lies: string[] = [];
  const watchers = new Set<Watcher>();
  const present = new Map<string, Map<string, unknown>>();
  const answers: Record<string, unknown> = { ...replies };

  for (const [feed, items] of Object.entries(told)) remember(feed as FeedName, items);

  function remember(feed: FeedName, items: readonly unknown[]): void {
    const known = present.get(feed) ?? new Map<string, unknown>();
    present.set(feed, known);
    const { item: schema } = feeds[feed];
    const key = feeds[feed].key as (item: unknown) => string;
    for (const item of items) {
      const read = schema.safeParse(item);
      if (!read.success) lies.push(`the feed ${feed} never tells this: ${read.error.message}`);
      known.set(key(item), item);
    }
  }

  async function call(name: unknown, input: unknown): Promise<Result<unknown>> {
    asked.push({ name: String(name), input: input as Given });
    if (!isCallName(name)) return fail({ kind: 'not-allowed', message: `no call ${String(name)}` });
    const read = calls[name].input.safeParse(input);
    if (!read.success) return invalidInput(read.error);
    const reply = answers[name] as ((given: unknown) => Promise<Result<unknown>>) | undefined;
    if (!reply) {
      lies.push(`nobody said what main answers to ${name}`);
      return fail({ kind: 'bug', ref: name });
    }
    const result = await reply(read.data);
    const value = result.ok ? calls[name].output.safeParse(result.value) : undefined;
    if (value?.success === false) lies.push(`${name} never answers this: ${value.error.message}`);
    return result;
  }

  return {
    asked,
    lies,
    inputsOf: (name) => asked.filter((one) => one.name === name).map(({ input }) => input),
    answer(name, reply) {
      answers[name] = reply;
    },
    fails(name, failure) {
      answers[name] = () => fail(failure);
    },
    tell(feed, ...items) {
      remember(feed, items);
      for (const watcher of watchers)
        if (watcher.feed === feed)
          watcher.deliver({ kind: 'batch', seq: ++watcher.seq, reset: false, items });
    },
    forget: (feed) => void present.delete(feed),
    watched: (feed) => [...watchers].filter((one) => one.feed === feed).map(({ params }) => params),
    call,
    open(send) {
      const mine = new Map<number, Watcher>();
      return {
        take(request) {
          const old = mine.get(request.id);
          if (old) watchers.delete(old);
          mine.delete(request.id);
          if (request.kind === 'unwatch') return;
          const { id, feed } = request;
          if (!isFeedName(feed)) {
            lies.push(`there is no feed ${feed}`);
            return;
          }
          const deliver = (event: FeedEvent<unknown>): void => send([{ id, event }]);
          const watcher: Watcher = { feed, params: request.params, seq: 1, deliver };
          mine.set(id, watcher);
          watchers.add(watcher);
          const items = [...(present.get(feed)?.values() ?? [])];
          deliver({ kind: 'batch', seq: 1, reset: true, items });
        },
      };
    },
  };
}

export { fail, ok };
