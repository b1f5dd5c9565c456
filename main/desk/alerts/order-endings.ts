// Orders that ended otherwise than by a fill: canceled, expired, rejected by the broker after it had taken them.
import type { AlertKind } from '#contract/alerts.ts';
import type { Order } from '#contract/orders.ts';
import { filledBefore } from '#main/desk/alerts/order-words.ts';
import type { Happening } from '#main/desk/alerts/teller.ts';
import { orderWords } from '#main/domain/words.ts';

const ENDINGS: Record<string, { kind: AlertKind; word: string }> = {
  canceled: { kind: 'cancel', word: 'Canceled' },
  expired: { kind: 'expired', word: 'Expired' },
  rejected: { kind: 'refusal', word: 'Rejected by the broker' },
};

/** Nothing when it has not ended so, or ended before alerts began. */
export function endingOf(
  order: Order,
  { accountId, name, since }: { accountId: string; name: string; since: number },
): Happening | undefined {
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

/** A leg that ends because the other one filled, or because its parent did, is no news of its own. */
export const isLegOf = (order: Order, orders: readonly Order[]): boolean =>
  orders.some(({ legs }) => legs?.some(({ id }) => id === order.id));

function endedAt({ canceledAt, expiredAt, updatedAt }: Order): number {
  const at = Date.parse(canceledAt ?? expiredAt ?? updatedAt ?? '');
  return Number.isNaN(at) ? Infinity : at;
}
