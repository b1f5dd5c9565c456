// What the account stands at, over the real wire: what is shown is what the broker has.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import { isOpen, type OrderDraft } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import { newYorkMoment, newYorkTime } from '#main/domain/new-york.ts';
import {
  newIntentId,
  PATIENT_MS,
  until,
  untilArmed,
  type TestAccount,
} from '#test/faults/support/desk.ts';
import { marketDraft } from '#test/faults/support/drafts.ts';
import { createRig, type OpenOptions, type Rig, type Seat } from '#test/faults/support/rig.ts';
import { SOLANA } from '#test/support/mint-values.ts';

const DAY_MS = 86_400_000;

let rig: Rig;
let seat: Seat;
let desk: TestAccount;

beforeAll(async () => {
  rig = await createRig(16);
});
afterAll(() => rig.stop());
beforeEach(async () => {
  seat = await rig.newSeat('mint');
});
afterEach(async () => {
  await rig.clearFaults();
  desk.unit.stop();
});

async function openDesk(options: OpenOptions = {}): Promise<void> {
  desk = rig.open(seat, { timeoutMs: PATIENT_MS, ...options });
  await untilArmed(desk);
}

async function place(draft: OrderDraft): Promise<Intent> {
  const placed = await desk.unit.trading.submit({
    intentId: newIntentId(),
    draft,
    confirmations: ['stream-down'],
  });
  if (!placed.ok || placed.value.state !== 'accepted') throw new Error(JSON.stringify(placed));
  return placed.value;
}

const heldOf = (symbol: string): string =>
  desk.unit.book.positions().find((held) => held.symbol === symbol)?.qty ?? '0';

async function buy(symbol: string, qty: string): Promise<void> {
  await place(marketDraft(symbol, qty));
  await until(`${qty} ${symbol} are held`, () => heldOf(symbol) === qty);
}

const oco = (symbol: string, qty: string): OrderDraft => ({
  symbol,
  side: 'sell',
  type: 'limit',
  timeInForce: 'gtc',
  orderClass: 'oco',
  qty: decimal(qty),
  takeProfit: { limitPrice: decimal('9000') },
  stopLoss: { stopPrice: decimal('1') },
});

describe('an OCO over a part of a position', () => {
  it('holds its shares once, so that the rest can be closed', async () => {
    await openDesk();
    await buy('AAPL', '150');
    const { resultId = '' } = await place(oco('AAPL', '100'));
    await until('its leg is known', () => desk.unit.book.order(resultId)?.legs?.length === 1);
    expect(desk.unit.trading.closingDraft('AAPL')).toMatchObject({
      ok: true,
      value: { qty: '50' },
    });
    await place(marketDraft('AAPL', '50', 'sell'));
    await until('the rest was sold', () => heldOf('AAPL') === '100');
    expect(desk.unit.trading.closingDraft('AAPL')).toMatchObject({ ok: false });
  });

  it('has one leg in one place through every replacement', async () => {
    await openDesk();
    await buy('MSFT', '150');
    const { resultId = '' } = await place(oco('MSFT', '100'));
    let orderId = resultId;
    await until('its leg is known', () => desk.unit.book.order(orderId)?.legs?.length === 1);
    for (const limitPrice of ['9100', '9200']) {
      const before = orderId;
      await until('it is working', () => desk.unit.book.order(before)?.status === 'new');
      const changed = await desk.unit.trading.replace({
        intentId: newIntentId(),
        orderId,
        change: { limitPrice: decimal(limitPrice) },
        confirmations: [],
      });
      if (!changed.ok) throw new Error(JSON.stringify(changed.failure));
      orderId = changed.value.resultId ?? '';
      await until(
        'the old one is replaced',
        () => desk.unit.book.order(before)?.status === 'replaced',
      );
      await until(
        'the new one has its leg',
        () => desk.unit.book.order(orderId)?.legs?.length === 1,
      );
    }
    const [leg] = desk.unit.book.order(orderId)?.legs ?? [];
    const moved = await desk.unit.trading.replace({
      intentId: newIntentId(),
      orderId: leg?.id ?? '',
      change: { stopPrice: decimal('2') },
      confirmations: [],
    });
    expect(moved).toMatchObject({ ok: true });
    await until(
      'the leg is replaced',
      () => desk.unit.book.order(leg?.id ?? '')?.status === 'replaced',
    );
    await until('its place is taken', () =>
      (desk.unit.book.order(orderId)?.legs ?? []).some(({ id }) => id !== leg?.id),
    );
    const told = desk.unit.book.orders().filter(({ legs }) => legs !== undefined);
    expect(told.map(({ id }) => id)).toEqual([orderId]);
    expect(told[0]?.legs).toMatchObject([{ stopPrice: '2', parentId: orderId }]);
    expect(desk.unit.book.openOrders()).toHaveLength(2);
    expect(desk.unit.trading.closingDraft('MSFT')).toMatchObject({
      ok: true,
      value: { qty: '50' },
    });
    const open = desk.unit.book.openOrders().map(({ id }) => id);
    expect(await desk.unit.trading.cancelAll([...open, ...open], [])).toMatchObject({ ok: true });
    await until(
      'nothing is open',
      () => !desk.unit.book.orders().some(({ status }) => isOpen(status)),
    );
  });
});

