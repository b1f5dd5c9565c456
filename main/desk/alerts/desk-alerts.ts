// The alerts of the whole desk: one notifier, one memory, every open account listened to.
import type { Alert } from '#contract/alerts.ts';
import type { ClosingStep } from '#contract/closings.ts';
import type { Order, Position } from '#contract/orders.ts';
import { ENVIRONMENT_WORDS } from '#contract/records.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import { exitsOf } from '#main/account/orders/closing/protection.ts';
import type { OpenAccount, Units } from '#main/desk/accounts/units.ts';
import { watchAccount, type AlertSource } from '#main/desk/alerts/account-alerts.ts';
import type { AlertStore } from '#main/desk/alerts/alert-store.ts';
import { createNotifier, type Notifier } from '#main/desk/alerts/notifier.ts';
import { createPriceAlerts, type PriceAlerts } from '#main/desk/alerts/price-alerts.ts';
import { followUnwatched, type UnwatchedSource } from '#main/desk/alerts/unwatched-alerts.ts';
import { isSameSymbol } from '#main/domain/orders/order-terms.ts';
import type { Clock, Delay, Log } from '#main/ports.ts';

export type DeskAlerts = {
  store: AlertStore;
  prices: PriceAlerts;
  recent: Notifier['recent'];
  isUnseen: Notifier['isUnseen'];
  see: Notifier['see'];
  onAlert: Notifier['onAlert'];
  /** Listens to every account while it is open. */
  watchAll(units: Pick<Units, 'onOpen' | 'onClose'>): void;
  /** Tells of accounts that nobody watches. */
  followUnwatched(accounts: UnwatchedSource): void;
  /** The price alerts of an account changed: their symbols are followed from now on. */
  follow(accountId: string): void;
  /** The account was removed. */
  forget(accountId: string): void;
  /** Notifies of what is being gathered, and listens no more. */
  stop(): void;
};

type Deps = {
  store: AlertStore;
  clock: Clock;
  delay: Delay;
  newId: () => string;
  log: Log;
  notify: (alert: Alert) => void;
};

export function createDeskAlerts(deps: Deps): DeskAlerts {
  const { store } = deps;
  const notifier = createNotifier(deps);
  const prices = createPriceAlerts({ ...deps, notifier });
  const followers = new Map<string, (symbols: readonly string[]) => void>();
  const stops = new Map<string, () => void>();
  let stopUnwatched = () => undefined as void;
  const follow = (accountId: string): void => followers.get(accountId)?.(prices.symbols(accountId));

  /** Answers a function that ends it. */
  function watch(account: OpenAccount): () => void {
    const source = alertSourceOf(account);
    const { accountId, name, book } = source;
    const followPrices = createPriceFollower(account.unit);
    followers.set(accountId, followPrices);
    const ends = [
      watchAccount(source, { ...deps, notifier }),
      book.onChange((change) => {
        if (change.kind === 'prices' && prices.onPrices(accountId, name, change.prices))
          follow(accountId);
      }),
    ];
    follow(accountId);
    return () => {
      for (const end of ends) end();
      followPrices([]);
      followers.delete(accountId);
    };
  }

  return {
    store,
    prices,
    recent: notifier.recent,
    isUnseen: notifier.isUnseen,
    see: notifier.see,
    onAlert: notifier.onAlert,
    follow,
    watchAll(units) {
      units.onOpen((account) => stops.set(account.unit.accountId, watch(account)));
      units.onClose((accountId) => {
        stops.get(accountId)?.();
        stops.delete(accountId);
      });
    },
    followUnwatched(accounts) {
      stopUnwatched = followUnwatched({ ...deps, accounts, notifier });
    },
    forget(accountId) {
      store.forget(accountId);
      notifier.forget(accountId);
    },
    stop() {
      stopUnwatched();
      for (const stop of stops.values()) stop();
    },
  };
}

const alertSourceOf = ({ profile, unit }: OpenAccount): AlertSource => ({
  accountId: unit.accountId,
  name: `${profile.label}, ${ENVIRONMENT_WORDS[profile.environment]}`,
  book: unit.book,
  onNews: unit.onNews,
  isOnItsWay: (position) => isOnItsWay(position, unit),
  isOwn: (order) => isSentHere(order, unit),
  journalProblem() {
    const health = unit.journal.health();
    return health.writable ? undefined : health.reason;
  },
});

const isOnItsWay = (position: Position, unit: AccountUnit): boolean =>
  unit.closings
    .list()
    .some(
      ({ state, symbols }) =>
        state === 'running' &&
        symbols.some((one) => isSameSymbol(one.symbol, position.symbol) && !DONE.has(one.step)),
    ) || exitsOf(unit, position).intents.length > 0;

const DONE: ReadonlySet<ClosingStep> = new Set(['closed', 'left']);

/** A leg is sent with the order that it belongs to. */
function isSentHere(order: Order, unit: Pick<AccountUnit, 'book' | 'journal'>): boolean {
  const { id, clientOrderId, parentId } = order;
  const [intent, about] = [unit.journal.get(clientOrderId), unit.journal.about(id)];
  if (!intent.ok || !about.ok || intent.value || about.value.length > 0) return true;
  const parent = parentId === undefined ? undefined : unit.book.order(parentId);
  return parent !== undefined && isSentHere(parent, unit);
}

/** Follows the prices of these symbols, besides whatever else is followed, until it is called again. */
function createPriceFollower(unit: Pick<AccountUnit, 'follow'>) {
  let followed = new Map<string, () => void>();
  return (symbols: readonly string[]): void => {
    const wanted = new Set(symbols);
    for (const [symbol, stop] of followed) if (!wanted.has(symbol)) stop();
    followed = new Map([...followed].filter(([symbol]) => wanted.has(symbol)));
    for (const symbol of wanted)
      if (!followed.has(symbol)) followed.set(symbol, unit.follow(symbol));
  };
}
