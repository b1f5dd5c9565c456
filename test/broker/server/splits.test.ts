// A split by control: more shares at a smaller price, and nobody is richer or poorer.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Broker } from '#main/paper/broker.ts';
import { startBroker } from '#test/broker/server/started.ts';

type Json = Record<string, string>;

let broker: Broker;
beforeEach(async () => {
  broker = await startBroker(['--start', '2026-03-02T15:00:30Z', '--hours', 'real']);
});
afterEach(() => broker.stop());

async function call(method: string, path: string, body?: object) {
  const response = await fetch(broker.addresses.rest + path, {
    method,
    headers: { 'APCA-API-KEY-ID': 'K', 'APCA-API-SECRET-KEY': 'S' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, json: (text === '' ? {} : JSON.parse(text)) as Json };
}
const step = (ms: number) => call('POST', '/_paper/clock/step', { ms });
const position = async () => (await call('GET', '/v2/positions/AAPL')).json;
const equity = async () => Number((await call('GET', '/v2/account')).json['equity']);
const split = (to: number, from: number) =>
  call('POST', '/_paper/market/split', { symbol: 'AAPL', to, from });

async function trade(qty: string, side = 'buy') {
  const order = { symbol: 'AAPL', qty, side, type: 'market', time_in_force: 'day' };
  await call('POST', '/v2/orders', order);
  for (let minute = 0; minute < 30; minute++) {
    await step(60_000);
    if (Object.keys((await call('GET', '/v2/orders')).json).length === 0) return;
  }
  throw new Error('the order is not filled');
}

it.each([
  [4, 1, '40'],
  [1, 10, '1'],
  [2, 3, '6.666666666'],
])(
  '%i for %i: the position counts otherwise, costs the same and is worth the same',
  async (to, from, qty) => {
    await trade('10');
    const before = await position();
    const equityBefore = await equity();
    expect((await split(to, from)).status).toBe(200);
    await step(1);
    const after = await position();
    expect([after['qty'], after['qty_available'], after['cost_basis']]).toEqual([
      qty,
      qty,
      before['cost_basis'],
    ]);
    const ratio = (name: string) => Number(after[name]) / Number(before[name]);
    expect(ratio('avg_entry_price')).toBeCloseTo(from / to, 3);
    expect(ratio('current_price')).toBeCloseTo(from / to, 3);
    expect(ratio('lastday_price')).toBeCloseTo(from / to, 3);
    expect(Math.abs((await equity()) - equityBefore)).toBeLessThan(5);
  },
);

it('the day’s gain is that of the shares that were there before', async () => {
  await trade('10');
  await call('POST', '/_paper/clock/step', { to: '2026-03-03T15:30:00Z' });
  const before = await position();
  await split(4, 1);
  await step(1);
  const after = await position();
  const difference =
    Number(after['unrealized_intraday_pl']) - Number(before['unrealized_intraday_pl']);
  expect(Math.abs(difference)).toBeLessThan(5);
  expect(Math.abs(Number(after['change_today']) - Number(before['change_today']))).toBeLessThan(
    0.005,
  );
});

it('is told as an activity and as an event, with its rates', async () => {
  await trade('10');
  const { json } = await split(4, 1);
  const details = { symbol: 'AAPL', old_qty: '10', new_qty: '40', old_rate: '1', new_rate: '4' };
  const kind = { activity_type: 'SPLIT', qty: '30', net_amount: '0' };
  // The two schemas spell it differently.
  expect(json['booked']).toMatchObject([{ ...kind, activity_subtype: 'FSPLIT', details }]);
  expect((await call('GET', '/v2/account/activities/SPLIT')).json).toMatchObject([
    { ...kind, activity_sub_type: 'FSPLIT', symbol: 'AAPL', description: '4-for-1 split' },
  ]);
});

it('the history of the account’s value does not jump', async () => {
  await trade('100');
  await step(60_000);
  await split(10, 1);
  await step(180_000);
  const path = '/v2/account/portfolio/history?period=1D&timeframe=1Min';
  const equities = (await call('GET', path)).json['equity'] as unknown as number[];
  expect(equities.length).toBeGreaterThan(3);
  for (const value of equities) expect(Math.abs(value - 100_000)).toBeLessThan(500);
});

it('what was sold after it can still be busted, what was bought before cannot', async () => {
  await trade('10');
  await split(4, 1);
  await trade('8', 'sell');
  const executions = (await call('GET', '/_paper/ledger')).json['executions'] as unknown as Json[];
  const bust = (side: string) => {
    const id = executions.find((each) => each['side'] === side)?.['execution_id'] ?? '';
    return call('POST', `/_paper/executions/${id}/bust`);
  };
  expect(await bust('buy')).toMatchObject({
    status: 422,
    json: { message: 'the shares of this execution were split since' },
  });
  const before = await position();
  expect((await bust('sell')).status).toBe(200);
  const after = await position();
  expect(after['qty']).toBe('40');
  expect(Number(after['cost_basis'])).toBeCloseTo((Number(before['cost_basis']) * 40) / 32, 6);
});

it('waits for open orders, and refuses what is no split', async () => {
  const order = { symbol: 'AAPL', qty: '1', side: 'buy', type: 'limit', time_in_force: 'day' };
  await call('POST', '/v2/orders', { ...order, limit_price: '1' });
  expect((await split(4, 1)).json['message']).toBe('orders of AAPL are open');
  expect((await split(2, 2)).status).toBe(422);
  expect((await split(0, 1)).status).toBe(422);
  expect(
    (await call('POST', '/_paper/market/split', { symbol: 'NONE', to: 2, from: 1 })).status,
  ).toBe(422);
});
