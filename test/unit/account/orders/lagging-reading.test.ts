// A broker whose list of positions is behind what it says of the orders, while the stream tells nothing: what a look-up
// was the first to tell is not in the next reading yet.
import { describe, expect, it } from 'vitest';
import { aStop, createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { createWorlds } from '#test/unit/account/orders/world.ts';

const open = createWorlds();

async function withMuteStream(stopped?: string) {
  const desk = createClosingWorld(open);
  await desk.hold('AAPL', '100');
  const stop = stopped === undefined ? undefined : aStop(desk, stopped);
  desk.state.isMute = true;
  return {
    desk,
    fillStop: () => desk.world.broker.change(stop!.id, { status: 'filled', filledQty: stop!.qty! }),
  };
}

describe('a position that a look-up says was sold, and a reading that does not know it yet', () => {
  it('is not closed a second time when its exit has filled', async () => {
    const { desk } = await withMuteStream();
    const { closingId } = desk.begin('close', ['AAPL']);
    await desk.world.pass(500, 50);
    // Readings of before the exit has filled, for a second after that is known.
    desk.state.staleReads = 2;
    await desk.world.pass(10_000, 50);
    expect([desk.held(), desk.exits().length]).toEqual(['0', 1]);
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed', left: '0' });
  });

  it('is not closed a second time when its stop fills while it is canceled', async () => {
    const { desk, fillStop } = await withMuteStream('100');
    desk.world.broker.state.onCancel = () => {
      desk.world.broker.state.onCancel = undefined;
      fillStop();
      desk.state.staleReads = 2;
    };
    const { closingId } = desk.begin('close', ['AAPL']);
    await desk.world.pass(10_000, 50);
    expect([desk.held(), desk.exits().length]).toEqual(['0', 0]);
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed', left: '0' });
  });

  it('is closed as far as it is held, when the reading knew it all along', async () => {
    const { desk, fillStop } = await withMuteStream('60');
    fillStop();
    await desk.hold('AAPL', '100');
    desk.begin('close', ['AAPL']);
    await desk.world.pass(10_000, 50);
    expect([desk.held(), desk.exits().map(({ qty }) => qty)]).toEqual(['0', ['100']]);
  });
});
