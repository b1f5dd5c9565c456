// What a row of the table of orders says, read from an order or from the intent that may become one.
import { z } from 'zod';
import { notTradedHere } from '#contract/order-choices.ts';
import { Decimal } from '#contract/decimal.ts';
import type { Intent } from '#contract/intents.ts';
import { isChanging, waitOf, type OrderWait } from '#renderer/core/order-waits.ts';
import type { CancelWait } from '#contract/cancel-waits.ts';
import {
  GONE,
  isBusted,
  isOpen,
  orderStatusWords,
  type Order,
  type OrderLeg,
} from '#contract/orders.ts';
import { noteOf } from '#renderer/trading/orders/order-notes.ts';
import { priceWords } from '#renderer/trading/ticket/ticket-words.ts';
import { formatMoney, formatPrice, formatQuantity } from '#renderer/ui/format.ts';

/** 'ended' is what the broker took and shows no more, what another order has replaced, and what was busted. */
export type StatusKind = 'unknown' | 'open' | 'filled' | 'canceled' | 'refused' | 'ended';

export type OrderRow = {
  key: string;
  group: 'unknown' | 'open' | 'done';
  kind: StatusKind;
  symbol: string;
  side: string | undefined;
  qty: string | undefined;
  notional: string | undefined;
  type: string | undefined;
  timeInForce: string | undefined;
  prices: Pick<Order, 'limitPrice' | 'stopPrice' | 'trailPrice' | 'trailPercent'>;
  /** In words. */
  status: string;
  /** Since when it is in a state that should pass soon, by the broker's clock; epoch ms. */
  pendingSince: number | undefined;
  /** What a person asked of it and waits for. */
  wait: OrderWait | undefined;
  filledQty: string | undefined;
  filledAvgPrice: string | undefined;
  /** Epoch ms; undefined when the broker gave no time. */
  at: number | undefined;
  clientOrderId: string;
  /** To cancel it by; absent while there is no order. */
  orderId: string | undefined;
  /** Ours: it has evidence. */
  intentId: string | undefined;
  /** What a person decided, in the words of the review; absent for what is known as an order alone. */
  title: string | undefined;
  /** Something of the broker's record could not be read; the reason says what. */
  isUnread: boolean;
  /** Why the desk does not trade what it is for; it can be canceled all the same. */
  notTraded: string | undefined;
  /** The same for an order and the change of it, of which only one can ever fill; absent for any other. */
  claim: string | undefined;
  /** A change that the broker took and has not made yet: until then the order before it is what can be canceled. */
  isAwaited: boolean;
  /** Whether the broker takes a change of it now. */
  isChangeable: boolean;
  /** A sentence on its state, where there is one. */
  reason: string | undefined;
  /** The order it hangs on, and as which of its legs; 0 is the order itself. */
  family: Family;
  leg: number;
  /** What a search looks through, once there was one. */
  text: { words: string; ids: string } | undefined;
};

/** An order and its legs stay together: they are placed in the table by what the whole of them is. */
type Family = {
  key: string;
  group: OrderRow['group'];
  /** The order itself, by which the family is sorted. */
  head: OrderRow;
  legs: readonly OrderRow[];
};

/** What 'Cancel all' would touch. A change that is not made yet goes with its order. */
export const isCancellable = ({ group, isAwaited }: OrderRow): boolean =>
  group !== 'done' && !isAwaited;

/** What can be picked out to be canceled: an order that the broker is known to have. */
export const canSelect = ({ group, orderId, isAwaited }: OrderRow): boolean =>
  group === 'open' && orderId !== undefined && !isAwaited;

export const RANK = { unknown: 0, open: 1, done: 2 } as const;

/** Joins an order and its legs; the family stands where its most urgent member belongs. */
export function familyOf(head: OrderRow, legs: readonly OrderRow[] = []): OrderRow[] {
  const members = [head, ...legs];
  let { group } = head;
  for (const member of legs) if (RANK[member.group] < RANK[group]) ({ group } = member);
  const family: Family = { key: head.key, group, head, legs };
  members.forEach((member, leg) => Object.assign(member, { family, leg }));
  return members;
}

/** What is just being sent is not unknown: it would flash in the color of a warning with every order. */
function kindOfState(state: Intent['state']): StatusKind {
  switch (state) {
    case 'recorded':
    case 'sent':
      return 'open';
    case 'unknown':
    case 'set-aside':
      return 'unknown';
    case 'refused':
    case 'not-sent':
      return 'refused';
    case 'accepted':
      return 'ended';
    default:
      return state satisfies never;
  }
}

function kindOfOrder(order: OrderLeg): StatusKind {
  const { status } = order;
  if (isOpen(status)) return 'open';
  if (isBusted(order)) return 'ended';
  if (status === 'filled') return 'filled';
  // It goes on as the order that replaced it, which is counted as what it is.
  if (status === 'replaced' || status === GONE) return 'ended';
  return status === 'rejected' ? 'refused' : 'canceled';
}

const STATE_WORDS: Record<Intent['state'], string> = {
  recorded: 'sending',
  sent: 'sending',
  accepted: 'accepted',
  refused: 'refused',
  'not-sent': 'not sent',
  unknown: 'unconfirmed',
  'set-aside': 'set aside',
};

/** Filled in by `familyOf`, without which no row leaves. */
const NO_FAMILY = undefined as unknown as Family;

