import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { createFaultyDisk } from '#test/unit/journal/harness.ts';
import { createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { aDraft, createWorlds, failureOf, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();
const createDesk = (options?: Parameters<typeof open>[0]) => createClosingWorld(open, options);

describe('a plan', () => {
  it('names all that would be done, and what is not closed here with its reason', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    await desk.hold('TSLA', '-5');
    await desk.hold('GONE', '7');
    desk.state.untradable.add('GONE');
    desk.rest({ qty: '30' });
    desk.rest({ symbol: 'MSFT', qty: '1' });
    expect(desk.plan()).toMatchObject({
      symbols: [
        {
          symbol: 'AAPL',
          side: 'long',
          qty: '100',
          cancels: [expect.stringMatching(/^Sell 30 AAPL, limit \d+\.\d\d$/)],
        },
        { symbol: 'TSLA', side: 'short', qty: '5', cancels: [] },
      ],
      leftOut: [
        { symbol: 'GONE', qty: '7', why: expect.stringContaining('cannot be traded') as string },
      ],
      stays: [expect.stringMatching(/^Sell 1 MSFT, limit/)],
      isMarketOpen: true,
      isStopped: false,
    });
    expect(desk.plan('close', ['AAPL', 'TSLA']).stays).toBeUndefined();
    expect(desk.plan('close', ['TSLA']).symbols.map(({ symbol }) => symbol)).toEqual(['TSLA']);
    desk.world.settings.heldBack = 'This live account is not armed.';
    expect(desk.plan().heldBack).toBe('This live account is not armed.');
  });

  it('is carried out once, and only when it was made here', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    const { closingId } = desk.plan();
    value(desk.closings.begin(closingId, 'market'));
    value(desk.closings.begin(closingId, 'market'));
    await desk.world.pass(3_000);
    value(desk.closings.begin(closingId, 'market'));
    expect(desk.exits()).toHaveLength(1);
    const stranger = '018f0000-0000-7000-8000-999999999999';
    expect(failureOf(desk.closings.begin(stranger, 'market'))).toContain('Nothing was sent');
    expect(failureOf(desk.closings.begin(desk.plan().closingId, 'market'))).toContain('nothing to');
  });
});

describe('flatten', () => {
  it('closes all of a position of which resting orders held a part, its own resting buy among them', async () => {
    const desk = createDesk({ shares: '100' });
    await desk.hold('AAPL', '100');
    desk.rest({ qty: '30' });
    desk.rest({ side: 'buy', limitPrice: '100', qty: '5' });
    const { closingId } = desk.begin();
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('0');
    expect(desk.open()).toEqual([]);
    expect(desk.now(closingId)).toMatchObject({
      state: 'ended',
      symbols: [{ symbol: 'AAPL', step: 'closed', left: '0' }],
    });
    expect(desk.exits()).toMatchObject([{ side: 'sell', qty: '100', type: 'market' }]);
  });

  it('is one confirmation for longs and shorts, each exit an intent that names it', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    await desk.hold('TSLA', '-5');
    const { closingId } = desk.begin();
    await desk.world.pass(5_000);
    expect([desk.held(), desk.held('TSLA')]).toEqual(['0', '0']);
    const { symbols } = desk.now(closingId);
    const intents = symbols.flatMap(({ intentIds }) => intentIds).map(desk.world.intent);
    expect(intents.map(({ title }) => title)).toEqual([
      'Flatten: Sell 100 AAPL, market, PRACTICE',
      'Flatten: Buy 5 TSLA, market, PRACTICE',
    ]);
    expect(desk.world.evidence(intents[0]!.intentId)[1]).toMatch(
      new RegExp(`^person: Part of the flatten that you confirmed at 2026.*${closingId}`),
    );
  });

  it('goes on until nothing is left when an exit fills in part', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = decimal('30');
    const { closingId } = desk.begin('close', ['AAPL']);
    await desk.world.pass(1_000);
    desk.state.fills = 'all';
    await desk.world.pass(10_000);
    expect(desk.held()).toBe('0');
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
    const sizes = desk.exits().map(({ qty }) => qty);
    expect(sizes[0]).toBe('100');
    expect(sizes[1]).toBe('70');
  });

  it('never opens the other side when the position goes away meanwhile', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    const plan = desk.plan();
    await desk.hold('AAPL', '0');
    value(desk.closings.begin(plan.closingId, 'market'));
    await desk.world.pass(5_000);
    expect(desk.exits()).toEqual([]);
    expect(desk.now(plan.closingId).symbols[0]).toMatchObject({ step: 'closed', left: '0' });
  });

  it('sends one exit at a time', async () => {
    const desk = createDesk();
    for (const symbol of ['AAPL', 'MSFT', 'TSLA']) await desk.hold(symbol, '10');
    let underWay = 0;
    let most = 0;
    const { place } = desk.world.broker.broker;
    desk.world.broker.broker.place = async (body, options) => {
      most = Math.max(most, ++underWay);
      await new Promise<void>((resolve) => void desk.world.time.delay(200, resolve));
      const answer = await place(body, options);
      underWay--;
      return answer;
    };
    desk.begin();
    await desk.world.pass(10_000);
    expect(most).toBe(1);
    expect(desk.exits()).toHaveLength(3);
  });

  it('cancels an order whose fate is not known, and leaves what that may take with a reason', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'request-lost' });
    const { intentId } = value(await desk.world.submit(aDraft({ side: 'sell', qty: '30' })));
    const { closingId } = desk.begin();
    await desk.world.pass(90_000, 200);
    expect(desk.world.intent(intentId).cancelWhenFound).toBe(true);
    expect(desk.held()).toBe('30');
    expect(desk.now(closingId)).toMatchObject({
      state: 'ended',
      symbols: [
        { step: 'left', left: '30', text: expect.stringContaining('unconfirmed orders') as string },
      ],
    });
  });
});

