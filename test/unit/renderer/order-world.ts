// Orders and intents as the page hears of them, and the list that follows both.
import type { CancelWait } from '#contract/cancel-waits.ts';
import { Intent } from '#contract/intents.ts';
import { Order } from '#contract/orders.ts';
import { createSlices } from '#renderer/core/feeds/slices.ts';
import { createOrderList } from '#renderer/trading/orders/order-list.ts';
import type { OrderRow } from '#renderer/trading/orders/order-rows.ts';

const ACCOUNT = '019a8000-0000-7000-8000-000000000001';
export const idOf = (n: number): string =>
  `019a8000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`;

export const order = (n: number, status: string, more: object = {}): Order =>
  Order.parse({
    id: `order-${n}`,
    clientOrderId: idOf(n),
    symbol: `S${n}`,
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    status,
    qty: '5',
    filledQty: status === 'filled' ? '5' : '0',
    limitPrice: '10',
    submittedAt: new Date(n * 1_000).toISOString(),
    ...more,
  });

export const intent = (n: number, state: string, more: object = {}): Intent =>
  Intent.parse({
    intentId: idOf(n),
    accountId: ACCOUNT,
    kind: 'place',
    state,
    body: '{"side":"sell","qty":"7","type":"stop_limit","limit_price":"9","stop_price":"8"}',
    symbol: `S${n}`,
    title: 'Sell 7',
    confirmedAt: n * 1_000,
    cancelWhenFound: false,
    isConflict: false,
    unanswered: 0,
    changedAt: n * 1_000,
    ...more,
  });

/** Two feeds and the list that follows them; `flush` is the frame. */
export function desk(orders: Order[] = [], intents: Intent[] = []) {
  const frames: (() => void)[] = [];
  const feeds = {
    orders: createSlices<string, Order>((run) => frames.push(run)),
    intents: createSlices<string, Intent>((run) => frames.push(run)),
    cancels: createSlices<string, CancelWait>((run) => frames.push(run)),
  };
  const list = createOrderList(feeds);
  for (const item of orders) feeds.orders.put(item.id, item);
  for (const item of intents) feeds.intents.put(item.intentId, item);
  const flush = () => frames.splice(0).forEach((run) => run());
  flush();
  const stop = list.start();
  const rows = (): OrderRow[] => [...list.rows.view().rows];
  return { ...feeds, list, flush, rows, stop };
}
