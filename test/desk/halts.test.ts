// A halt at the broker, as a desk meets it: heard on the stream, an order that opens is held back, an exit goes and waits,
// also that of a close, and both trade when trading does. Quotes come only while somebody looks.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Closing, ClosingPlan } from '#contract/closings.ts';
import type { OrderPreview } from '#contract/trading.ts';
import { marketDraft, openDoorDesk, type DoorDesk } from '#test/desk/support/door-desk.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import { until } from '#test/support/until.ts';

let desk: DoorDesk;
beforeAll(async () => {
  desk = await openDoorDesk();
  const { value, version } = await need<Guards>(desk.shell, 'guards.get');
  const guards = { ...value, halt: { isOn: true } };
  await need(desk.shell, 'guards.set', { guards, from: version });
});
afterAll(() => desk.end());

type Guards = { value: Record<string, object>; version: string };

async function preview(draft: object): Promise<OrderPreview> {
  const { shell, accountId } = desk;
  const { intentId } = await need<{ intentId: string }>(shell, 'tickets.open', { accountId });
  return need(shell, 'orders.preview', { accountId, intentId, draft });
}
const haltOf = async (draft: object) =>
  (await preview(draft)).verdicts.find(({ guard }) => guard === 'halt');
const symbolOf = ({ symbols }: Closing) => symbols[0];
const statusOf = async (id: string | undefined) =>
  (await desk.ledger()).find((order) => order.id === id)?.status;

it('an order into a halt is held back, an exit waits at the broker, and trading goes on', async () => {
  const { paper } = desk;
  const bought = await desk.place(marketDraft('MSFT', 'buy', '5'));
  await until(async () => (await statusOf(bought.resultId)) === 'filled', 'the shares are there');

  await paper.control('PUT', '/market/halts', { symbols: ['MSFT'] });
  const buy = marketDraft('MSFT', 'buy', '1');
  await until(async () => (await haltOf(buy))?.level === 'block', 'the halt is heard');
  expect((await haltOf(buy))?.text).toMatch(
    /^Trading in MSFT has been halted since .+ \(News Pending\)/,
  );
  expect(await desk.place(buy)).toMatchObject({ state: 'not-sent' });

  const sell = marketDraft('MSFT', 'sell', '5');
  await until(async () => (await haltOf(sell))?.level === 'warn', 'the shares can be closed');
  const exit = await desk.place(sell);
  expect(exit.state).toBe('accepted');
  expect(await statusOf(exit.resultId)).not.toBe('filled');

  await paper.control('PUT', '/market/halts', { symbols: [] });
  await until(async () => (await statusOf(exit.resultId)) === 'filled', 'the exit is filled');
  await until(async () => (await haltOf(buy))?.level === 'pass', 'the end of the halt is heard');
});

it('a close in a halt cancels the stop and leaves its exit at the broker, which fills when trading goes on', async () => {
  const { shell, paper, accountId } = desk;
  const buy = marketDraft('NVDA', 'buy', '4');
  const bought = await desk.place(buy);
  await until(async () => (await statusOf(bought.resultId)) === 'filled', 'the shares are there');
  const protects = { ...marketDraft('NVDA', 'sell', '4'), type: 'stop', stopPrice: '1' };
  const stop = await desk.place(protects);
  expect(stop.state).toBe('accepted');
  await paper.control('PUT', '/market/halts', { symbols: ['NVDA'] });
  await until(async () => (await haltOf(buy))?.level === 'block', 'the halt is heard');

  const asked = { accountId, kind: 'close', symbols: ['NVDA'] };
  const { closingId } = await need<ClosingPlan>(shell, 'closings.plan', asked);
  const begin = () =>
    need<Closing>(shell, 'closings.begin', { accountId, closingId, how: 'market' });
  const isSaid = async () => symbolOf(await begin())?.text.includes('is halted') === true;
  // Said once the time in which an exit has to fill is over.
  await until(isSaid, 'the close says that it waits for the end of the halt', 30_000);
  expect(await statusOf(stop.resultId)).toBe('canceled');
  const exits = (await desk.ledger()).filter(
    ({ symbol, side, id }) => symbol === 'NVDA' && side === 'sell' && id !== stop.resultId,
  );
  expect(exits.map(({ status }) => status)).toEqual(['new']);

  await paper.control('PUT', '/market/halts', { symbols: [] });
  await until(async () => (await begin()).state === 'ended', 'the close is over');
  expect(symbolOf(await begin())?.step).toBe('closed');
  expect(await statusOf(exits[0]?.id)).toBe('filled');
});