/** What else is known of an order. */
type Beside = {
  cancel?: CancelWait | undefined;
  /** A change of this order that is on its way. */
  change?: Intent | undefined;
  /** The order that it is to replace, while that one is open. */
  before?: OrderLeg | undefined;
  /** The order that is to replace it, while that one is open. */
  next?: OrderLeg | undefined;
};

const AWAITED =
  'Not in effect yet: the broker is still changing the order that it replaces. Cancel that one.';

/** The intent is the one that it came from. */
export function rowOfOrder(
  order: OrderLeg,
  intent: Intent | undefined,
  { cancel, change, before, next }: Beside = {},
): OrderRow {
  const moment = Date.parse(order.submittedAt ?? order.createdAt ?? '');
  const kind = kindOfOrder(order);
  return {
    key: order.id,
    group: kind === 'open' ? 'open' : 'done',
    kind,
    symbol: order.symbol,
    side: order.side || undefined,
    qty: order.qty,
    notional: order.notional,
    type: order.type || undefined,
    timeInForce: order.timeInForce,
    prices: order,
    status: orderStatusWords(order),
    pendingSince: pendingSince(order),
    wait: kind === 'open' ? waitOf(cancel, order.status, change) : undefined,
    filledQty: order.unread?.includes('filledQty') ? undefined : order.filledQty,
    filledAvgPrice: order.filledAvgPrice,
    at: Number.isNaN(moment) ? undefined : moment,
    clientOrderId: order.clientOrderId,
    orderId: order.id,
    intentId: intent?.intentId,
    title: undefined,
    isUnread: order.unread !== undefined,
    notTraded: notTradedHere(order.symbol, classOf(order)),
    claim: before?.id ?? (next || (change && isChanging(change)) ? order.id : undefined),
    isAwaited: before !== undefined,
    isChangeable: kind === 'open' && !before && !next && !UNCHANGEABLE.has(order.status),
    reason: noteOf(order) ?? (before && AWAITED),
    family: NO_FAMILY,
    leg: 0,
    // Named from the start: a member that comes later makes every look at the row slower.
    text: undefined,
  };
}

/** The broker has a change or a cancel of it under way and refuses another. */
const UNCHANGEABLE = new Set(['pending_replace', 'pending_cancel']);

/** A multi-leg order has no symbol and no class of its own: it is of options. */
const classOf = ({ orderClass, assetClass }: OrderLeg): string | undefined =>
  orderClass === 'mleg' ? 'us_option' : assetClass;

function pendingSince({ status, updatedAt }: OrderLeg): number | undefined {
  const at = Date.parse(updatedAt ?? '');
  return status.startsWith('pending_') && !Number.isNaN(at) ? at : undefined;
}

/** The members of a stored body that the table shows. */
const Body = z.looseObject({
  side: z.string().optional(),
  qty: Decimal.optional(),
  notional: Decimal.optional(),
  type: z.string().optional(),
  time_in_force: z.string().optional(),
  limit_price: Decimal.optional(),
  stop_price: Decimal.optional(),
  trail_price: Decimal.optional(),
  trail_percent: Decimal.optional(),
});

export function rowOfIntent(intent: Intent, cancel?: CancelWait): OrderRow {
  const body = readBody(intent.body);
  const isReplace = intent.kind === 'replace';
  const kind = kindOfState(intent.state);
  return {
    key: intent.intentId,
    group: kind === 'unknown' || kind === 'open' ? kind : 'done',
    kind,
    symbol: intent.symbol,
    side: body.side,
    qty: body.qty,
    notional: body.notional,
    type: isReplace ? 'change' : body.type,
    timeInForce: body.time_in_force,
    prices: {
      ...(body.limit_price && { limitPrice: body.limit_price }),
      ...(body.stop_price && { stopPrice: body.stop_price }),
      ...(body.trail_price && { trailPrice: body.trail_price }),
      ...(body.trail_percent && { trailPercent: body.trail_percent }),
    },
    status: intent.isConflict ? 'conflict' : STATE_WORDS[intent.state],
    pendingSince: undefined,
    wait: waitOf(cancel, '', undefined),
    filledQty: undefined,
    filledAvgPrice: undefined,
    at: intent.confirmedAt,
    clientOrderId: intent.intentId,
    orderId: undefined,
    intentId: intent.intentId,
    title: intent.title,
    isUnread: false,
    notTraded: undefined,
    claim: isReplace ? intent.targetId : undefined,
    isAwaited: false,
    isChangeable: false,
    reason: intent.cancelWhenFound ? 'It will be canceled as soon as it appears.' : intent.reason,
    family: NO_FAMILY,
    leg: 0,
    text: undefined,
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

/** 'Buy 10 AAPL limit 190.50' */
export function orderWords(row: OrderRow): string {
  const { title, side = '', symbol, type, prices } = row;
  if (title !== undefined) return title;
  const price = priceWords(prices, formatPrice);
  return (
    [
      side === 'sell'
        ? 'Sell'
        : side === 'buy'
          ? 'Buy'
          : side || (row.isUnread ? 'Side unknown:' : ''),
      sizeWords(row),
      symbol,
      type?.replaceAll('_', ' ') ?? '',
      price === '–' ? '' : price,
    ]
      .filter((word) => word !== '')
      .join(' ')
      // The type and its price both begin with the word.
      .replace('stop stop ', 'stop ')
  );
}

function sizeWords({ qty, notional }: OrderRow): string {
  if (qty !== undefined) return formatQuantity(qty);
  return notional === undefined ? '' : `$${formatMoney(notional)} of`;
}
