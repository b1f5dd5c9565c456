// The cases that cost people money elsewhere, each by its name, over the real wire.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '#contract/failure.ts';
import type { Intent, IntentState } from '#contract/intents.ts';
import { isTerminal, type OrderDraft } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import type { UnitNews } from '#main/account/account-unit.ts';
import { newIntentId, until, untilArmed, type TestAccount } from '#test/faults/support/desk.ts';
import { marketDraft, restingDraft } from '#test/faults/support/drafts.ts';
import {
  CHANGE,
  createRig,
  LOOKUP,
  PLACE,
  type OpenOptions,
  type Rig,
  type Seat,
} from '#test/faults/support/rig.ts';

/** An answer is awaited for 500 ms (support/desk.ts); what lands later lands after it was given up. */
const LATE_MS = 1_000;
const HIDDEN_MS = 700;

let rig: Rig;
let seat: Seat;
let desk: TestAccount;
let news: UnitNews[];
let isStopped = false;

beforeAll(async () => {
  rig = await createRig(11);
});
afterAll(() => rig.stop());
beforeEach(async () => {
  isStopped = false;
  seat = await rig.newSeat();
});
afterEach(async () => {
  await rig.clearFaults();
  const { problems } = await rig.audit([desk]);
  desk.unit.stop();
  expect(problems).toEqual([]);
});

async function openDesk(options: OpenOptions = {}): Promise<void> {
  news = [];
  desk = rig.open(seat, { isStopped: () => isStopped, ...options });
  desk.unit.onNews((one) => news.push(one));
  await untilArmed(desk);
}

const submit = (draft: OrderDraft, intentId = newIntentId()): Promise<Result<Intent>> =>
  desk.unit.trading.submit({ intentId, draft, confirmations: ['stream-down'] });

async function place(draft: OrderDraft, intentId = newIntentId()): Promise<Intent> {
  const placed = await submit(draft, intentId);
  if (!placed.ok) throw new Error(JSON.stringify(placed.failure));
  return placed.value;
}

function intent(intentId: string): Intent {
  const found = desk.unit.journal.get(intentId);
  if (!found.ok || !found.value) throw new Error(`no intent ${intentId}`);
  return found.value;
}

const untilState = (intentId: string, state: IntentState): Promise<void> =>
  until(`${intentId} is ${state}`, () => intent(intentId).state === state, 10_000);

const rowsOf = async (intentId: string) =>
  (await rig.ledger()).filter((row) => row.client_order_id === intentId);

/** Every state that a window was shown for this intent. */
const shown = (intentId: string): Set<IntentState> =>
  new Set(
    news.flatMap((one) =>
      one.kind === 'intent' && one.intent.intentId === intentId ? [one.intent.state] : [],
    ),
  );
const lateAlerts = (intentId: string) =>
  news.filter((one) => one.kind === 'late' && one.intent.intentId === intentId);

/** Counts requests without changing them. */
const countOf = (match: object): Promise<string> =>
  rig.fault(match, { kind: 'delay', ms: 1, when: 'after' }, { times: 1_000 });

/** For a while nobody hears of new orders: not by lookup, not on the stream. */
async function hideNewOrders(): Promise<void> {
  await rig.fault(LOOKUP, { kind: 'blind', ms: HIDDEN_MS }, {});
  await rig.fault({ stream: 'trade' }, { kind: 'mute', ms: HIDDEN_MS });
}

async function buy(symbol: string, qty: string): Promise<void> {
  await place(marketDraft(symbol, qty));
  await until(`${qty} ${symbol} are held`, () =>
    desk.unit.book.positions().some((held) => held.symbol === symbol && held.qty === qty),
  );
}

