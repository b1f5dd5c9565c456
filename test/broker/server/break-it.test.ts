// Breaking the broker from the settings: what a person starts there reaches the broker, and healing undoes it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import { createBreakIt, type BreakIt } from '#main/desk/practice/break-it.ts';
import { KEY, startRig, type Rig } from '#test/broker/server/rig.ts';

let rig: Rig;
let breakIt: BreakIt;
beforeEach(async () => {
  rig = await startRig();
  breakIt = createBreakIt({
    connection: () => ok({ hosts: { rest: rig.rest }, credentials: KEY }),
  });
});
afterEach(() => rig.end());

const active = async () => {
  const panel = await breakIt.panel();
  return panel.ok ? panel.value.active : panel;
};
const plan = async () => (await rig.call('GET', '/_paper/plan')).json.plan as string;

it('gives the practice account the free plan until it is healed', async () => {
  expect(await active()).toEqual([]);
  await breakIt.start('prices-free-plan', 1);
  expect([await plan(), await active()]).toEqual(['free', [{ name: 'prices-free-plan', hits: 0 }]]);
  await breakIt.heal();
  expect([await plan(), await active()]).toEqual(['plus', []]);
});

it('shows what is so at the broker, also when somebody else made it so', async () => {
  await rig.call('PUT', '/_paper/plan', { body: { plan: 'free' } });
  expect(await active()).toEqual([{ name: 'prices-free-plan', hits: 0 }]);
  await rig.call('PUT', '/_paper/plan', { body: { plan: 'plus' } });
  expect(await active()).toEqual([]);
});

it('halts a symbol until it is healed', async () => {
  await breakIt.start('halt', 1);
  expect([(await rig.call('GET', '/_paper/market/halts')).json, await active()]).toEqual([
    { symbols: ['AAPL'] },
    [{ name: 'halt', hits: 0 }],
  ]);
  await breakIt.heal();
  expect((await rig.call('GET', '/_paper/market/halts')).json).toEqual({ symbols: [] });
  const wrong = await rig.call('PUT', '/_paper/market/halts', { body: { symbols: ['NOSUCH'] } });
  expect([wrong.status, await active()]).toEqual([422, []]);
});

it('heals faults and what lasts together', async () => {
  await breakIt.start('order-lost', 5);
  await breakIt.start('prices-free-plan', 1);
  expect((await rig.call('GET', '/_paper/faults')).json).toHaveLength(1);
  await breakIt.heal();
  expect([(await rig.call('GET', '/_paper/faults')).json, await plan()]).toEqual([[], 'plus']);
});

it('heals one fault by its name and leaves the others', async () => {
  await breakIt.start('order-lost', 5);
  await breakIt.start('order-hidden', 1);
  await breakIt.heal('order-hidden');
  expect(await active()).toEqual([{ name: 'order-lost', hits: 0 }]);
  expect((await rig.call('GET', '/_paper/faults')).json).toHaveLength(1);
});

it('counts the order, and lets what follows it happen at every look', async () => {
  await breakIt.start('order-hidden', 1);
  const rules = (await rig.call('GET', '/_paper/faults')).json as { left: number | null }[];
  expect(rules.map(({ left }) => left)).toEqual([1, null, null, null, null]);
});
