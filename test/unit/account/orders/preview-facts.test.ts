// What the account, the market and the broker's list say is in what the page is told before anything is sent.
import { expect, it } from 'vitest';
import { OrderChange } from '#contract/orders.ts';
import { Account } from '#contract/records.ts';
import { previewAgain, previewChange, previewOrder } from '#main/account/orders/preview.ts';
import { decimal } from '#main/domain/decimal.ts';
import type { AssetTraits } from '#main/domain/orders/draft-issues.ts';
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
const short = aMarketDraft({ side: 'sell' });

const unitOf = (world: World, traits?: Partial<AssetTraits>) => ({
  book: world.book,
  gate: world.gate,
  journal: world.journal,
  environment: 'embedded' as const,
  traitsOf: (symbol: string) => traits && { symbol, ...traits },
});
const preview = (world: World, draft = aDraft(), traits?: Partial<AssetTraits>) =>
  previewOrder(unitOf(world, traits), { draft, intentId: newId() });
const notesOf = ({ whatIf }: ReturnType<typeof preview>): string => JSON.stringify(whatIf);

it('an account that may not sell short is told so, and one of which nobody knows is not', () => {
  const world = createWorld();
  const account = {
    accountNumber: 'PA1',
    status: 'ACTIVE',
    currency: 'USD',
    equity: '100000',
    lastEquity: '100000',
    cash: '100000',
    buyingPower: '200000',
  };
  expect(preview(world, short).issues).toEqual([]);
  world.book.putAccount(Account.parse({ ...account, shortingEnabled: false }), 1);
  expect(preview(world, short).issues).toMatchObject([
    { path: 'side', message: expect.stringContaining('does not let this account sell short') },
  ]);
});

it('an order for the close is told when it is too late for one', () => {
  const world = createWorld();
  const draft = aMarketDraft({ timeInForce: 'cls' });
  const at = (exchangeMinute: number | undefined) => {
    const hours = { isOpen: () => true, exchangeMinute: () => exchangeMinute };
    return previewOrder({ ...unitOf(world), hours }, { draft, intentId: newId() }).issues;
  };
  expect(at(15 * 60 + 49)).toEqual([]);
  expect(at(undefined)).toEqual([]);
  expect(at(15 * 60 + 55)).toMatchObject([{ path: 'timeInForce' }]);
});

it('a symbol that the broker does not list is named, unless it is held', () => {
  const world = createWorld();
  const unlisted = 'The broker does not list AAPL';
  expect(notesOf(preview(world, aDraft(), { isListed: false }))).toContain(unlisted);
  expect(notesOf(preview(world, aDraft(), {}))).not.toContain(unlisted);
  world.hold('5');
  expect(notesOf(preview(world, aDraft(), { isListed: false }))).not.toContain(unlisted);
});

it('a position that could not be read keeps orders in its symbol from being judged, and no others', () => {
  const world = createWorld();
  world.book.putPositions(
    Object.assign([], {
      unread: [
        { symbol: 'AAPL', where: 'qty' },
        { symbol: 'TSLA', where: 'qty' },
      ],
    }),
    1,
  );
  expect(preview(world).issues).toMatchObject([
    { path: 'symbol', message: expect.stringContaining('could not be read') },
  ]);
  expect(preview(world, aDraft({ symbol: 'MSFT' })).issues).toEqual([]);
});

it('what the list says of a symbol is not changed by what a position says of it', () => {
  const world = createWorld();
  world.book.putPositions(
    [
      {
        symbol: 'AAPL',
        side: 'long',
        qty: decimal('1'),
        avgEntryPrice: decimal('1'),
        assetClass: 'crypto',
      },
    ],
    1,
  );
  expect(preview(world).issues).toMatchObject([{ path: 'symbol' }]);
  expect(preview(world, aDraft(), { class: 'us_equity' }).issues).toEqual([]);
});

it('the price comes with when it was read, where nobody streams it', () => {
  const world = createWorld();
  const receivedAt = world.time.clock.wall() + 1;
  world.book.putPrices([
    { symbol: 'AAPL', price: decimal('190'), tradedAt: receivedAt, receivedAt, readAt: 3 },
  ]);
  expect(preview(world).market).toEqual({ price: '190', receivedAt, readAt: 3, by: 'last' });
  expect(preview(world, aDraft({ symbol: 'MSFT' })).market).toBeUndefined();
});

it('dollars are reckoned with the market’s price, and have none without it', () => {
  const world = createWorld();
  const dollars = (symbol: string) => {
    const { qty: _, ...draft } = aMarketDraft({ symbol });
    return preview(world, { ...draft, notional: decimal('1900') }).whatIf;
  };
  expect(dollars('AAPL')).toMatchObject({ price: '190', value: '1900' });
  expect(dollars('MSFT')).not.toHaveProperty('price');
});

it('what is not there, or is no order that can be changed here, is said with the member that it is about', () => {
  const world = createWorld();
  const odd = anOrder({ id: 'odd', type: 'pegged' });
  world.book.putOrders([odd]);
  const change = OrderChange.parse({ limitPrice: '180' });
  const changed = (orderId: string) =>
    previewChange(unitOf(world), { intentId: newId(), orderId, change });
  expect(changed('none')).toMatchObject({
    failure: {
      kind: 'invalid',
      issues: [{ path: 'orderId', message: 'This account has no such order.' }],
    },
  });
  expect(failureOf(changed('odd'))).toContain('This kind of order cannot be changed here.');
  expect(previewAgain(unitOf(world), newId())).toMatchObject({
    failure: {
      kind: 'invalid',
      issues: [{ path: 'intentId', message: 'There is no such order.' }],
    },
  });
});

it('a change that is judged again is no second claim on the shares of its order', async () => {
  const world = createWorld();
  world.hold('10');
  const { resultId = '' } = value(await world.submit(aDraft({ side: 'sell', limitPrice: '250' })));
  world.broker.will({ kind: 'request-lost' });
  const { intentId, state } = value(await world.replace(resultId, { limitPrice: '240' }));
  expect(state).toBe('unknown');
  expect(value(previewAgain(unitOf(world), intentId))).toMatchObject({
    title: expect.stringMatching(/^Change sell AAPL: limit 240/) as string,
    issues: [],
  });
  // Another sale of it has nothing left, by the larger of the two.
  expect(preview(world, aMarketDraft({ side: 'sell' })).issues).toMatchObject([{ path: 'qty' }]);
});