describe('sell everything, answer lost, sent again, 403 because the shares are held', () => {
  const sellAll: OrderDraft = { ...restingDraft('AAPL', '5', '99999'), side: 'sell' };
  const REFUSAL = {
    kind: 'status',
    status: 403,
    when: 'before',
    body: { code: 40_310_000, message: 'insufficient qty available for order (requested: 5)' },
  };

  async function loseTheAnswer(): Promise<string> {
    await buy('AAPL', '5');
    await hideNewOrders();
    await rig.fault(PLACE, { kind: 'lost' });
    return rig.fault(PLACE, REFUSAL, { skip: 1, times: 1 });
  }

  it('is never called refused when the desk sends it again by itself', async () => {
    await openDesk({ mayResend: true });
    const refusal = await loseTheAnswer();
    const { intentId } = await place(sellAll);
    await until('it was sent again and refused', async () => (await rig.fired(refusal)) === 1);
    await untilState(intentId, 'accepted');
    expect(shown(intentId)).not.toContain('refused');
    expect(await rowsOf(intentId)).toHaveLength(1);
  });

  it('is never called refused when the person sends it again', async () => {
    await openDesk();
    const refusal = await loseTheAnswer();
    const { intentId } = await place(sellAll);
    const again = await desk.unit.trading.sendAgain(intentId, []);
    expect(await rig.fired(refusal)).toBe(1);
    expect(again).toMatchObject({ ok: true, value: { state: 'unknown', unanswered: 1 } });
    await untilState(intentId, 'accepted');
    expect(shown(intentId)).not.toContain('refused');
    expect(await rowsOf(intentId)).toHaveLength(1);
  });

  it('holds for whatever this broker answers by its own rules', async () => {
    await openDesk({ mayResend: true });
    await buy('AAPL', '5');
    await hideNewOrders();
    await rig.fault(PLACE, { kind: 'lost' });
    const posts = await countOf(PLACE);
    const { intentId } = await place(sellAll);
    await until('it was sent again', async () => (await rig.fired(posts)) > 1);
    await untilState(intentId, 'accepted');
    expect(shown(intentId)).not.toContain('refused');
    expect(await rowsOf(intentId)).toHaveLength(1);
  });
});

describe('late landing', () => {
  const lateOrder = async (connection: 'cut' | 'open' = 'cut'): Promise<Intent> => {
    await rig.fault(PLACE, { kind: 'late', ms: LATE_MS, connection });
    return place(restingDraft('MSFT'));
  };
  const untilLanded = (intentId: string): Promise<void> =>
    until('it has landed', async () => (await rowsOf(intentId)).length > 0);
  const untilEnded = (intentId: string, status: string): Promise<void> =>
    until(`it is ${status}`, async () => (await rowsOf(intentId))[0]?.status === status);

  it('after it was set aside: adopted with an alert, and canceled as asked', async () => {
    await openDesk();
    const { intentId, state } = await lateOrder();
    expect(state).toBe('unknown');
    expect(desk.unit.trading.setAside(intentId)).toMatchObject({ value: { state: 'set-aside' } });
    await untilLanded(intentId);
    await untilState(intentId, 'accepted');
    await untilEnded(intentId, 'canceled');
    expect(lateAlerts(intentId)).toHaveLength(1);
  });

  it('after it was set aside without a cancel: adopted with an alert, and left alone', async () => {
    await openDesk();
    const { intentId } = await lateOrder();
    desk.unit.trading.setAside(intentId, false);
    await untilState(intentId, 'accepted');
    expect(lateAlerts(intentId)).toHaveLength(1);
    expect((await rowsOf(intentId)).map(({ status }) => status)).toEqual(['new']);
  });

  it('after cancel-all: canceled when it lands, and not sent again meanwhile', async () => {
    await openDesk({ mayResend: true });
    await rig.fault(PLACE, { kind: 'late', ms: LATE_MS, connection: 'open' });
    const posts = await countOf(PLACE);
    const intentId = newIntentId();
    const placing = place(restingDraft('MSFT'), intentId);
    await until('it is on its way', async () => (await rig.fired(posts)) === 1);
    await desk.unit.trading.cancelAll([], [intentId]);
    await placing;
    await untilState(intentId, 'accepted');
    await untilEnded(intentId, 'canceled');
    expect(await rig.fired(posts)).toBe(1);
  });

  it('after the kill switch: adopted, not sent again, and nothing else goes out', async () => {
    await openDesk({ mayResend: true });
    await rig.fault(PLACE, { kind: 'late', ms: LATE_MS, connection: 'open' });
    const posts = await countOf(PLACE);
    const intentId = newIntentId();
    const placing = place(restingDraft('MSFT'), intentId);
    await until('it is on its way', async () => (await rig.fired(posts)) === 1);
    isStopped = true;
    expect((await placing).state).toBe('unknown');
    expect(await place(restingDraft('NVDA'))).toMatchObject({ state: 'not-sent' });
    await untilState(intentId, 'accepted');
    expect(await rig.fired(posts)).toBe(1);
    expect((await rowsOf(intentId)).map(({ status }) => status)).toEqual(['new']);
    // Cancels go out in spite of the switch.
    await desk.unit.trading.cancel(intent(intentId).resultId ?? '');
    await untilEnded(intentId, 'canceled');
  });

  it('after the desk sent it again by itself: one order', async () => {
    await openDesk({ mayResend: true });
    const posts = await countOf(PLACE);
    const { intentId } = await lateOrder();
    await untilState(intentId, 'accepted');
    await until('the late one has come too', async () => (await rig.fired(posts)) > 1);
    expect(await rowsOf(intentId)).toHaveLength(1);
  });
});

