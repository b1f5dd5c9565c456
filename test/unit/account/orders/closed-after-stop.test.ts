// Who stops a way out and wants out after all is not kept waiting for the end of the first one.
import { describe, expect, it } from 'vitest';
import { aStop, createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { createWorlds, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();

/** Its exit rests at a broker that does not answer cancels for now. */
async function whoseExitRests() {
  const desk = createClosingWorld(open);
  await desk.hold('AAPL', '100');
  aStop(desk, '100');
  desk.state.fills = 'none';
  const first = desk.begin('close', ['AAPL']);
  await desk.world.pass(3_000, 50);
  expect(desk.exits().map(({ status }) => status)).toEqual(['new']);
  desk.world.broker.cancelModes.push(...Array<'silent'>(5).fill('silent'));
  return { desk, first };
}

describe('a position whose way out was stopped by the person', () => {
  it('is closed anew at once, when the first exit has ended', async () => {
    const { desk, first } = await whoseExitRests();
    value(desk.closings.stop(first.closingId));
    await desk.world.pass(100, 50);
    expect(desk.now(first.closingId).state).toBe('running');
    expect(desk.plan('close', ['AAPL']).leftOut).toEqual([]);
    const second = desk.begin('close', ['AAPL']);
    desk.state.fills = 'all';
    await desk.world.pass(60_000, 50);
    expect(desk.held()).toBe('0');
    expect(desk.exits().map(({ status }) => status)).toEqual(['canceled', 'filled']);
    expect(desk.now(second.closingId).symbols[0]).toMatchObject({ step: 'closed' });
  });

  it('is sold no further than it was held, when the first exit fills after all', async () => {
    const { desk, first } = await whoseExitRests();
    value(desk.closings.stop(first.closingId));
    await desk.world.pass(100, 50);
    const second = desk.begin('close', ['AAPL']);
    const [exit] = desk.exits();
    await desk.world.pass(1_000, 50);
    desk.world.broker.change(exit!.id, { status: 'filled', filledQty: exit!.qty! });
    desk.state.fills = 'all';
    await desk.world.pass(60_000, 50);
    expect(desk.held()).toBe('0');
    expect(desk.exits()).toHaveLength(1);
    expect(desk.now(second.closingId).symbols[0]).toMatchObject({ step: 'closed' });
  });

  it.each(['half', 'protect'] as const)(
    'is not to be kept in part (%s) meanwhile',
    async (kind) => {
      const { desk, first } = await whoseExitRests();
      value(desk.closings.stop(first.closingId));
      await desk.world.pass(100, 50);
      expect(desk.plan(kind, ['AAPL']).leftOut).toMatchObject([
        { why: 'AAPL is already being closed.' },
      ]);
    },
  );

  it('is not closed twice while the first goes on', async () => {
    const { desk } = await whoseExitRests();
    expect(desk.plan('close', ['AAPL']).leftOut).toMatchObject([
      { why: 'AAPL is already being closed.' },
    ]);
  });
});
