import { describe, expect, it } from 'vitest';
import { createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { aMarketDraft, createWorlds, failureOf, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();
const createDesk = (options?: Parameters<typeof open>[0]) => createClosingWorld(open, options);

describe('the stop, the lock and the clock', () => {
  it('a confirmation covers a stopped desk too', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.world.settings.isStopped = true;
    desk.begin();
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('0');
  });

  it('a stop that comes later holds it, until the person goes on', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = 'none';
    const { closingId } = desk.begin();
    await desk.world.pass(1_000);
    desk.world.settings.isStopped = true;
    desk.world.settings.stops++;
    await desk.world.pass(20_000);
    expect(desk.exits()).toHaveLength(1);
    expect(desk.open()).toEqual([]);
    expect(desk.now(closingId)).toMatchObject({
      state: 'waiting',
      note: expect.stringContaining('stopped') as string,
    });
    desk.state.fills = 'all';
    value(desk.closings.goOn(closingId));
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('0');
    expect(desk.now(closingId).state).toBe('ended');
  });

  it('locking does not interrupt what was confirmed, and begins nothing', async () => {
    const desk = createDesk({ environment: 'live' });
    await desk.hold('AAPL', '100');
    const { closingId } = desk.begin();
    desk.world.settings.isLocked = true;
    desk.world.settings.heldBack = 'This live account is not armed.';
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('0');
    expect(desk.now(closingId).state).toBe('ended');
    await desk.hold('AAPL', '5');
    const plan = desk.plan();
    expect(failureOf(desk.closings.begin(plan.closingId, 'market'))).toContain('not armed');
    expect(value(await desk.world.submit(aMarketDraft({ side: 'sell', qty: '5' }))).state).toBe(
      'not-sent',
    );
  });

  it('after a restart cancels go on and exits wait', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.rest({ qty: '30' });
    desk.world.broker.cancelModes.push('silent');
    const { closingId } = desk.begin();
    await desk.world.pass(100);
    desk.restart();
    desk.world.book.putOrders(desk.world.broker.ledger);
    desk.closings.start();
    await desk.world.pass(20_000);
    expect(desk.open()).toEqual([]);
    expect(desk.exits()).toEqual([]);
    expect(desk.now(closingId)).toMatchObject({
      state: 'waiting',
      note: 'Ballast closed while this was in progress.',
    });
    await desk.hold('AAPL', '100');
    value(desk.closings.goOn(closingId));
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('0');
    desk.restart();
    expect(desk.closings.list()).toEqual([]);
  });

  it('an exit that rested when Ballast ended is canceled and sells nothing later', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = 'none';
    desk.begin();
    await desk.world.pass(1_000);
    expect(desk.open()).toHaveLength(1);
    desk.restart();
    desk.world.book.putOrders(desk.world.broker.ledger);
    desk.closings.start();
    await desk.world.pass(5_000);
    expect(desk.open()).toEqual([]);
    expect(desk.held()).toBe('100');
  });

  it('one that waits can be given up', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    const { closingId } = desk.begin();
    desk.restart();
    const interrupted = {
      step: 'left',
      text: 'Interrupted: Positions shows what is held of AAPL.',
    };
    expect(desk.now(closingId).symbols).toMatchObject([interrupted]);
    expect(value(desk.closings.stop(closingId))).toMatchObject({
      state: 'ended',
      symbols: [interrupted],
    });
    desk.restart();
    expect(desk.closings.list()).toEqual([]);
  });

  it('after a sleep exits wait', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = 'none';
    const { closingId } = desk.begin();
    await desk.world.pass(1_000);
    desk.world.time.sleep(8 * 3_600_000);
    desk.world.trading.wake();
    await desk.world.pass(20_000);
    expect(desk.exits()).toHaveLength(1);
    expect(desk.open()).toEqual([]);
    expect(desk.now(closingId)).toMatchObject({
      state: 'waiting',
      note: 'The computer went to sleep while this was in progress.',
    });
  });

  it('outside regular hours nothing is sold at the market; a limit at the far side is', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    await desk.hold('TSLA', '-5');
    desk.rest({ qty: '30' });
    desk.world.settings.isMarketOpen = false;
    expect(desk.plan().isMarketOpen).toBe(false);
    const first = desk.begin();
    await desk.world.pass(5_000);
    expect(desk.exits()).toEqual([]);
    expect(desk.now(first.closingId).symbols[0]!.text).toContain('The market is closed');
    // Nothing was canceled for an exit that could not be.
    expect(desk.open()).toHaveLength(1);
    value(desk.closings.goOn(first.closingId, 'extended'));
    await desk.world.pass(5_000);
    expect([desk.held(), desk.held('TSLA')]).toEqual(['0', '0']);
    const exits = desk.exits().toSorted((a, b) => a.symbol.localeCompare(b.symbol));
    expect(exits).toMatchObject([
      { type: 'limit', limitPrice: '189.5', extendedHours: true, timeInForce: 'day' },
      { type: 'limit', limitPrice: '190.5', extendedHours: true },
    ]);
  });

  it('nobody bids: it says so', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.quote = undefined;
    const { closingId } = desk.begin('close', ['AAPL'], 'extended');
    await desk.world.pass(20_000);
    expect(desk.now(closingId).symbols[0]!.text).toContain('There is no bid for AAPL');
  });
});
