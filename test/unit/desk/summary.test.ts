// The desk in one glance: what it costs does not grow with what is open, and nobody looks when nothing has changed.
import { expect, it, vi } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import type { UnitNews } from '#main/account/account-unit.ts';
import type { MintsChange } from '#main/account/mints/mints-news.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { summarize } from '#main/desk/summary.ts';
import { createSummaryNews } from '#main/desk/summary-news.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { anOrder } from '#test/unit/domain/samples.ts';

const accountId = 'an-account';

function anAccount(orders = 0) {
  const book = createAccountBook();
  book.putOrders(Array.from({ length: orders }, (_, n) => anOrder({ id: `order-${n}` })));
  const news = createListeners<[UnitNews]>();
  const mintNews = createListeners<[MintsChange]>();
  const health = createListeners();
  const unsettled = vi.fn(() => []);
  const listed = vi.spyOn(book, 'openOrders');
  const unit = {
    accountId,
    book,
    journal: { unsettled, onHealth: health.add },
    trading: { unkeptCancels: () => 0, cancelWait: () => undefined },
    closings: { isRunning: () => false },
    mints: {
      batches: { standings: () => [] },
      proposals: { list: () => [] },
      onChange: mintNews.add,
    },
    onNews: news.add,
  };
  const profile = { accountId, label: 'Mine', environment: 'paper' };
  return {
    account: { profile, unit } as unknown as OpenAccount,
    unit,
    listed,
    news,
    mintNews,
    health,
  };
}

it('puts as many orders into words as a menu has room for, however many are open', () => {
  const { account, listed, unit } = anAccount(2_000);
  const summary = summarize({
    accounts: () => [account],
    unwatched: () => [],
    isStopped: () => false,
    isLocked: () => false,
    alerts: () => [],
    hiding: { text: (text) => text, alert: (alert) => alert },
    now: () => 0,
  });
  expect(summary.openOrders).toBe(2_000);
  expect(summary.accounts[0]?.openOrders.map(({ orderId }) => orderId)).toEqual(
    Array.from({ length: 15 }, (_, n) => `order-${n}`),
  );
  expect(listed.mock.results.map(({ value }) => (value as object[]).length)).toEqual([15]);
  expect(unit.journal.unsettled).toHaveBeenCalledOnce();
});

function withNews() {
  const opened = createListeners<[OpenAccount]>();
  const closed = createListeners<[string]>();
  const [alerts, lock] = [createListeners<[Alert]>(), createListeners()];
  const onSummary = createSummaryNews({
    units: { onOpen: opened.add, onClose: closed.add },
    alerts: { onAlert: alerts.add },
    parts: [{ onChange: lock.add }],
    log: () => undefined,
  });
  const heard = vi.fn();
  const stop = onSummary(heard);
  /** How often it was told within. */
  const count = (run: () => void): number => {
    heard.mockClear();
    run();
    return heard.mock.calls.length;
  };
  return { opened, closed, alerts, lock, count, stop };
}

it('tells when it may say something else: orders, streams, intents, batches, alerts, accounts, the lock', () => {
  const { opened, closed, alerts, lock, count } = withNews();
  const { account, unit, news, mintNews, health } = anAccount();
  expect(count(() => opened.notify(account))).toBe(1);
  expect(count(() => unit.book.putOrders([anOrder({})]))).toBe(1);
  expect(count(() => unit.book.putPositions([], 1))).toBe(1);
  expect(count(() => health.notify())).toBe(1);
  const since = 0;
  expect(count(() => unit.book.putStream({ stream: 'orders', phase: 'live', since }))).toBe(1);
  for (const kind of ['intent', 'cancel-wait', 'closing', 'batch', 'proposal'])
    expect(count(() => news.notify({ kind } as UnitNews))).toBe(1);
  for (const kind of ['batch', 'proposal'])
    expect(count(() => mintNews.notify({ kind } as MintsChange))).toBe(1);
  expect(count(() => alerts.notify({} as Alert))).toBe(1);
  expect(count(() => lock.notify())).toBe(1);
  expect(count(() => closed.notify(accountId))).toBe(1);
  expect(count(() => unit.book.putOrders([anOrder({ status: 'canceled' })]))).toBe(0);
});

it('tells nothing of prices, bars and figures, which come by the thousand', () => {
  const { opened, count } = withNews();
  const { account, unit, news } = anAccount();
  opened.notify(account);
  const price = { symbol: 'AAPL', price: decimal('190'), tradedAt: 1, receivedAt: 1 };
  expect(count(() => unit.book.putPrices([price]))).toBe(0);
  for (const kind of ['bars', 'standing', 'reading', 'market', 'gap'])
    expect(count(() => news.notify({ kind } as UnitNews))).toBe(0);
});
