// Orders and positions. An order is readable as soon as it has an identity and a status: a multi-leg parent has no
// symbol and no side, and a list must not become unreadable for it. `null` members are absent in the record:
// replacedBy, replaces, legs, filledAvgPrice and the prices mean the same either way.
import { z } from 'zod';
import { Order, Position } from '#contract/orders.ts';
import { decoderOf, listDecoderOf, withMoney } from '#main/wire/decode.ts';
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

export const decodeOrder = decoderOf('order', Order, orderShape);
export const decodeOrders = listDecoderOf('orders', decodeOrder);

const decodePosition = decoderOf('position', Position, withMoney(POSITION_MONEY));
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

function orderShape(record: unknown): unknown {
  if (!isRecord(record)) return record;
  const { id, legs } = record;
  // It would stay open for ever: nobody can ask what became of it.
  if (typeof id === 'string' && !isId(id)) return undefined;
  if (Array.isArray(legs) && legs.length > MOST_LEGS) return undefined;
  return {
    symbol: '',
    side: '',
    type: record['orderType'] ?? '',
    timeInForce: '',
    filledQty: '0',
    ...(exactOrder(record) as Record<string, unknown>),
    ...(Array.isArray(legs) && { legs: legs.map(legShape) }),
  };
}

/** A leg has no legs of its own, whatever is sent. */
function legShape(record: unknown): unknown {
  if (!isRecord(record)) return record;
  const { legs: _, ...alone } = record;
  return orderShape(alone);
}
