// What a way out says of itself, step by step, and what it answers to whoever asks.
import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { createWorlds, failureOf, newId, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();
const createDesk = (options?: Parameters<typeof open>[0]) => createClosingWorld(open, options);
type Desk = ReturnType<typeof createDesk>;

const aProtection = { stop: decimal('100'), replaces: true };
const planProtection = (desk: Desk) => desk.closings.plan('protect', ['AAPL'], aProtection);

/** Every step and sentence that was shown, once each, in order. */
function told({ seen }: Desk, closingId: string): string[] {
  const lines = seen
    .filter((closing) => closing.closingId === closingId)
    .flatMap(({ symbols }) => symbols.map(({ step, text }) => `${step}: ${text}`));
  return lines.filter((line, index) => line !== lines[index - 1]);
}

describe('step by step', () => {
  it('a close says what it does, and what it sold at which price', async () => {
    const desk = createDesk({ shares: '100' });
    await desk.hold('AAPL', '10');
    desk.rest({ qty: '4' });
    desk.state.fillPrice = decimal('189.25');
    const { closingId } = desk.begin('close', ['AAPL']);
    expect(desk.closings.isRunning()).toBe(true);
    await desk.world.pass(5_000);
    expect(told(desk, closingId)).toEqual([
      'waiting: Not started yet.',
      'canceling: Canceling open orders in AAPL.',
      'reading: Reading the position in AAPL.',
      'exiting: Close: sending the exit.',
      'reading: Reading the position in AAPL.',
      'closed: Closed.',
    ]);
    expect(desk.now(closingId).symbols).toEqual([
      {
        symbol: 'AAPL',
        side: 'long',
        qty: '10',
        step: 'closed',
        text: 'Closed.',
        left: '0',
        intentIds: [expect.any(String)],
        filled: { qty: '10', price: '189.25' },
      },
    ]);
    expect(desk.closings.isRunning()).toBe(false);
  });

  it('a close that the broker has no shares for says why it waits', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    desk.world.broker.will({ kind: 'status', status: 403, message: 'insufficient qty available' });
    const { closingId } = desk.begin('close', ['AAPL']);
    await desk.world.pass(5_000);
    const waits = told(desk, closingId).filter((line) => line.startsWith('waiting: '));
    expect(waits).toEqual([
      'waiting: Not started yet.',
      expect.stringMatching(/^waiting: .*insufficient qty available.* Trying again\.$/),
    ]);
    expect(desk.now(closingId).symbols[0]?.step).toBe('closed');
  });

  it('protecting says what it does', async () => {
    const desk = createDesk({ shares: '100' });
    await desk.hold('AAPL', '10');
    desk.rest({ qty: '4' });
    const { closingId } = planProtection(desk);
    value(desk.closings.begin(closingId, 'market'));
    await desk.world.pass(5_000);
    expect(told(desk, closingId)).toEqual([
      'waiting: Not started yet.',
      'canceling: Canceling what protected AAPL.',
      'reading: Reading the position in AAPL.',
      'exiting: Protect: placing it.',
      'closed: Protected.',
    ]);
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed', left: '10' });
    expect(desk.open()).toMatchObject([{ type: 'stop', qty: '10', stopPrice: '100' }]);
  });

  it('an exit that ends without a fill is followed by another, and the broker’s word is told', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    desk.state.fills = 'none';
    const { closingId } = desk.begin('close', ['AAPL']);
    for (let exits = 1; exits <= 3; exits++) {
      await desk.world.pass(500);
      desk.world.broker.change(desk.exits().at(-1)!.id, { status: 'expired' });
      await desk.world.pass(1_500);
    }
    await desk.world.pass(20_000);
    expect(desk.now(closingId).symbols[0]).toMatchObject({
      step: 'left',
      text: '10 AAPL left. The exit ended as expired, 0 of 10 filled.',
    });
  });

  it('an exit that the broker rejects after it took it ends it', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    desk.state.fills = 'none';
    const { closingId } = desk.begin('close', ['AAPL']);
    await desk.world.pass(500);
    desk.world.broker.change(desk.exits()[0]!.id, { status: 'rejected' });
    await desk.world.pass(20_000);
    expect(desk.exits()).toHaveLength(1);
    expect(desk.now(closingId).symbols[0]).toMatchObject({
      step: 'left',
      text: '10 AAPL left. The exit ended as rejected, 0 of 10 filled.',
    });
  });
});

