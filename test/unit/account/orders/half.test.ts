// Half of a position: by the same engine as a close, never more than half, and nothing canceled that is not in its way.
import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { halfOf } from '#main/domain/orders/half.ts';
import { createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { aMarketDraft, createWorlds, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();
const createDesk = (options?: Parameters<typeof open>[0]) => createClosingWorld(open, options);

it.each([
  ['10', '5'],
  ['11', '5'],
  ['2', '1'],
  ['1', undefined],
  ['0', undefined],
  ['2.5', '1'],
  ['1.5', '0.75'],
  ['0.000000003', '0.000000001'],
])('half of %s is %s', (qty, half) => {
  expect(halfOf(decimal(qty))).toBe(half);
});

describe('half', () => {
  it('closes half and leaves what is not in its way', async () => {
    const desk = createDesk({ shares: '100' });
    await desk.hold('AAPL', '11');
    const stop = desk.rest({ type: 'stop', qty: '4', limitPrice: undefined, stopPrice: '100' });
    const plan = desk.plan('half', ['AAPL']);
    expect(plan.symbols).toMatchObject([{ symbol: 'AAPL', qty: '5', of: '11', cancels: [] }]);
    value(desk.closings.begin(plan.closingId, 'market'));
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('6');
    expect(desk.open()).toMatchObject([{ id: stop.id }]);
    expect(desk.exits()).toMatchObject([{ side: 'sell', qty: '5', type: 'market' }]);
    expect(desk.now(plan.closingId)).toMatchObject({
      state: 'ended',
      symbols: [{ step: 'closed', left: '6' }],
    });
    const [intentId = ''] = desk.now(plan.closingId).symbols[0]!.intentIds;
    expect(desk.world.intent(intentId).title).toBe('Half: Sell 5 AAPL, market, PRACTICE');
  });

  it('says that exits end, and not of an order on the opening side', async () => {
    const desk = createDesk({ shares: '100' });
    await desk.hold('AAPL', '10');
    desk.rest({ side: 'buy', qty: '3', limitPrice: '100' });
    const [first] = desk.plan('half', ['AAPL']).symbols;
    expect(first?.cancels).toHaveLength(1);
    expect(first).not.toHaveProperty('endsExits');
    desk.rest({ type: 'stop', qty: '8', limitPrice: undefined, stopPrice: '100' });
    expect(desk.plan('half', ['AAPL']).symbols[0]).toMatchObject({ endsExits: true });
    expect(desk.plan('close', ['AAPL']).symbols[0]).not.toHaveProperty('endsExits');
  });

  it('says of a size that fills tell of and no reading does that it is an estimate', async () => {
    const desk = createDesk({ shares: '100' });
    await desk.hold('AAPL', '100');
    expect(desk.plan('half', ['AAPL']).symbols[0]).not.toHaveProperty('isEstimate');
    const at = new Date(desk.world.time.clock.wall() + 1_000).toISOString();
    const qty = decimal('10');
    const fill = { orderId: 'o', symbol: 'AAPL', side: 'buy', qty, cumQty: qty, at };
    desk.world.book.putFill({ ...fill, price: decimal('190') }, undefined);
    expect(desk.plan('half', ['AAPL']).symbols).toMatchObject([
      { qty: '55', of: '110', isEstimate: true },
    ]);
  });

  it('buys back half of a short', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '-8');
    const { closingId } = desk.begin('half', ['AAPL']);
    await desk.world.pass(5_000);
    expect([desk.held(), desk.now(closingId).state]).toEqual(['-4', 'ended']);
  });

  it('cancels only the exits that hold its shares, and buys that it would trade with', async () => {
    const desk = createDesk({ shares: '10' });
    await desk.hold('AAPL', '10');
    const small = desk.rest({ qty: '2' });
    const large = desk.rest({ qty: '7', limitPrice: '260' });
    const buy = desk.rest({ side: 'buy', qty: '3', limitPrice: '100' });
    const { cancels } = desk.plan('half', ['AAPL']).symbols[0]!;
    expect(cancels.toSorted()).toEqual(['Buy 3 AAPL, limit 100.00', 'Sell 7 AAPL, limit 260.00']);
    desk.begin('half', ['AAPL']);
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('5');
    expect(desk.open().map(({ id }) => id)).toEqual([small.id]);
    const ended = desk.world.broker.ledger.filter(({ status }) => status === 'canceled');
    expect(ended.map(({ id }) => id).toSorted()).toEqual([large.id, buy.id].toSorted());
  });

  it('has none of one share, and says so', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '1');
    expect(desk.plan('half', ['AAPL'])).toMatchObject({
      symbols: [],
      leftOut: [{ symbol: 'AAPL', why: expect.stringContaining('close all of it') as string }],
    });
  });

  it('is half of what is held once the cancels are done, where that became less', async () => {
    const desk = createDesk({ shares: '100' });
    await desk.hold('AAPL', '10');
    const sale = desk.rest({ qty: '8' });
    const { closingId } = desk.plan('half', ['AAPL']);
    // The order that is to be canceled fills first.
    desk.world.broker.change(sale.id, { status: 'filled', filledQty: decimal('8') });
    value(desk.closings.begin(closingId, 'market'));
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('1');
    expect(desk.exits()).toMatchObject([{ qty: '1' }]);
  });

  it('closes no more than was confirmed when more is bought meanwhile', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    const { closingId } = desk.plan('half', ['AAPL']);
    await desk.hold('AAPL', '40');
    value(desk.closings.begin(closingId, 'market'));
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('35');
  });

  it('goes on where its exit filled in part, up to half', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = decimal('10');
    const { closingId } = desk.begin('half', ['AAPL']);
    await desk.world.pass(10_000);
    expect(desk.held()).toBe('50');
    expect(desk.exits().map(({ qty }) => qty)).toEqual(['50', '40', '30', '20', '10']);
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
  });

  it('is not judged before a cancel is over that takes its time', async () => {
    const desk = createDesk({ shares: '100' });
    await desk.hold('AAPL', '10');
    const sale = desk.rest({ qty: '8' });
    desk.world.broker.broker.cancel = () =>
      Promise.resolve({ kind: 'declined', text: 'not now' } as never);
    desk.begin('half', ['AAPL']);
    await desk.world.pass(5_000);
    expect(desk.exits()).toEqual([]);
    desk.world.broker.change(sale.id, { status: 'filled', filledQty: decimal('8') });
    await desk.world.pass(10_000);
    expect(desk.exits()).toMatchObject([{ qty: '1' }]);
  });

  it.each([
    ['sold', '40'],
    ['bought', '500'],
  ])('ends at half where the rest is %s by others meanwhile', async (what, now) => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = decimal('10');
    desk.begin('half', ['AAPL']);
    await desk.world.pass(300);
    const before = desk.exits().length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(5);
    await desk.hold('AAPL', now);
    await desk.world.pass(20_000);
    expect(desk.exits()).toHaveLength(what === 'sold' ? before : 5);
  });

  it('is not closed twice by an exit whose answer was lost', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    desk.world.broker.will({ kind: 'answer-lost' });
    const { closingId } = desk.begin('half', ['AAPL']);
    await desk.world.pass(60_000);
    expect(desk.held()).toBe('5');
    expect(desk.exits()).toHaveLength(1);
    expect(desk.now(closingId)).toMatchObject({ state: 'ended', symbols: [{ step: 'closed' }] });
  });

  it.each([50, 150, 400, 1_000, 3_000])(
    'is half in all after a crash at %d ms and a person who goes on',
    async (ms) => {
      const desk = createDesk();
      await desk.hold('AAPL', '10');
      desk.rest({ qty: '8' });
      desk.world.broker.will({ kind: 'answer-lost' });
      const { closingId } = desk.begin('half', ['AAPL']);
      await desk.world.pass(ms);
      desk.restart();
      await desk.hold('AAPL', desk.held());
      await desk.world.pass(5_000);
      const waits = desk.now(closingId)?.state === 'waiting';
      if (waits) value(desk.closings.goOn(closingId));
      await desk.world.pass(60_000);
      expect(desk.held()).toBe('5');
    },
  );

  it('never sells a second time beside an exit that does not end', async () => {
    const desk = createDesk({ shares: '100' });
    await desk.hold('AAPL', '10');
    desk.state.fills = 'none';
    desk.world.broker.broker.cancel = () =>
      Promise.resolve({ kind: 'declined', text: 'no' } as never);
    desk.begin('half', ['AAPL']);
    await desk.world.pass(120_000);
    expect(desk.exits()).toHaveLength(1);
  });
});

