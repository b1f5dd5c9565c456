import { describe, expect, it } from 'vitest';
import { OrderChange, Position, type OrderDraft } from '#contract/orders.ts';
import { Sizing } from '#contract/trading.ts';
import { decimal, sub } from '#main/domain/decimal.ts';
import type { AssetTraits } from '#main/domain/orders/draft-issues.ts';
import { previewAgain, previewChange, previewOrder } from '#main/account/orders/preview.ts';
import {
  aDraft,
  aMarketDraft,
  anOrder,
  createWorlds,
  failureOf,
  newId,
  value,
  type World,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const unitOf = ({ book, gate, journal }: World, traits?: Partial<AssetTraits>) => ({
  book,
  gate,
  journal,
  environment: 'embedded' as const,
  traitsOf: (symbol: string) => traits && { symbol, ...traits },
});
const unsized = (draft: OrderDraft): OrderDraft => {
  const { qty: _, ...rest } = draft;
  return rest;
};

it('a pair without its slash is known by its position while the list of assets is not read', () => {
  const world = createWorld();
  const draft = aMarketDraft({ symbol: 'BTCUSD', side: 'sell', qty: '0.5', timeInForce: 'gtc' });
  const issuesOf = () => previewOrder(unitOf(world), { draft, intentId: newId() }).issues;
  expect(issuesOf()).not.toContainEqual({ path: 'symbol', message: refusal });
  const held = { symbol: 'BTCUSD', side: 'long', qty: '0.5', avgEntryPrice: '1' };
  world.book.putPositions([Position.parse({ ...held, assetClass: 'crypto' })], 1);
  expect(issuesOf()).toEqual([{ path: 'symbol', message: refusal }]);
});

const refusal = 'BTCUSD is crypto, which Ballast does not trade. Trade and close it at the broker.';

describe('an exit that only the person’s own open orders stand in the way of', () => {
  it.each([
    ['a stop that holds every share', { side: 'sell', type: 'stop', stopPrice: '100', qty: '10' }],
    ['a resting buy', { side: 'buy', qty: '1', limitPrice: '100' }],
  ])('says so: %s', (_what, order) => {
    const world = createWorld();
    world.hold('10');
    world.book.putOrders([anOrder(order)]);
    const preview = (members: object) =>
      previewOrder(unitOf(world), {
        draft: aMarketDraft({ side: 'sell', ...members }),
        intentId: newId(),
      });
    expect(preview({})).toMatchObject({ isHeldByOrders: true, issues: [{}] });
    // More than is held, another symbol, and what opens.
    for (const other of [{ qty: '11' }, { symbol: 'MSFT' }, { side: 'buy' }])
      expect(preview(other).isHeldByOrders).toBeUndefined();
    world.book.putOrders([anOrder({ ...order, status: 'canceled' })]);
    expect(preview({})).toMatchObject({ issues: [] });
    expect(preview({}).isHeldByOrders).toBeUndefined();
  });
});

describe('the preview of a size', () => {
  const preview = (world: World, draft: OrderDraft, sizing: object, traits?: AssetTraits) =>
    previewOrder(unitOf(world, traits), {
      draft: unsized(draft),
      intentId: newId(),
      sizing: Sizing.parse(sizing),
    });

  it('is the order that it comes to, judged and named', () => {
    const { title, draft, whatIf, issues } = preview(createWorld(), aDraft(), {
      by: 'percent',
      amount: '10',
    });
    expect(draft).toEqual(aDraft({ qty: '105' }));
    expect(title).toBe('Buy 105 AAPL at 190.00, limit, PRACTICE');
    expect(whatIf).toMatchObject({ qty: '105', value: '19950' });
    expect(issues).toEqual([]);
  });

  it('in percent is of what may be spent without margin, where an asset cannot be bought on it', () => {
    const world = createWorld();
    const { account } = world.book.account()!;
    const poorer = { ...account, nonMarginableBuyingPower: decimal('19000') };
    world.book.putAccount(poorer, world.time.clock.wall());
    const sizing = { by: 'percent', amount: '100' };
    const traits = { symbol: 'AAPL', marginable: false };
    expect(preview(world, aDraft(), sizing, traits).draft).toMatchObject({ qty: '100' });
    expect(preview(world, aDraft(), sizing, { ...traits, marginable: true }).draft).toMatchObject({
      qty: '1052',
    });
  });

  it('has the members of the draft in the order of the page, so that it is the same question', () => {
    const { draft } = preview(createWorld(), aDraft(), { by: 'dollars', amount: '1900' });
    expect(JSON.stringify(draft)).toBe(JSON.stringify(aDraft({ qty: '10' })));
  });

  it('says why there is none, and only that', () => {
    const told = preview(createWorld(), aDraft(), { by: 'dollars', amount: '100' });
    expect(told.draft).toBeUndefined();
    expect(told.issues).toMatchObject([{ path: 'sizing.amount' }]);
  });

  it('keeps what else is wrong', () => {
    const draft = aDraft({ limitPrice: '190.123' });
    const told = preview(createWorld(), draft, { by: 'dollars', amount: '100' });
    expect(told.issues.map(({ path }) => path)).toEqual(['limitPrice', 'sizing.amount']);
  });

  it('stays an amount where the asset can be divided, and becomes shares where not', () => {
    const world = createWorld();
    const sizing = { by: 'dollars', amount: '500' };
    const traits = { symbol: 'AAPL', fractionable: false };
    expect(preview(world, aMarketDraft(), sizing).draft).toMatchObject({ notional: '500' });
    expect(preview(world, aMarketDraft(), sizing, traits).draft).toMatchObject({ qty: '2' });
  });
});

describe('the traits of an asset', () => {
  it('are judged by the preview', () => {
    const unit = unitOf(createWorld(), { tradable: false, shortable: false });
    const told = previewOrder(unit, {
      draft: aMarketDraft({ side: 'sell' }),
      intentId: newId(),
    });
    expect(told.issues.map(({ path }) => path)).toEqual(['symbol', 'side']);
  });

  it('are judged when the order is submitted, and when it is changed, before anything is sent', async () => {
    const world = createWorld({ traits: { tradable: false } });
    expect(failureOf(await world.submit())).toContain('cannot be traded');
    world.book.putOrders([anOrder({})]);
    expect(failureOf(await world.replace('order-x'))).toContain('cannot be traded');
    expect(world.broker.calls).toMatchObject({ place: [], replace: [] });
  });

  it('come with the newest price and when it was heard', () => {
    const world = createWorld();
    const { market } = previewOrder(unitOf(world), { draft: aDraft(), intentId: newId() });
    expect(market).toEqual({ price: '190', receivedAt: world.time.clock.wall(), by: 'last' });
  });
});

describe('an order that cannot trade in the session that runs', () => {
  const at = (text: string) => Date.parse(`${text}:00-05:00`);
  const hours = {
    isOpen: () => false,
    exchangeMinute: () => 0,
    now: () => at('2026-11-15T12:00'),
    nextOpen: () => at('2026-11-16T09:30'),
    session: () => ({ phase: 'closed' as const, until: at('2026-11-16T04:00') }),
  };
  const told = (draft: OrderDraft, of: object = { hours }) =>
    previewOrder({ ...unitOf(createWorld()), ...of }, { draft, intentId: newId() });

  it('is said to wait, and for what', () => {
    expect(told(aDraft()).waiting).toContain('waits for regular hours at Monday 09:30');
    expect(told(aDraft(), {}).waiting).toBeUndefined();
  });

  it('is not said to wait where it is stopped for that', () => {
    const closed = { guard: 'marketClosed' as const, level: 'block' as const, text: 'closed' };
    const gate = { ...createWorld().gate, verdicts: () => [closed] };
    expect(told(aMarketDraft(), { hours, gate }).waiting).toBeUndefined();
    const warned = { ...gate, verdicts: () => [{ ...closed, level: 'warn' as const }] };
    expect(told(aMarketDraft(), { hours, gate: warned }).waiting).toContain('waits');
  });
});

describe('the preview of a change', () => {
  const preview = (world: World, change: object) =>
    previewChange(unitOf(world), {
      intentId: newId(),
      orderId: 'order-x',
      change: OrderChange.parse(change),
    });

  it('counts the old order no longer, and sets aside only what is more', () => {
    const world = createWorld();
    world.book.putOrders([anOrder({ qty: '100', limitPrice: '180' })]);
    const told = value(preview(world, { limitPrice: '181' }));
    expect(told.title).toBe('Change buy AAPL: limit 181.00');
    expect(told.issues).toEqual([]);
    // One dollar more for each of a hundred shares.
    expect(told.whatIf).toMatchObject({ buyingPowerAfter: '199900' });
    const share = told.verdicts.find(({ guard }) => guard === 'shareOfEquity');
    expect(share?.level).toBe('pass');
    // 60 fewer at 180.
    expect(value(preview(world, { qty: '40' })).whatIf).toMatchObject({
      buyingPowerAfter: '210800',
    });
  });

  it('lets what is left of an exit that is partly filled be changed', () => {
    const world = createWorld();
    const members = { side: 'sell', qty: '10', filledQty: '4', status: 'partially_filled' };
    world.book.putOrders([anOrder(members)]);
    world.hold('6');
    const told = value(preview(world, { limitPrice: '185' }));
    expect(told.issues).toEqual([]);
    expect(told.whatIf).toMatchObject({ isExit: true, positionAfter: { qty: '0' } });
    expect(value(preview(world, { qty: '11' })).issues).toEqual([
      {
        path: 'qty',
        message: 'Only 6 more AAPL can be sold now: enter 10 or less.',
      },
    ]);
  });

  it('counts what is filled of a purchase once', () => {
    const world = createWorld();
    const members = { qty: '100', filledQty: '40', status: 'partially_filled' };
    world.book.putOrders([anOrder({ ...members, limitPrice: '190' })]);
    world.hold('40');
    // 100 shares at 190 of 100,000.
    expect(value(preview(world, { limitPrice: '190' })).whatIf).toMatchObject({
      shareOfEquity: '19',
      positionAfter: { qty: '100' },
    });
  });

  it('is no wash trade against its own legs', () => {
    const world = createWorld();
    const leg = anOrder({ id: 'leg', side: 'sell', limitPrice: '150', orderClass: 'oto' });
    world.book.putOrders([anOrder({ orderClass: 'oto', legs: [leg] }), leg]);
    expect(value(preview(world, { limitPrice: '189' })).issues).toEqual([]);
  });

  it('says what cannot be changed', () => {
    const world = createWorld();
    expect(failureOf(preview(world, { qty: '2' }))).toContain('no such order');
    world.book.putOrders([anOrder({})]);
    expect(value(preview(world, { trail: '2' })).issues).not.toEqual([]);
    expect(value(preview(world, { qty: '2.5' })).issues).toMatchObject([
      { path: 'qty', message: expect.stringContaining('whole shares') as string },
    ]);
  });
});

describe('the preview of an order', () => {
  it('says what is wrong with its price, its buying power and the order it would trade with', () => {
    const world = createWorld();
    world.book.putOrders([anOrder({ id: 'mine', side: 'sell', limitPrice: '185' })]);
    const told = previewOrder(unitOf(world), {
      draft: aDraft({ qty: '2000' }),
      intentId: newId(),
    });
    expect(told.issues.map(({ path, message }) => `${path}: ${message}`)).toEqual([
      expect.stringMatching(/^side: Your own open sell order for AAPL/),
      expect.stringMatching(/^qty: This costs 380,000.00, and your buying power is 200,000.00/),
    ]);
    expect(told.whatIf).toMatchObject({ qty: '2000' });
  });

  it('does not count the order that it became meanwhile against itself', async () => {
    const world = createWorld();
    world.hold('10');
    const draft = aMarketDraft({ side: 'sell', qty: '10' });
    const intentId = newId();
    await world.submit(draft, intentId);
    expect(world.book.openOrders()).toHaveLength(1);
    expect(previewOrder(unitOf(world), { draft, intentId }).issues).toEqual([]);
    expect(previewOrder(unitOf(world), { draft, intentId: newId() }).issues).toHaveLength(1);
  });

  it('works before anything was read', () => {
    const world = createWorld({ isReady: false });
    const told = previewOrder(unitOf(world), {
      draft: unsized(aMarketDraft()),
      intentId: newId(),
      sizing: Sizing.parse({ by: 'percent', amount: '10' }),
    });
    expect(told).not.toHaveProperty('market');
    expect(told.verdicts).toEqual([]);
    expect(told.issues).not.toEqual([]);
  });
});

describe('sending again', () => {
  it('of a change is the change, of the order that it aims at', async () => {
    const world = createWorld();
    const { resultId } = value(await world.submit());
    world.broker.will({ kind: 'request-lost' });
    const intentId = newId();
    await world.replace(resultId!, { limitPrice: '185' }, intentId);
    const told = value(previewAgain(unitOf(world), intentId));
    expect(told.title).toBe('Change buy AAPL: limit 185.00');
    expect(told.draft).toMatchObject({ limitPrice: '185' });
  });

  it('of what cannot be read any more says so', async () => {
    const world = createWorld();
    const intentId = newId();
    await world.submit(aDraft(), intentId);
    const stored = world.intent(intentId);
    for (const changed of [
      { ...stored, body: '{}' },
      { ...stored, kind: 'replace' as const },
      { ...stored, kind: 'mint' as const, targetId: 'order-x' },
    ]) {
      const journal = { get: () => ({ ok: true as const, value: changed }) };
      expect(failureOf(previewAgain({ ...unitOf(world), journal }, intentId))).toContain(
        'Ballast cannot tell what it would do now.',
      );
    }
    const failure = { kind: 'disk' as const, cause: 'io' as const, message: 'no', isKept: false };
    const journal = { get: () => ({ ok: false as const, failure }) };
    expect(previewAgain({ ...unitOf(world), journal }, intentId).ok).toBe(false);
  });

  it('is judged afresh, as the order that was stored', async () => {
    const world = createWorld();
    const intentId = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(aDraft({ qty: '7' }), intentId);
    world.freshPrice('150');
    const told = value(previewAgain(unitOf(world), intentId));
    expect(told.title).toBe('Buy 7 AAPL at 190.00, limit, PRACTICE');
    expect(told.market?.price).toBe('150');
    // Its own limit is far through the market by now.
    expect(told.verdicts.find(({ guard }) => guard === 'distance')?.level).toBe('block');
    expect(failureOf(previewAgain(unitOf(world), newId()))).toContain('no such order');
  });
});

describe('the price that a preview reckons with', () => {
  const preview = (world: World, draft: OrderDraft, sizing?: object) =>
    previewOrder(
      { ...unitOf(world), quotes: world.quotes },
      {
        draft: sizing ? unsized(draft) : draft,
        intentId: newId(),
        ...(sizing && { sizing: Sizing.parse(sizing) }),
      },
    );

  it('is the far side of the quote, and is named', () => {
    const world = createWorld();
    world.quote('189.9', '190.1');
    const receivedAt = world.time.clock.wall();
    const bought = preview(world, aMarketDraft({ qty: '10' }));
    expect(bought.market).toEqual({ price: '190.1', receivedAt, by: 'ask' });
    expect(bought.whatIf).toMatchObject({ price: '190.1', value: '1901' });
    expect(preview(world, aMarketDraft({ qty: '10', side: 'sell' })).market).toEqual({
      price: '189.9',
      receivedAt,
      by: 'bid',
    });
  });

  it('of a short’s margin is the ask, as the broker has it', () => {
    const world = createWorld();
    const short = aMarketDraft({ qty: '10', side: 'sell' });
    const power = (whatIf: object) =>
      decimal((whatIf as { buyingPowerAfter: string }).buyingPowerAfter);
    const before = power(preview(world, short).whatIf);
    world.quote('180', '189');
    // 3% above 189 for each of ten, where it was 3% above 190.
    expect(sub(power(preview(world, short).whatIf), before)).toBe('10.3');
  });

  it('is what a size in dollars and in percent is reckoned with', () => {
    const world = createWorld();
    world.quote('199.9', '200');
    const sized = (by: string, amount: string) =>
      preview(world, aMarketDraft({ timeInForce: 'gtc' }), { by, amount }).draft?.qty;
    expect(sized('dollars', '1000')).toBe('5');
    expect(sized('percent', '10')).toBe('100');
  });

  it('is the last price where the quote cannot be gone by, and says why', () => {
    const world = createWorld();
    world.quote('0', '190.1');
    expect(preview(world, aMarketDraft()).market).toMatchObject({
      by: 'last',
      why: 'there is no bid',
    });
    world.quote('189.9', '190.1');
    world.time.advance(9_000);
    expect(preview(world, aMarketDraft()).market).toMatchObject({ by: 'ask' });
    world.freshPrice('190');
    expect(preview(world, aMarketDraft()).market).toMatchObject({
      by: 'last',
      why: 'the quote is 9 s old',
    });
    world.time.advance(52_000);
    expect(preview(world, aMarketDraft()).market).toMatchObject({
      price: '190',
      by: 'last',
      why: 'the quote is 61 s old',
    });
  });
});
