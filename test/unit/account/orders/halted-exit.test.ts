// Closing while trading in the symbol is halted: nothing fills until it resumes.
import { describe, expect, it } from 'vitest';
import { aStop, createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { createWorlds, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();

async function whoseExitWaits() {
  const desk = createClosingWorld(open);
  await desk.hold('AAPL', '100');
  aStop(desk, '100');
  desk.state.halted.add('AAPL');
  desk.state.fills = 'none';
  const { closingId } = desk.begin('close', ['AAPL']);
  await desk.world.pass(300_000, 500);
  return { desk, closingId, exits: () => desk.exits().map(({ status }) => status) };
}

describe('an exit at the market during a halt', () => {
  it('stays at the broker and fills when trading resumes', async () => {
    const { desk, closingId, exits } = await whoseExitWaits();
    expect(exits()).toEqual(['new']);
    expect(desk.now(closingId)).toMatchObject({
      state: 'running',
      symbols: [{ text: expect.stringContaining('Trading in AAPL is halted') }],
    });
    desk.state.halted.clear();
    const [exit] = desk.exits();
    desk.world.broker.change(exit!.id, { status: 'filled', filledQty: exit!.qty! });
    await desk.world.pass(5_000, 100);
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
    expect([desk.held(), exits()]).toEqual(['0', ['filled']]);
  });

  it('has its time to fill once trading has resumed, and is then sent anew', async () => {
    const { desk, closingId, exits } = await whoseExitWaits();
    desk.state.halted.clear();
    await desk.world.pass(10_000, 100);
    expect(exits()).toEqual(['new']);
    desk.state.fills = 'all';
    await desk.world.pass(15_000, 100);
    expect(exits()).toEqual(['canceled', 'filled']);
    expect(desk.now(closingId).state).toBe('ended');
  });

  it('is taken back when the person stops it, and closed by nothing else', async () => {
    const { desk, closingId, exits } = await whoseExitWaits();
    value(desk.closings.stop(closingId));
    await desk.world.pass(30_000, 100);
    expect([exits(), desk.held()]).toEqual([['canceled'], '100']);
    expect(desk.now(closingId).state).toBe('ended');
  });

  it('waits for nothing when the desk closes', async () => {
    const { desk, closingId, exits } = await whoseExitWaits();
    desk.restart();
    await desk.world.pass(30_000, 100);
    expect(desk.now(closingId).state).toBe('waiting');
    expect(exits()).toEqual(['canceled']);
  });
});
