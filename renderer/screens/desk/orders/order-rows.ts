// What the table of orders shows, in its order: what nobody knows yet on top, then what is open, then the rest, each
// newest first. Orders and intents come from two feeds and meet in the client order id.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import type { Intent } from '#contract/intents.ts';
import type { Order, OrderLeg } from '#contract/orders.ts';

export type OrderView = 'open' | 'all' | 'unknown';
export const ORDER_VIEWS: readonly OrderView[] = ['open', 'all', 'unknown'];

/** More rows than anybody reads, and no more than a frame can draw. */
export const MOST_ROWS = 300;

export type OrderRow = {
  key: string;
  group: 'unknown' | 'open' | 'done';
  symbol: string;
  side: string | undefined;
  qty: string | undefined;
  type: string | undefined;
  prices: Pick<Order, 'limitPrice' | 'stopPrice' | 'trailPrice' | 'trailPercent'>;
  /** In words. */
  status: string;
  filledQty: string | undefined;
  filledAvgPrice: string | undefined;
  /** Epoch ms; undefined when the broker gave no time. */
  at: number | undefined;
  clientOrderId: string;
  /** To cancel it by; absent while there is no order. */
  orderId: string | undefined;
  /** Ours: it has evidence. */
  intentId: string | undefined;
  /** A sentence on its state, where there is one. */
  reason: string | undefined;
};

export function orderRows(orders: readonly Order[], intents: readonly Intent[]): OrderRow[] {
  const byClientId = new Map(intents.map((intent) => [intent.intentId, intent]));
  const known = withLegs(orders);
  const shown = new Set(known.map(({ clientOrderId }) => clientOrderId));
  const ofOrders = known.map((order) => rowOfOrder(order, byClientId.get(order.clientOrderId)));
  const ofIntents = intents
    .filter(({ kind }) => kind === 'place' || kind === 'replace')
    .filter(({ intentId, state }) => isUnsettled(state) || !shown.has(intentId))
    .map(rowOfIntent);
  // An order that is there already and an intent that is not settled are two rows: a conflict is shown, not adopted.
  return [...ofIntents, ...ofOrders].sort(
    (a, b) => RANK[a.group] - RANK[b.group] || (b.at ?? 0) - (a.at ?? 0),
  );
}

export const rowsIn = (rows: readonly OrderRow[], view: OrderView): OrderRow[] =>
  rows.filter(({ group }) => view === 'all' || group === 'unknown' || group === view);

/** What 'Cancel all' would touch. */
export const cancellable = (rows: readonly OrderRow[]): OrderRow[] =>
  rows.filter(({ group }) => group !== 'done');

const RANK = { unknown: 0, open: 1, done: 2 } as const;
const TERMINAL = new Set(['filled', 'canceled', 'expired', 'replaced', 'rejected']);
const UNSETTLED = new Set<Intent['state']>(['recorded', 'sent', 'unknown', 'set-aside']);
const isUnsettled = (state: Intent['state']): boolean => UNSETTLED.has(state);

/** What is just being sent is not unknown: it would flash in the colour of a warning with every order. */
function groupOf(state: Intent['state']): OrderRow['group'] {
  if (state === 'recorded' || state === 'sent') return 'open';
  return isUnsettled(state) ? 'unknown' : 'done';
}

const STATE_WORDS: Record<Intent['state'], string> = {
  recorded: 'sending',
  sent: 'sending',
  accepted: 'accepted',
  refused: 'refused',
  'not-sent': 'not sent',
  unknown: 'unknown',
  'set-aside': 'set aside',
};

/** Legs as rows of their own, each once. */
function withLegs(orders: readonly Order[]): OrderLeg[] {
  const all = new Map<string, OrderLeg>();
  for (const { legs } of orders) for (const leg of legs ?? []) all.set(leg.id, leg);
  for (const order of orders) all.set(order.id, order);
  return [...all.values()];
}

function rowOfOrder(order: OrderLeg, intent: Intent | undefined): OrderRow {
  const moment = Date.parse(order.submittedAt ?? order.createdAt ?? '');
  return {
    key: order.id,
    group: TERMINAL.has(order.status) ? 'done' : 'open',
    symbol: order.symbol,
    side: order.side,
    qty: order.qty,
    type: order.type,
    prices: order,
    status: order.status.replaceAll('_', ' '),
    filledQty: order.filledQty,
    filledAvgPrice: order.filledAvgPrice,
    at: Number.isNaN(moment) ? undefined : moment,
    clientOrderId: order.clientOrderId,
    orderId: order.id,
    intentId: intent?.intentId,
    reason: undefined,
  };
}

/** The members of a stored body that the table shows. */
const Body = z.looseObject({
  side: z.string().optional(),
  qty: Decimal.optional(),
  type: z.string().optional(),
  limit_price: Decimal.optional(),
  stop_price: Decimal.optional(),
  trail_price: Decimal.optional(),
  trail_percent: Decimal.optional(),
});

function rowOfIntent(intent: Intent): OrderRow {
  const body = readBody(intent.body);
  const isReplace = intent.kind === 'replace';
  return {
    key: intent.intentId,
    group: groupOf(intent.state),
    symbol: intent.symbol,
    side: body.side,
    qty: body.qty,
    type: isReplace ? 'change' : body.type,
    prices: {
      ...(body.limit_price && { limitPrice: body.limit_price }),
      ...(body.stop_price && { stopPrice: body.stop_price }),
      ...(body.trail_price && { trailPrice: body.trail_price }),
      ...(body.trail_percent && { trailPercent: body.trail_percent }),
    },
    status: intent.isConflict ? 'conflict' : STATE_WORDS[intent.state],
    filledQty: undefined,
    filledAvgPrice: undefined,
    at: intent.confirmedAt,
    clientOrderId: intent.intentId,
    orderId: undefined,
    intentId: intent.intentId,
    reason: intent.cancelWhenFound ? 'It is cancelled as soon as it appears.' : intent.reason,
  };
}

function readBody(text: string): z.infer<typeof Body> {
  try {
    const body = Body.safeParse(JSON.parse(text));
    return body.success ? body.data : {};
  } catch {
    return {};
  }
}