describe('orders and fills of another program', () => {
  const elsewhere = async (body: object): Promise<string> => {
    const answer = await fetch(`${rig.paper().hosts.rest}/v2/orders`, {
      method: 'POST',
      headers: {
        'APCA-API-KEY-ID': seat.key.keyId,
        'APCA-API-SECRET-KEY': seat.key.secretKey,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ side: 'buy', type: 'market', time_in_force: 'day', ...body }),
    });
    return ((await answer.json()) as { id: string }).id;
  };
  /** It may come in parts. */
  const filledOf = (orderId: string): number =>
    desk.unit.book
      .allExecutions()
      .filter((fill) => fill.orderId === orderId)
      .reduce((sum, { qty }) => sum + Number(qty), 0);

  it.each([
    ['ahead', 40 * DAY_MS],
    ['behind', -40 * DAY_MS],
  ])('are shown by a desk whose clock is weeks %s', async (_what, offMs) => {
    const orderId = await elsewhere({ symbol: 'AAPL', qty: '2' });
    const clock = { wall: () => Date.now() + offMs, elapsed: () => performance.now() };
    await openDesk({ clock });
    await until('the whole of it is known', () => filledOf(orderId) === 2);
    await until('so is the order', () => desk.unit.book.order(orderId)?.filledQty === '2');
  });

  it('that came while the desk was closed are read from where it ended', async () => {
    await openDesk();
    await buy('AAPL', '1');
    desk.unit.stop();
    const orderId = await elsewhere({ symbol: 'MSFT', qty: '3' });
    await openDesk();
    await until('the whole of it is known', () => filledOf(orderId) === 3);
    await until('how far it was read is kept', () => {
      const mark = desk.unit.journal.mark();
      return mark.ok && mark.value?.ordersUntil !== undefined;
    });
  });
});