describe('reverse', () => {
  it('closes all of it', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    const { closingId } = desk.begin('reverse', ['AAPL']);
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('0');
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed', qty: '10' });
  });

  it.each([
    ['reverse', 'pass'],
    ['close', 'block'],
  ] as const)('%s: the same order again is a repetition: %s', async (kind, level) => {
    const desk = createDesk();
    const { world } = desk;
    world.settings.guards = {
      ...world.settings.guards,
      repeat: { isOn: true, withinMs: 60_000 },
    };
    await desk.hold('AAPL', '10');
    desk.begin(kind, ['AAPL']);
    await world.pass(5_000);
    expect(desk.held()).toBe('0');
    const opening = aMarketDraft({ side: 'sell', qty: '10' });
    const repeat = () => world.gate.verdicts(opening).find(({ guard }) => guard === 'repeat');
    expect(repeat()).toMatchObject({ level });
    if (level === 'block') return;
    // Opened once, it is one.
    value(await world.submit(opening));
    expect(repeat()).toMatchObject({ level: 'block' });
  });

  it.each(['10', '-10'])('only offers to close %s while all trading is stopped', async (qty) => {
    const desk = createDesk();
    await desk.hold('AAPL', qty);
    desk.world.settings.isStopped = true;
    expect(desk.plan('reverse', ['AAPL'])).toMatchObject({
      symbols: [],
      leftOut: [{ why: 'AAPL cannot be reversed, only closed: all trading is stopped.' }],
    });
    expect(desk.plan('close', ['AAPL']).symbols).toMatchObject([{ qty: '10' }]);
  });

  it('says before it closes that the other side cannot be opened', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '10');
    await desk.hold('TSLA', '-5');
    desk.state.traits = { shortable: false };
    expect(desk.plan('reverse', ['AAPL'])).toMatchObject({
      symbols: [],
      leftOut: [
        {
          why: 'AAPL cannot be reversed, only closed: the broker does not lend AAPL for selling short.',
        },
      ],
    });
    expect(desk.plan('reverse', ['TSLA']).symbols).toHaveLength(1);
    desk.state.traits = {};
    await desk.hold('AAPL', '10.5');
    expect(desk.plan('reverse', ['AAPL']).leftOut[0]?.why).toContain('whole shares');
    desk.world.book.putAccount(
      { ...desk.world.book.account()!.account, shortingEnabled: false },
      desk.world.time.clock.wall(),
    );
    expect(desk.plan('reverse', ['AAPL']).leftOut[0]?.why).toContain('this account sell short');
  });
});
