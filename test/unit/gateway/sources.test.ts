// What a window begins with after a restart: everything that is not over, however much has happened since.
import { expect, it } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import { fail, ok } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import { Execution, Order } from '#contract/orders.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import { openAccountBook } from '#main/account/standing/stored-book.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import { createDataWork } from '#main/desk/backup/data-work.ts';
import { createAccountSources, createSources } from '#main/gateway/sources.ts';
import { ACCOUNT, createHarness, draft, value } from '#test/unit/journal/harness.ts';

const harness = createHarness();

/** The account as a window finds it that is opened before the broker has said anything. */
function restart() {
  const journal = harness.open();
  const book = openAccountBook(journal, () => undefined);
  const unit = { journal, book, onNews: () => () => undefined } as unknown as AccountUnit;
  const sources = createAccountSources({
    get: () => ok({ unit } as OpenAccount),
    hold: () => () => undefined,
  });
  return { journal, unit, sources };
}

function record(journal: ReturnType<typeof restart>['journal'], state: 'unknown' | 'accepted') {
  const recorded = value(journal.record(draft({ confirmedAt: harness.state.time.clock.wall() })));
  const { intentId } = recorded.intent;
  value(journal.advance(intentId, { step: 'sent' }, { kind: 'sent', text: 'Sent.' }));
  const step =
    state === 'unknown'
      ? ({ step: 'lost' } as const)
      : ({ step: 'accepted', resultId: `order of ${intentId}` } as const);
  const kind = state === 'unknown' ? 'lost' : 'answered';
  value(journal.advance(intentId, step, { kind, text: 'So it is.' }));
  harness.state.time.advance(1_000);
  return intentId;
}

const order = (clientOrderId: string, more: object = {}): Order =>
  Order.parse({
    id: `order of ${clientOrderId}`,
    clientOrderId,
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'gtc',
    status: 'new',
    qty: '1',
    filledQty: '0',
    ...more,
  });

it('an unknown order, one that was set aside, and the intent of an open order', () => {
  const first = restart();
  const unknown = record(first.journal, 'unknown');
  const setAside = record(first.journal, 'unknown');
  value(
    first.journal.advance(setAside, { step: 'set-aside' }, { kind: 'person', text: 'Set aside.' }),
  );
  const open = record(first.journal, 'accepted');
  first.unit.book.putOrders([order(open)]);
  const old = record(first.journal, 'accepted');
  for (let n = 0; n < 520; n++) record(first.journal, 'accepted');
  first.journal.close();

  const feed = restart().sources.intents({ accountId: ACCOUNT }, () => undefined);
  const intents: Intent[] = feed.ok ? [...feed.value.snapshot()] : [];
  const ids = intents.map(({ intentId }) => intentId);
  expect(ids).toEqual(expect.arrayContaining([unknown, setAside, open]));
  expect(ids).not.toContain(old);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(503);
});

it('what each of its intents became, however many other orders were there since', () => {
  const first = restart();
  const mine = record(first.journal, 'accepted');
  first.unit.book.putOrders([order(mine, { status: 'canceled' })]);
  harness.state.time.advance(1_000);
  const others = Array.from({ length: 1_100 }, (_, n) => order(`c-${n}`, { status: 'filled' }));
  first.unit.book.putOrders(others);
  first.journal.close();

  const feed = restart().sources.orders({ accountId: ACCOUNT }, () => undefined);
  const orders = feed.ok ? [...feed.value.snapshot()] : [];
  expect(orders.find(({ clientOrderId }) => clientOrderId === mine)?.status).toBe('canceled');
  expect(orders).toHaveLength(1_001);
});

it('every fill that is known, also those of orders that are too old to be shown', () => {
  const first = restart();
  const fill = (n: number) =>
    Execution.parse({
      orderId: `order of c-${n}`,
      symbol: 'AAPL',
      side: 'buy',
      qty: '1',
      cumQty: '1',
      price: '190',
      at: '2026-01-05T15:00:00Z',
    });
  const numbers = Array.from({ length: 1_500 }, (_, n) => n);
  first.unit.book.putOrders(
    numbers.map((n) => order(`c-${n}`, { status: 'filled', filledQty: '1' })),
  );
  first.unit.book.putExecutions(numbers.map(fill));
  first.journal.close();

  const next = restart();
  const told = new Set<string>();
  const hear = (fills: Execution[]) => fills.forEach(({ orderId }) => told.add(orderId));
  const feed = next.sources.executions({ accountId: ACCOUNT }, hear);
  if (feed.ok) hear([...feed.value.snapshot()]);
  next.unit.book.putExecutions(numbers.map(fill));
  expect(told.size).toBe(1_500);
});

it('the desk as a whole tells that all is stopped, each time that changes and no oftener', () => {
  const listeners = new Set<() => void>();
  const none = () => () => undefined;
  let isStopped = false;
  const work = createDataWork(() => undefined);
  const sources = createSources({
    units: { get: () => fail({ kind: 'not-allowed', message: 'none' }), hold: none },
    killSwitch: { isStopped: () => isStopped, note: () => undefined },
    isReviewSkipped: () => false,
    onStopChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    alerts: { recent: () => [], isUnseen: () => false, onAlert: none },
    navigation: { fresh: () => [], onVisit: none },
    lock: {
      state: () => ({ isLocked: true, canLock: true, lockAfterMinutes: 0, notes: [] }),
      onChange: none,
    },
    accounts: { list: () => [], onChange: none },
    backups: { work },
    updates: {
      state: () => ({ version: '1.0.0', feed: 'none', isLooking: false }),
      onChange: none,
    },
  });
  const told: boolean[] = [];
  const far: (number | undefined)[] = [];
  const feed = sources.desk({}, (items) => {
    told.push(...items.map((item) => item.isStopped));
    far.push(...items.map((item) => item.dataWork?.percent));
  });
  for (const next of [true, true, false]) {
    isStopped = next;
    for (const notify of listeners) notify();
  }
  expect(told).toEqual([true, false]);
  const step = work.telling('backup', true);
  for (const done of [0, 50, 50.1]) step(done, 100);
  work.pause();
  expect(far.slice(2)).toEqual([0, 50, undefined]);
  if (feed.ok) feed.value.stop();
  expect(listeners.size).toBe(0);
});

it('the last alerts, and which of them nobody has looked at', () => {
  const told = ['seen', 'new'].map((alertId) => ({ alertId }) as Alert);
  const alerts = {
    recent: () => told,
    isUnseen: (alertId: string) => alertId === 'new',
    onAlert: () => () => undefined,
  };
  const sources = createSources({ alerts } as unknown as Parameters<typeof createSources>[0]);
  const feed = sources.alerts({}, () => undefined);
  const begun = feed.ok ? feed.value.snapshot() : [];
  expect(begun).toEqual([{ alertId: 'seen' }, { alertId: 'new', isUnseen: true }]);
});