describe('what the account stands at between two readings', () => {
  /** From now on neither the account nor its positions are answered for. */
  async function keepFromReading(): Promise<void> {
    for (const path of ['/v2/account', '/v2/positions'])
      await rig.fault({ method: 'GET', path }, { kind: 'hang' }, { times: 1_000 });
  }
  const standing = () => desk.unit.book.account();
  const priceOf = (symbol: string) => desk.unit.book.price(symbol)?.price;
  const shown = (symbol: string) =>
    desk.unit.book.standingPositions().find((held) => held.symbol === symbol);

  it('holds a fill as soon as it is heard, and says what is an estimate', async () => {
    await openDesk({ timeoutMs: 2_000 });
    await buy('AAPL', '10');
    await until('it was read', () => standing()?.estimates === undefined);
    const before = Number(standing()?.account.cash);
    await keepFromReading();
    await place(marketDraft('AAPL', '4', 'sell'));
    await until('six are shown', () => shown('AAPL')?.qty === '6');
    expect(shown('AAPL')).toMatchObject({ isEstimate: true });
    expect(standing()?.estimates).toEqual(['equity', 'cash', 'buyingPower']);
    expect(Number(standing()?.account.cash)).toBeGreaterThan(before);
    // What was read says ten: an exit takes the smaller.
    expect(desk.unit.trading.closingDraft('AAPL')).toMatchObject({ ok: true, value: { qty: '6' } });
    await rig.clearFaults();
    // Readings that hang are given up one after the other.
    await until('it was read', () => standing()?.estimates === undefined, 60_000);
    expect(shown('AAPL')?.isEstimate).toBeUndefined();
    const [read] = await readAccount();
    expect(standing()?.account.cash).toBe(read);
  });

  it('moves with each price of what is held', async () => {
    await openDesk({ timeoutMs: 2_000 });
    await buy('KO', '1000');
    await until('its price is followed', () => priceOf('KO') !== undefined);
    await until('it was read', () => standing()?.estimates === undefined);
    await keepFromReading();
    const before = standing()?.account.equity;
    await rig.paper().control('POST', '/market/shock', { symbol: 'KO', factor: '1.05' });
    await until('equity has moved', () => standing()?.account.equity !== before);
    expect(standing()?.estimates).toBeUndefined();
    expect(shown('KO')?.currentPrice).toBe(priceOf('KO'));
  });

  it('has no loss from a mint of two shares, nor a guard that it trips', async () => {
    await openDesk();
    await buy('AAPL', '10');
    await until('it was read', () => standing()?.estimates === undefined);
    const before = Number(standing()?.dayChange);
    const changes: number[] = [];
    desk.unit.onNews((news) => {
      if (news.kind === 'standing') changes.push(Number(standing()?.dayChange));
    });
    const minted = await desk.unit.mints.submit(newIntentId(), {
      underlyingSymbol: 'AAPL',
      qty: decimal('2'),
      issuer: 'xstocks',
      network: 'solana',
      walletAddress: SOLANA,
      label: '',
    });
    expect(minted).toMatchObject({ ok: true, value: { state: 'accepted' } });
    // Before anything was read: what is on its way as tokens cannot be sold.
    expect(desk.unit.trading.closingDraft('AAPL')).toMatchObject({ ok: true, value: { qty: '8' } });
    await until('eight are held', () => heldOf('AAPL') === '8');
    await until('what moved is known', () => standing()?.transfers !== undefined);
    const price = Number(priceOf('AAPL') ?? shown('AAPL')?.currentPrice);
    expect(Number(standing()?.transfers)).toBeLessThan(-1.9 * price);
    // The market moves eight or ten shares a little meanwhile; two shares of loss would be far more.
    for (const change of changes) expect(change).toBeGreaterThan(before - price / 2);
  });

  it('knows the result of the day with the reading after each fill', async () => {
    await openDesk();
    await buy('AAPL', '10');
    for (let count = 0; count < 3; count++) {
      const { resultId = '' } = await place(marketDraft('AAPL', '1', 'sell'));
      await until('it is filled', () => desk.unit.book.order(resultId)?.status === 'filled');
      // Asked for no more often than every 15 s, it would be marked for longer.
      const isSettled = () =>
        standing()?.estimates === undefined && desk.unit.book.areTransfersKnown();
      await until('nothing of it is marked', isSettled, 8_000);
    }
  });

  it('has a mint of the evening in yesterday’s equity, and not in the result of the next day', async () => {
    const { date } = newYorkTime(Date.now() + DAY_MS);
    const evening = newYorkMoment(date, 20 * 60) ?? NaN;
    await rig.paper().control('POST', '/clock/step', { to: new Date(evening).toISOString() });
    await openDesk();
    await buy('AAPL', '10');
    const price = Number(priceOf('AAPL') ?? shown('AAPL')?.currentPrice);
    expect(
      await desk.unit.mints.submit(newIntentId(), {
        underlyingSymbol: 'AAPL',
        qty: decimal('2'),
        issuer: 'xstocks',
        network: 'solana',
        walletAddress: SOLANA,
        label: '',
      }),
    ).toMatchObject({ ok: true, value: { state: 'accepted' } });
    await until('what moved is known', () => standing()?.transfers !== undefined);
    const before = standing()?.account.lastEquity;
    await rig.paper().control('POST', '/clock/step', { ms: DAY_MS / 2 });
    const isNext = () => standing()?.account.lastEquity !== before;
    await until('the next day is read', isNext, 30_000);
    await until('what moved on it is known', desk.unit.book.areTransfersKnown);
    expect(standing()?.transfers).toBeUndefined();
    // A night moves eight shares by much less than two of them are worth.
    expect(Math.abs(Number(standing()?.dayChange))).toBeLessThan(price);
  });

  async function readAccount(): Promise<[cash: string]> {
    const answer = await desk.unit.client.account();
    if (!answer.ok) throw new Error('the account was not read');
    return [answer.value.cash];
  }
});
