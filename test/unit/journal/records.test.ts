import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { Execution, Order, Position } from '#contract/orders.ts';
import { Account } from '#contract/records.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createFaultyDisk, createHarness, disk, value, watchingReads } from './harness.ts';

const harness = createHarness();

const order = (id: string, more: Record<string, unknown> = {}): Order =>
  Order.parse({
    id,
    clientOrderId: `client ${id}`,
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    status: 'new',
    filledQty: '0',
    ...more,
  });
const execution = (more: Record<string, unknown> = {}): Execution =>
  Execution.parse({
    orderId: 'o-1',
    symbol: 'AAPL',
    side: 'buy',
    qty: '5',
    cumQty: '5',
    price: '190.1',
    at: '2026-01-05T15:00:00.123456789Z',
    ...more,
  });
const account = Account.parse({
  accountNumber: 'PA1',
  status: 'ACTIVE',
  currency: 'USD',
  equity: '100.10',
  lastEquity: '100',
  cash: '1',
  buyingPower: '2',
  shortingEnabled: false,
});

describe('what the broker last said', () => {
  it('keeps how far tokenization requests were read', () => {
    const first = harness.open();
    expect(value(first.requestMark())).toBeUndefined();
    value(first.saveRequestMark({ from: 1, firstAt: 2, listedAt: 3 }));
    value(first.saveRequestMark({ from: 1, firstAt: 2, listedAt: 4 }));
    first.close();
    expect(value(harness.open().requestMark())).toEqual({ from: 1, firstAt: 2, listedAt: 4 });
  });

  it('keeps what the broker made of a fill, and how far activities were heard', () => {
    const first = harness.open();
    const at = '2026-01-05T16:00:00Z';
    const revision = { kind: 'bust', at, qty: '0', price: '190.1' };
    value(first.saveExecutions([execution({ executionId: 'x1' })]));
    value(first.saveExecutions([execution({ executionId: 'x1', revision })]));
    value(first.saveExecutions([execution({ executionId: 'x1' }), execution()]));
    value(first.saveExecutions([execution({ executionId: 'x2', again: 1, at })]));
    expect(value(first.activityMark())).toBeUndefined();
    value(first.saveActivityMark({ at }));
    value(first.saveActivityMark({ at, eventId: 'e1' }));
    first.close();
    const second = harness.open();
    expect(value(second.activityMark())).toEqual({ at, eventId: 'e1' });
    const { executions } = value(second.load());
    expect(executions.map((saved) => saved.value)).toEqual(
      expect.arrayContaining([
        execution({ executionId: 'x1', revision }),
        execution({ executionId: 'x2', again: 1, at }),
      ]),
    );
    expect(executions).toHaveLength(2);
  });

  it('keeps all that the broker made of a fill', () => {
    const first = harness.open();
    const revised = (kind: string, at: string) => ({ kind, at, qty: '3', price: '190.2' });
    const corrected = revised('correct', '2026-01-05T16:00:00Z');
    const busted = revised('bust', '2026-01-05T17:00:00Z');
    value(first.saveExecutions([execution({ executionId: 'x1' })]));
    value(first.saveExecutions([execution({ executionId: 'x1', revision: corrected })]));
    const whole = execution({ executionId: 'x1', revision: busted, revisedBefore: [corrected] });
    value(first.saveExecutions([whole]));
    first.close();
    const { executions } = value(harness.open().load());
    expect(executions.map((saved) => saved.value)).toEqual([whole]);
  });

  it('survives a restart with the time at which it was heard', () => {
    const first = harness.open();
    const heardAt = harness.state.time.clock.wall();
    const legs = [order('leg', { status: 'held' })];
    value(first.saveOrders([order('o-1', { legs, positionIntent: 'buy_to_open' }), order('o-2')]));
    harness.state.time.advance(60_000);
    value(first.saveOrders([order('o-2', { status: 'filled', filledQty: '3' })]));
    value(first.saveAccount(account, heardAt));
    const position = Position.parse({ symbol: 'AAPL', side: 'long', qty: '3', avgEntryPrice: '1' });
    value(first.savePositions([position]));
    const request = { tokenizationRequestId: 't-1', status: 'pending' };
    value(first.saveTokenizations([request]));
    value(first.saveTokenizations([{ ...request, status: 'completed' }]));
    first.close();
    const known = value(harness.open().load());
    expect(known.account).toEqual({ value: account, receivedAt: heardAt });
    expect(known.positions).toEqual({ value: [position], receivedAt: heardAt + 60_000 });
    expect(
      known.orders.map(({ value: { id, status }, receivedAt }) => [id, status, receivedAt]),
    ).toEqual([
      ['o-1', 'new', heardAt],
      ['o-2', 'filled', heardAt + 60_000],
    ]);
    expect(known.orders[0]?.value).toMatchObject({ legs, positionIntent: 'buy_to_open' });
    expect(known.tokenizations).toMatchObject([{ value: { status: 'completed' } }]);
  });

  it('can be asked for in parts, which read nothing else', () => {
    const first = harness.open();
    value(first.saveOrders([order('o-1'), order('o-2', { status: 'filled' }), order('o-3')]));
    value(first.savePositions([]));
    value(first.saveTokenizations([{ tokenizationRequestId: 't-1', status: 'pending' }]));
    value(first.saveGap({ stream: 'orders', from: 1, to: 2 }));
    value(first.saveLossHold({ hitAt: 5, loss: decimal('9'), limit: decimal('8') }));
    first.close();
    const read: string[] = [];
    const journal = harness.open({ connect: watchingReads(read) });
    const known = value(journal.load());
    expect(read.filter((sql) => sql.includes('FROM orders'))).toHaveLength(3);
    read.length = 0;
    expect(value(journal.lossHold())).toEqual(known.lossHold);
    expect(value(journal.tokenizations())).toEqual(known.tokenizations);
    expect(value(journal.gaps())).toEqual(known.gaps);
    expect(value(journal.positions())).toEqual(known.positions);
    expect(read.filter((sql) => /FROM (orders|executions)/.test(sql))).toEqual([]);
    expect(value(journal.openOrderCount())).toBe(2);
    expect(read.filter((sql) => sql.includes('record, received_at FROM orders'))).toEqual([]);
  });

  it('is nothing in a new file', () => {
    expect(value(harness.open().load())).toEqual({
      account: undefined,
      positions: undefined,
      orders: [],
      executions: [],
      tokenizations: [],
      gaps: [],
    });
  });

  it('books an execution once, whichever way and however often it arrives', () => {
    const journal = harness.open();
    value(journal.saveExecutions([execution()]));
    value(journal.saveExecutions([execution({ cumQty: '5.00', executionId: 'x-1' })]));
    value(
      journal.saveExecutions([execution({ cumQty: '5.0' }), execution({ executionId: 'x-1' })]),
    );
    value(journal.saveExecutions([execution({ cumQty: '7', qty: '2', executionId: 'x-1' })]));
    value(journal.saveExecutions([execution({ cumQty: '8', qty: '3', executionId: 'x-2' })]));
    const booked = value(journal.load()).executions.map(({ value: { cumQty, executionId } }) => [
      cumQty,
      executionId,
    ]);
    expect(booked.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      ['5.00', 'x-1'],
      ['8', 'x-2'],
    ]);
  });

  it('keeps one record per gap and learns when it was filled', () => {
    const journal = harness.open();
    value(journal.saveGap({ stream: 'orders', from: 100, to: 200 }));
    value(journal.saveGap({ stream: 'prices', from: 100, to: 150 }));
    value(journal.saveGap({ stream: 'orders', from: 100, to: 210, filledAt: 300 }));
    value(journal.saveGap({ stream: 'orders', from: 100, to: 210 }));
    expect(value(journal.load()).gaps).toHaveLength(2);
    expect(value(journal.load()).gaps).toContainEqual({
      stream: 'orders',
      from: 100,
      to: 210,
      filledAt: 300,
    });
  });

  it('always loads open orders, and of the others the newest thousand', () => {
    const journal = harness.open();
    value(journal.saveOrders([order('old but open')]));
    harness.state.time.advance(1000);
    const closed = Array.from({ length: 1500 }, (_, n) => order(`c-${n}`, { status: 'canceled' }));
    value(journal.saveOrders(closed));
    const { orders } = value(journal.load());
    expect(orders).toHaveLength(1001);
    expect(orders[0]?.value.id).toBe('old but open');
  });

  it('loads every open order, however many there are', () => {
    const journal = harness.open();
    value(journal.saveOrders([order('one')]));
    const db = new DatabaseSync(harness.path());
    db.exec(`WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < 100005)
      INSERT INTO orders SELECT 'o-' || n, account_id, 'c-' || n, 1, updated_at,
        json_set(record, '$.id', 'o-' || n), received_at FROM orders, more`);
    const open = Number(db.prepare('SELECT count(*) AS n FROM orders').get()?.['n']);
    db.close();
    expect(open).toBeGreaterThan(100_000);
    const { orders } = value(journal.load());
    expect(new Set(orders.map((saved) => saved.value.id)).size).toBe(open);
    expect(value(journal.openOrderCount())).toBe(open);
  });

  it('loads every fill of the orders that it loads, however many newer fills there are', () => {
    const journal = harness.open();
    value(journal.saveOrders([order('old but open', { filledQty: '5' })]));
    value(journal.saveExecutions([execution({ orderId: 'old but open' })]));
    harness.state.time.advance(1000);
    const newer = Array.from({ length: 6000 }, (_, n) => execution({ orderId: `c-${n}` }));
    value(journal.saveExecutions(newer));
    const fills = value(journal.load()).executions.map(({ value: { orderId } }) => orderId);
    expect(fills).toContain('old but open');
    expect(new Set(fills).size).toBe(fills.length);
    expect(fills.length).toBeGreaterThan(4000);
  });

  it('keeps the mark up to which the broker was read', () => {
    const first = harness.open();
    expect(value(first.mark())).toBeUndefined();
    value(first.saveMark({ activityId: 'a-1', ordersUntil: 5 }));
    value(first.saveMark({ ordersUntil: 7 }));
    first.close();
    expect(value(harness.open().mark())).toEqual({ ordersUntil: 7 });
  });

  it('keeps what transfers were worth, the newest set alone', () => {
    const first = harness.open();
    expect(value(first.transfers())).toEqual({});
    value(first.saveTransfers({ a: decimal('1') }));
    value(first.saveTransfers({ b: decimal('-2.5') }));
    first.close();
    expect(value(harness.open().transfers())).toEqual({ b: '-2.5' });
  });

  it('is kept and written later when the disk is full, the newest of each', () => {
    const { connect, state } = createFaultyDisk();
    const journal = harness.open({ connect });
    state.fault = { errcode: 13, at: 'commit' };
    expect(disk(journal.saveOrders([order('o-1')]))).toMatchObject({ cause: 'full', isKept: true });
    disk(journal.saveOrders([order('o-1', { status: 'filled' })]));
    disk(journal.saveGap({ stream: 'orders', from: 1, to: 2 }));
    state.fault = undefined;
    value(journal.saveAccount(account));
    expect(journal.health()).toEqual({ writable: true });
    const known = value(journal.load());
    expect(known.orders.map(({ value: { status } }) => status)).toEqual(['filled']);
    expect(known.gaps).toHaveLength(1);
  });

  it('is kept each by itself while the disk is full', () => {
    const { connect, state } = createFaultyDisk();
    const journal = harness.open({ connect });
    state.fault = { errcode: 13, at: 'commit' };
    disk(journal.saveExecutions([execution(), execution({ cumQty: '9' })]));
    // What was filled after a bust up to the same quantity.
    disk(journal.saveExecutions([execution({ again: 1 })]));
    disk(journal.saveExecutions([execution({ cumQty: '12', executionId: 'x' })]));
    for (const id of ['t-1', 't-2'])
      disk(journal.saveTokenizations([{ tokenizationRequestId: id, status: 'pending' }]));
    for (const from of [1, 5]) disk(journal.saveGap({ stream: 'orders', from, to: from + 1 }));
    disk(journal.saveGap({ stream: 'prices', from: 1, to: 2, filledAt: 3 }));
    state.fault = undefined;
    value(journal.saveAccount(account));
    const known = value(journal.load());
    expect(known.executions.map(({ value: { cumQty } }) => cumQty).sort()).toEqual([
      '12',
      '5',
      '5',
      '9',
    ]);
    expect(known.tokenizations).toHaveLength(2);
    expect(known.gaps).toHaveLength(3);
    expect(known.gaps).toContainEqual({ stream: 'orders', from: 5, to: 6, filledAt: undefined });
    expect(known.gaps).toContainEqual({ stream: 'prices', from: 1, to: 2, filledAt: 3 });
  });

  it('is left out where it cannot be read, and the log says of which table', () => {
    const lines: unknown[] = [];
    const journal = harness.open({ log: (...line) => void lines.push(line) });
    value(journal.saveOrders([order('o-1'), order('o-2', { status: 'filled' })]));
    value(journal.saveExecutions([execution()]));
    value(journal.saveAccount(account));
    value(journal.savePositions([]));
    value(journal.saveTokenizations([{ tokenizationRequestId: 't-1', status: 'pending' }]));
    value(journal.load());
    expect(lines).toEqual([]);
    const db = new DatabaseSync(harness.path());
    for (const table of ['orders', 'executions', 'tokenizations', 'snapshots'])
      db.exec(`UPDATE ${table} SET record = '{'`);
    db.close();
    expect(value(journal.load())).toMatchObject({
      account: undefined,
      positions: undefined,
      orders: [],
      executions: [],
      tokenizations: [],
    });
    expect(lines).toEqual(
      ['account', 'positions', 'orders', 'orders', 'executions', 'tokenizations'].map((table) => [
        'warn',
        'a saved record could not be read',
        { table },
      ]),
    );
  });
});
