// A halt at the broker, as a desk meets it: heard on the stream, an order that opens is held back, an exit goes and waits,
// and both trade when trading does. Quotes come only while somebody looks.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderPreview } from '#contract/trading.ts';
import { marketDraft, openDoorDesk, type DoorDesk } from '#test/desk/support/door-desk.ts';
import { need } from '#test/e2e/support/desk-call.ts';
import { until } from '#test/support/until.ts';

let desk: DoorDesk;
beforeAll(async () => {
  desk = await openDoorDesk();
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
const statusOf = async (id: string | undefined) =>
  (await desk.ledger()).find((order) => order.id === id)?.status;

it('an order into a halt is held back, an exit waits at the broker, and trading goes on', async () => {
  const { shell, paper } = desk;
  const { value, version } = await need<Guards>(shell, 'guards.get');
  await need(shell, 'guards.set', { guards: { ...value, halt: { isOn: true } }, from: version });
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