describe('a replace that races a fill', () => {
  /** Below the market; a fall of the market fills it. */
  async function placeBelow(symbol: string): Promise<Intent> {
    desk.unit.watchSymbols([symbol]);
    await until('there is a price', () => desk.unit.book.price(symbol) !== undefined);
    const limit = Math.floor(Number(desk.unit.book.price(symbol)?.price) * 0.8);
    const placed = await place(restingDraft(symbol, '2', String(limit)));
    const { resultId = '' } = placed;
    await until('it is working', () => desk.unit.book.order(resultId)?.status === 'new');
    return placed;
  }
  const fall = (symbol: string): Promise<unknown> =>
    rig.paper().control('POST', '/market/shock', { symbol, factor: '0.7' });
  const replace = (orderId: string, intentId: string): Promise<Result<Intent>> =>
    desk.unit.trading.replace({
      intentId,
      orderId,
      change: { limitPrice: decimal('1.5') },
      confirmations: [],
    });

  it.each([
    ['is answered', { kind: 'delay', ms: 400, when: 'before' }],
    ['loses its answer', { kind: 'late', ms: 8_000, connection: 'cut' }],
  ])('and %s: the fill stands, the change is told as it went', async (_how, act) => {
    await openDesk();
    const { resultId: orderId = '', intentId: placed } = await placeBelow('TSLA');
    const fault = await rig.fault(CHANGE, act);
    const intentId = newIntentId();
    const changing = replace(orderId, intentId);
    await until('the change is on its way', async () => (await rig.fired(fault)) === 1);
    await fall('TSLA');
    await changing;
    await until('one of the two has won', async () =>
      isTerminal((await rowsOf(placed))[0]?.status ?? ''),
    );
    const [{ status } = { status: '' }] = await rowsOf(placed);
    await untilState(intentId, status === 'filled' ? 'refused' : 'accepted');
    await until('the book says so', () => desk.unit.book.order(orderId)?.status === status);
    expect(await rowsOf(intentId)).toHaveLength(status === 'filled' ? 0 : 1);
    // With the longer wait the fill always comes first.
    if (act.kind === 'late') expect(status).toBe('filled');
  });

  it('and wins, with its answer lost: the change is found at the end of the chain', async () => {
    await openDesk();
    const { resultId: orderId = '' } = await placeBelow('TSLA');
    await rig.fault(CHANGE, { kind: 'lost' });
    const intentId = newIntentId();
    await replace(orderId, intentId);
    await untilState(intentId, 'accepted');
    expect(await rowsOf(intentId)).toHaveLength(1);
    await until('the old one is replaced', () => {
      const old = desk.unit.book.order(orderId);
      return old?.status === 'replaced' && old.replacedBy === intent(intentId).resultId;
    });
  });
});

