// Frames of the trade-update stream. Paper sends JSON in binary frames, live in text: both are read alike. Pure.
import type { Order } from '#contract/orders.ts';
import { isDecimal, type Decimal } from '#main/domain/decimal.ts';
import { isRecord } from '#main/tools/json.ts';
import { leftOut } from '#main/wire/decode.ts';
import { foreignValue, type Hide } from '#main/wire/foreign-text.ts';
import { exactMoney, readJson } from '#main/wire/json.ts';
import { tellUnknown, type Tell } from '#main/wire/oddities.ts';
import { decodeOrder } from '#main/wire/orders.ts';

/** One event: what happened, the order as it is now, and for fills the execution. */
export type TradeUpdate = {
  event: string;
  order: Order;
  fill?: { qty: Decimal; price: Decimal; executionId?: string; at: string };
  /** What is held of the symbol after the fill, negative when short. */
  positionQty?: Decimal;
};

/** An order with a hundred legs has half of it. */
const MOST_VALUES = 10_000;

type TradeMessage =
  | { kind: 'authorization'; isAuthorized: boolean; action: string }
  | { kind: 'listening'; streams: string[] }
  | { kind: 'update'; update: TradeUpdate }
  | { kind: 'error'; message: string };

/** The key pair's spelling, or the one for a token of the OAuth flow. */
export const authenticateFrame = (
  proof: { keyId: string; secretKey: string } | { token: string },
): string =>
  JSON.stringify({
    action: 'authenticate',
    data:
      'token' in proof
        ? { oauth_token: proof.token }
        : { key_id: proof.keyId, secret_key: proof.secretKey },
  });

export const listenFrame = (): string =>
  JSON.stringify({ action: 'listen', data: { streams: ['trade_updates'] } });

export function decodeTradeFrame(
  frame: string | Uint8Array,
  hide: Hide,
  tell?: Tell,
): TradeMessage | 'broken' | undefined {
  const text = typeof frame === 'string' ? frame : new TextDecoder().decode(frame);
  const message = foreignValue(text, readJson(text, MOST_VALUES), hide);
  if (!isRecord(message)) return 'broken';
  const { data } = message;
  if (message['action'] === 'error')
    return { kind: 'error', message: textOf(isRecord(data) && data['error_message']) };
  if (!isRecord(data)) return 'broken';
  switch (message['stream']) {
    case 'authorization':
      return {
        kind: 'authorization',
        isAuthorized: data['status'] === 'authorized',
        action: textOf(data['action']),
      };
    case 'listening': {
      const { streams } = data;
      return isTexts(streams) ? { kind: 'listening', streams } : 'broken';
    }
    case 'trade_updates':
      return decodeUpdate(data, tell);
    default:
      return undefined;
  }
}

function decodeUpdate(data: Record<string, unknown>, tell?: Tell): TradeMessage | 'broken' {
  const { event } = data;
  const order = decodeOrder(data['order'], tell);
  if (typeof event !== 'string') leftOut('order update', data, tell, ['event']);
  if (typeof event !== 'string' || !order.ok) return 'broken';
  tellUnknown(tell, 'order update', 'event', event, EVENTS);
  // Whatever else has a price and a size, such as a bust, is no fill.
  const fill = event === 'fill' || event === 'partial_fill' ? decodeFill(data) : undefined;
  const positionQty = exactMoney(data['position_qty']);
  return {
    kind: 'update',
    update: {
      event,
      order: order.value,
      ...(fill && { fill }),
      ...(fill && isDecimal(positionQty) && { positionQty }),
    },
  };
}

/** Brokers differ in whether they say so in numbers, and by which name the time goes. */
function decodeFill(data: Record<string, unknown>): TradeUpdate['fill'] {
  const { timestamp, at: otherName, execution_id: executionId } = data;
  const [qty, price] = [data['qty'], data['price']].map(exactMoney);
  const at = [timestamp, otherName].find((time) => typeof time === 'string');
  if (!isDecimal(qty) || !isDecimal(price) || at === undefined) return undefined;
  return { qty, price, at, ...(typeof executionId === 'string' && { executionId }) };
}

const EVENTS: ReadonlySet<string> = new Set(
  [
    'accepted pending_new new partial_fill fill canceled expired replaced rejected done_for_day stopped suspended',
    'calculated pending_cancel pending_replace held restated order_cancel_rejected order_replace_rejected',
    'trade_bust trade_correct',
  ].flatMap((words) => words.split(' ')),
);

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
