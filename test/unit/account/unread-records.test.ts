// A record of the broker that cannot be read, or not whole: it costs nothing else, nobody concludes from its absence, and
// nothing is placed twice for it.
import { describe, expect, it } from 'vitest';
import { Position } from '#contract/orders.ts';
import { Account } from '#contract/records.ts';
import { createOddityLog } from '#main/account/oddities.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import { decimal } from '#main/domain/decimal.ts';
import { availableToExit } from '#main/domain/orders/exits.ts';
import { mergeOrder } from '#main/domain/orders/order-status.ts';
import { done } from '#main/journal/failure.ts';
import { listOf } from '#main/wire/oddities.ts';
import { createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import {
  aDraft,
  anOrder,
  createWorlds,
  failureOf,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const aPosition = (symbol: string, qty: string): Position =>
  Position.parse({ symbol, side: 'long', qty, avgEntryPrice: '100', marketValue: '1000' });
const unreadOf = (...symbols: string[]) => symbols.map((symbol) => ({ symbol, where: 'qty' }));

describe('an order that cannot be read whole', () => {
  it.each([
    ['its size', { unread: ['qty'], qty: undefined }],
    ['its limit', { unread: ['limitPrice'], limitPrice: undefined }],
    [
      'its side, its type and its status',
      { unread: ['side', 'type', 'status'], side: '', type: '', status: 'unreadable' },
    ],
  ])('is ours by its id without %s, and is not sent again', async (_what, members) => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'answer-lost' });
    world.broker.state.lookups = 'silent';
    await world.submit(undefined, id);
    const { id: orderId } = world.broker.ledger[0]!;
    world.trading.onOrder({ ...world.broker.ledger[0]!, ...members }, 'found');
    expect(world.state(id)).toBe('accepted');
    await world.pass(120_000, 500);
    expect(world.broker.calls.place).toHaveLength(1);
    expect(JSON.stringify(world.journal.evidence(id))).toContain(
      `These fields could not be read: ${members.unread.join(', ')}.`,
    );
    expect((await world.trading.cancel(orderId)).ok).toBe(true);
  });

  it('under our id with another size that can be read is still another order', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'answer-lost' });
    world.broker.state.lookups = 'silent';
    await world.submit(undefined, id);
    const [order] = world.broker.ledger;
    world.trading.onOrder({ ...order!, qty: decimal('99'), unread: ['hwm'] }, 'found');
    expect(world.intent(id)).toMatchObject({ state: 'unknown', isConflict: true });
  });

  it('without its client order id is the order whose id it has', async () => {
    const world = createWorld();
    const { resultId } = value(await world.submit());
    const order = { ...world.broker.ledger[0]!, clientOrderId: '', unread: ['clientOrderId'] };
    world.trading.onOrder({ ...order, status: 'filled', filledQty: decimal('10') }, 'heard');
    expect(world.book.order(resultId!)).toMatchObject({
      status: 'filled',
      clientOrderId: world.broker.ledger[0]?.clientOrderId,
    });
  });

  it('keeps what was known of it, and is whole again with the next record', () => {
    const known = anOrder({
      status: 'partially_filled',
      filledQty: '4',
      updatedAt: '2026-11-16T15:00:00Z',
    });
    const later = { updatedAt: '2026-11-16T15:01:00Z' };
    const odd = anOrder({ ...later, filledQty: '0', status: 'unreadable', qty: undefined });
    const merged = mergeOrder(known, { ...odd, unread: ['filledQty', 'status', 'qty'] });
    expect(merged).toMatchObject({
      status: 'partially_filled',
      filledQty: '4',
      qty: '10',
      unread: ['filledQty', 'status', 'qty'],
    });
    const next = mergeOrder(merged, anOrder({ ...known, ...later, filledQty: '5' }));
    expect([next.filledQty, next.unread]).toEqual(['5', undefined]);
  });

  it('of a side that cannot be read may take all that could be sold', () => {
    const openOrders = [anOrder({ side: '', qty: '4' })];
    const standing = { openOrders, unknownOrders: [] };
    expect(availableToExit(aPosition('AAPL', '10'), standing)).toBe('6');
    const unsized = { ...standing, openOrders: [anOrder({ side: 'sell', qty: undefined })] };
    expect(availableToExit(aPosition('AAPL', '10'), unsized)).toBe('0');
  });
});

