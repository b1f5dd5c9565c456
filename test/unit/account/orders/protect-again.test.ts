// Protecting once more, and what ends it.
import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { createFaultyDisk } from '#test/unit/journal/harness.ts';
import { createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { createWorlds, failureOf, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();
type Options = Parameters<typeof open>[0];

async function holding(options?: Options) {
  const desk = createClosingWorld(open, { shares: '10', ...options });
  await desk.hold('AAPL', '10');
  return desk;
}
type Desk = Awaited<ReturnType<typeof holding>>;

const plan = (desk: Desk) =>
  desk.closings.plan('protect', ['AAPL'], { stop: decimal('100'), replaces: true });
function begin(desk: Desk): string {
  const { closingId } = plan(desk);
  value(desk.closings.begin(closingId, 'market'));
  return closingId;
}
const symbolOf = (desk: Desk, closingId: string) => desk.now(closingId).symbols[0]!;
const anOldStop = (desk: Desk) =>
  desk.rest({ type: 'stop', qty: '10', limitPrice: undefined, stopPrice: '90' });
const refusal = { kind: 'status', status: 422, message: 'no stops today' } as const;

/** Nobody knows whether it was placed. */
async function inDoubt(desk: Desk): Promise<string> {
  desk.world.broker.will({ kind: 'late', ms: 60_000 });
  desk.world.broker.state.lookups = 'silent';
  const closingId = begin(desk);
  await desk.world.pass(50_000, 200);
  expect(symbolOf(desk, closingId)).toMatchObject({
    step: 'left',
    text: 'It is not known whether it was placed. Ballast is looking for it. Continue when it is settled.',
  });
  return closingId;
}

describe('what was placed before', () => {
  it.each(['new', 'filled'])('and is %s has done it: nothing is placed anew', async (status) => {
    const desk = await holding({ refusesReusedIds: false });
    const closingId = await inDoubt(desk);
    desk.world.broker.state.lookups = 'honest';
    await desk.world.pass(40_000, 200);
    const [order] = desk.exits();
    if (status === 'filled')
      desk.world.broker.change(order!.id, { status, filledQty: decimal('10') });
    value(desk.closings.goOn(closingId));
    await desk.world.pass(5_000);
    expect(desk.exits()).toHaveLength(1);
    expect(symbolOf(desk, closingId)).toMatchObject({ step: 'closed', text: 'Protected.' });
  });

  it('and was canceled since is placed anew', async () => {
    const desk = await holding({ refusesReusedIds: false });
    const closingId = await inDoubt(desk);
    desk.world.broker.state.lookups = 'honest';
    await desk.world.pass(40_000, 200);
    desk.world.broker.change(desk.exits()[0]!.id, { status: 'canceled' });
    value(desk.closings.goOn(closingId));
    await desk.world.pass(5_000);
    expect(desk.exits().map(({ status }) => status)).toEqual(['canceled', 'new']);
  });

  it('and was set aside is placed anew', async () => {
    const desk = await holding({ refusesReusedIds: false });
    desk.world.broker.will({ kind: 'request-lost' });
    desk.world.broker.state.lookups = 'silent';
    const closingId = begin(desk);
    await desk.world.pass(50_000, 200);
    const [intentId = ''] = symbolOf(desk, closingId).intentIds;
    value(desk.world.trading.setAside(intentId));
    value(desk.closings.goOn(closingId));
    await desk.world.pass(5_000);
    expect(desk.exits()).toMatchObject([{ status: 'new', qty: '10' }]);
    expect(symbolOf(desk, closingId).step).toBe('closed');
  });
});

describe('what ends it', () => {
  it('a position that is gone', async () => {
    const desk = await holding();
    const { closingId } = plan(desk);
    await desk.hold('AAPL', '0');
    value(desk.closings.begin(closingId, 'market'));
    await desk.world.pass(5_000);
    expect(symbolOf(desk, closingId)).toMatchObject({
      step: 'left',
      text: 'You have no AAPL any more.',
      left: '0',
    });
  });

  it('a position that cannot be read, before anything is canceled', async () => {
    const desk = await holding();
    const old = anOldStop(desk);
    const { closingId } = plan(desk);
    desk.state.reads = 'silent';
    value(desk.closings.begin(closingId, 'market'));
    await desk.world.pass(5_000);
    expect(desk.open()).toMatchObject([{ id: old.id }]);
    const { text } = symbolOf(desk, closingId);
    expect(text).toMatch(/^The position could not be read: .*No answer/);
  });

  it('one that cannot be read once the old stop is canceled: it is said to be bare', async () => {
    const desk = await holding();
    anOldStop(desk);
    const closingId = begin(desk);
    await desk.world.pass(20);
    desk.state.reads = 'silent';
    await desk.world.pass(20_000);
    expect(desk.open()).toEqual([]);
    expect(symbolOf(desk, closingId).text).toMatch(
      /^AAPL is NOT protected: no order would end it\. The position could not be read: /,
    );
  });

  it('five refusals, each told while it is tried again', async () => {
    const desk = await holding();
    desk.world.broker.will(...Array.from({ length: 9 }, () => refusal));
    const closingId = begin(desk);
    await desk.world.pass(30_000);
    expect(desk.world.broker.calls.place).toHaveLength(5);
    const again = desk.seen
      .flatMap(({ symbols }) => symbols)
      .find(({ text }) => text.endsWith(' again.'));
    expect(again).toMatchObject({
      step: 'waiting',
      text: expect.stringContaining('no stops today'),
    });
    expect(symbolOf(desk, closingId).step).toBe('left');
  });

  it('a person who stops it while the old stop is being canceled', async () => {
    const desk = await holding();
    anOldStop(desk);
    desk.world.broker.broker.cancel = () =>
      Promise.resolve({ kind: 'declined', text: 'no' } as never);
    const closingId = begin(desk);
    await desk.world.pass(1_000);
    value(desk.closings.stop(closingId));
    await desk.world.pass(500);
    expect(symbolOf(desk, closingId)).toMatchObject({ step: 'left', text: 'You stopped it.' });
    expect(desk.exits()).toEqual([]);
  });

  it('a disk that takes no record: nothing is placed', async () => {
    const { connect, state } = createFaultyDisk();
    const desk = await holding({ connect });
    const closingId = begin(desk);
    state.fault = { errcode: 13, at: 'commit' };
    await desk.world.pass(20_000);
    expect(desk.exits()).toEqual([]);
    expect(symbolOf(desk, closingId).text).toMatch(/^AAPL is NOT protected: .*disk is full/);
  });

  it('a mistake of ours, which is logged', async () => {
    const desk = await holding();
    const closingId = begin(desk);
    Object.defineProperty(desk.state, 'traits', {
      get() {
        throw new Error('as a mistake would');
      },
    });
    await desk.world.pass(5_000);
    expect(symbolOf(desk, closingId)).toMatchObject({
      step: 'left',
      text: 'AAPL is NOT protected: no order would end it. Something went wrong inside Ballast. Check its open orders.',
    });
    expect(desk.world.log).toContainEqual(
      expect.stringMatching(/^error: protecting a position failed .*AAPL.*as a mistake would/),
    );
  });
});

it('goes while all trading is stopped: it opens nothing', async () => {
  const desk = await holding();
  desk.world.settings.isStopped = true;
  const closingId = begin(desk);
  await desk.world.pass(5_000);
  expect(desk.open()).toMatchObject([{ type: 'stop', qty: '10' }]);
  expect(symbolOf(desk, closingId).step).toBe('closed');
});

it('waits half a minute for a cancel, and says that it is under way', async () => {
  const desk = await holding();
  const old = anOldStop(desk);
  desk.world.broker.broker.cancel = () =>
    Promise.resolve({ kind: 'declined', text: 'no' } as never);
  const closingId = begin(desk);
  await desk.world.pass(25_000, 100);
  expect(symbolOf(desk, closingId).step).toBe('canceling');
  desk.world.broker.change(old.id, { status: 'canceled' });
  await desk.world.pass(3_000);
  expect(symbolOf(desk, closingId).step).toBe('closed');
  expect(failureOf(desk.closings.goOn(closingId))).toContain('nothing left');
});

it('a close that meets a mistake of ours says so, and logs it', async () => {
  const desk = await holding();
  anOldStop(desk);
  const { closingId } = desk.begin('close', ['AAPL']);
  Object.defineProperty(desk.state, 'traits', {
    get() {
      throw new Error('as a mistake would');
    },
  });
  await desk.world.pass(5_000);
  expect(symbolOf(desk, closingId)).toMatchObject({
    step: 'left',
    text: 'Something went wrong inside Ballast. Check the position, then continue.',
  });
  expect(desk.world.log).toContainEqual(
    expect.stringMatching(/^error: a way out failed .*AAPL.*as a mistake would/),
  );
});