describe('what stops a way out', () => {
  it('an order whose fate is not known, when nothing is held any more', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'request-lost' });
    const { intentId } = value(await desk.world.submit(aDraft({ side: 'buy', qty: '30' })));
    const { closingId } = desk.begin();
    await desk.world.pass(90_000, 200);
    expect(desk.held()).toBe('0');
    expect(desk.world.intent(intentId).cancelWhenFound).toBe(true);
    const [symbol] = desk.now(closingId).symbols;
    expect(symbol).toMatchObject({
      step: 'left',
      left: '0',
      text: 'No AAPL is held now. An order in AAPL is open or unconfirmed and may open a position again; Ballast is canceling it.',
    });
  });

  it('a refusal, at once, with what is left and why', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'status', status: 422, message: 'account is restricted' });
    const { closingId } = desk.begin();
    await desk.world.pass(5_000);
    expect(desk.world.broker.calls.place).toHaveLength(1);
    expect(desk.now(closingId)).toMatchObject({
      state: 'ended',
      symbols: [
        { step: 'left', left: '100', text: expect.stringContaining('restricted') as string },
      ],
    });
  });

  it('three rounds without progress, and then no exit of its own rests', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = 'none';
    const { closingId } = desk.begin();
    await desk.world.pass(120_000, 200);
    expect(desk.exits()).toHaveLength(3);
    expect(desk.open()).toEqual([]);
    expect(desk.now(closingId).symbols[0]).toMatchObject({
      step: 'left',
      left: '100',
      text: '100 AAPL left. The exit did not fill in time (0 of 100).',
    });
  });

  it('a position that cannot be read: nothing is sold', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.reads = 'silent';
    const { closingId } = desk.begin();
    await desk.world.pass(70_000, 200);
    expect(desk.exits()).toEqual([]);
    const [symbol] = desk.now(closingId).symbols;
    expect(symbol).toMatchObject({ step: 'left', text: expect.stringContaining('read') as string });
    expect(symbol).not.toHaveProperty('left');
  });

  it('an exit of which nobody knows: it is not sent twice', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'late', ms: 60_000 });
    const { closingId } = desk.begin();
    await desk.world.pass(55_000, 200);
    expect(desk.world.broker.calls.place).toHaveLength(1);
    expect(desk.now(closingId).symbols[0]).toMatchObject({
      step: 'left',
      text: expect.stringContaining('not known whether the exit was placed') as string,
    });
  });

  it('the person, who finds no exit resting', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = 'none';
    const { closingId } = desk.begin();
    await desk.world.pass(2_000);
    value(desk.closings.stop(closingId));
    await desk.world.pass(5_000);
    expect(desk.open()).toEqual([]);
    expect(desk.now(closingId)).toMatchObject({
      state: 'ended',
      symbols: [{ step: 'left', left: '100', text: '100 AAPL left. You stopped it.' }],
    });
  });

  it('a disk that takes no record: nothing begins, and no exit goes', async () => {
    const { connect, state } = createFaultyDisk();
    const desk = createDesk({ connect });
    await desk.hold('AAPL', '100');
    const { closingId } = desk.plan();
    state.fault = { errcode: 13, at: 'commit' };
    expect(failureOf(desk.closings.begin(closingId, 'market'))).toContain('disk is full');
    state.fault = undefined;
    const event = { kind: 'desk' as const, detail: 'room', text: 'There is room.' };
    expect(desk.world.journal.saveEvent(event).ok).toBe(true);
    value(desk.closings.begin(closingId, 'market'));
    state.fault = { errcode: 13, at: 'commit' };
    await desk.world.pass(30_000);
    expect(desk.exits()).toEqual([]);
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'left', left: '100' });
  });
});
