// What a person decides beside a way out, and is told of it.
import { describe, expect, it } from 'vitest';
import {
  anUnknownMint,
  aStop,
  createClosingWorld,
  openIds,
} from '#test/unit/account/orders/closing-world.ts';
import { createFaultyDisk } from '#test/unit/journal/harness.ts';
import { aMarketDraft, createWorlds, newId, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();
const createDesk = (options?: Parameters<typeof open>[0]) => createClosingWorld(open, options);

describe('a symbol that is done with, while another of the same flatten goes on', () => {
  it('can be closed anew', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    await desk.hold('MSFT', '100');
    desk.world.broker.will({ kind: 'status', status: 422 });
    desk.state.fills = 'none';
    const { closingId } = desk.begin('flatten');
    await desk.world.pass(3_000, 50);
    const before = desk.now(closingId);
    const left = before.symbols.find(({ step }) => step === 'left')!.symbol;
    expect(before.state).toBe('running');
    const plan = desk.plan('close', [left]);
    expect(plan.leftOut).toEqual([]);
  });
});

describe('one that is gone on with', () => {
  it('is under way from that moment on', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'status', status: 422 });
    const { closingId } = desk.begin('close', ['AAPL']);
    await desk.world.pass(3_000, 50);
    expect(desk.now(closingId).state).toBe('ended');
    value(desk.closings.goOn(closingId));
    expect(desk.plan('close', ['AAPL']).leftOut[0]?.why).toContain('already being closed');
  });
});

describe('an order that was canceled before it was found, and is set aside to be told of only', () => {
  it('says what will happen', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'status', status: 429 });
    const intentId = newId();
    void desk.world.submit(aMarketDraft({ side: 'sell', qty: '100' }), intentId);
    await desk.world.pass(50_000, 200);
    value(await desk.world.trading.cancelUnknown(intentId));
    const set = value(desk.world.trading.setAside(intentId, false));
    const last = desk.world.evidence(intentId).at(-1)!;
    expect(last.includes('cancels it')).toBe(set.cancelWhenFound);
  });
});

describe('leaving the rest before the account was read', () => {
  it('cancels nothing afterwards', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    const stop = aStop(desk, '100');
    for (let tries = 0; tries < 40; tries++) desk.world.broker.cancelModes.push('silent');
    const { closingId } = desk.begin();
    await desk.world.pass(1_000);
    desk.world.broker.cancelModes.length = 0;
    desk.world.settings.accountDoubt = 'not read yet';
    desk.restart();
    desk.world.book.putOrders(desk.world.broker.ledger);
    await desk.world.pass(3_000);
    value(desk.closings.stop(closingId));
    expect(desk.now(closingId).state).toBe('ended');
    desk.world.settings.accountDoubt = undefined;
    await desk.world.pass(20_000);
    expect(openIds(desk)).toEqual([stop.id]);
  });
});

describe('a person who cancels the exit of a way out', () => {
  it('is not answered by another exit', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = 'none';
    const { closingId } = desk.begin('close', ['AAPL']);
    await desk.world.pass(1_000);
    const [exit] = desk.exits();
    const answer = await desk.world.trading.cancel(exit!.id);
    expect(answer.ok).toBe(true);
    await desk.world.pass(5_000);
    expect(desk.now(closingId).symbols[0]?.text).toContain('You canceled the exit');
    expect(desk.exits()).toHaveLength(1);
  });
  it('nor is one who cancels everything', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = 'none';
    const { closingId } = desk.begin('close', ['AAPL']);
    await desk.world.pass(1_000);
    void desk.world.trading.cancelEverything();
    await desk.world.pass(8_000);
    expect(desk.now(closingId).symbols[0]?.text).toContain('You canceled the exit');
    expect(desk.exits()).toHaveLength(1);
  });
});

describe('setting aside on a disk that fails', () => {
  it('setting aside says that the cancel is not on disk', async () => {
    const disk = createFaultyDisk();
    const desk = createDesk({ refusesReusedIds: false, connect: disk.connect });
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'status', status: 429 });
    const intentId = newId();
    void desk.world.submit(aMarketDraft({ side: 'sell', qty: '100' }), intentId);
    await desk.world.pass(50_000, 200);
    disk.state.fault = { errcode: 13, at: 'commit' };
    const answer = desk.world.trading.setAside(intentId);
    disk.state.fault = undefined;
    expect(answer.ok).toBe(false);
  });
});

describe('a sale in a ticket while all trading is stopped', () => {
  it('says what keeps a sale from being an exit', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'status', status: 429 });
    const intentId = newId();
    void desk.world.submit(aMarketDraft({ side: 'sell', qty: '100' }), intentId);
    await desk.world.pass(50_000, 200);
    value(desk.world.trading.setAside(intentId, false));
    desk.world.settings.isStopped = true;
    desk.world.settings.stops++;
    const sale = value(
      await desk.world.submit(aMarketDraft({ side: 'sell', qty: '100' }), newId(), [
        'exit-while-stopped',
      ]),
    );
    expect(sale.reason).toContain('set aside');
  });
});

describe('a mint of which nobody knows', () => {
  it.each(['40', '100'])('the plan names an unknown mint of %s', async (qty) => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    const mint = anUnknownMint(desk, qty);
    expect(JSON.stringify(desk.plan('close', ['AAPL']).symbols)).toContain(`Mint ${qty} AAPL`);
    desk.world.journal.advance(mint, { step: 'set-aside' }, { kind: 'person', text: 'aside' });
    expect(JSON.stringify(desk.plan('close', ['AAPL']).symbols)).not.toContain(`Mint ${qty} AAPL`);
  });
});

describe('stopping here while the stop of the position is being canceled', () => {
  it('says that this goes on', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    aStop(desk, '100');
    for (let n = 0; n < 8; n++) desk.world.broker.cancelModes.push('silent');
    const { closingId } = desk.begin('close', ['AAPL']);
    await desk.world.pass(300);
    value(desk.closings.stop(closingId));
    await desk.world.pass(5_000, 100);
    const { text } = desk.now(closingId).symbols[0]!;
    expect([desk.now(closingId).state, openIds(desk)]).toEqual(['ended', ['order-1']]);
    await desk.world.pass(60_000, 100);
    // What protected it ends all the same.
    expect(openIds(desk)).toEqual([]);
    expect(text).toContain('being canceled');
  });
});
