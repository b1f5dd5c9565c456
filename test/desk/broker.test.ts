// What a broker, or something between, may do to orders, cancels and exits. The desk is asked over its bridge and the
// broker's own books are read, so that nothing here depends on how main is built.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DoorReply, DoorRequest } from '#test/desk/support/broker-door.ts';
import { ask, need } from '#test/e2e/support/desk-call.ts';
import {
  marketDraft,
  openDoorDesk,
  restingDraft,
  type DoorDesk,
  type PlacedIntent,
} from '#test/desk/support/door-desk.ts';

let desk: DoorDesk;

beforeAll(async () => {
  desk = await openDoorDesk();
});
afterAll(() => desk.end());
beforeEach(() => {
  desk.door.interfere(() => undefined);
  desk.door.muteStreams(false);
});

const isOrder = ({ method, path }: DoorRequest) => method === 'POST' && path === '/v2/orders';
const isCancel = ({ method, path }: DoorRequest) =>
  method === 'DELETE' && path.startsWith('/v2/orders/');
const stateOf = async (intentId: string) => {
  const { accountId, shell } = desk;
  const told = await need<{ intent: PlacedIntent }>(shell, 'orders.evidence', {
    accountId,
    intentId,
  });
  return told.intent.state;
};
const statusOf = async (intentId: string) =>
  (await desk.ledger()).find((order) => order.client_order_id === intentId)?.status;
const wait: DoorReply = {
  status: 429,
  headers: { 'retry-after': '3600', 'content-type': 'application/json' },
  body: '{"code":42910000,"message":"rate limit exceeded"}',
};
/** Against the buy that rests there it would be a wash trade, which the broker refuses. */
const refusedDraft = (qty: string) => marketDraft('AAPL', 'sell', qty);

/** From now on the desk believes that it is to wait for an hour. Answers the order that brought the news. */
async function closeTheGate(qty: string): Promise<PlacedIntent> {
  desk.door.interfere((request) =>
    isOrder(request) ? { kind: 'instead', reply: wait } : undefined,
  );
  const throttled = await desk.place({ ...restingDraft, qty });
  desk.door.interfere(() => undefined);
  return throttled;
}

it('a refusal that is said twice on a connection does not refuse the next order', async () => {
  const { door } = desk;
  const refused = await desk.place(refusedDraft('1'));
  expect(refused.state).toBe('refused');
  const refusal = door.replies.findLast(({ request }) => isOrder(request));
  expect(refusal?.reply.status).toBe(403);
  // The stream would tell the truth in time.
  door.muteStreams(true);
  let struck = 0;
  door.interfere((request) => {
    // The second copy lies in wait on every connection that has been used.
    if (!isOrder(request) || request.before === 0 || !refusal) return undefined;
    struck++;
    return { kind: 'over', reply: refusal.reply };
  });
  for (let qty = 2; qty < 6; qty++)
    expect((await desk.place({ ...restingDraft, qty: String(qty) })).state).toBe('accepted');
  expect(struck).toBe(0);
  const orders = door.seen.filter(isOrder);
  expect(orders.length).toBeGreaterThan(5);
  expect(orders.filter(({ before }) => before > 0)).toEqual([]);
});

it('an answer that another request had before proves nothing', async () => {
  const { door } = desk;
  expect((await desk.place(refusedDraft('2'))).state).toBe('refused');
  const refusal = door.replies.findLast(({ request }) => isOrder(request));
  // The stream would tell the truth in time.
  door.muteStreams(true);
  let struck = 0;
  door.interfere((request) => {
    if (!isOrder(request) || !refusal) return undefined;
    struck++;
    return { kind: 'over', reply: refusal.reply };
  });
  const { intentId, state } = await desk.place({ ...restingDraft, qty: '6' });
  expect(struck).toBe(1);
  expect(state).not.toBe('refused');
  // It is live, and that is found out.
  await expect.poll(() => stateOf(intentId), { timeout: 20_000 }).toBe('accepted');
});

