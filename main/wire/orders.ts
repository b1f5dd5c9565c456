// Orders and positions. An order counts as soon as it has an id: it can be asked for and canceled by that, so it must
// not be missing among the others. What else of it cannot be read is named in `unread`. A multi-leg parent has no symbol
// and no side. `null` members are absent in the record: replacedBy, replaces, legs, filledAvgPrice and the prices mean
// the same either way.
import { z } from 'zod';
import { Order, OrderLeg, Position, UNREADABLE } from '#contract/orders.ts';
import {
  decoderOf,
  leftOut,
  listDecoderOf,
  omit,
  withMoney,
  type Decode,
} from '#main/wire/decode.ts';
import { tellUnknown, type Tell } from '#main/wire/oddities.ts';
import { isRecord } from '#main/tools/json.ts';
import { isId } from '#main/wire/paths.ts';

const ORDER_MONEY = [
  'qty',
  'notional',
  'filledQty',
  'filledAvgPrice',
  'limitPrice',
  'stopPrice',
  'trailPrice',
  'trailPercent',
  'hwm',
] as const;

const POSITION_MONEY = [
  'qty',
  'qtyAvailable',
  'avgEntryPrice',
  'marketValue',
  'costBasis',
  'unrealizedPl',
  'unrealizedPlpc',
  'unrealizedIntradayPl',
  'currentPrice',
  'lastdayPrice',
  'changeToday',
] as const;

export const decodeOrder = toldOrder(decoderOf('order', Order, orderShape, withoutMembers));
export const decodeOrders = listDecoderOf('orders', decodeOrder);

const decodePosition = toldPosition(
  decoderOf('position', Position, withMoney(POSITION_MONEY), omit),
);
export const decodePositions = listDecoderOf('positions', decodePosition);

/** One line of the answer to 'cancel everything': `status` is the HTTP code for that order. */
export const CancelStatus = z.object({ id: z.string(), status: z.number() });
export type CancelStatus = z.infer<typeof CancelStatus>;

export const decodeCancelStatuses = listDecoderOf(
  'cancel report',
  decoderOf('cancel report', CancelStatus),
);

/** A bracket has two, an order of options four. */
const MOST_LEGS = 100;

const exactOrder = withMoney(ORDER_MONEY);
const decodeLeg = decoderOf('order leg', OrderLeg, legShape, withoutMembers);

function orderShape(record: unknown, tell: Tell | undefined): unknown {
  if (!isRecord(record)) return record;
  const { legs } = record;
  if (Array.isArray(legs) && legs.length > MOST_LEGS) return undefined;
  const shaped = legShape(record, tell);
  if (!isRecord(shaped) || legs === undefined) return shaped;
  const read = readLegs(legs, tell);
  return { ...shaped, legs: read.value, ...unreadMembers(shaped, read.unread) };
}

/** A leg that has no id cannot be followed: its parent says that it lacks one. */
function readLegs(legs: unknown, tell: Tell | undefined): { value: OrderLeg[]; unread: string[] } {
  const read = (Array.isArray(legs) ? (legs as unknown[]) : [undefined]).map((leg) =>
    decodeLeg(leg, tell),
  );
  const value = read.flatMap((leg) => (leg.ok ? [leg.value] : []));
  return { value, unread: value.length < read.length ? ['legs'] : [] };
}

/** A leg has no legs of its own, whatever is sent; and what could not be read is ours to say. */
function legShape(record: unknown, tell: Tell | undefined): unknown {
  if (!isRecord(record)) return record;
  const { id, filledQty } = record;
  // It would stay open for ever: nobody can ask what became of it.
  if (typeof id === 'string' && !isId(id)) return undefined;
  if (filledQty === undefined && id !== undefined)
    tell?.({ kind: 'unread', what: 'order', where: 'filledQty', quote: '' });
  return {
    symbol: '',
    side: '',
    type: record['orderType'] ?? '',
    timeInForce: '',
    filledQty: INSTEAD['filledQty'],
    ...omit(exactOrder(record) as object, ['legs', 'unread']),
    ...unreadMembers({}, filledQty === undefined ? ['filledQty'] : []),
  };
}

/** In the place of what every order has. Nothing filled is not claimed: `unread` says so. */
const INSTEAD: Readonly<Record<string, string>> = {
  clientOrderId: '',
  symbol: '',
  side: '',
  type: '',
  timeInForce: '',
  status: UNREADABLE,
  filledQty: '0',
};

function withoutMembers(record: object, names: readonly string[]): unknown {
  if (names.includes('id')) return undefined;
  const instead = names.flatMap((name) => (name in INSTEAD ? [[name, INSTEAD[name]]] : []));
  return {
    ...omit(record, names),
    ...Object.fromEntries(instead),
    ...unreadMembers(record, names),
  };
}

const unreadMembers = (record: { unread?: unknown }, more: readonly string[]): object => {
  const unread = [...((record.unread as string[] | undefined) ?? []), ...more];
  return unread.length > 0 ? { unread } : {};
};

// Open sets: what is not here is kept as it came, and told.
const STATUSES = setOf(
  'accepted pending_new new held accepted_for_bidding partially_filled filled done_for_day stopped suspended calculated',
  'pending_cancel canceled expired pending_replace replaced rejected',
);
const SIDES = setOf('buy sell');
const TYPES = setOf('market limit stop stop_limit trailing_stop');
const TIMES = setOf('day gtc opg cls ioc fok');
const CLASSES = setOf('simple bracket oco oto mleg');
const ASSET_CLASSES = setOf(
  'us_equity us_option crypto crypto_perp treasury corporate global_equity us_index us_equity_chain ipo',
);

function setOf(...words: string[]): ReadonlySet<string> {
  return new Set(['', ...words.flatMap((some) => some.split(' '))]);
}

function toldOrder(decode: Decode<Order>): Decode<Order> {
  return (json, tell) => {
    const order = decode(json, tell);
    if (order.ok && tell)
      for (const one of [order.value, ...(order.value.legs ?? [])]) tellOrder(one, tell);
    return order;
  };
}

function tellOrder(order: OrderLeg, tell: Tell): void {
  if (order.status !== UNREADABLE) tellUnknown(tell, 'order', 'status', order.status, STATUSES);
  tellUnknown(tell, 'order', 'side', order.side, SIDES);
  tellUnknown(tell, 'order', 'type', order.type, TYPES);
  tellUnknown(tell, 'order', 'time in force', order.timeInForce, TIMES);
  tellUnknown(tell, 'order', 'class', order.orderClass, CLASSES);
  tellUnknown(tell, 'order', 'asset class', order.assetClass, ASSET_CLASSES);
}

/** A side that nobody here knows says not which way it is held: whoever guessed could close it by opening more. */
function toldPosition(decode: Decode<Position>): Decode<Position> {
  return (json, tell) => {
    const position = decode(json, tell);
    if (!position.ok) return position;
    const { side, assetClass } = position.value;
    if (side !== 'long' && side !== 'short') return leftOut('position', json, tell, ['side']);
    tellUnknown(tell, 'position', 'asset class', assetClass, ASSET_CLASSES);
    return position;
  };
}