describe('one intent', () => {
  it('from two windows is one order and one request', async () => {
    await openDesk({ mayResend: true });
    const posts = await countOf(PLACE);
    const intentId = newIntentId();
    const draft = marketDraft('AAPL', '1');
    const [first, second] = await Promise.all([submit(draft, intentId), submit(draft, intentId)]);
    expect(first).toMatchObject({ ok: true, value: { intentId, state: 'accepted' } });
    expect(second).toMatchObject({ ok: true, value: { intentId } });
    // And once more when all is over, and once more after a restart.
    expect(await submit(draft, intentId)).toMatchObject({ value: { state: 'accepted' } });
    desk.unit.stop();
    await openDesk({ mayResend: true });
    expect(await submit(draft, intentId)).toMatchObject({ value: { state: 'accepted' } });
    expect(await rig.fired(posts)).toBe(1);
    expect(await rowsOf(intentId)).toHaveLength(1);
  });

  it('with another body is invalid, and nothing is sent', async () => {
    await openDesk({ mayResend: true });
    const posts = await countOf(PLACE);
    const { intentId } = await place(restingDraft('AAPL', '1'));
    const other = await submit(restingDraft('AAPL', '2'), intentId);
    expect(other.ok).toBe(false);
    expect(await rig.fired(posts)).toBe(1);
    expect(intent(intentId).state).toBe('accepted');
  });

  it('whose id another order has at the broker is a conflict, shown and never adopted', async () => {
    await openDesk();
    await rig.fault(PLACE, { kind: 'reset', when: 'before' });
    const { intentId, state } = await place(restingDraft('AAPL', '1'));
    expect(state).toBe('unknown');
    await placeElsewhere(seat, { client_order_id: intentId, qty: '7' });
    await until('the conflict is known', () => intent(intentId).isConflict);
    expect(intent(intentId).state).toBe('unknown');
    expect(await desk.unit.trading.sendAgain(intentId, [])).toMatchObject({ ok: false });
  });
});

it('two accounts: an order never reaches the other one', async () => {
  await openDesk({ mayResend: true });
  const other = rig.open(await rig.newSeat(), { mayResend: true });
  await untilArmed(other);
  const ids = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const { unit } = index % 2 === 0 ? desk : other;
      if (index % 3 === 0)
        await rig.fault(PLACE, index < 6 ? { kind: 'lost' } : { kind: 'late', ms: 200 });
      const intentId = newIntentId();
      const confirmations = ['stream-down' as const];
      await unit.trading.submit({ intentId, draft: restingDraft('AAPL'), confirmations });
      return [intentId, index % 2 === 0 ? desk : other] as const;
    }),
  );
  // What was lost on the way is sent again within moments, since this broker refuses an id that was used before.
  await until('every order has landed', () =>
    [desk, other].every(({ unit }) => unit.journal.unsettled().length === 0),
  );
  const rows = new Map((await rig.ledger()).map((row) => [row.client_order_id, row]));
  for (const [intentId, { brokerAccountId }] of ids)
    expect(rows.get(intentId)?.account_id).toBe(brokerAccountId);
  const { problems } = await rig.audit([desk, other]);
  expect(problems).toEqual([]);
  const elsewhere = new Set(other.unit.book.orders().map(({ id }) => id));
  expect(desk.unit.book.orders().filter(({ id }) => elsewhere.has(id))).toEqual([]);
  other.unit.stop();
});

it('broker down: nothing leaves, and the order is called not sent', async () => {
  await openDesk({ mayResend: true });
  await rig.kill();
  await until('the desk has noticed', () =>
    desk.unit.book.streams().every(({ phase }) => phase !== 'live'),
  );
  const { intentId, state } = await place(restingDraft('AAPL'));
  expect(state).toBe('not-sent');
  await rig.restart();
  await until('the order stream is live again', () =>
    desk.unit.book.streams().some(({ stream, phase }) => stream === 'orders' && phase === 'live'),
  );
  expect(await rowsOf(intentId)).toEqual([]);
  expect(intent(intentId).state).toBe('not-sent');
  expect((await place(restingDraft('AAPL'))).state).toBe('accepted');
});

/** An order that somebody else places on this account. */
async function placeElsewhere({ key }: Seat, order: object): Promise<void> {
  const body = {
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    time_in_force: 'day',
    limit_price: '1',
  };
  const response = await fetch(`${rig.paper().hosts.rest}/v2/orders`, {
    method: 'POST',
    headers: {
      'APCA-API-KEY-ID': key.keyId,
      'APCA-API-SECRET-KEY': key.secretKey,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ ...body, ...order }),
  });
  if (!response.ok) throw new Error(await response.text());
}
