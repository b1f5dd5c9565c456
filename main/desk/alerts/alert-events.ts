// What each alert says: short, since a notification shows two lines. `alertId` names the event itself, so that the same
// event heard twice is one alert.
import type { AlertKind, AlertTarget } from '#contract/alerts.ts';
import type { Intent } from '#contract/intents.ts';
import type { Order } from '#contract/orders.ts';
import type { StreamState } from '#contract/records.ts';
import type { TokenizationRequest } from '#contract/tokenization.ts';
import { isLess, isZero } from '#main/domain/decimal.ts';
import { orderWords, priceText, qtyText } from '#main/domain/words.ts';

export type AlertEvent = {
  /** What happened, whoever heard of it and however often. */
  alertId: string;
  kind: AlertKind;
  title: string;
  text: string;
  target: AlertTarget;
};

/** `name` is the account as the person calls it, with its environment: 'My account, PAPER'. */
export type AlertedAccount = { accountId: string; name: string };

const STREAM_WORDS = { orders: 'order', prices: 'price' } as const;
/** Endings of an order otherwise than by a fill; 'rejected' comes after the broker had accepted it. */
const ENDINGS: Record<string, { kind: AlertKind; word: string }> = {
  canceled: { kind: 'cancel', word: 'Canceled' },
  expired: { kind: 'expired', word: 'Expired' },
  rejected: { kind: 'refusal', word: 'Rejected by the broker' },
};

/** 'Bought 10 AAPL', 'Bought 4 of 10 AAPL' */
export function fillEvent(order: Order, { accountId, name }: AlertedAccount): AlertEvent {
  const { id, side, symbol, qty, filledQty, filledAvgPrice, type } = order;
  const done = side === 'buy' ? 'Bought' : 'Sold';
  const isPart = qty !== undefined && isLess(filledQty, qty);
  const price = filledAvgPrice === undefined ? '' : `At ${priceText(filledAvgPrice)}, `;
  return {
    alertId: `fill:${id}:${filledQty}`,
    kind: 'fill',
    title: `${done} ${qtyText(filledQty)}${isPart ? ` of ${qtyText(qty)}` : ''} ${symbol}`,
    text: `${price}${price === '' ? 'A' : 'a'} ${type.replaceAll('_', ' ')} order. ${name}.`,
    target: { accountId, orderId: id, symbol },
  };
}

/** Nothing when the order has not ended so, or ended before alerts began. */
export function endingEvent(
  order: Order,
  { accountId, name }: AlertedAccount,
  since: number,
): AlertEvent | undefined {
  const ending = ENDINGS[order.status];
  if (!ending || endedAt(order) < since) return undefined;
  return {
    alertId: `${ending.kind}:${order.id}`,
    kind: ending.kind,
    title: `${ending.word}: ${orderWords(order)}`,
    text: `${filledBefore(order)} ${name}.`,
    target: { accountId, orderId: order.id, symbol: order.symbol },
  };
}

/** Nothing while the state of the intent is no news. */
export function intentEvent(
  intent: Intent,
  { accountId, name }: AlertedAccount,
): AlertEvent | undefined {
  const { intentId, kind, state, title, reason = '', symbol, orderId } = intent;
  const target = { accountId, intentId, symbol, ...(orderId !== undefined && { orderId }) };
  const text = `${reason} ${name}.`.trim();
  switch (state) {
    case 'unknown': {
      const [what, done] = kind === 'mint' ? ['A mint', 'requested'] : ['An order', 'placed'];
      return {
        alertId: `unknown:${intentId}`,
        kind: 'unknown',
        title: `${what} is unknown`,
        text: `${title}. The broker did not answer. It may have been ${done}: Ballast is looking for it. ${name}.`,
        target,
      };
    }
    case 'refused':
      return {
        alertId: `refusal:${intentId}`,
        kind: 'refusal',
        title: `Refused: ${title}`,
        text,
        target,
      };
    case 'not-sent':
      return {
        alertId: `guard-stop:${intentId}`,
        kind: 'guard-stop',
        title: `Not sent: ${title}`,
        text,
        target,
      };
    default:
      return undefined;
  }
}

export const lateOrderEvent = (
  { intentId }: Intent,
  order: Order,
  { accountId, name }: AlertedAccount,
): AlertEvent => ({
  alertId: `late:${intentId}`,
  kind: 'late',
  title: `It was placed after all: ${orderWords(order)}`,
  text: `The broker has it as ${order.status}. ${name}.`,
  target: { accountId, orderId: order.id, intentId },
});

export const lateMintEvent = (
  { intentId, title }: Intent,
  { status, tokenizationRequestId }: TokenizationRequest,
  { accountId, name }: AlertedAccount,
): AlertEvent => ({
  alertId: `late:${intentId}`,
  kind: 'late',
  title: `It was requested after all: ${title}`,
  text: `The broker has it as ${status}. ${name}.`,
  target: { accountId, intentId, tokenizationRequestId },
});

export const cancelDeclinedEvent = (
  orderId: string,
  text: string,
  { accountId, name }: AlertedAccount,
): AlertEvent => ({
  alertId: `cancel-declined:${orderId}`,
  kind: 'refusal',
  title: 'An order was not canceled',
  text: `${text} ${name}.`,
  target: { accountId, orderId },
});

/** Only for what was pending when it was last heard of: the rest is history that was read. */
export function requestEvent(
  request: TokenizationRequest,
  before: string | undefined,
  { accountId, name }: AlertedAccount,
): AlertEvent | undefined {
  const { tokenizationRequestId, type, status, qty, underlyingSymbol, issuer, network } = request;
  if (before !== 'pending' || (status !== 'completed' && status !== 'rejected')) return undefined;
  return {
    alertId: `mint:${tokenizationRequestId}:${status}`,
    kind: 'mint',
    title: `${type === 'redeem' ? 'Redeem' : 'Mint'} ${status}: ${qtyText(qty)} ${underlyingSymbol}`,
    text: `${issuer} on ${network}. ${name}.`,
    target: { accountId, tokenizationRequestId, symbol: underlyingSymbol },
  };
}

export const streamDownEvent = (
  { stream, since, message }: StreamState,
  { accountId, name }: AlertedAccount,
): AlertEvent => ({
  alertId: `stream-down:${accountId}:${stream}:${since}`,
  kind: 'stream-down',
  title: `The ${STREAM_WORDS[stream]} stream is down`,
  text: `${message ?? 'Ballast keeps trying to connect.'} ${name}.`,
  target: { accountId },
});

/** Once a day for as long as it lasts. */
export const journalEvent = (
  problem: string,
  wall: number,
  { accountId, name }: AlertedAccount,
): AlertEvent => ({
  alertId: `journal:${accountId}:${new Date(wall).toISOString().slice(0, 10)}`,
  kind: 'journal',
  title: 'Orders cannot be recorded',
  text: `${problem} Nothing is sent until that is mended. ${name}.`,
  target: { accountId },
});

function filledBefore({ filledQty, qty }: Order): string {
  if (isZero(filledQty)) return 'Nothing of it was filled.';
  return `${qtyText(filledQty)}${qty === undefined ? '' : ` of ${qtyText(qty)}`} were filled before.`;
}

function endedAt({ canceledAt, expiredAt, updatedAt }: Order): number {
  const at = Date.parse(canceledAt ?? expiredAt ?? updatedAt ?? '');
  return Number.isNaN(at) ? Infinity : at;
}