it('a second close does not open a short while the positions have not been read again', async () => {
  const { door, shell, accountId } = desk;
  const closing = () =>
    ask<{ qty: string }>(shell, 'positions.closing', { accountId, symbol: 'MSFT' });
  expect((await desk.place(marketDraft('MSFT', 'buy', '10'))).state).toBe('accepted');
  await expect
    .poll(async () => {
      const draft = await closing();
      return draft.ok ? draft.value.qty : undefined;
    })
    .toBe('10');

  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  door.interfere(({ method, path }) =>
    method === 'GET' && path.startsWith('/v2/positions')
      ? { kind: 'hold', until: held }
      : undefined,
  );
  const first = await desk.place(marketDraft('MSFT', 'sell', '10'));
  expect(first.state).toBe('accepted');
  await expect.poll(() => statusOf(first.intentId)).toBe('filled');
  // The fill has been heard as soon as closing is refused; it must be, although the reading still says 10.
  await expect.poll(async () => (await closing()).ok).toBe(false);
  const second = await desk.place(marketDraft('MSFT', 'sell', '9'));
  expect(second.state).toBe('not-sent');
  release();
  door.interfere(() => undefined);
  const sold = (await desk.ledger()).filter(
    ({ side, symbol }) => side === 'sell' && symbol === 'MSFT',
  );
  expect(sold).toHaveLength(1);
});

it('a second close does not open a short at a broker whose positions lag behind its fills', async () => {
  const { door, shell, accountId } = desk;
  const closing = () =>
    ask<{ qty: string }>(shell, 'positions.closing', { accountId, symbol: 'NVDA' });
  expect((await desk.place(marketDraft('NVDA', 'buy', '5'))).state).toBe('accepted');
  // All of it: it may be filled, and read, in parts.
  await expect
    .poll(async () => {
      const draft = await closing();
      return draft.ok ? draft.value.qty : undefined;
    })
    .toBe('5');
  const stale = door.replies.findLast(({ request }) => request.path === '/v2/positions');
  let struck = 0;
  door.interfere(({ method, path }) => {
    if (method !== 'GET' || path !== '/v2/positions' || !stale) return undefined;
    struck++;
    return { kind: 'instead', reply: stale.reply };
  });
  const first = await desk.place(marketDraft('NVDA', 'sell', '5'));
  expect(first.state).toBe('accepted');
  await expect.poll(() => statusOf(first.intentId)).toBe('filled');
  // Readings that still show the position come again and again; none of them brings it back.
  await expect.poll(() => struck).toBeGreaterThan(2);
  expect((await closing()).ok).toBe(false);
  expect((await desk.place(marketDraft('NVDA', 'sell', '4'))).state).toBe('not-sent');
  const sold = (await desk.ledger()).filter(
    ({ side, symbol }) => side === 'sell' && symbol === 'NVDA',
  );
  expect(sold).toHaveLength(1);
});

