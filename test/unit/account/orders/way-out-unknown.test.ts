// A way out beside an order of which nobody knows.
import { describe, expect, it } from 'vitest';
import { createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { aMarketDraft, createWorlds, newId, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();
const createDesk = (options?: Parameters<typeof open>[0]) => createClosingWorld(open, options);

describe('an exit of which nobody knows', () => {
  it('no longer keeps the position from being closed once it is set aside', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'status', status: 429 });
    const { closingId } = desk.begin();
    await desk.world.pass(50_000, 200);
    const { intentIds, text } = desk.now(closingId).symbols[0]!;
    expect(text).toContain('set it aside');
    value(desk.closings.goOn(closingId));
    await desk.world.pass(50_000, 200);
    expect(desk.held()).toBe('100');

    value(desk.world.trading.setAside(intentIds[0]!));
    expect(desk.plan().symbols[0]!.cancels).toEqual([expect.stringContaining('set aside')]);
    value(desk.closings.goOn(closingId));
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('0');
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
  });
});

describe('a sale of which nobody knows, set aside to be told of only', () => {
  it('keeps nobody in: it is to be canceled from then on, as the plan said', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'status', status: 429 });
    const intentId = newId();
    void desk.world.submit(aMarketDraft({ side: 'sell', qty: '100' }), intentId);
    await desk.world.pass(50_000, 200);
    expect(desk.world.state(intentId)).toBe('unknown');
    value(desk.world.trading.setAside(intentId, false));
    expect(desk.plan().symbols[0]!.cancels).toEqual([
      expect.stringContaining('set aside: if it appears, it is canceled'),
    ]);
    const { closingId } = desk.begin();
    await desk.world.pass(5_000);
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
    expect(desk.held()).toBe('0');
    expect(desk.world.intent(intentId)).toMatchObject({
      state: 'set-aside',
      cancelWhenFound: true,
    });
  });
});
