import { expect, it } from 'vitest';
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Execution, Position } from '#contract/orders.ts';
import { TokenizationRequest } from '#contract/tokenization.ts';
import { createDayEnds } from '#main/account/mints/day-end.ts';
import type { ActivityQuery } from '#main/broker/calls/account-calls.ts';
import { decimal } from '#main/domain/decimal.ts';
import type { Activity } from '#main/wire/activities.ts';
import { listOf, type Listed } from '#main/wire/oddities.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { aPosition } from '#test/unit/domain/samples.ts';

const NOON = '2026-11-17T17:00:00.000Z';
const OFFLINE = fail({ kind: 'offline', message: 'The broker cannot be reached.' });

const execution = (members: Partial<Execution> = {}): Execution => ({
  orderId: 'order-1',
  symbol: 'AAPL',
  side: 'buy',
  qty: decimal('10'),
  cumQty: decimal('10'),
  price: decimal('190'),
  at: '2026-11-17T15:00:00Z',
  ...members,
});
const filled = (members: Partial<Execution> = {}): Activity => ({
  id: 'fill-1',
  activityType: 'FILL',
  execution: execution(members),
});
const journaled = (qty: string, members: Partial<Activity> = {}): Activity => ({
  id: 'journal-1',
  activityType: 'JNLS',
  symbol: 'AAPL',
  qty,
  createdAt: '2026-11-17T16:00:00Z',
  description: 'tokenization: out',
  ...members,
});
const mint = (members: Record<string, unknown> = {}): TokenizationRequest =>
  TokenizationRequest.parse({
    tokenizationRequestId: '0190f5e2-7c1a-7d3e-9b2f-4a5c6d7e8f90',
    type: 'mint',
    status: 'completed',
    underlyingSymbol: 'AAPL',
    issuer: 'xstocks',
    network: 'solana',
    qty: '4',
    clientRequestId: 'B-001',
    createdAt: '2026-11-17T16:00:00Z',
    updatedAt: '2026-11-17T16:00:30Z',
    ...members,
  });

function setUp() {
  const broker = {
    /** Newest first. */
    activities: ok([journaled('-4'), filled()]) as Result<Listed<Activity>>,
    positions: ok([aPosition({ qty: '6', currentPrice: '200' })]) as Result<Listed<Position>>,
    requests: ok([mint()]) as Result<Listed<TokenizationRequest>>,
    executions: [execution()],
    onPositions: (): void => undefined,
    priced: [] as string[][],
    listed: 0,
    mayRead: true,
    isJournalReadable: true,
  };
  const { clock, advance } = createFakeTime();
  const days = createDayEnds({
    client: {
      async allActivities({ since }: ActivityQuery = {}) {
        if (!broker.activities.ok || since === undefined) return broker.activities;
        const place = broker.activities.value.findIndex(({ id }) => id === since);
        return ok(broker.activities.value.slice(0, place).reverse());
      },
      async positions() {
        broker.onPositions();
        return broker.positions;
      },
      async snapshots(symbols) {
        broker.priced.push([...symbols]);
        const trade = (symbol: string) => ({ symbol, price: decimal('50'), tradedAt: 0 });
        return ok(
          symbols.map((symbol) => ({
            symbol,
            trade: trade(symbol),
            previousClose: undefined,
            quote: undefined,
          })),
        );
      },
    },
    requests: {
      async list() {
        broker.listed++;
        return broker.requests;
      },
      mayRead: () => broker.mayRead,
    },
    book: {
      executionsBetween: (from, to) =>
        broker.isJournalReadable
          ? broker.executions.filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to)
          : undefined,
      executionSpan() {
        const times = broker.executions.map(({ at }) => Date.parse(at));
        return times.length === 0
          ? undefined
          : { first: Math.min(...times), last: Math.max(...times) };
      },
      price: () => undefined,
      positions: () => (broker.positions.ok ? broker.positions.value : []),
    },
    brokerNow: () => Date.parse(NOON),
    clock,
  });
  const read = async (date?: string) => {
    const answer = await days.read(date);
    if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
    return answer.value;
  };
  return { broker, days, read, advance };
}

it('ties the position of today to the fills, the journal entries and the requests', async () => {
  const { read } = setUp();
  expect(await read()).toMatchObject({
    date: '2026-11-17',
    today: '2026-11-17',
    earliest: '2026-11-17',
    differences: [],
    notes: [],
    rows: [
      {
        symbol: 'AAPL',
        opening: '0',
        bought: '10',
        minted: '4',
        expected: '6',
        position: '6',
        state: 'ties',
        lines: [
          { type: 'FILL', orderId: 'order-1', price: '190', text: 'Bought at 190.00' },
          { type: 'JNLS', text: 'Mint B-001, completed, solana' },
        ],
      },
    ],
    outstanding: [
      { symbol: 'AAPL', issuer: 'xstocks', network: 'solana', outstanding: '4', value: '800' },
    ],
    outstandingValue: '800',
  });
});

it('reads an earlier day by what was booked since, and begins and ends days in New York', async () => {
  const { broker, read } = setUp();
  broker.activities = ok([
    journaled('-4'),
    // Ten minutes before midnight there, and the day after in UTC.
    filled({ at: '2026-11-17T04:50:00Z' }),
  ]);
  broker.executions = [execution({ at: '2026-11-17T04:50:00Z' })];
  expect((await read('2026-11-16')).rows).toMatchObject([
    { opening: '0', bought: '10', minted: '0', position: '10', state: 'ties' },
  ]);
  expect((await read()).rows).toMatchObject([{ opening: '10', bought: '0', position: '6' }]);
});

it('refuses a day that is none, or has not begun in New York', async () => {
  const { days } = setUp();
  for (const date of ['2026-11-18', '2026-02-31'])
    expect(await days.read(date)).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
});

