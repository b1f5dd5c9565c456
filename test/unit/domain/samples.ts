// Orders, drafts and positions of a person who trades AAPL at 190.00 with 100,000 dollars.
import { Execution, Order, OrderDraft, Position } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import type { GuardInput, RecentIntent } from '#main/domain/guards/guard-settings.ts';
import type { Placed } from '#main/domain/orders/order-terms.ts';

type Members = Record<string, unknown>;

export const NOW = Date.UTC(2026, 10, 13, 15, 0, 0);

export const aDraft = (members: Members = {}): OrderDraft => {
  const { success, data, error } = OrderDraft.safeParse({
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    qty: '10',
    limitPrice: '190',
    ...members,
  });
  if (!success) throw error;
  return data;
};

/** A market order has no limit; `undefined` members are left out by the schema. */
export const aMarketDraft = (members: Members = {}): OrderDraft =>
  without(aDraft({ ...members, type: 'market' }), 'limitPrice');

export const without = <T extends object>(record: T, ...names: (keyof T)[]): T => {
  const copy = { ...record };
  for (const name of names) delete copy[name];
  return copy;
};

export const anOrder = (members: Members = {}): Order =>
  Order.parse({
    id: 'order-1',
    clientOrderId: 'client-1',
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    status: 'new',
    qty: '10',
    filledQty: '0',
    limitPrice: '190',
    updatedAt: '2026-11-13T15:00:00Z',
    ...members,
  });

export const aPosition = (members: Members = {}): Position =>
  Position.parse({
    symbol: 'AAPL',
    side: 'long',
    qty: '100',
    avgEntryPrice: '150',
    ...members,
  });

export const anExecution = (members: Members = {}): Execution =>
  Execution.parse({
    orderId: 'order-1',
    symbol: 'AAPL',
    side: 'buy',
    qty: '4',
    cumQty: '4',
    price: '190',
    at: '2026-11-13T15:00:00Z',
    ...members,
  });

export const NOTHING_PLACED: Placed = { openOrders: [], unknownOrders: [] };

export const anInput = (members: Partial<GuardInput> = {}): GuardInput => ({
  draft: aDraft(),
  price: { price: decimal('190'), ageMs: 1_000 },
  account: { equity: decimal('100000'), lastEquity: decimal('100000') },
  positions: [],
  openOrders: [],
  unknownOrders: [],
  recentIntents: [],
  isMarketOpen: true,
  now: NOW,
  ...members,
});

export const aRecent = (members: Partial<RecentIntent> = {}): RecentIntent => ({
  intentId: 'earlier',
  draft: aDraft(),
  confirmedAt: NOW - 3_000,
  state: 'accepted',
  ...members,
});
