// Fills that the broker takes back or corrects, and changes that it rejects late: on a whole desk, over its bridge.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { need } from '#test/e2e/support/desk-call.ts';
import { marketDraft, openDoorDesk, type DoorDesk } from '#test/desk/support/door-desk.ts';
import { until } from '#test/support/until.ts';

type Line = { text: string; isTakenBack?: true };
type Execution = { execution_id: string; order_id: string; price: string; qty: string };

let desk: DoorDesk;
beforeAll(async () => {
  desk = await openDoorDesk();
});
afterAll(() => desk.end());

const evidence = async (intentId: string): Promise<Line[]> => {
  const { shell, accountId } = desk;
  const input = { accountId, intentId };
  return (await need<{ evidence: Line[] }>(shell, 'orders.evidence', input)).evidence;
};
const lineWith = (intentId: string, words: RegExp) =>
  until(
    async () => (await evidence(intentId)).find(({ text }) => words.test(text)),
    `a line of evidence that says ${words}`,
  );
const plan = () =>
  need<{ symbols: { symbol: string; qty: string }[] }>(desk.shell, 'closings.plan', {
    accountId: desk.accountId,
    kind: 'flatten',
  });
const held = async (symbol: string) =>
  (await plan()).symbols.find((one) => one.symbol === symbol)?.qty ?? '0';
const lines = async (text: string) =>
  (
    await need<{ lines: Line[] }>(desk.shell, 'activity.list', {
      accountId: desk.accountId,
      kinds: ['desk'],
      text,
      limit: 50,
    })
  ).lines.map((line) => line.text);

async function fillsOf(orderId: string | undefined): Promise<Execution[]> {
  const { executions } = await desk.paper.control<{ executions: Execution[] }>('GET', '/ledger');
  return executions.filter((one) => one.order_id === orderId);
}

async function buy(symbol: string, qty: string) {
  const placed = await desk.place(marketDraft(symbol, 'buy', qty));
  await lineWith(placed.intentId, /It ended: filled/);
  const [fill] = await fillsOf(placed.resultId);
  if (!fill) throw new Error('nothing was filled');
  return { ...placed, fill };
}

it('a fill that is busted is struck through, told once, and position and order follow', async () => {
  const { intentId, fill } = await buy('MSFT', '1');
  await until(async () => (await held('MSFT')) === '1', 'the position');
  await desk.paper.control('POST', `/executions/${fill.execution_id}/bust`);
  const busted = await lineWith(intentId, /was busted by the broker/);
  expect(busted.text).toMatch(/^Fill of 1 MSFT at [\d.]+ was busted by the broker\.$/);
  const filled = (await evidence(intentId)).find(({ text }) => text.startsWith('Filled 1'));
  expect(filled?.isTakenBack).toBe(true);
  await until(async () => (await held('MSFT')) === '0', 'nothing is held any more');
  await lineWith(intentId, /has busted all of its fills/);
  expect(await lines('MSFT busted')).toHaveLength(1);
});

it('a correction shows what was and what is', async () => {
  const { intentId, fill } = await buy('AMD', '1');
  await desk.paper.control('POST', `/executions/${fill.execution_id}/correct`, { price: '12.34' });
  const corrected = await lineWith(intentId, /was corrected by the broker/);
  expect(corrected.text).toMatch(/^Fill of 1 AMD at [\d.]+ was corrected .* to 1 at 12\.34\.$/);
  await lineWith(intentId, /It ended: filled, 1 at 12\.34 on average/);
  expect(await held('AMD')).toBe('1');
});

it('what is busted while the stream is cut, or the desk is closed, is heard afterwards, once', async () => {
  const first = await buy('NVDA', '1');
  const second = await buy('NVDA', '1');
  await desk.paper.control('POST', '/activities/cut');
  await desk.paper.control('POST', `/executions/${first.fill.execution_id}/bust`);
  await lineWith(first.intentId, /was busted by the broker/);
  desk.door.interfere(({ path }) =>
    path.startsWith('/v2beta1/') ? { kind: 'silence' } : undefined,
  );
  await desk.paper.control('POST', '/activities/cut');
  await desk.paper.control('POST', `/executions/${second.fill.execution_id}/bust`);
  desk.door.interfere(() => undefined);
  await desk.killAndRestart(false);
  await lineWith(second.intentId, /was busted by the broker/);
  await until(async () => (await held('NVDA')) === '0', 'nothing is held any more');
  expect(await lines('NVDA busted')).toHaveLength(2);
});

it('a broker without the stream is told of once, and fills are read', async () => {
  desk.door.interfere(({ path }) =>
    path.startsWith('/v2beta1/')
      ? { kind: 'instead', reply: { status: 404, headers: {}, body: '' } }
      : undefined,
  );
  await desk.killAndRestart();
  await until(async () => (await lines('no activity stream')).length === 1, 'that is told');
  await buy('TSLA', '1');
  await until(async () => (await held('TSLA')) === '1', 'the position');
  desk.door.interfere(() => undefined);
});

it('a change that is rejected after its answer leaves the old terms, and says so on both', async () => {
  await desk.paper.control('PUT', '/replaces', { left: 1, afterMs: 500 });
  const { shell, accountId } = desk;
  const resting = { ...marketDraft('KO', 'buy', '1'), type: 'limit', limitPrice: '1.50' };
  const { intentId, resultId } = await desk.place(resting);
  await lineWith(intentId, /It is working/);
  const { intentId: changeId } = await need<{ intentId: string }>(shell, 'tickets.open', {
    accountId,
  });
  const change = await need<{ state: string }>(shell, 'orders.replace', {
    accountId,
    intentId: changeId,
    orderId: resultId,
    change: { limitPrice: '1.60' },
    confirmations: [],
  });
  expect(change.state).toBe('accepted');
  const told = await lineWith(intentId, /The broker rejected the change/);
  expect(told.text).toMatch(
    /^The broker rejected the change, \d+ s after you asked for it\. The old terms still apply: Buy 1 KO limit 1\.50\.$/,
  );
  await lineWith(changeId, /The broker rejected the change/);
  await lineWith(changeId, /It ended: rejected/);
  await lineWith(intentId, /It is working/);
});
