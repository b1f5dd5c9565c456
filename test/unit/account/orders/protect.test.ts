// Protecting a position: placed once, whatever is lost on the way; what it replaces is canceled first, and only for
// something that can be placed; and a position that is bare is said to be.
import { describe, expect, it } from 'vitest';
import type { Closing } from '#contract/closings.ts';
import { LimitPrice, type Order } from '#contract/orders.ts';
import { createClosingWorld, type ClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import {
  aMarketDraft,
  createWorlds,
  failureOf,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const open = createWorlds();
const createDesk = (options?: Parameters<typeof open>[0]) => createClosingWorld(open, options);
const price = (text: string) => LimitPrice.parse(text);
const BOTH = { stop: price('180'), target: price('200'), replaces: true };

const plan = (desk: ClosingWorld, wanted: Partial<typeof BOTH> = BOTH) =>
  desk.closings.plan('protect', ['AAPL'], { replaces: true, ...wanted });
function begin(desk: ClosingWorld, wanted?: Partial<typeof BOTH>): string {
  const { closingId } = plan(desk, wanted);
  return value(desk.closings.begin(closingId, 'market')).closingId;
}
const stepOf = (closing: Closing) => closing.symbols[0]!;
const placed = (desk: ClosingWorld): Order[] => desk.exits();
const whyNot = (desk: ClosingWorld, wanted: Partial<typeof BOTH>) => {
  const { symbols, leftOut } = plan(desk, wanted);
  expect(symbols).toEqual([]);
  return leftOut[0]?.why;
};
async function holding(qty: string, options?: Parameters<typeof open>[0]): Promise<ClosingWorld> {
  const desk = createDesk(options);
  await desk.hold('AAPL', qty);
  desk.world.freshPrice('190');
  return desk;
}

describe('a plan to protect', () => {
  it('says what is protected and what is replaced', async () => {
    const desk = await holding('10.5', { shares: '100' });
    desk.rest({ qty: '4', type: 'stop', stopPrice: '170', limitPrice: undefined });
    desk.rest({ side: 'buy', qty: '3', limitPrice: '100' });
    expect(plan(desk)).toMatchObject({
      kind: 'protect',
      protection: BOTH,
      symbols: [
        {
          symbol: 'AAPL',
          side: 'long',
          qty: '10',
          of: '10.5',
          cancels: ['Sell 4 AAPL, stop 170.00'],
        },
      ],
      leftOut: [],
    });
    expect(plan(desk, { ...BOTH, replaces: false }).symbols).toMatchObject([
      { qty: '6', cancels: [] },
    ]);
  });

  it('has no room beside a sale that was set aside to be told of only, unless it is replaced', async () => {
    const desk = await holding('10', { refusesReusedIds: false });
    desk.world.broker.will({ kind: 'status', status: 429 });
    const intentId = newId();
    void desk.world.submit(aMarketDraft({ side: 'sell', qty: '10' }), intentId);
    await desk.world.pass(50_000, 200);
    value(desk.world.trading.setAside(intentId, false));
    desk.world.freshPrice('190');
    expect(whyNot(desk, { ...BOTH, replaces: false })).toBe(
      'Unconfirmed orders hold all of your AAPL: replace them.',
    );
    expect(plan(desk).symbols[0]?.cancels).toEqual([
      expect.stringContaining('set aside: if it appears, it is canceled'),
    ]);
    expect(desk.world.intent(intentId)).not.toMatchObject({ cancelWhenFound: true });
    const closingId = begin(desk);
    await desk.world.pass(3_000);
    expect(stepOf(desk.now(closingId))).toMatchObject({ step: 'closed', text: 'Protected.' });
    expect(placed(desk)).toMatchObject([{ qty: '10' }]);
    expect(desk.world.intent(intentId)).toMatchObject({ cancelWhenFound: true });
  });

  it('says how much could be protected and what other orders hold, whatever the prices', async () => {
    const desk = await holding('10.5', { shares: '100' });
    desk.rest({ qty: '4', type: 'stop', stopPrice: '170', limitPrice: undefined });
    for (const stop of [undefined, price('180'), price('250')]) {
      const wanted = stop && { stop };
      expect(plan(desk, { ...wanted, replaces: true }).protectable).toEqual({
        qty: '10',
        inOrders: '0',
        last: '190',
      });
      expect(plan(desk, { ...wanted, replaces: false }).protectable).toEqual({
        qty: '6',
        inOrders: '4',
        last: '190',
      });
    }
    desk.rest({ qty: '6.5', limitPrice: '250' });
    const { protectable, leftOut } = plan(desk, { replaces: false });
    expect(protectable).toEqual({ qty: '0', inOrders: '10.5', last: '190' });
    expect(leftOut[0]?.why).toContain('Open orders hold all of your AAPL');
    expect(desk.plan('close', ['AAPL'])).not.toHaveProperty('protectable');
  });

  it('refuses what would end the position at once, and what cannot be', async () => {
    const desk = await holding('10', { shares: '100' });
    expect(whyNot(desk, {})).toContain('Enter a stop');
    expect(failureOf(desk.closings.begin(plan(desk, {}).closingId, 'market'))).toContain('nothing');
    expect(whyNot(desk, { stop: price('190') })).toContain(
      'The stop must be below the last price, 190.00.',
    );
    expect(whyNot(desk, { target: price('190') })).toContain('target must be above');
    expect(whyNot(desk, { stop: price('180.123') })).toContain('cent');
    const short = await holding('-5');
    expect(whyNot(short, { stop: price('190') })).toContain('stop must be above');
    expect(whyNot(short, { target: price('190') })).toContain('target must be below');
    desk.rest({ qty: '10' });
    expect(whyNot(desk, { ...BOTH, replaces: false })).toContain('Open orders hold all');
    const small = await holding('0.5');
    expect(whyNot(small, BOTH)).toContain('whole shares');
  });
});

describe('protect', () => {
  it('places a stop and a target as one OCO, good till canceled, and ends', async () => {
    const desk = await holding('10');
    const closingId = begin(desk);
    await desk.world.pass(3_000);
    expect(placed(desk)).toMatchObject([
      { side: 'sell', qty: '10', type: 'limit', timeInForce: 'gtc', status: 'new' },
    ]);
    const closing = desk.now(closingId);
    expect(closing).toMatchObject({ state: 'ended', symbols: [{ step: 'closed', left: '10' }] });
    const { title } = desk.world.intent(stepOf(closing).intentIds[0]!);
    expect(title).toBe(
      'Protect: Sell 10 AAPL at 200.00, limit, good till canceled, or stop loss 180.00, PRACTICE',
    );
  });

  it.each([
    [{ stop: price('180') }, { type: 'stop', stopPrice: '180' }],
    [{ target: price('200') }, { type: 'limit', limitPrice: '200' }],
  ])('places one alone as a simple order', async (wanted, order) => {
    const desk = await holding('10');
    begin(desk, wanted);
    await desk.world.pass(3_000);
    expect(placed(desk)).toMatchObject([order]);
  });

  it('protects a short by buying', async () => {
    const desk = await holding('-10');
    begin(desk, { stop: price('200'), target: price('180'), replaces: true });
    await desk.world.pass(3_000);
    expect(placed(desk)).toMatchObject([{ side: 'buy', qty: '10' }]);
  });

  it('cancels what it replaces first, waits for its end, and leaves other orders alone', async () => {
    const desk = await holding('10', { shares: '10' });
    const old = desk.rest({ qty: '10', type: 'stop', stopPrice: '170', limitPrice: undefined });
    const buy = desk.rest({ side: 'buy', qty: '3', limitPrice: '100' });
    begin(desk);
    await desk.world.pass(5_000);
    const ofIds = (...ids: string[]) => desk.open().filter(({ id }) => ids.includes(id));
    expect(ofIds(old.id)).toEqual([]);
    expect(ofIds(buy.id)).toHaveLength(1);
    expect(placed(desk)).toMatchObject([{ qty: '10', status: 'new' }]);
  });

  it('places nothing while the cancel is not over, and says so', async () => {
    const desk = await holding('10', { shares: '10' });
    desk.rest({ qty: '10', type: 'stop', stopPrice: '170', limitPrice: undefined });
    desk.world.broker.broker.cancel = () =>
      Promise.resolve({ kind: 'declined', text: 'no' } as never);
    const closingId = begin(desk);
    await desk.world.pass(60_000);
    expect(placed(desk)).toEqual([]);
    expect(stepOf(desk.now(closingId)).text).toContain('still being canceled');
    expect(stepOf(desk.now(closingId)).text).not.toContain('NOT protected');
  });

  it('says loudly that the position is bare where placing failed after the cancel', async () => {
    const desk = await holding('10', { shares: '10' });
    desk.rest({ qty: '10', type: 'stop', stopPrice: '170', limitPrice: undefined });
    const refusal = { kind: 'status' as const, status: 422, message: 'no stops today' };
    desk.world.broker.will(refusal, refusal, refusal, refusal, refusal);
    const closingId = begin(desk);
    await desk.world.pass(60_000);
    expect(desk.open()).toEqual([]);
    const { step, text } = stepOf(desk.now(closingId));
    expect(step).toBe('left');
    expect(text).toMatch(/^AAPL is NOT protected: .*no stops today/);
    value(desk.closings.goOn(closingId));
    await desk.world.pass(5_000);
    expect(desk.open()).toMatchObject([{ qty: '10' }]);
    expect(stepOf(desk.now(closingId)).step).toBe('closed');
  });

  it('does not cancel what rests for something that cannot be placed', async () => {
    const desk = await holding('10', { shares: '10' });
    const old = desk.rest({ qty: '10', type: 'stop', stopPrice: '170', limitPrice: undefined });
    const { closingId } = plan(desk);
    desk.state.untradable.add('AAPL');
    value(desk.closings.begin(closingId, 'market'));
    await desk.world.pass(5_000);
    expect(desk.open()).toMatchObject([{ id: old.id }]);
  });

  it('is placed once where the answer was lost', async () => {
    const desk = await holding('10');
    desk.world.broker.will({ kind: 'answer-lost' });
    const closingId = begin(desk);
    await desk.world.pass(60_000);
    expect(placed(desk)).toHaveLength(1);
    expect(desk.now(closingId)).toMatchObject({ state: 'ended', symbols: [{ step: 'closed' }] });
  });

  it.each([10, 50, 150, 400, 1_000, 3_000])(
    'is placed once after a crash at %d ms, is not taken back, and a person goes on',
    async (ms) => {
      const desk = await holding('10', { shares: '10' });
      desk.rest({ qty: '10', type: 'stop', stopPrice: '170', limitPrice: undefined });
      desk.world.broker.will({ kind: 'answer-lost' });
      const closingId = begin(desk);
      await desk.world.pass(ms);
      desk.restart();
      await desk.hold('AAPL', '10');
      for (const order of desk.world.broker.ledger) desk.world.trading.onOrder(order, 'found');
      await desk.world.pass(10_000);
      if (desk.now(closingId)?.state === 'waiting') value(desk.closings.goOn(closingId));
      await desk.world.pass(60_000);
      expect(placed(desk)).toHaveLength(1);
      expect(desk.open()).toMatchObject([{ qty: '10', type: 'limit' }]);
      if (desk.now(closingId)) expect(stepOf(desk.now(closingId)).step).toBe('closed');
    },
  );

  /** Placed, and nobody was told: its answer is lost and the stream is mute. */
  async function crashed(ms: number): Promise<{ desk: ClosingWorld; closingId: string }> {
    const desk = await holding('10');
    desk.state.isMute = true;
    desk.world.broker.will({ kind: 'answer-lost' });
    desk.world.broker.state.lookups = 'silent';
    const closingId = begin(desk);
    await desk.world.pass(ms);
    expect(placed(desk)).toHaveLength(1);
    desk.restart();
    desk.state.isMute = false;
    await desk.hold('AAPL', '10');
    expect(desk.now(closingId)).toMatchObject({ state: 'waiting' });
    return { desk, closingId };
  }

  it.each([100, 1_000, 5_000])(
    'finds what it placed before a crash at %d ms, keeps it and places nothing more',
    async (ms) => {
      const { desk, closingId } = await crashed(ms);
      desk.world.broker.state.lookups = 'honest';
      await desk.world.pass(20_000);
      value(desk.closings.goOn(closingId));
      await desk.world.pass(20_000);
      expect(placed(desk)).toMatchObject([{ status: 'new' }]);
      expect(desk.now(closingId)).toMatchObject({ state: 'ended', symbols: [{ step: 'closed' }] });
    },
  );

  it('places nothing while it is not known what became of the first', async () => {
    const { desk, closingId } = await crashed(1_000);
    value(desk.closings.goOn(closingId));
    await desk.world.pass(60_000);
    expect(placed(desk)).toMatchObject([{ status: 'new' }]);
    expect(stepOf(desk.now(closingId)).text).toMatch(/^It is not known whether it was placed/);
  });

  it('never stands in the way of a close, which ends it', async () => {
    const desk = await holding('10', { shares: '10' });
    desk.rest({ qty: '10', type: 'stop', stopPrice: '170', limitPrice: undefined });
    const closingId = begin(desk);
    const close = desk.begin('close', ['AAPL']);
    expect(desk.plan('close', ['AAPL']).leftOut[0]?.why).toContain('already being closed');
    await desk.world.pass(30_000);
    expect(desk.held()).toBe('0');
    expect(desk.open()).toEqual([]);
    expect(desk.now(close.closingId).symbols[0]?.step).toBe('closed');
    expect(desk.now(closingId).state).not.toBe('running');
    expect(stepOf(desk.now(closingId)).text).toContain('It is being closed.');
  });
});
