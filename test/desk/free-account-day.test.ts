// A day of a person with a free account, from one night to the next: what the desk says at each hour, and that what was
// ordered is there once. The steps build on each other; between them the computer is asleep.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mul, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { openFreeAccount, type FreeAccount } from '#test/desk/support/free-account.ts';

type Booked = {
  executions: { execution_id: string; symbol: string; qty: Decimal; price: Decimal }[];
};

/** A Tuesday, in the summer time of New York. */
const NIGHT = '2026-03-10T07:30:00Z';
const PRE_MARKET = '2026-03-10T08:00:00Z';
const OPEN = '2026-03-10T13:30:00Z';
const CLOSE = '2026-03-10T20:00:00Z';
const END_OF_DAY = '2026-03-11T00:00:00Z';
const THREE = ['AAPL', 'KO', 'MSFT'];
const STARTED_WITH = '100000' as Decimal;

let day: FreeAccount;
beforeAll(async () => {
  day = await openFreeAccount(NIGHT);
});
afterAll(() => day.stop());

const minutesAfter = (iso: string, minutes: number) =>
  new Date(Date.parse(iso) + minutes * 60_000).toISOString();
const tradedAt = (symbol: string) => day.page.feeds.prices.get(symbol)?.tradedAt ?? 0;
const orderOf = (symbol: string) =>
  day.page.feeds.orders.all().find((order) => order.symbol === symbol);
const isArmed = () => day.unit.gate.armState().isArmed;
const phaseOf = (stream: string) => day.page.feeds.streams.get(stream)?.phase;
const session = () => day.page.feeds.market.get('market')?.session?.phase;
const held = () =>
  day.page.feeds.positions
    .get('positions')
    ?.positions.map(({ symbol, qty }) => `${qty} ${symbol}`)
    .toSorted();

describe('at night', () => {
  it('the account is ready, and the prices are those of the evening', async () => {
    day.unit.watchSymbols(THREE);
    expect(await day.soon(isArmed)).toBe(true);
    await day.until(minutesAfter(NIGHT, 28));
    expect([day.unit.hours.isOpen(), day.unit.hours.nextOpen()]).toEqual([false, Date.parse(OPEN)]);
    expect(phaseOf('orders')).toBe('live');
    expect(day.page.feeds.streams.get('prices')).toMatchObject({
      phase: 'quiet',
      message: 'Overnight until 04:00 New York time: this feed has no prices during that session.',
    });
    expect(session()).toBe('overnight');
    for (const symbol of THREE) {
      expect(tradedAt(symbol)).toBeGreaterThan(Date.parse('2026-03-09T20:00:00Z'));
      expect(tradedAt(symbol)).toBeLessThan(Date.parse('2026-03-10T00:00:00Z'));
    }
  });
});

describe('before the open', () => {
  it('prices come, while the session has not begun', async () => {
    await day.until(minutesAfter(PRE_MARKET, 5));
    for (const symbol of THREE) expect(tradedAt(symbol)).toBeGreaterThan(Date.parse(PRE_MARKET));
    expect([phaseOf('prices'), session(), day.unit.hours.isOpen()]).toEqual(['live', 'pre', false]);
  });

  it('what is for extended hours trades, and what is for the session waits', async () => {
    const common = { side: 'buy', timeInForce: 'day' };
    const limitPrice = (Number(day.page.feeds.prices.get('KO')?.price) * 1.02).toFixed(2);
    for (const members of [
      { symbol: 'KO', type: 'limit', qty: '5', limitPrice, extendedHours: true },
      { symbol: 'AAPL', type: 'market', qty: '3' },
      { symbol: 'MSFT', type: 'limit', qty: '1', limitPrice: '10' },
    ]) {
      const placed = await day.submit({ ...common, ...members });
      expect(placed).toMatchObject({ ok: true, value: { state: 'accepted' } });
    }
    expect(await day.soon(() => orderOf('KO')?.status === 'filled')).toBe(true);
    await day.until(minutesAfter(PRE_MARKET, 15));
    expect([orderOf('AAPL')?.status, orderOf('MSFT')?.status]).toEqual(['accepted', 'accepted']);
    expect(held()).toEqual(['5 KO']);
  });

  it('what the plan does not carry is told, and read by snapshot', async () => {
    const listed = await day.run(day.unit.client.assets());
    if (!listed.ok) throw new Error('the assets cannot be read');
    const others = listed.value.map(({ symbol }) => symbol).filter((each) => !THREE.includes(each));
    const symbols = [...THREE, ...others.slice(0, 42)];
    day.unit.watchSymbols(symbols);
    await day.until(minutesAfter(PRE_MARKET, 30));
    expect(symbols.filter((symbol) => tradedAt(symbol) === 0)).toEqual([]);
    expect(day.page.feeds.streams.get('prices')).toMatchObject({
      carries: { symbols: 30, of: 45 },
      notes: [expect.stringContaining('30 symbols')],
    });
    const read = symbols.filter(
      (symbol) => day.page.feeds.prices.get(symbol)?.readAt !== undefined,
    );
    expect(read).toHaveLength(15);
    expect([isArmed(), phaseOf('orders')]).toEqual([true, 'live']);
  });
});