it('cancel everything is asked again until the broker has taken it', async () => {
  const { door, shell, accountId, paper } = desk;
  const isEverything = ({ method, path }: DoorRequest) =>
    method === 'DELETE' && path === '/v2/orders';
  // Placed elsewhere, and never told here.
  door.muteStreams(true);
  const placed = await fetch(`${paper.hosts.rest}/v2/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'APCA-API-KEY-ID': paper.key.keyId,
      'APCA-API-SECRET-KEY': paper.key.secretKey,
    },
    body: JSON.stringify({
      symbol: restingDraft.symbol,
      side: 'buy',
      type: 'limit',
      time_in_force: 'day',
      qty: '19',
      limit_price: '1',
    }),
  });
  const { id } = (await placed.json()) as { id: string };
  let refused = 0;
  door.interfere((request) =>
    isEverything(request) && refused++ === 0
      ? { kind: 'instead', reply: { status: 503, headers: {}, body: '' } }
      : undefined,
  );
  const told = await ask(shell, 'orders.cancelEverything', { accountId });
  expect(told).toMatchObject({ ok: false, failure: { kind: 'offline' } });
  expect(JSON.stringify(told)).toContain('has not accepted the request to cancel everything');
  await expect
    .poll(async () => (await desk.ledger()).find((order) => order.id === id)?.status, {
      timeout: 20_000,
    })
    .toBe('canceled');
});

it('a broker that asks for an hour of patience holds up no cancel and no exit', async () => {
  const { door, shell, accountId } = desk;
  const resting = await Promise.all(
    ['11', '12'].map((qty) => desk.place({ ...restingDraft, qty })),
  );
  const bought = await desk.place(marketDraft('MSFT', 'buy', '7'));
  await expect.poll(() => statusOf(bought.intentId)).toBe('filled');
  await expect
    .poll(async () => (await ask(shell, 'positions.closing', { accountId, symbol: 'MSFT' })).ok)
    .toBe(true);

  const throttled = await closeTheGate('13');
  expect(throttled.state).toBe('unknown');
  const closedAt = performance.now();

  // An order that opens something is told that it was not sent; the way out is open.
  expect((await desk.place({ ...restingDraft, qty: '14' })).state).toBe('not-sent');
  const exit = await desk.place(marketDraft('MSFT', 'sell', '7'));
  expect(exit.state).toBe('accepted');
  for (const { resultId: orderId } of resting)
    await need(shell, 'orders.cancel', { accountId, orderId });
  await expect
    .poll(() => Promise.all(resting.map(({ intentId }) => statusOf(intentId))))
    .toEqual(['canceled', 'canceled']);

  const cancels = door.seen.filter((request) => isCancel(request) && request.at > closedAt);
  const gaps = cancels.slice(1).map(({ at }, i) => at - (cancels[i]?.at ?? 0));
  expect(gaps.every((ms) => ms > 1_500)).toBe(true);
  // What is read obeys: nothing but questions about the order of unknown fate.
  const reads = door.seen.filter(
    ({ method, path, at }) =>
      method === 'GET' &&
      at > closedAt &&
      !/^\/v2\/orders[:/]/.test(path) &&
      !path.includes('stocks'),
  );
  expect(reads).toEqual([]);
  await need(shell, 'orders.setAside', {
    accountId,
    intentId: throttled.intentId,
    cancelWhenFound: true,
  });
});

it('a cancel that has not left says so, and leaves as soon as it can', async () => {
  const { door, accountId } = desk;
  await desk.killAndRestart();
  for (const qty of ['31', '32', '33', '34'])
    expect((await desk.place({ ...restingDraft, qty })).state).toBe('accepted');
  await closeTheGate('35');
  // They go one every two seconds, and a person is answered after five.
  const open = (await desk.ledger()).filter(({ status }) => status === 'new').slice(-4);
  expect(open).toHaveLength(4);
  const told = await ask(desk.shell, 'orders.cancelAll', {
    accountId,
    orderIds: open.map(({ id }) => id),
    intentIds: [],
  });
  expect(told).toMatchObject({ ok: false, failure: { kind: 'offline' } });
  expect(JSON.stringify(told)).toMatch(/of 4 cancels have not been sent yet/);
  await expect
    .poll(
      async () =>
        (await desk.ledger()).filter(
          ({ id, status }) => open.some((order) => order.id === id) && status === 'canceled',
        ).length,
      { timeout: 20_000 },
    )
    .toBe(4);
  expect(door.seen.filter(isCancel).length).toBeGreaterThan(4);
});

it('a cancel that was answered is carried out after a kill', async () => {
  const { door, accountId } = desk;
  await desk.killAndRestart();
  const resting = [
    await desk.place({ ...restingDraft, qty: '22' }),
    await desk.place({ ...restingDraft, qty: '23' }),
  ];
  expect(resting.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  const [one, other] = resting.map(({ intentId }) => intentId);
  door.interfere((request) => (isCancel(request) ? { kind: 'silence' } : undefined));
  await need(desk.shell, 'orders.cancelUnknown', { accountId, intentId: one });
  await need(desk.shell, 'orders.cancelAll', { accountId, orderIds: [], intentIds: [other] });
  const killed = desk.killAndRestart();
  door.interfere(() => undefined);
  await killed;
  await expect
    .poll(() => Promise.all(resting.map(({ intentId }) => statusOf(intentId))), { timeout: 30_000 })
    .toEqual(['canceled', 'canceled']);
});
