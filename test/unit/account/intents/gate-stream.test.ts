import { describe, expect, it } from 'vitest';
import {
  aDraft,
  aMarketDraft,
  createWorlds,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

describe('the order stream', () => {
  it('never signed in during this start: what an earlier one knew to be held is not sold', async () => {
    const world = createWorld({ isReady: false });
    world.gate.setReconciled();
    world.hold('100');
    const { state, reason } = value(await world.submit(aMarketDraft({ side: 'sell' })));
    expect(state).toBe('not-sent');
    expect(reason).toContain('has not signed in');
    expect(world.broker.ledger).toEqual([]);
  });

  it.each([
    ['never signed in', 'has not signed in yet', () => undefined],
    [
      'signed in, and the orders not all read',
      'have not all been read yet',
      (world: ReturnType<typeof createWorld>) => world.stream('live'),
    ],
  ])('%s, but the positions were read: exits go, nothing else does', async (_how, why, prepare) => {
    const world = createWorld({ isReady: false });
    prepare(world);
    world.hold('100', world.book.markFills());
    expect(world.gate.armState()).toEqual({
      isArmed: false,
      takesExits: true,
      why: expect.stringMatching(`${why}\\. Exits can be sent`) as string,
    });
    const [bought, tooMuch, exit] = [
      await world.submit(aDraft({ qty: '1' })),
      await world.submit(aMarketDraft({ side: 'sell', qty: '101' })),
      await world.submit(aMarketDraft({ side: 'sell', qty: '100' })),
    ].map(value);
    expect(bought).toMatchObject({
      state: 'not-sent',
      reason: expect.stringContaining(why) as string,
    });
    expect(tooMuch?.state).toBe('not-sent');
    expect(exit?.state).toBe('accepted');
    expect(world.broker.ledger).toMatchObject([{ side: 'sell', qty: '100' }]);
  });

  it('live before and down now: other orders need a second confirmation', async () => {
    const world = createWorld();
    world.stream('reconnecting');
    expect(value(await world.submit())).toMatchObject({
      state: 'not-sent',
      reason: expect.stringContaining('Confirm once more') as string,
    });
    expect(value(await world.submit(aDraft(), newId(), ['stream-down'])).state).toBe('accepted');
  });

  it('down: exits and cancels pass', async () => {
    const world = createWorld();
    const { resultId: orderId } = value(await world.submit());
    world.hold('100');
    world.stream('reconnecting');
    const exit = aDraft({ side: 'sell', limitPrice: '200' });
    expect(value(await world.submit(exit)).state).toBe('accepted');
    value(await world.trading.cancel(orderId!));
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
  });

  it('down: a change needs the second confirmation as well', async () => {
    const world = createWorld();
    const { resultId: orderId } = value(await world.submit());
    world.stream('reconnecting');
    expect(value(await world.replace(orderId!)).state).toBe('not-sent');
  });
});