it('an open order without an id keeps canceling everything from being called done', async () => {
  const world = createWorld();
  world.broker.add(anOrder({ id: 'unheard', clientOrderId: 'other' }));
  world.broker.state.unread = [{ where: 'id' }];
  world.broker.state.everything.push('silent', 'silent', 'silent', 'silent');
  const told = world.trading.cancelEverything();
  await world.pass(10_000, 200);
  expect(failureOf(await told)).toContain('keeps asking');
  expect(world.broker.ledger.find(({ id }) => id === 'unheard')?.status).toBe('canceled');
  const { lists } = world.broker.calls;
  world.broker.state.unread = [];
  await world.pass(60_000, 500);
  expect(world.broker.calls.lists).toBeGreaterThan(lists);
});

describe('a position that cannot be read', () => {
  it('is neither closed nor turned round by what is filled meanwhile', () => {
    const book = createAccountBook();
    book.putPositions([aPosition('TSLA', '100'), aPosition('AAPL', '5')], 1, book.markFills());
    book.putPositions(listOf([aPosition('AAPL', '5')], unreadOf('TSLA')), 2, book.markFills());
    const sold = { side: 'sell', qty: decimal('10'), cumQty: decimal('10'), price: decimal('99') };
    const at = '2026-11-16T15:00:00Z';
    book.putFill({ orderId: 'o', symbol: 'TSLA', at, ...sold }, undefined);
    expect(book.standingPositions().map(({ symbol }) => symbol)).toEqual(['AAPL']);
    expect([book.isUnread('TSLA'), book.isUnread('AAPL'), book.isUnread('MSFT')]).toEqual([
      true,
      false,
      false,
    ]);
    book.putPositions([aPosition('TSLA', '90'), aPosition('AAPL', '5')], 3, book.markFills());
    expect(book.arePositionsInDoubt()).toBe(false);
    expect(book.isUnread('TSLA')).toBe(false);
  });

  it('contradicts no fill: nothing is read again and again for it', () => {
    const book = createAccountBook();
    book.putPositions([aPosition('AAPL', '5')], 1, book.markFills());
    const bought = { side: 'buy', qty: decimal('10'), cumQty: decimal('10'), price: decimal('99') };
    const at = '2026-11-16T15:00:00Z';
    book.putFill({ orderId: 'o', symbol: 'TSLA', at, ...bought }, undefined);
    book.putPositions(listOf([aPosition('AAPL', '5')], unreadOf('TSLA')), 2, book.markFills());
    expect(book.arePositionsInDoubt()).toBe(false);
  });

  it('without a symbol may be any that is missing', () => {
    const book = createAccountBook();
    book.putPositions(listOf([aPosition('AAPL', '5')], [{ where: 'symbol' }]), 2);
    expect([book.isUnread('TSLA'), book.isUnread('AAPL')]).toEqual([true, false]);
  });

  it('is named by the way out, and never called closed', async () => {
    const desk = createClosingWorld(createWorld);
    await desk.hold('AAPL', '100');
    const { closingId } = desk.plan();
    desk.state.fills = 'none';
    value(desk.closings.begin(closingId, 'market'));
    desk.state.unread.add('AAPL');
    await desk.world.pass(120_000, 200);
    const [symbol] = desk.seen.at(-1)?.symbols ?? [];
    expect(symbol).toMatchObject({
      step: 'left',
      text: expect.stringContaining('could not be read') as string,
    });
    expect(desk.plan()).toMatchObject({ symbols: [], leftOut: [{ symbol: 'AAPL' }] });
  });
});

