// ③ The latest truth about one account. It is written first and published afterwards, so whoever hears of a change can
// read it here. Orders and fills are never dropped or merged away; prices keep the newest.
import { isOpen, type Execution, type Order, type Position } from '#contract/orders.ts';
import type { Account, AccountReading, Price, StreamState } from '#contract/records.ts';
import { createFillTally, type FillMark } from '#main/account/standing/fill-tally.ts';
import { changeSince, dayChangeOf } from '#main/domain/price-change.ts';
import type { Decimal } from '#main/domain/decimal.ts';
import { addExecution } from '#main/domain/orders/executions.ts';
import { mergeOrder } from '#main/domain/orders/order-status.ts';
import { createListeners } from '#main/tools/listeners.ts';

export type BookChange =
  | { kind: 'account'; reading: AccountReading }
  | { kind: 'prices'; prices: Price[] }
  | { kind: 'stream'; state: StreamState }
  | { kind: 'orders'; orders: Order[] }
  | { kind: 'executions'; executions: Execution[] }
  /** Something was filled that the positions, as they were read, may not hold. */
  | { kind: 'fills' }
  | { kind: 'positions'; positions: readonly Position[]; receivedAt: number };

export type Book = {
  account(): AccountReading | undefined;
  price(symbol: string): Price | undefined;
  prices(): Price[];
  streams(): StreamState[];
  order(orderId: string): Order | undefined;
  orders(): Order[];
  openOrders(): Order[];
  executions(orderId: string): readonly Execution[];
  positions(): readonly Position[];
  positionsReceivedAt(): number | undefined;
  /** Net shares that came, or went, since the positions were asked for. */
  filledSince(symbol: string): Decimal;
  /** To be called before positions are asked for; its answer goes with them into `putPositions`. */
  markFills(): FillMark;
  /** The positions contradict fills that were heard: they are worth reading again soon. */
  arePositionsInDoubt(): boolean;

  putAccount(account: Account, receivedAt: number): void;
  /** Older trades are passed over; a previous close that is already known stays when the news lacks it. */
  putPrices(prices: readonly Price[]): void;
  putStream(state: StreamState): void;
  /** Legs are orders too and are found under their own ids. */
  putOrders(orders: readonly Order[], isLive?: boolean): void;
  /** Live: heard as it happened, and not read from a list of what was. */
  putExecutions(executions: readonly Execution[], isLive?: boolean): void;
  putPositions(positions: readonly Position[], receivedAt: number, askedAt?: FillMark): void;
  /** Symbols nobody watches any more leave the book. */
  keepOnlyPrices(symbols: readonly string[]): void;
  onChange(listener: (change: BookChange) => void): () => void;
};

export function createAccountBook(): Book {
  const prices = new Map<string, Price>();
  const streams = new Map<string, StreamState>();
  const orders = new Map<string, Order>();
  const executions = new Map<string, readonly Execution[]>();
  const fills = createFillTally();
  const listeners = createListeners<[BookChange]>();
  let account: AccountReading | undefined;
  let positions: readonly Position[] = [];
  let positionsReceivedAt: number | undefined;

  /** Whether it is news of a fill. */
  function putOrder(news: Order, changed: Map<string, Order>, isLive: boolean): boolean {
    const known = orders.get(news.id);
    const merged = mergeOrder(known, news);
    if (!known || JSON.stringify(known) !== JSON.stringify(merged)) {
      orders.set(news.id, merged);
      changed.set(news.id, merged);
    }
    let isFilledFurther = fills.note(merged, merged.filledQty, isLive);
    for (const leg of news.legs ?? [])
      isFilledFurther = putOrder(leg, changed, isLive) || isFilledFurther;
    return isFilledFurther;
  }

  return {
    account: () => account,
    price: (symbol) => prices.get(symbol),
    prices: () => [...prices.values()],
    streams: () => [...streams.values()],
    order: (orderId) => orders.get(orderId),
    orders: () => [...orders.values()],
    openOrders: () => [...orders.values()].filter((order) => isOpen(order.status)),
    executions: (orderId) => executions.get(orderId) ?? [],
    positions: () => positions,
    positionsReceivedAt: () => positionsReceivedAt,
    filledSince: fills.since,
    markFills: fills.mark,
    arePositionsInDoubt: fills.isInDoubt,

    putAccount(record, receivedAt) {
      account = { account: record, receivedAt, ...dayChangeOf(record) };
      listeners.notify({ kind: 'account', reading: account });
    },
    putPrices(news) {
      const changed: Price[] = [];
      for (const item of news) {
        const known = prices.get(item.symbol);
        if (known && known.tradedAt > item.tradedAt) continue;
        const previousClose = item.previousClose ?? known?.previousClose;
        const price = { ...item, ...(previousClose && changeSince(previousClose, item.price)) };
        prices.set(item.symbol, price);
        changed.push(price);
      }
      if (changed.length > 0) listeners.notify({ kind: 'prices', prices: changed });
    },
    putStream(state) {
      streams.set(state.stream, state);
      listeners.notify({ kind: 'stream', state });
    },
    putOrders(news, isLive = false) {
      const changed = new Map<string, Order>();
      let hasFills = false;
      for (const order of news) hasFills = putOrder(order, changed, isLive) || hasFills;
      if (changed.size > 0) listeners.notify({ kind: 'orders', orders: [...changed.values()] });
      if (hasFills) listeners.notify({ kind: 'fills' });
    },
    putExecutions(news, isLive = false) {
      const added: Execution[] = [];
      let hasFills = false;
      for (const execution of news) {
        hasFills = fills.noteExecution(execution, isLive) || hasFills;
        const known = executions.get(execution.orderId) ?? [];
        const booking = addExecution(known, execution);
        executions.set(execution.orderId, booking.executions);
        if (booking.isNew) added.push(execution);
      }
      if (added.length > 0) listeners.notify({ kind: 'executions', executions: added });
      if (hasFills) listeners.notify({ kind: 'fills' });
    },
    putPositions(next, receivedAt, askedAt) {
      positions = next;
      fills.settle(next, receivedAt, askedAt);
      positionsReceivedAt = receivedAt;
      listeners.notify({ kind: 'positions', positions, receivedAt });
    },
    keepOnlyPrices(symbols) {
      for (const symbol of prices.keys()) if (!symbols.includes(symbol)) prices.delete(symbol);
    },
    onChange: listeners.add,
  };
}
