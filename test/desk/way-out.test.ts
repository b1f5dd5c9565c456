// Closing and flattening through the whole desk, against the broker over its wire: everything that is held goes, whatever
// rests, and after a crash nothing is sold before a person goes on.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Closing, ClosingPlan } from '#contract/closings.ts';
import type { DoorRequest } from '#test/desk/support/broker-door.ts';
import { ask, need } from '#test/e2e/support/desk-call.ts';
import {
  marketDraft,
  openDoorDesk,
  restingDraft,
  type DoorDesk,
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
  method === 'DELETE' && path.startsWith('/v2/orders');

type Row = { symbol: string; side: string; status: string; qty: string; filled_qty: string };
const rows = async (symbol: string) =>
  ((await desk.ledger()) as unknown as Row[]).filter((row) => row.symbol === symbol);
const netOf = async (symbol: string) =>
  (await rows(symbol)).reduce(
    (net, { side, filled_qty: qty }) => net + (side === 'buy' ? Number(qty) : -Number(qty)),
    0,
  );
const openOf = async (symbol: string) =>
  (await rows(symbol)).filter(({ status }) => ['new', 'accepted', 'held'].includes(status));

const plan = (kind: 'close' | 'flatten', symbols?: string[]) => {
  const { shell, accountId } = desk;
  const input = { accountId, kind, ...(symbols && { symbols }) };
  return need<ClosingPlan>(shell, 'closings.plan', input);
};
/** Asking to begin it again answers how it is. */
const begin = (closingId: string) => {
  const { shell, accountId } = desk;
  return need<Closing>(shell, 'closings.begin', { accountId, closingId, how: 'market' });
};
const ended = (closingId: string) =>
  expect.poll(async () => (await begin(closingId)).state).toBe('ended');

async function hold(symbol: string, qty: string): Promise<void> {
  expect((await desk.place(marketDraft(symbol, 'buy', qty))).state).toBe('accepted');
  await expect
    .poll(async () => (await plan('close', [symbol])).symbols.map((held) => held.qty))
    .toEqual([qty]);
}

const resting = (symbol: string, side: string, qty: string, limitPrice: string) =>
  desk.place({ ...restingDraft, symbol, side, qty, limitPrice });

it('flatten leaves nothing of what resting orders held, and is not stopped by its own resting buy', async () => {
  await hold('MSFT', '100');
  await hold('NVDA', '7');
  expect((await resting('MSFT', 'sell', '30', '9000')).state).toBe('accepted');
  expect((await resting('MSFT', 'buy', '5', '1')).state).toBe('accepted');
  const planned = await plan('flatten');
  expect(planned.symbols.map(({ symbol }) => symbol).sort()).toEqual(['MSFT', 'NVDA']);
  expect(planned.symbols.find(({ symbol }) => symbol === 'MSFT')?.cancels.sort()).toEqual([
    'Buy 5 MSFT, limit 1.00',
    'Sell 30 MSFT, limit 9000.00',
  ]);
  await begin(planned.closingId);
  await ended(planned.closingId);
  const { symbols } = await begin(planned.closingId);
  expect(symbols.map(({ step }) => step)).toEqual(['closed', 'closed']);
  for (const symbol of ['MSFT', 'NVDA']) {
    expect(await netOf(symbol)).toBe(0);
    expect(await openOf(symbol)).toEqual([]);
  }
});

it('close takes the whole of a bracket position, its legs included', async () => {
  const { door } = desk;
  const bracket = await desk.place({
    ...marketDraft('TSLA', 'buy', '10'),
    orderClass: 'bracket',
    takeProfit: { limitPrice: '9000' },
    stopLoss: { stopPrice: '1' },
  });
  expect(bracket.state).toBe('accepted');
  await expect.poll(async () => (await openOf('TSLA')).length).toBe(2);
  await expect
    .poll(async () => (await plan('close', ['TSLA'])).symbols.map(({ qty }) => qty))
    .toEqual(['10']);
  const { closingId } = await plan('close', ['TSLA']);
  const before = door.seen.filter(isOrder).length;
  await begin(closingId);
  await ended(closingId);
  expect(await netOf('TSLA')).toBe(0);
  expect(await openOf('TSLA')).toEqual([]);
  expect(door.seen.filter(isOrder)).toHaveLength(before + 1);
});

it('a refusal stops it and says what is left and why', async () => {
  await hold('JPM', '4');
  desk.door.interfere((request) =>
    isOrder(request)
      ? {
          kind: 'instead',
          reply: {
            status: 403,
            headers: { 'content-type': 'application/json' },
            body: '{"code":40310000,"message":"account is restricted to liquidation"}',
          },
        }
      : undefined,
  );
  const { closingId } = await plan('close', ['JPM']);
  await begin(closingId);
  await ended(closingId);
  expect((await begin(closingId)).symbols[0]).toMatchObject({
    step: 'left',
    left: '4',
    text: expect.stringContaining('restricted to liquidation') as string,
  });
  desk.door.interfere(() => undefined);
  const { shell, accountId } = desk;
  await need(shell, 'closings.goOn', { accountId, closingId });
  await ended(closingId);
  expect(await netOf('JPM')).toBe(0);
});

it('after a crash cancels go on, and exits wait for a person', async () => {
  await hold('AMZN', '20');
  expect((await resting('AMZN', 'sell', '6', '9000')).state).toBe('accepted');
  const { child } = desk.shell;
  // As long as the desk lives that is about to die.
  desk.door.interfere((request) =>
    isCancel(request) && child.signalCode === null ? { kind: 'silence' } : undefined,
  );
  const { closingId } = await plan('close', ['AMZN']);
  const asked = desk.door.seen.filter(isCancel).length;
  await begin(closingId);
  await expect.poll(() => desk.door.seen.filter(isCancel).length).toBeGreaterThan(asked);
  await desk.killAndRestart();
  const { shell, accountId } = desk;
  await expect.poll(async () => (await openOf('AMZN')).length).toBe(0);
  expect(await begin(closingId)).toMatchObject({
    state: 'waiting',
    note: 'Ballast closed while this was in progress.',
  });
  expect(await netOf('AMZN')).toBe(20);
  await need(shell, 'closings.goOn', { accountId, closingId });
  await ended(closingId);
  expect(await netOf('AMZN')).toBe(0);
  const titles = await ask<Closing>(shell, 'closings.begin', {
    accountId,
    closingId,
    how: 'market',
  });
  expect(titles.ok && titles.value.symbols[0]?.intentIds).toHaveLength(1);
}, 120_000);

it('a desk whose order stream never comes up in this start closes what was read', async () => {
  await hold('PFE', '8');
  expect((await resting('PFE', 'sell', '3', '9000')).state).toBe('accepted');
  desk.door.muteStreams(true);
  await desk.killAndRestart(false);
  await expect
    .poll(async () => {
      const { symbols, heldBack } = await plan('close', ['PFE']);
      return [heldBack, symbols.map(({ qty }) => qty)];
    })
    .toEqual([undefined, ['8']]);
  expect(await desk.place(marketDraft('PFE', 'buy', '1'))).toMatchObject({ state: 'not-sent' });
  const { closingId } = await plan('close', ['PFE']);
  await begin(closingId);
  await ended(closingId);
  expect(await netOf('PFE')).toBe(0);
  expect(await openOf('PFE')).toEqual([]);
}, 120_000);

it('an order that was placed elsewhere, and that no stream told of, keeps nobody in', async () => {
  await desk.killAndRestart();
  await hold('KO', '5');
  desk.door.muteStreams(true);
  const { hosts, key } = desk.paper;
  const placed = await fetch(`${hosts.rest}/v2/orders`, {
    method: 'POST',
    headers: {
      'APCA-API-KEY-ID': key.keyId,
      'APCA-API-SECRET-KEY': key.secretKey,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      symbol: 'KO',
      side: 'sell',
      type: 'stop',
      stop_price: '1',
      qty: '5',
      time_in_force: 'gtc',
    }),
  });
  expect(placed.status).toBe(200);
  const { closingId } = await plan('close', ['KO']);
  await begin(closingId);
  await ended(closingId);
  expect((await begin(closingId)).symbols).toMatchObject([{ step: 'closed' }]);
  expect(await netOf('KO')).toBe(0);
  expect(await openOf('KO')).toEqual([]);
}, 120_000);