describe('what the broker says and nobody here knows', () => {
  const setUp = () => {
    const lines: string[] = [];
    const tell = createOddityLog({
      saveEvent({ text }) {
        lines.push(text);
        return done(null);
      },
    });
    return { lines, tell };
  };
  const odd = { kind: 'left-out', what: 'order', where: 'id', quote: '7' } as const;

  it('is a line of the activity once for each kind and place, however often it is read', () => {
    const { lines, tell } = setUp();
    for (let times = 0; times < 50; times++) {
      tell(odd);
      tell({ ...odd, quote: String(times) });
      tell({ ...odd, kind: 'unread', where: 'qty', quote: '{"a":1}' });
      tell({ ...odd, kind: 'unknown', where: 'status', quote: '"paused"' });
      tell({ ...odd, kind: 'unknown', where: 'status', quote: '"waiting"' });
    }
    expect(lines).toEqual([
      'One of the broker’s records could not be read (order) and was skipped; the others were used. Its id is 7.',
      'One of the broker’s records could not be read completely (order). Its qty is {"a":1}. The rest of it was used.',
      'The broker used a value that Ballast does not know: the status of an order is "paused". It is shown as received, and the order counts as open.',
      'The broker used a value that Ballast does not know: the status of an order is "waiting". It is shown as received, and the order counts as open.',
    ]);
  });

  it('ends with a last line that says that there is more', () => {
    const { lines, tell } = setUp();
    for (let nth = 0; nth < 500; nth++) tell({ ...odd, where: `member ${nth}` });
    expect(lines).toHaveLength(100);
    expect(lines.at(-1)).toContain('There are more like this');
  });
});

it('an order in what is not traded here is refused before anything is recorded', async () => {
  const world = createWorld();
  const id = newId();
  const draft = aDraft({ symbol: 'BTC/USD', timeInForce: 'gtc' });
  expect(failureOf(await world.submit(draft, id))).toContain(
    'crypto, which Ballast does not trade',
  );
  expect(world.broker.calls.place).toEqual([]);
});

it('a fill in options is not reckoned as one in shares: it waits for the reading, marked', () => {
  const book = createAccountBook();
  const symbol = 'AAPL261218C00200000';
  const held = { ...aPosition(symbol, '2'), assetClass: 'us_option' };
  const money = { equity: '5000', lastEquity: '5000', cash: '4000', buyingPower: '4000' };
  const account = Account.parse({
    accountNumber: 'P',
    status: 'ACTIVE',
    currency: 'USD',
    ...money,
  });
  book.putPositions([held], 1, book.markFills());
  book.putAccount(account, 1);
  const sold = { side: 'sell', qty: decimal('1'), cumQty: decimal('1'), price: decimal('3.2') };
  book.putFill({ orderId: 'o', symbol, at: '2026-11-16T15:00:00Z', ...sold }, undefined);
  expect(book.account()).toMatchObject({
    account: { cash: '4000', equity: '5000' },
    estimates: ['equity', 'cash', 'buyingPower'],
  });
  expect(book.standingPositions()).toMatchObject([{ qty: '2', isEstimate: true }]);
});

it('crypto stays on the way out, and the plan names it', async () => {
  const desk = createClosingWorld(createWorld);
  await desk.hold('BTC/USD', '0.5');
  await desk.hold('AAPL', '100');
  expect(desk.plan()).toMatchObject({
    symbols: [{ symbol: 'AAPL' }],
    leftOut: [
      {
        symbol: 'BTC/USD',
        qty: '0.5',
        why: expect.stringContaining('crypto, which Ballast does not trade') as string,
      },
    ],
  });
  desk.begin();
  await desk.world.pass(5_000);
  expect([desk.held(), desk.held('BTC/USD')]).toEqual(['0', '0.5']);
});
