// A desk's alerts with time that stands still, and a book to stir.
import type { Alert, PriceAlert } from '#contract/alerts.ts';
import type { Intent } from '#contract/intents.ts';
import type { Execution, Order } from '#contract/orders.ts';
import { watchAccount } from '#main/desk/alerts/account-alerts.ts';
import { DEFAULT_ALERTS, type AlertStore } from '#main/desk/alerts/alert-store.ts';
import { createPriceAlerts } from '#main/desk/alerts/price-alerts.ts';
import { createNotifier } from '#main/desk/alerts/notifier.ts';
import type { UnitNews } from '#main/account/account-unit.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

export const ACCOUNT = '00000000-0000-4000-8000-000000000001';

export function memoryStore(): AlertStore {
  let settings = DEFAULT_ALERTS;
  let notified: readonly string[] = [];
  let recent: readonly Alert[] = [];
  let unseen: readonly string[] = [];
  const since = new Map<string, number>();
  let prices: readonly PriceAlert[] = [];
  return {
    settings: () => settings,
    saveSettings: (next) => (settings = next),
    notified: () => notified,
    recent: () => recent,
    unseen: () => unseen,
    saveUnseen: (next) => (unseen = next),
    saveNotified(next, alerts, unseenNow) {
      notified = next;
      recent = alerts;
      unseen = unseenNow;
    },
    since: (accountId) => since.get(accountId),
    saveSince: (accountId, at) => void since.set(accountId, at),
    priceAlerts: () => prices,
    savePriceAlerts: (next) => (prices = next),
    saveFired: (next) => (prices = next),
    forget: (accountId) => void since.delete(accountId),
  };
}

export function createWorld(
  store = memoryStore(),
  time = createFakeTime(),
  book = createAccountBook(),
) {
  const notified: Alert[] = [];
  /** Notifications that the system is to take away. */
  const takenBack: Alert[] = [];
  const logged: string[] = [];
  const heard: Alert[] = [];
  const listeners = new Set<(news: UnitNews) => void>();
  let problem: string | undefined;
  const onTheirWay = new Set<string>();
  const notifier = createNotifier({
    store,
    clock: time.clock,
    log: (_level, message) => void logged.push(message),
    notify(alert) {
      if (alert.isOver) takenBack.push(alert);
      else notified.push(alert);
    },
  });
  notifier.onAlert((alert) => heard.push(alert));
  const stop = watchAccount(
    {
      accountId: ACCOUNT,
      name: 'Practice, PRACTICE',
      book,
      onNews(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      isOnItsWay: ({ symbol }) => onTheirWay.has(symbol),
      journalProblem: () => problem,
      isOwn: ({ clientOrderId }) => clientOrderId !== 'of somebody else',
    },
    { notifier, store, clock: time.clock, delay: time.delay },
  );
  let ids = 0;
  const prices = createPriceAlerts({
    store,
    notifier,
    clock: time.clock,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  });
  return {
    book,
    heard,
    notified,
    takenBack,
    logged,
    prices,
    stop,
    store,
    notifier,
    time,
    onTheirWay,
    breakJournal: (text: string) => (problem = text),
    news: (news: UnitNews) => {
      for (const listener of listeners) listener(news);
    },
    titles: () => heard.map(({ title }) => title),
    at: (offsetMs = 0) => new Date(time.clock.wall() + offsetMs).toISOString(),
  };
}

export const anOrder = (members: Partial<Order>): Order => ({
  id: 'order-1',
  clientOrderId: 'client-1',
  symbol: 'AAPL',
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  status: 'new',
  qty: decimal('10'),
  filledQty: decimal('0'),
  ...members,
});

export const anExecution = (members: Partial<Execution>): Execution => ({
  orderId: 'order-1',
  symbol: 'AAPL',
  side: 'buy',
  qty: decimal('4'),
  cumQty: decimal('4'),
  price: decimal('190'),
  at: '2026-01-05T15:00:01Z',
  ...members,
});

export const anIntent = (members: Partial<Intent>): Intent => ({
  intentId: '018f0000-0000-7000-8000-000000000001',
  accountId: ACCOUNT,
  kind: 'place',
  state: 'unknown',
  body: '{}',
  symbol: 'AAPL',
  title: 'Buy 10 AAPL at 190.00, limit, PRACTICE',
  confirmedAt: Date.UTC(2026, 0, 5, 15, 0, 1),
  cancelWhenFound: false,
  isConflict: false,
  unanswered: 1,
  changedAt: Date.UTC(2026, 0, 5, 15, 0, 1),
  ...members,
});