it('counts a split and a stock dividend, and neither a cash dividend nor what was canceled', async () => {
  const { broker, read } = setUp();
  const at = { description: '', createdAt: '2026-11-17T14:00:00Z' };
  broker.activities = ok([
    journaled('-4'),
    journaled('6', { ...at, id: 'a', activityType: 'SPLIT' }),
    journaled('1', { ...at, id: 'b', activityType: 'DIV', activitySubType: 'SDIV' }),
    journaled('10', { ...at, id: 'c', activityType: 'DIV' }),
    journaled('3', { ...at, id: 'd', status: 'canceled' }),
    filled(),
  ]);
  broker.positions = ok([aPosition({ qty: '13' })]);
  expect(await read()).toMatchObject({ differences: [], rows: [{ other: '7', state: 'ties' }] });
});

it('reads again when something was booked while it read, and says so when that does not end', async () => {
  const { broker, read } = setUp();
  let booked = 0;
  const book = (): void => {
    if (!broker.activities.ok) return;
    const id = `late-${++booked}`;
    broker.activities = ok([journaled('1', { id, description: '' }), ...broker.activities.value]);
    broker.positions = ok([aPosition({ qty: String(6 + booked) })]);
  };
  broker.onPositions = () => (booked === 0 ? book() : undefined);
  expect(await read()).toMatchObject({
    notes: [],
    rows: [{ other: '1', position: '7', state: 'ties' }],
  });
  broker.onPositions = book;
  expect((await read()).notes).toEqual([
    'The broker is still booking entries. Reload to get the latest.',
  ]);
});

it('says what could not be read, and makes nothing of it', async () => {
  const { broker, days, read } = setUp();
  broker.activities = ok(
    listOf(
      [journaled('-4'), filled(), { id: 'odd', activityType: 'FILL', symbol: 'MSFT' }],
      [{ where: 'id' }],
    ),
  );
  const unread = await read();
  expect(unread.rows).toMatchObject([{ symbol: 'AAPL', state: 'unknown' }]);
  expect(unread.notes).toEqual([
    'The broker has 2 entries in its books that could not be read, so they are missing here.',
  ]);

  broker.activities = ok([journaled('-4'), filled()]);
  broker.requests = OFFLINE;
  const blind = await read();
  expect(blind).not.toHaveProperty('outstanding');
  expect(blind.notes[0]).toMatch(/^The tokenization requests could not be read: /);
  expect(blind.rows).toMatchObject([{ minted: '4', state: 'ties' }]);
  expect(await days.outstanding()).toBe(OFFLINE);

  broker.positions = OFFLINE;
  expect(await days.read()).toBe(OFFLINE);
});

it('names what one side has and the other has not', async () => {
  const { broker, read } = setUp();
  broker.executions = [];
  broker.requests = ok([]);
  expect((await read()).differences).toMatchObject([
    { kind: 'entry-without-request', qty: '-4' },
    { kind: 'fill-not-on-desk', qty: '10', orderId: 'order-1' },
  ]);
});

it('says of shares that nothing was booked of that the list may not reach back to them', async () => {
  const { broker, read } = setUp();
  broker.positions = ok([aPosition({ qty: '9' })]);
  expect((await read()).differences).toMatchObject([
    {
      kind: 'position',
      qty: '3',
      text: "The broker holds 9 AAPL; the opening position and entries add up to 6: 3 more than booked. The broker's list begins on 2026-11-17 and does not include earlier holdings.",
    },
  ]);
});

it('does not hold fills against a desk that did not know them, and says so', async () => {
  const { broker, read } = setUp();
  broker.activities = ok([filled({ at: '2026-11-02T15:00:00Z' })]);
  broker.positions = ok([aPosition({ qty: '10' })]);
  broker.requests = ok([]);
  broker.executions = [];
  expect(await read('2026-11-02')).toMatchObject({
    differences: [],
    notes: [
      'Fills were not compared with the ones recorded here, because the records here begin later.',
    ],
  });
});

it('tells the tokens outstanding with a price that is asked for where nothing is held', async () => {
  const { broker, days } = setUp();
  broker.requests = ok([mint(), mint({ underlyingSymbol: 'MSFT', qty: '2' })]);
  expect(await days.outstanding()).toMatchObject({
    ok: true,
    value: { value: '900', tokens: [{ value: '800' }, { price: '50', value: '100' }] },
  });
  expect(broker.priced).toEqual([['MSFT']]);
  broker.requests = fail({ kind: 'refused', status: 403, message: 'forbidden' });
  expect(await days.outstanding()).toEqual(ok(null));
});

it('asks ever more seldom for requests that are not for this account, and at once after Ask again', async () => {
  const { broker, days, advance } = setUp();
  broker.requests = fail({ kind: 'refused', status: 403, message: 'forbidden' });
  broker.mayRead = false;
  const askedIn = async (minutes: number): Promise<number> => {
    const before = broker.listed;
    for (let passed = 0; passed < 2 * minutes; passed++) {
      expect(await days.outstanding()).toEqual(ok(null));
      advance(30_000);
    }
    return broker.listed - before;
  };
  expect(await askedIn(60)).toBe(4);
  expect(await askedIn(180)).toBe(3);
  broker.requests = ok([mint()]);
  broker.mayRead = true;
  expect(await days.outstanding()).toMatchObject({ value: { value: '800' } });
});

it('compares no fills while the journal cannot be read, and says so', async () => {
  const { broker, read } = setUp();
  broker.isJournalReadable = false;
  const { differences, notes } = await read();
  expect(differences).toEqual([]);
  expect(notes).toEqual([
    'Fills were not compared with the ones recorded here, because the journal cannot be read now.',
  ]);
});
