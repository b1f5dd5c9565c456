// A page without a window: the gateway's feeds of one account, the page's own stores behind them, and a note of all that
// was told, with the moment at which it came. Nothing here asks the account; it knows what it is told.
import type { Bridge, FeedEvent } from '#contract/bridge.ts';
import { ok } from '#contract/failure.ts';
import type { FeedName, Item } from '#contract/feeds.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { createFeeds } from '#main/gateway/feeds.ts';
import { createSources } from '#main/gateway/sources.ts';
import type { Clock, Delay } from '#main/ports.ts';
import { systemClock, systemDelay } from '#main/shell/common/system.ts';
import { createAccountFeeds, type AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { createOrderList, type OrderList } from '#renderer/trading/orders/order-list.ts';

export type Telling = {
  [F in FeedName]: { at: number; feed: F; item: Item<F> };
}[FeedName];

export type Page = {
  feeds: AccountFeeds;
  orderList: OrderList;
  /** Everything that was told, in order. */
  tellings: readonly Telling[];
  close(): void;
};

/** Of these one is told many times a second, with other prices: what is noted is each that differs in what is audited. */
const REPEATED: Partial<Record<FeedName, (item: never) => string>> = {
  positions: ({ positions, receivedAt }: Item<'positions'>) =>
    JSON.stringify([receivedAt, positions.map((one) => [one.symbol, one.qty, one.isEstimate])]),
  account: ({ account: { cash, equity }, receivedAt, estimates }: Item<'account'>) =>
    JSON.stringify([receivedAt, cash, equity, estimates]),
};
const NOT_NOTED: ReadonlySet<FeedName> = new Set(['prices', 'bars']);

type Deps = { clock?: Clock; delay?: Delay };

export function openPage(
  unit: AccountUnit,
  { clock = systemClock, delay = systemDelay }: Deps = {},
) {
  const tellings: Telling[] = [];
  const last = new Map<FeedName, string>();

  function note(feed: FeedName, items: readonly unknown[]): void {
    if (NOT_NOTED.has(feed)) return;
    for (const item of items) {
      const text = REPEATED[feed]?.(item as never);
      if (text !== undefined && last.get(feed) === text) continue;
      if (text !== undefined) last.set(feed, text);
      tellings.push({ at: clock.wall(), feed, item } as Telling);
    }
  }

  const watches = new Map<number, (event: FeedEvent<unknown>) => void>();
  const hub = createFeeds({
    sources: sourcesOf(unit),
    delay,
    isLocked: () => false,
    report(name, error) {
      throw new Error(`the feed ${name} broke`, { cause: error });
    },
  }).open((delivery) => {
    for (const { id, event } of delivery) watches.get(id)?.(event);
  });
  let ids = 0;
  const bridge: Bridge = {
    call: () => Promise.reject(new Error('this page only listens')),
    watch(feed, params, onEvent) {
      const id = ++ids;
      watches.set(id, (event) => {
        if (event.kind === 'batch') note(feed, event.items);
        onEvent(event as never);
      });
      hub.watch(id, feed, params);
      return () => hub.unwatch(id);
    },
  };

  const feeds = createAccountFeeds(bridge, unit.accountId, queueMicrotask);
  const orderList = createOrderList(feeds);
  const stops = [orderList.start(), feeds.start(), () => hub.close()];
  const page: Page = {
    feeds,
    orderList,
    tellings,
    close: () => stops.forEach((stop) => stop()),
  };
  return page;
}

const nobody = () => () => undefined;

/** The account's own feeds; of the desk around it there is nothing to tell. */
const sourcesOf = (unit: AccountUnit) =>
  createSources({
    units: { get: () => ok({ unit } as OpenAccount), hold: nobody },
    killSwitch: { isStopped: () => false, note: () => undefined },
    isReviewSkipped: () => false,
    onStopChange: nobody,
    alerts: { recent: () => [], isUnseen: () => false, onAlert: nobody },
    navigation: { fresh: () => [], onVisit: nobody },
    lock: { state: () => ({ isLocked: false }) as never, onChange: nobody },
    accounts: { list: () => [], onChange: nobody },
    backups: { work: { now: () => undefined, onChange: nobody } },
    updates: {
      state: () => ({ version: '0.1.0', feed: 'none', isLooking: false }),
      onChange: nobody,
    },
  });
