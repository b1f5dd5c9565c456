// ③ The latest truth about one account. It is written first and published afterwards, so whoever hears of a change can
// read it here. Orders and fills are never dropped or merged away: those that are over and old leave memory once the journal
// has them (order-memory.ts). Prices keep the newest.
import { notTradedHere } from '#contract/order-choices.ts';
import {
  isOpen,
  type Execution,
  type Order,
  type Position,
  type Revision,
} from '#contract/orders.ts';
import type { Account, AccountReading, Price, StreamState } from '#contract/records.ts';
import { createFillBook, type Booked, type FillChange } from '#main/account/standing/fill-book.ts';
import { isOlder, type FillMark, type FillTally } from '#main/account/standing/fill-tally.ts';
import type { ShareMove, Traded } from '#main/account/standing/explained.ts';
import { createReserves, type ReserveMark } from '#main/account/standing/reserves.ts';
import { statesOf } from '#main/domain/account-states.ts';
import { createLastPrices } from '#main/account/standing/last-prices.ts';
import type { OpenOrdersView } from '#main/account/standing/open-orders.ts';
import {
  createOrderMemory,
  type MemoryView,
  type Past,
} from '#main/account/standing/order-memory.ts';
import { createOrderRecords } from '#main/account/standing/order-records.ts';
import { isUnreadIn, type PositionList } from '#main/account/standing/unread-positions.ts';
import { dayChangeOf } from '#main/domain/price-change.ts';
import {
  abs,
  add,
  isEqual,
  isMore,
  isZero,
  max,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import type { Revised } from '#main/domain/orders/executions.ts';
import { positionIn } from '#main/domain/orders/exits.ts';
import { holdingOf, isShort } from '#main/domain/orders/holdings.ts';
import type { Placed } from '#main/domain/orders/order-terms.ts';
import { isFarFrom, standingNow, withoutAvailable } from '#main/domain/standing.ts';
import { createListeners } from '#main/tools/listeners.ts';

export type BookChange =
  /** The broker said whose account the key opens. */
  | { kind: 'owner'; accountNumber: string }
  | { kind: 'account'; account: Account }
  | { kind: 'transfers' }
  | { kind: 'prices'; prices: Price[] }
  | { kind: 'stream'; state: StreamState }
  | { kind: 'orders'; orders: Order[] }
  | FillChange
  /** An order began or ended to keep back money or shares, which what was read may not hold. */
  | { kind: 'reserves' }
  | { kind: 'positions'; positions: readonly Position[]; receivedAt: number };

type PositionsRead = {
  positions: PositionList;
  receivedAt?: number;
  asked?: FillMark;
  /** What was kept back then. */
  mark: ReserveMark;
};
type Standing = { account: AccountReading | undefined; positions: readonly Position[] };

const MOVES_STANDING: ReadonlySet<BookChange['kind']> = new Set([
  'account',
  'transfers',
  'prices',
  'fills',
  'reserves',
  'executions',
  'positions',
]);

/** What moved since yesterday's equity, and whether that is all, as of the last reading. */
export type MovedSoFar = {
  value: Decimal;
  isKnown: boolean;
  /** What of it was shares. */
  shares?: AccountReading['sharesMoved'];
};

type Views = MemoryView & OpenOrdersView;
export type Book = Views & {
  /** The one standing: the last reading, what was filled since, and the newest prices. */
  account(): AccountReading | undefined;
  /** The number of the account that the key opens, as the broker last said in this run. */
  owner(): string | undefined;
  /** False while something may have moved in or out that the account's reading does not tell from profit and loss. */
  areTransfersKnown(): boolean;
  standingPositions(): readonly Position[];
  price(symbol: string): Price | undefined;
  prices(): Price[];
  streams(): StreamState[];
  order(orderId: string): Order | undefined;
  /** The order that shows this one among its legs. */
  parentOf(orderId: string): Order | undefined;
  /** Those in memory: all that are open, and the newest of the rest. */
  orders(): Order[];
  executions(orderId: string): readonly Execution[];
  /** Of the orders in memory. */
  allExecutions(): Execution[];
  /** As they were read. What was filled since is in `filledSince`, and the smaller of the two is there for sure. */
  positions(): PositionList;
  /** What is there to be exited: as it was read, or as the last fill told it, which is newer. */
  held(): Pick<Placed, 'filledSince'> & { positions: readonly Position[] };
  positionsReceivedAt(): number | undefined;
  /** Something of this symbol may be held that could not be read. */
  isUnread(symbol: string): boolean;
  /** In this run: until then they are what an earlier one knew. */
  arePositionsRead(): boolean;
  /** What happened since may be missing from them. */
  positionsAskedAt(): number | undefined;
  /** Net shares that came, or went, since the positions were asked for. */
  filledSince(symbol: string): Decimal;
  /** To be called before positions are asked for; its answer goes with them into `putPositions`. */
  markFills(): FillMark;
  /** What all fills come to, of which only differences mean anything. */
  traded(): Traded;
  /** The positions contradict fills that were heard: they are worth reading again soon. */
  arePositionsInDoubt(): boolean;

  /** To be put before anything that was read with the key is believed. */
  putOwner(accountNumber: string): void;
  /** Read together with the positions that were put last. */
  putAccount(account: Account, receivedAt: number, moved?: MovedSoFar): void;
  /** What moved in or out since yesterday's equity, and whether that is all that did. */
  putTransfers(value: Decimal, isKnown?: boolean, shares?: MovedSoFar['shares']): void;
  /** These are why a reading has another size than the fills say. */
  putShareMoves(moves: readonly ShareMove[]): void;
  /**
   * Older trades are passed over, unless the newest was taken back; a previous close that is already known stays when
   * the news lacks it.
   */
  putPrices(prices: readonly Price[], isTakenBack?: boolean): void;
  putStream(state: StreamState): void;
  /** Legs are orders too and are found under their own ids; each belongs to one order, through every replacement. */
  putOrders(orders: readonly Order[], isLive?: boolean): void;
  /** The broker knows it no more. Until it speaks of it again. */
  putGone(orderId: string, goneAt: string): void;
  /** Live: heard as it happened, and not read from a list of what was. */
  putExecutions(executions: readonly Execution[], isLive?: boolean): void;
  /** A fill as the stream told it, with what it left of the position where that was said. */
  putFill(execution: Execution, positionQty: Decimal | undefined): void;
  /** Whether they are shown now: two readings may be under way, and the one that was asked for last is the newer one. */
  putPositions(positions: PositionList, receivedAt: number, asked?: FillMark): boolean;
  /** The broker busted or corrected a fill. As it is now, unless nothing changed. */
  revise(which: Revised, revision: Revision): Execution | undefined;
  /** These are why the next reading is another than the fills say, and are no transfers. */
  putBooked(booked: Booked): void;
  /** Symbols nobody watches any more leave the book. */
  keepOnlyPrices(symbols: readonly string[]): void;
  /** The journal can be read again. */
  catchUp(): void;
  onChange(listener: (change: BookChange) => void): () => void;
};

/** `past`: what the journal has, of which a book without one knows nothing. */
export function createAccountBook(past?: Past): Book {
  const prices = createLastPrices();
  const streams = new Map<string, StreamState>();
  const booked = createFillBook(notify, (orderId) => memory.isUncertain(orderId));
  const { tally: fills, accountTally: accountFills } = booked;
  const records = createOrderRecords(booked.isRevised);
  const memory = createOrderMemory({ past, records, fills: booked });
  const reserves = createReserves();
  const listeners = createListeners<[BookChange]>();
  /** With the positions that were read together with it. */
  let account: { account: Account; receivedAt: number; with: PositionsRead } | undefined;
  let owner: string | undefined;
  let transfers: MovedSoFar = { value: ZERO, isKnown: true };
  let standing: Standing | undefined;
  let read: PositionsRead = { positions: [], mark: reserves.mark() };

  /** Whether it is news of a fill. `touched` takes the orders that may be shown differently since. */
  function putOrder(news: Order, touched: Set<string>, isLive: boolean): boolean {
    let isFilledFurther = false;
    memory.hearOrder(news);
    records.put(news, touched, (record) => {
      isFilledFurther = booked.note(record, record.filledQty, isLive) || isFilledFurther;
    });
    return isFilledFurther;
  }

  function notifyOrders(orderIds: Iterable<string>): void {
    const mark = JSON.stringify(reserves.mark());
    const untold = memory.takeUntold();
    const changed = records.show([...orderIds, ...untold]);
    for (const { before, order } of changed) reserves.note(before, order, read.positions);
    const again = new Set(untold);
    const orders = untold.flatMap((orderId) => records.get(orderId) ?? []);
    for (const { order } of changed) if (!again.has(order.id)) orders.push(order);
    memory.note(orders);
    if (orders.length > 0) notify({ kind: 'orders', orders });
    if (JSON.stringify(reserves.mark()) !== mark) notify({ kind: 'reserves' });
  }

  /** Reckoned when somebody looks, and again when something has changed. */
  function standingOf(): Standing {
    standing ??= reckon();
    return standing;
  }

  function reckon(): Standing {
    const now = reckonFrom(read, fills);
    if (!account) return { account, positions: now.positions };
    const { with: pair, receivedAt } = account;
    const { account: standsAt = account.account, estimates } =
      pair === read ? now : reckonFrom(pair, accountFills);
    const isReserved = reserves.mark().reserves !== pair.mark.reserves;
    const isBehind = isReserved || isFarFrom(account.account.equity, standsAt.equity);
    if (isBehind && estimates.length === 0) estimates.push('buyingPower');
    return {
      positions: now.positions,
      account: {
        account: standsAt,
        receivedAt,
        ...dayChangeOf(standsAt, transfers.value),
        ...statesOf(standsAt),
        ...(!isZero(transfers.value) && { transfers: transfers.value }),
        ...(!transfers.isKnown && { areTransfersOpen: true }),
        ...(transfers.shares?.length && { sharesMoved: transfers.shares }),
        ...(estimates.length > 0 && { estimates }),
      },
    };
  }

  function reckonFrom(from: PositionsRead, tally: FillTally) {
    const { positions, receivedAt = Infinity, mark } = from;
    const moved = [...booked.prices].flatMap(([symbol, price]) => {
      const qty = tally.since(symbol);
      // What is held of it beside these, or what a contract comes to, is not known.
      const isKnown = !isUnreadIn(positions, symbol) && notTradedHere(symbol) === undefined;
      const doubtful = tally.doubtfulSince(symbol);
      return isZero(qty) || !isKnown ? [] : [{ symbol, qty, price, doubtful }];
    });
    const now = standingNow({
      account: account?.account,
      positions,
      moved,
      isOverlapped: tally.isOverlapped(),
      priceOf(symbol) {
        const price = prices.get(symbol);
        return price && price.receivedAt > receivedAt ? price.price : undefined;
      },
    });
    // What a list told may be in the reading or not: the size stays as it was read, and is no certain one.
    return { ...now, positions: now.positions.map((held) => markUnsure(held, tally, mark)) };
  }

  function markUnsure(position: Position, tally: FillTally, mark: ReserveMark): Position {
    const { symbol } = position;
    const known = reserves.hasHeldSince(symbol, mark) ? withoutAvailable(position) : position;
    const isUnsure = !known.isEstimate && !isZero(tally.since(symbol));
    return isUnsure ? { ...known, isEstimate: true } : known;
  }

  /** A fill that is heard late tells of before the reading: more than was read is there as far as the fills since say so. */
  function isReached(told: Position, before: Position | undefined): boolean {
    const qty = before ? holdingOf(before).qty : ZERO;
    const most = max(abs(qty), abs(add(qty, fills.netSince(told.symbol))));
    return !isMore(abs(told.qty), most);
  }

  function putExecutions(
    news: readonly Execution[],
    isLive?: boolean,
    positionQty?: Decimal,
  ): void {
    memory.hearFills(news);
    notifyOrders([]);
    booked.put(news, isLive, positionQty);
  }

  function orderOf(orderId: string): Order | undefined {
    memory.find(orderId);
    return records.get(orderId);
  }

  function notify(change: BookChange): void {
    if (MOVES_STANDING.has(change.kind)) standing = undefined;
    listeners.notify(change);
  }

  return {
    ...memory,
    account: () => standingOf().account,
    owner: () => owner,
    areTransfersKnown: () => transfers.isKnown,
    standingPositions: () => standingOf().positions,
    price: prices.get,
    prices: prices.all,
    streams: () => [...streams.values()],
    order: orderOf,
    parentOf: (orderId) => (orderOf(orderId) ? records.parentOf(orderId) : undefined),
    orders: records.all,
    openOrders: records.openOrders,
    openOrdersOf: records.openOrdersOf,
    openCount: records.openCount,
    executions(orderId) {
      memory.find(orderId);
      return booked.of(orderId);
    },
    allExecutions: booked.all,
    positions: () => read.positions,
    held() {
      const { positions } = read;
      // What was closed or turned round stays as it was read, less what was filled: nobody must take a second close of
      // it for an order that opens.
      const told = standingOf().positions.filter((position) => {
        const { symbol } = position;
        const before = positionIn(positions, symbol);
        const isTurned = before !== undefined && isShort(before) !== isShort(position);
        return fills.isTold(symbol) && !isTurned && isReached(position, before);
      });
      const isTold = (symbol: string): boolean => positionIn(told, symbol) !== undefined;
      return {
        positions: [...positions.filter(({ symbol }) => !isTold(symbol)), ...told],
        filledSince: (symbol) => (isTold(symbol) ? ZERO : fills.since(symbol)),
      };
    },
    positionsReceivedAt: () => read.receivedAt,
    isUnread: (symbol) => isUnreadIn(read.positions, symbol),
    arePositionsRead: () => read.asked !== undefined,
    positionsAskedAt: () => read.asked?.at ?? read.receivedAt,
    filledSince: fills.since,
    markFills: () => ({ ...fills.mark(), ...reserves.mark() }),
    traded: booked.traded,
    arePositionsInDoubt: fills.isInDoubt,

    putOwner(accountNumber) {
      owner = accountNumber;
      notify({ kind: 'owner', accountNumber });
    },
    putAccount(record, receivedAt, moved = transfers) {
      transfers = moved;
      account = { account: record, receivedAt, with: read };
      accountFills.settle(read.positions, receivedAt, read.asked);
      notify({ kind: 'account', account: record });
    },
    putTransfers(value, isKnown = true, shares) {
      const isSame = isEqual(value, transfers.value) && isKnown === transfers.isKnown;
      if (isSame && JSON.stringify(shares) === JSON.stringify(transfers.shares)) return;
      transfers = { value, isKnown, shares };
      notify({ kind: 'transfers' });
    },
    putShareMoves(moves) {
      const settled = moves.flatMap(({ symbol, qty }) =>
        [fills, accountFills].filter((tally) => tally.noteMove(symbol, qty)),
      );
      if (settled.length > 0) notify({ kind: 'transfers' });
    },
    putPrices(news, isTakenBack = false) {
      const changed = prices.put(news, isTakenBack);
      if (changed.length > 0) notify({ kind: 'prices', prices: changed });
    },
    putStream(state) {
      streams.set(state.stream, state);
      notify({ kind: 'stream', state });
    },
    putOrders(news, isLive = false) {
      const touched = new Set<string>();
      let hasFills = false;
      for (const order of news) hasFills = putOrder(order, touched, isLive) || hasFills;
      notifyOrders(touched);
      if (hasFills) notify({ kind: 'fills' });
    },
    putGone(orderId, goneAt) {
      const order = orderOf(orderId);
      if (!order || !isOpen(order.status)) return;
      records.putGone(orderId, goneAt);
      const parent = order.parentId === undefined ? [] : [order.parentId];
      notifyOrders([orderId, ...parent]);
    },
    putExecutions,
    putFill: (execution, positionQty) => putExecutions([execution], true, positionQty),
    revise(which, revision) {
      memory.hear(which.orderId);
      return booked.revise(which, revision);
    },
    putBooked: booked.putBooked,
    putPositions(positions, receivedAt, asked) {
      if (isOlder(asked, read.asked)) return false;
      const mark = { ...reserves.mark(), ...asked };
      read = { positions, receivedAt, mark, ...(asked && { asked }) };
      fills.settle(positions, receivedAt, asked);
      notify({ kind: 'positions', positions, receivedAt });
      return true;
    },
    keepOnlyPrices: prices.keepOnly,
    catchUp() {
      memory.catchUp();
      notifyOrders([]);
    },
    onChange: listeners.add,
  };
}