describe('what it answers', () => {
  it('names what would go, until it goes, and what is left of it after', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    await desk.hold('TSLA', '-5');
    desk.state.fills = 'none';
    const { closingId } = desk.plan();
    expect(desk.closings.whatGoes(closingId)).toBe('Flatten: long 10 AAPL, short 5 TSLA');
    value(desk.closings.begin(closingId, 'market'));
    expect(desk.closings.whatGoes(closingId)).toBeUndefined();
    desk.world.settings.stops++;
    await desk.world.pass(30_000);
    expect(desk.now(closingId)).toMatchObject({
      state: 'waiting',
      note: 'All trading was stopped while this was in progress.',
    });
    expect(desk.closings.whatGoes(closingId)).toBe('Flatten: long 10 AAPL, short 5 TSLA');
    desk.state.fills = 'all';
    value(desk.closings.goOn(closingId));
    await desk.world.pass(20_000);
    expect(desk.now(closingId)).toMatchObject({ state: 'ended' });
    expect(desk.now(closingId)).not.toHaveProperty('note');
    expect(desk.closings.whatGoes(closingId)).toBeUndefined();
    expect(desk.closings.whatGoes(newId())).toBeUndefined();
  });

  it('knows nothing of one that is not its own', () => {
    const desk = createDesk();
    const there = [desk.closings.goOn(newId()), desk.closings.stop(newId())];
    expect(there.map(failureOf)).toEqual(there.map(() => 'There is no such close or flatten.'));
  });

  it('has nothing left to close once all of it is closed, and nothing twice', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    const { closingId } = desk.begin('close', ['AAPL']);
    const second = desk.plan('close', ['AAPL']);
    expect(second).toMatchObject({
      symbols: [],
      leftOut: [{ symbol: 'AAPL', why: 'AAPL is already being closed.' }],
    });
    expect(value(desk.closings.goOn(closingId)).state).toBe('running');
    await desk.world.pass(5_000);
    expect(failureOf(desk.closings.goOn(closingId))).toContain('There is nothing left to close.');
    expect(desk.exits()).toHaveLength(1);
  });

  it('refuses one whose symbols another has taken since it was planned', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    await desk.hold('TSLA', '5');
    const [early, both] = [desk.plan('close', ['AAPL']), desk.plan()];
    desk.begin('close', ['AAPL']);
    expect(failureOf(desk.closings.begin(early.closingId, 'market'))).toContain(
      'AAPL is already being closed.',
    );
    // The others go.
    const symbols = value(desk.closings.begin(both.closingId, 'market')).symbols;
    expect(symbols.map(({ symbol }) => symbol)).toEqual(['TSLA']);
  });

  it('is taken while orders are held back only where exits are not', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    const { closingId } = desk.plan();
    desk.world.settings.heldBack = 'This live account is not armed.';
    expect(failureOf(desk.closings.begin(closingId, 'market'))).toContain(
      'This live account is not armed.',
    );
    desk.world.settings.heldBack = undefined;
    value(desk.closings.begin(closingId, 'market'));
  });

  it('lists the newest first, and tells exits of its own from others', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    await desk.hold('TSLA', '5');
    const first = desk.begin('close', ['TSLA']).closingId;
    await desk.world.pass(5_000);
    const second = desk.begin('reverse', ['AAPL']).closingId;
    await desk.world.pass(5);
    expect(desk.closings.list().map(({ closingId }) => closingId)).toEqual([second, first]);
    const [closed = ''] = desk.now(first).symbols[0]!.intentIds;
    const [reversing = ''] = desk.now(second).symbols[0]!.intentIds;
    expect([closed, reversing, newId()].map(desk.closings.hasExit)).toEqual([false, true, false]);
    expect([closed, reversing].map(desk.closings.isOfReverse)).toEqual([false, true]);
    await desk.world.pass(5_000);
    expect(desk.closings.hasExit(reversing)).toBe(false);
    expect(desk.closings.isOfReverse(reversing)).toBe(true);
  });

  it('forgets the oldest of many plans, and no other', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    const [oldest, second] = [desk.plan(), desk.plan()];
    for (let plans = 2; plans <= 100; plans++) desk.plan();
    expect(failureOf(desk.closings.begin(oldest.closingId, 'market'))).toContain(
      'Nothing was sent',
    );
    value(desk.closings.begin(second.closingId, 'market'));
  });

  it('keeps what protects when it is stopped, and ends what closes', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    const { closingId } = planProtection(desk);
    value(desk.closings.begin(closingId, 'market'));
    await desk.world.pass(5);
    value(desk.closings.stop(closingId));
    await desk.world.pass(5_000);
    expect(desk.open()).toHaveLength(1);
  });

  it('of what is being protected a close is begun all the same', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    const { closingId } = planProtection(desk);
    value(desk.closings.begin(closingId, 'market'));
    expect(desk.plan('close', ['AAPL']).symbols).toHaveLength(1);
    expect(planProtection(desk).leftOut).toMatchObject([{ why: 'AAPL is already being closed.' }]);
  });
});