describe('in the session', () => {
  it('what waited is filled, once', async () => {
    await day.sleepUntil(minutesAfter(OPEN, -5));
    await day.until(minutesAfter(OPEN, 1));
    expect([session(), day.unit.hours.isOpen()]).toEqual(['regular', true]);
    expect(orderOf('AAPL')).toMatchObject({ status: 'filled', filledQty: '3' });
    expect(held()).toEqual(['3 AAPL', '5 KO']);
    const { executions } = await day.run(day.control<Booked>('GET', '/ledger'));
    const cash = executions.reduce(
      (left, { qty, price }) => sub(left, mul(qty, price)),
      STARTED_WITH,
    );
    expect(executions.map(({ symbol }) => symbol).toSorted()).toEqual(['AAPL', 'KO']);
    expect(await day.soon(() => day.page.feeds.account.all()[0]?.account.cash === cash)).toBe(true);
  });
});

describe('what the exchange does', () => {
  it('a halt is told, and its end', async () => {
    const stopListening = day.page.feeds.quotes.on('AAPL', () => undefined);
    const isHalted = () => day.page.feeds.quotes.get('AAPL')?.halt !== undefined;
    expect(await day.soon(() => day.page.feeds.quotes.get('AAPL')?.quote !== undefined)).toBe(true);
    await day.run(day.control('PUT', '/market/halts', { symbols: ['AAPL'] }));
    expect(await day.soon(isHalted)).toBe(true);
    await day.run(day.control('PUT', '/market/halts', { symbols: [] }));
    expect(await day.soon(() => !isHalted())).toBe(true);
    stopListening();
  });

  it('a bust is struck from the fills, a correction is told, and the position follows', async () => {
    const { executions } = await day.run(day.control<Booked>('GET', '/ledger'));
    const revise = (of: string, how: string, terms?: object) => {
      const id = executions.find(({ symbol }) => symbol === of)?.execution_id ?? '';
      return day.run(day.control('POST', `/executions/${id}/${how}`, terms));
    };
    const revisionOf = (of: string) =>
      day.page.feeds.executions.all().find(({ symbol }) => symbol === of)?.revision;
    await revise('KO', 'bust');
    expect(await day.soon(() => revisionOf('KO')?.kind === 'bust')).toBe(true);
    await revise('AAPL', 'correct', { price: '250' });
    expect(await day.soon(() => revisionOf('AAPL')?.price === '250')).toBe(true);
    expect(await day.soon(() => held()?.join() === '3 AAPL')).toBe(true);
  });
});

describe('after the close', () => {
  it('what was good for the day is over', async () => {
    await day.sleepUntil(minutesAfter(CLOSE, -5));
    await day.until(minutesAfter(CLOSE, 5));
    expect([session(), day.unit.hours.isOpen()]).toEqual(['post', false]);
    expect(orderOf('MSFT')).toMatchObject({ status: 'expired', filledQty: ZERO });
  });

  it('the account is ready again, and nothing of the day was asked too often or ordered twice', async () => {
    await day.sleepUntil(minutesAfter(END_OF_DAY, -5));
    await day.until(minutesAfter(END_OF_DAY, 20));
    expect([isArmed(), phaseOf('orders')]).toEqual([true, 'live']);
    expect([session(), held()]).toEqual(['overnight', ['3 AAPL']]);
    expect(day.asked.filter(({ status }) => status === 429)).toEqual([]);
    const placed = day.asked.filter(
      ({ method, path }) => method === 'POST' && path === '/v2/orders',
    );
    expect(placed).toHaveLength(3);
  });
});
