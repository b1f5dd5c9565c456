// What a window asks of a desk when it shows an account: every feed of it, and when its first state was whole.
import type { WatchDelivery } from '#contract/bridge.ts';
import type { FeedName } from '#contract/feeds.ts';
import type { Price } from '#contract/records.ts';
import type { TradingState } from '#contract/trading.ts';
import type { Desk } from '#main/desk.ts';
import { round } from '#test/bench/measure.ts';
import { until } from '#test/support/until.ts';

export type FirstState = {
  /** From the beginning of the desk until all of it was here. */
  ms: number;
  /** From the moment it was asked for. */
  askedMs: number;
  frames: number;
  items: number;
};

const SHOWN = [
  'account',
  'positions',
  'trading',
  'streams',
  'market',
  'prices',
  'cancels',
  'closings',
  'gaps',
  'executions',
  'intents',
  'orders',
] as const satisfies FeedName[];
const ACCOUNTS = SHOWN.length;
const PATIENCE_MS = 330_000;

/** Of a desk that begins: with so many accounts, and so many symbols on the lists of the one that is shown. */
type Expected = { accountId: string; accounts: number; symbols: number; beganAt: number };

export function openPage(desk: Desk, { accountId, accounts, symbols, beganAt }: Expected) {
  const states = new Map<string, FirstState & { isWhole: boolean; askedAt: number }>();
  const prices = new Set<string>();
  let armedMs: number | undefined;
  let shownAt: number | undefined;
  let allOpenMs: number | undefined;
  let allPricedMs: number | undefined;

  const hub = desk.feeds.open((delivery: WatchDelivery) => {
    for (const { id, event } of delivery) {
      if (event.kind === 'failed') throw new Error(`${id}: ${JSON.stringify(event.failure)}`);
      if (id === ACCOUNTS) onAccounts(event.items.at(-1));
      else onState(SHOWN[id] ?? 'desk', event);
    }
  });
  hub.watch(ACCOUNTS, 'accounts', {});

  function onAccounts(item: unknown): void {
    const all = (item as { accounts: { accountId: string; isOpen: boolean }[] }).accounts;
    const open = all.filter(({ isOpen }) => isOpen);
    if (open.length === accounts) allOpenMs ??= performance.now() - beganAt;
    if (shownAt !== undefined || !open.some((one) => one.accountId === accountId)) return;
    shownAt = performance.now();
    for (const [id, feed] of SHOWN.entries()) {
      const askedAt = performance.now();
      states.set(feed, { ms: 0, askedMs: 0, frames: 0, items: 0, isWhole: false, askedAt });
      hub.watch(id, feed, { accountId });
    }
  }

  function onState(feed: string, { items, isPart }: { items: unknown[]; isPart?: true }): void {
    const now = performance.now() - beganAt;
    if (feed === 'trading' && (items.at(-1) as TradingState).isArmed) armedMs ??= now;
    if (feed === 'prices') for (const one of items) prices.add((one as Price).symbol);
    if (prices.size >= symbols) allPricedMs ??= now;
    const state = states.get(feed);
    if (!state || state.isWhole) return;
    state.frames++;
    state.items += items.length;
    if (isPart) return;
    state.isWhole = true;
    state.ms = round(now);
    state.askedMs = round(now + beganAt - state.askedAt);
  }

  return {
    /** Answers when the account was open. */
    async whole(): Promise<{ openMs: number; states: Record<string, FirstState> }> {
      const isWhole = () =>
        states.size === SHOWN.length && [...states.values()].every((one) => one.isWhole);
      await until(isWhole, 'the first state of every feed', PATIENCE_MS);
      const told = [...states].map(([feed, { ms, askedMs, frames, items }]) => [
        feed,
        { ms, askedMs, frames, items },
      ]);
      const all = Object.fromEntries(told) as Record<string, FirstState>;
      return { openMs: (shownAt ?? NaN) - beganAt, states: all };
    },
    allOpen: () => until(() => allOpenMs, 'every account is open', PATIENCE_MS),
    /** Every symbol of the lists has one. */
    allPriced: () => until(() => allPricedMs, `a price of ${symbols} symbols`, PATIENCE_MS),
    /** Orders that open may be placed: all was read, and the journal was checked. */
    armed: () => until(() => armedMs, 'the account takes orders', PATIENCE_MS),
    close: hub.close,
  };
}
