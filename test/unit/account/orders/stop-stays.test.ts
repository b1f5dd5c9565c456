// What protects a position ends only for an exit, or for a protection, that can go.
import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { aStop, createClosingWorld, openIds } from '#test/unit/account/orders/closing-world.ts';
import { createFaultyDisk } from '#test/unit/journal/harness.ts';
import { aDraft, createWorlds, newId, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();
const createDesk = (options?: Parameters<typeof open>[0]) => createClosingWorld(open, options);
type Desk = ReturnType<typeof createDesk>;
const textOf = (desk: Desk, closingId: string): string =>
  desk.now(closingId).symbols[0]?.text ?? '';

describe('a position whose record cannot be read once its way out was confirmed', () => {
  it('keeps its stop', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    const stop = aStop(desk, '100');
    const { closingId } = desk.begin('close', ['AAPL']);
    desk.state.unread.add('AAPL');
    await desk.world.pass(30_000, 100);
    expect(textOf(desk, closingId)).toContain('could not be read');
    expect(openIds(desk)).toEqual([stop.id]);
  });
});

describe('a sale of which nobody knows', () => {
  it('close keeps the stop while the exit cannot go', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    const stop = aStop(desk, '100');
    desk.world.broker.will({ kind: 'request-lost' });
    void desk.world.submit(aDraft({ side: 'sell', qty: '100', limitPrice: '250' }));
    await desk.world.pass(20_000, 100);
    const { closingId } = desk.begin('close', ['AAPL']);
    await desk.world.pass(90_000, 100);
    expect(textOf(desk, closingId)).toContain(
      'It is not known whether an order for all of your AAPL was placed',
    );
    expect(openIds(desk)).toEqual([stop.id]);
  });
  it('protect keeps the stop while nothing can be placed', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    const stop = aStop(desk, '100');
    desk.world.broker.will({ kind: 'request-lost' });
    void desk.world.submit(aDraft({ side: 'sell', qty: '100', limitPrice: '250' }));
    await desk.world.pass(20_000, 100);
    const plan = desk.closings.plan('protect', ['AAPL'], { stop: decimal('120'), replaces: true });
    value(desk.closings.begin(plan.closingId, 'market'));
    await desk.world.pass(90_000, 100);
    expect(textOf(desk, plan.closingId)).toContain(
      'It is not known whether an earlier order in AAPL was placed',
    );
    expect(openIds(desk)).toEqual([stop.id]);
  });
});

describe('a change of the stop of which nobody knows', () => {
  it.each([['close'], ['protect']] as const)('keeps nobody in (%s)', async (kind) => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    const draft = aDraft({
      side: 'sell',
      type: 'stop',
      limitPrice: undefined,
      stopPrice: '100',
      timeInForce: 'gtc',
      qty: '100',
    });
    const { resultId } = value(await desk.world.submit(draft));
    desk.world.broker.will({ kind: 'request-lost' });
    const changeId = newId();
    void desk.world.replace(resultId!, { stopPrice: '110' }, changeId);
    await desk.world.pass(15_000, 100);
    expect(desk.world.state(changeId)).toBe('unknown');
    if (kind === 'close') desk.begin('close', ['AAPL']);
    else {
      const plan = desk.closings.plan('protect', ['AAPL'], {
        stop: decimal('120'),
        replaces: true,
      });
      value(desk.closings.begin(plan.closingId, 'market'));
    }
    await desk.world.pass(15_000, 100);
    if (kind === 'close') expect(desk.held()).toBe('0');
    else expect(desk.open().map(({ stopPrice }) => stopPrice)).toEqual(['120']);
  });
});

describe('a fraction in a session that takes none', () => {
  it('what is whole of it goes', async () => {
    const traits = { attributes: [] as string[], fractionable: true };
    const desk = createDesk({ traits });
    desk.state.traits = traits;
    await desk.hold('AAPL', '100.5');
    desk.world.settings.isMarketOpen = false;
    const plan = desk.plan('close', ['AAPL']);
    expect(plan.leftOut).toEqual([]);
    desk.begin('close', ['AAPL'], 'extended');
    await desk.world.pass(30_000, 100);
    expect(desk.held()).toBe('0.5');
  });
});

