// What becomes of orders later, from the settings: the last fills are busted or corrected, a change is rejected after its
// answer. On the whole broker, with time in the test's hands.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import { createBreakIt, type BreakIt } from '#main/desk/practice/break-it.ts';
import type { Broker } from '#main/paper/broker.ts';
import { startBroker } from '#test/broker/server/started.ts';

const KEYS = { 'APCA-API-KEY-ID': 'K', 'APCA-API-SECRET-KEY': 'S' };

let broker: Broker;
let breakIt: BreakIt;
beforeEach(async () => {
  broker = await startBroker(['--ap', '--start', '2026-03-02T15:00:30Z']);
  breakIt = createBreakIt({
    connection: () => ok({ hosts: broker.addresses, credentials: { keyId: 'K', secretKey: 'S' } }),
  });
});
afterEach(() => broker.stop());

type Order = { id: string; status: string; replaces: string | null; limit_price: string };
type Execution = { order_id: string; price: string };

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(broker.addresses.rest + path, {
    method,
    headers: KEYS,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as T;
}
const place = (more: object = {}) =>
  call<Order>('POST', '/v2/orders', {
    symbol: 'AAPL',
    qty: '1',
    side: 'buy',
    type: 'market',
    time_in_force: 'day',
    ...more,
  });
const executions = async () =>
  (await call<{ executions: Execution[] }>('GET', '/_paper/ledger')).executions;
const stand = async ({ id }: { id: string }) =>
  (await call<Order>('GET', `/v2/orders/${id}`)).status;
const active = async () => {
  const panel = await breakIt.panel();
  return panel.ok ? panel.value.active : panel;
};

it('busts the last fill, and nothing of an order that is open', async () => {
  expect(await breakIt.start('fill-bust', 1)).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('Buy something') as string },
  });
  const first = await place();
  await place();
  expect(await breakIt.start('fill-bust', 1)).toMatchObject({ ok: true, value: { active: [] } });
  expect((await executions()).map(({ order_id: id }) => id)).toEqual([first.id]);
});

it('corrects the price of the last fills by one percent', async () => {
  await place();
  const [before] = await executions();
  await breakIt.start('fill-correct', 5);
  const [after] = await executions();
  expect(Number(after?.price)).toBeCloseTo(Number(before?.price) * 1.01, 1);
});

it('answers a change well and rejects it later: the old terms stand, and the new order is rejected', async () => {
  const old = await place({ type: 'limit', limit_price: '10' });
  await breakIt.start('change-rejected', 1);
  expect(await active()).toEqual([{ name: 'change-rejected', hits: 0 }]);
  const change = { limit_price: '11' };
  const answered = await call<Order>('PATCH', `/v2/orders/${old.id}`, change);
  expect(answered).toMatchObject({ replaces: old.id, limit_price: '11', status: 'pending_new' });
  expect([await stand(old), await active()]).toEqual(['pending_replace', []]);
  expect(await call('DELETE', `/v2/orders/${old.id}`)).toMatchObject({
    message: 'order pending replace',
  });
  await call('POST', '/_paper/clock/step', { ms: 30_000 });
  expect([await stand(old), await stand(answered)]).toEqual(['new', 'rejected']);
  // The next one is as ever.
  const next = await call<Order>('PATCH', `/v2/orders/${old.id}`, change);
  expect([await stand(old), await stand(next)]).toEqual(['replaced', 'new']);
});

it('lets an order that is being changed be canceled with all others, and a rejection changes nothing then', async () => {
  const old = await place({ type: 'limit', limit_price: '10' });
  await breakIt.start('change-rejected', 5);
  await call<Order>('PATCH', `/v2/orders/${old.id}`, { limit_price: '11' });
  await call('DELETE', '/v2/orders');
  await call('POST', '/_paper/clock/step', { ms: 30_000 });
  expect(await stand(old)).toBe('canceled');
  await breakIt.heal();
  expect(await active()).toEqual([]);
});

it('hides the one order that it was started for, counts orders, and ends with it', async () => {
  await breakIt.start('order-hidden', 1);
  expect(await active()).toEqual([{ name: 'order-hidden', hits: 0 }]);
  const limit = { type: 'limit', limit_price: '10' };
  await expect(place({ ...limit, client_order_id: 'first' })).rejects.toThrow('fetch failed');
  await call('POST', '/_paper/clock/step', { ms: 2_000 });
  // Another one is as ever, while the first is looked for and not found.
  const second = await place({ ...limit, client_order_id: 'second' });
  const shown = async () =>
    (await call<{ client_order_id: string }[]>('GET', '/v2/orders')).map(
      ({ client_order_id: id }) => id,
    );
  for (let looks = 0; looks < 28; looks++) expect(await shown()).toEqual(['second']);
  expect(await stand(second)).toBe('new');
  const lookup = '/v2/orders:by_client_order_id?client_order_id=first';
  expect(await call('GET', lookup)).toMatchObject({ message: 'order not found' });
  expect(await active()).toEqual([{ name: 'order-hidden', hits: 1 }]);

  await call('POST', '/_paper/clock/step', { ms: 8_000 });
  expect(await active()).toEqual([]);
  expect(await shown()).toEqual(['second', 'first']);
  await place({ ...limit, client_order_id: 'third' });
  expect(await shown()).toEqual(['third', 'second', 'first']);
});

it('counts an order once, however often the fault was started', async () => {
  await breakIt.start('order-refused', 5);
  await breakIt.start('order-refused', 5);
  await place({ type: 'limit', limit_price: '10' });
  expect(await active()).toEqual([{ name: 'order-refused', hits: 1 }]);
});
