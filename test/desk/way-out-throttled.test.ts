// A broker that asks for a wait, or does not tell of the account, keeps nobody in a position.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Closing, ClosingPlan } from '#contract/closings.ts';
import type { DoorReply, DoorRequest } from '#test/desk/support/broker-door.ts';
import { marketDraft, openDoorDesk, type DoorDesk } from '#test/desk/support/door-desk.ts';
import { need } from '#test/e2e/support/desk-call.ts';

let desk: DoorDesk;

beforeEach(async () => {
  desk = await openDoorDesk();
});
afterEach(() => desk.end());

const isAccount = ({ method, path }: DoorRequest) => method === 'GET' && path === '/v2/account';
const answer = (status: number, headers: Record<string, string> = {}): DoorReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: '{"message":"not now"}',
});

it.each([
  ['asks for a wait of two minutes', answer(429, { 'retry-after': '120' })],
  ['cannot tell of the account', answer(500)],
])('a position is closed while the broker %s', async (_what, reply) => {
  const { shell, accountId, door } = desk;
  const plan = () =>
    need<ClosingPlan>(shell, 'closings.plan', { accountId, kind: 'close', symbols: ['MSFT'] });
  expect((await desk.place(marketDraft('MSFT', 'buy', '10'))).state).toBe('accepted');
  await expect.poll(async () => (await plan()).symbols.map(({ qty }) => qty)).toEqual(['10']);
  door.interfere((request) => (isAccount(request) ? { kind: 'instead', reply } : undefined));
  const before = door.seen.filter(isAccount).length;
  expect((await desk.place(marketDraft('NVDA', 'buy', '1'))).state).toBe('accepted');
  await expect.poll(() => door.seen.filter(isAccount).length).toBeGreaterThan(before);

  const { closingId } = await plan();
  const now = () => need<Closing>(shell, 'closings.begin', { accountId, closingId, how: 'market' });
  await now();
  await expect.poll(async () => (await now()).state, { timeout: 20_000 }).toBe('ended');
  expect((await now()).symbols).toMatchObject([{ symbol: 'MSFT', step: 'closed', left: '0' }]);
});
