// What the gate goes by: the far side of the quote, the last price, and whether the symbol trades at all.
import { describe, expect, it } from 'vitest';
import { aDraft, aMarketDraft, createWorlds, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

describe('an order into a halt', () => {
  it('is not sent when it opens a position, is sent when it closes one, and goes when trading does', async () => {
    const world = createWorld();
    world.hold('100');
    world.halt(true);
    expect(value(await world.submit(aDraft()))).toMatchObject({
      state: 'not-sent',
      reason: expect.stringContaining('Trading in AAPL has been halted since') as string,
    });
    expect(world.broker.ledger).toEqual([]);
    const exit = aDraft({ side: 'sell', limitPrice: '200' });
    expect(value(await world.submit(exit)).state).toBe('accepted');
    world.halt(false);
    expect(value(await world.submit(aDraft())).state).toBe('accepted');
  });

  it('that begins between submit and hand-over keeps it from leaving', async () => {
    const world = createWorld();
    world.quotes.putNews({ kind: 'status', symbol: 'MSFT', isHalted: true, at: 1 }, 1);
    expect(value(await world.submit(aDraft())).state).toBe('accepted');
    world.halt(true);
    expect(value(await world.submit(aDraft())).state).toBe('not-sent');
  });

  it('goes where the guard is switched off', async () => {
    const world = createWorld();
    world.settings.guards = { ...world.settings.guards, halt: { isOn: false } };
    world.halt(true);
    expect(value(await world.submit(aDraft())).state).toBe('accepted');
  });
});

describe('the price that guards go by', () => {
  it('is the far side of the quote: the bid of what is sold, the ask of what is bought', () => {
    const world = createWorld();
    world.quote('189.9', '190.1');
    const textOf = (draft: ReturnType<typeof aDraft>) =>
      world.gate.verdicts(draft).find(({ guard }) => guard === 'value')?.text;
    expect(textOf(aMarketDraft({ qty: '10' }))).toContain('Worth 1,901.00');
    expect(textOf(aMarketDraft({ qty: '10', side: 'sell' }))).toContain('Worth 1,899.00');
  });

  it('is as old as the quote, and none of a quote is left after sleep', () => {
    const world = createWorld();
    const stale = () => world.gate.verdicts(aDraft()).find(({ guard }) => guard === 'stalePrice');
    world.time.advance(40_000);
    expect(stale()).toMatchObject({
      level: 'block',
      text: expect.stringContaining('price') as string,
    });
    world.quote('189.9', '190.1');
    expect(stale()).toMatchObject({ level: 'pass', text: 'The quote of AAPL is 0 s old.' });
    world.gate.onSleep();
    expect(stale()?.level).toBe('block');
  });
});