describe('a disk that fails, or an account that is disarmed, after the confirmation', () => {
  it('disk', async () => {
    const disk = createFaultyDisk();
    const desk = createDesk({ connect: disk.connect });
    await desk.hold('AAPL', '100');
    const stop = aStop(desk, '100');
    const { closingId } = desk.begin('close', ['AAPL']);
    disk.state.fault = { errcode: 13, at: 'commit' };
    await desk.world.pass(10_000, 50);
    disk.state.fault = undefined;
    expect(textOf(desk, closingId)).toContain('disk');
    expect(openIds(desk)).toEqual([stop.id]);
  });
  it('disarmed', async () => {
    const desk = createDesk({ environment: 'live' });
    await desk.hold('AAPL', '100');
    const stop = aStop(desk, '100');
    const { closingId } = desk.begin('close', ['AAPL']);
    desk.world.settings.heldBack = 'This live account is not armed.';
    await desk.world.pass(10_000, 50);
    expect(textOf(desk, closingId)).toContain(
      'The exit was not sent: This live account is not armed.',
    );
    expect(openIds(desk)).toEqual([stop.id]);
  });
});

describe('protecting, when the account is disarmed after the confirmation', () => {
  it('keeps the stop that it was to replace', async () => {
    const desk = createDesk({ environment: 'live' });
    await desk.hold('AAPL', '100');
    const stop = aStop(desk, '100');
    const plan = desk.closings.plan('protect', ['AAPL'], { stop: decimal('120'), replaces: true });
    value(desk.closings.begin(plan.closingId, 'market'));
    desk.world.settings.heldBack = 'This live account is not armed.';
    await desk.world.pass(40_000, 100);
    expect(textOf(desk, plan.closingId)).toContain(
      'It was not placed: This live account is not armed.',
    );
    expect(openIds(desk)).toEqual([stop.id]);
  });
});

describe('a stop of which nobody knows, when no exit can be made', () => {
  it('is not canceled', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'late', ms: 30_000 });
    const intentId = newId();
    void desk.world.submit(
      aDraft({
        side: 'sell',
        type: 'stop',
        limitPrice: undefined,
        stopPrice: '100',
        timeInForce: 'gtc',
        qty: '100',
      }),
      intentId,
    );
    await desk.world.pass(12_000, 100);
    desk.world.settings.isMarketOpen = false;
    desk.state.quote = undefined;
    const { closingId } = desk.begin('close', ['AAPL'], 'extended');
    await desk.world.pass(60_000, 100);
    expect(textOf(desk, closingId)).toContain('There is no bid for AAPL');
    expect(desk.world.broker.ledger.map(({ status }) => status)).toEqual(['new']);
  });
});

describe('the extended session while none runs', () => {
  it('keeps the stop', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    const stop = aStop(desk, '100');
    desk.world.settings.isMarketOpen = false;
    desk.state.session = { phase: 'closed' };
    // The last quote of Friday is still told; nothing trades.
    desk.state.fills = 'none';
    const { closingId } = desk.begin('close', ['AAPL'], 'extended');
    await desk.world.pass(180_000, 200);
    expect(textOf(desk, closingId)).toContain('No session runs now');
    expect(openIds(desk)).toEqual([stop.id]);
  });
});

describe('the night, for shares that take no part in it', () => {
  it.each([
    ['keeps the stop', [], 'new'],
    ['closes those that do', ['overnight_tradable'], 'canceled'],
    [
      'keeps the stop of those that are halted for it',
      ['overnight_tradable', 'overnight_halted'],
      'new',
    ],
  ])('%s', async (_what, attributes, status) => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    const stop = aStop(desk, '100');
    desk.state.traits = { attributes };
    desk.world.settings.isMarketOpen = false;
    desk.state.session = { phase: 'overnight' };
    if (status === 'new') desk.state.fills = 'none';
    const { closingId } = desk.begin('close', ['AAPL'], 'extended');
    await desk.world.pass(180_000, 200);
    const isKept = status === 'new';
    expect(desk.world.broker.ledger.find(({ id }) => id === stop.id)?.status).toBe(status);
    expect(textOf(desk, closingId).includes('AAPL does not trade at night')).toBe(isKept);
    expect(desk.exits()).toHaveLength(isKept ? 0 : 1);
  });
});
