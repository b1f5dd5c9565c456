// What was bought and sold since the positions were read, and whether a reading of them can be believed. A reading is
// the state of a moment between its question and its answer, so a fill that is learned after the question may be missing
// from it; and a broker may answer with positions as they were before a fill that was heard already.
import type { Execution, Order } from '#contract/orders.ts';
import { isUnreadIn, type PositionList } from '#main/account/standing/unread-positions.ts';
import {
  abs,
  add,
  isEqual,
  isLess,
  isMore,
  isZero,
  negate,
  sign,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import { holdingOf } from '#main/domain/orders/holdings.ts';
import { instantOf } from '#main/domain/orders/order-status.ts';
import { bareSymbol } from '#main/domain/orders/order-terms.ts';

/** The fills known at a moment: net shares by symbol, sold ones negative. */
export type FillMark = {
  all: ReadonlyMap<string, Decimal>;
  live: ReadonlyMap<string, Decimal>;
  /** How often a position was told with a fill until then. */
  heard: number;
  /** How many fills there were: of a round trip nothing else is left. */
  fills: number;
  /** How many there were when the money was asked for, where that was before. */
  moneyFills?: number;
  /** How often orders had reserved money, or released it, when the money was asked for. */
  reserves?: number;
  /** How often orders had held shares of a position, or let them go, when the positions were asked for. */
  holds?: number;
  /** When the question for the positions left, epoch ms. */
  at?: number;
  /** Which of all questions it was. */
  question?: number;
};

/** Of two readings that were under way at once, the one that was asked for first. */
export const isOlder = (one: FillMark | undefined, other: FillMark | undefined): boolean =>
  one?.question !== undefined && other?.question !== undefined && one.question < other.question;

export type FillTally = {
  /**
   * An order is filled this far. Whether that is news. Live: it was heard as it happened; what a list says may have
   * happened long before, and is in the positions since.
   */
  note(order: Filled, filledQty: Decimal, isLive: boolean): boolean;
  /** An order was filled at least this far before, which counts for nothing now. Whether that is more than was known. */
  know(orderId: string, filledQty: Decimal): boolean;
  /** Its fills have been counted; whoever hears of it again says first how far it was filled. */
  forget(orderId: string): void;
  /** How far an order is known to be filled. */
  filledOf(orderId: string): Decimal;
  /** What a fill left of a position, as the broker said with it. The fill itself has been noted. */
  hearPosition(symbol: string, qty: Decimal, at: string): void;
  /** Shares moved without being traded, and the next reading holds that if the last one does not. Whether it ends a doubt. */
  noteMove(symbol: string, qty: Decimal): boolean;
  /** So many shares of an order's fills the broker took back, or added when positive: the next reading holds that. */
  revise(order: Pick<Execution, 'orderId' | 'symbol' | 'side'>, change: Decimal): void;
  mark(): FillMark;
  /** Positions were read; `asked` is missing for those of an earlier run. */
  settle(positions: PositionList, receivedAt: number, asked: FillMark | undefined): void;
  /** Net shares that came, or went, since the question of the reading that is shown. */
  since(symbol: string): Decimal;
  /** The same by the fills alone, whatever they told of the position. */
  netSince(symbol: string): Decimal;
  /** As much of it as the reading may hold already: what lists told, and no fill has confirmed. */
  doubtfulSince(symbol: string): Decimal;
  /** The last fill told the position, after the reading that is shown was asked for: that is a reading, too. */
  isTold(symbol: string): boolean;
  /** Something was filled since the question of the reading that is shown: parts of it may hold that, and parts not. */
  isOverlapped(): boolean;
  /** The reading that is shown contradicts what was heard: it is worth asking again soon. */
  isInDoubt(): boolean;
};

/** `filledAt` and `updatedAt` by the broker's clock. */
type Filled = Pick<Order, 'id' | 'symbol' | 'side' | 'filledAt' | 'updatedAt'>;
/** A reading that was believed, and the live fills at its question and at its answer. */
type Trusted = { qty: Decimal; asked: Decimal; received: Decimal };
/** A reading that was not believed: what was expected instead, as far as the fills at its answer say. */
type Doubt = { qty: Decimal; since: number; asked: Decimal; received: Decimal };
/** A position as a fill told it: when that fill was, which one it was of those that told one, and the fills by then. */
type Told = { qty: Decimal; at: bigint; nth: number; all: Decimal };

/** A broker that contradicts the fills for longer knows better: shares move in other ways too. */
const LONGEST_DOUBT_MS = 15_000;
const NOT_HELD: Trusted = { qty: ZERO, asked: ZERO, received: ZERO };
const NS_IN_MS = 1_000_000n;

export function createFillTally(): FillTally {
  const filled = new Map<string, Decimal>();
  const all = new Map<string, Decimal>();
  const live = new Map<string, Decimal>();
  const told = new Map<string, Told>();
  /** What the live fills came to before each of them since the reading that was believed, by symbol. */
  const passed = new Map<string, Decimal[]>();
  let settled: FillMark = { all: new Map(), live: new Map(), heard: 0, fills: 0 };
  let read = new Map<string, Decimal>();
  /** The first reading and the fills at its question, once there is another one. */
  let first: { read: Map<string, Decimal>; all: ReadonlyMap<string, Decimal> } | undefined;
  let isRead = false;
  /** What lists told since the last reading came: the next one, if it was asked for before, may hold it as well. */
  let listed: { key: string; change: Decimal; at: string | undefined; nth: number }[] = [];
  let heard = 0;
  let fills = 0;
  let questions = 0;
  /** Positions were read in this run: what they lacked was not held then. */
  let wasAsked = false;
  /** What moved without being traded since the reading that was believed, or is in it as the first ones, by symbol. */
  const moved = new Map<string, Decimal[]>();
  const trusted = new Map<string, Trusted>();
  const doubts = new Map<string, Doubt>();

  /** What the last fill left of a position, and the fills that told nothing since. */
  function toldNow(key: string): Decimal | undefined {
    const exact = told.get(key);
    return exact && add(exact.qty, sub(netOf(all, key), exact.all));
  }

  /**
   * How much of a fill that a list tells is in the reading already, and must not count on top of it: it happened before
   * the question, and that much moved between the readings without a fill that was known. Our clock alone, which may be
   * wrong, decides that only of the first reading, and only of what was long before it.
   */
  function inReading(key: string, change: Decimal, at: string | undefined): Decimal {
    const moment = instantOf(at);
    if (moment === undefined || settled.at === undefined) return ZERO;
    const earlierMs = (BigInt(settled.at) * NS_IN_MS - moment) / NS_IN_MS;
    if (!first) return earlierMs > LONGEST_DOUBT_MS ? change : ZERO;
    const between = sub(netOf(read, key), netOf(first.read, key));
    const unexplained = sub(between, sub(netOf(settled.all, key), netOf(first.all, key)));
    if (earlierMs <= 0 || sign(unexplained) !== sign(change)) return ZERO;
    const part = isMore(abs(change), abs(unexplained)) ? unexplained : change;
    first.read.set(key, add(netOf(first.read, key), part));
    return part;
  }

  /** What was held when the live fills came to `net`, by the last reading that was believed. */
  const heldAt = ({ qty, asked, received }: Trusted, net: Decimal): Decimal[] =>
    [asked, received].map((then) => add(qty, sub(net, then)));

  /** Whether the fills since the last reading that was believed can have led to this one. */
  function fits(known: Trusted, next: Decimal, from: Decimal, to: Decimal): boolean {
    const expected = [...heldAt(known, from), ...heldAt(known, to)];
    return expected.some((one) => !isMore(one, next)) && expected.some((one) => !isLess(one, next));
  }

  /** A reading that lags shows what was held once. Any other knows of fills that were not heard. */
  const lags = (key: string, known: Trusted, qty: Decimal): boolean =>
    (passed.get(key) ?? []).some((net) => heldAt(known, net).some((held) => isEqual(held, qty)));

  /** By the fills alone, or by these and the last of what moved besides. */
  function isLedTo(key: string, known: Trusted, qty: Decimal, from: Decimal, to: Decimal): boolean {
    let left = qty;
    if (fits(known, left, from, to)) return true;
    return (moved.get(key) ?? []).toReversed().some((more) => {
      left = sub(left, more);
      return fits(known, left, from, to);
    });
  }

  function believe(key: string, reading: Trusted): void {
    doubts.delete(key);
    trusted.set(key, reading);
    passed.delete(key);
    moved.delete(key);
  }

  function settleOne(key: string, qty: Decimal, receivedAt: number, asked: Decimal): void {
    const now = netOf(live, key);
    const known = trusted.get(key) ?? (wasAsked ? NOT_HELD : undefined);
    const exact = toldNow(key);
    const isTold = exact !== undefined && isEqual(exact, qty);
    if (known && !isTold && !isLedTo(key, known, qty, asked, now) && lags(key, known, qty)) {
      const since = doubts.get(key)?.since ?? receivedAt;
      const doubtedMs = receivedAt - since;
      if (doubtedMs >= 0 && doubtedMs < LONGEST_DOUBT_MS) {
        doubts.set(key, { qty, since, asked, received: now });
        trusted.set(key, known);
        return;
      }
    }
    believe(key, { qty, asked, received: now });
  }

  function listedSince(key: string): Decimal {
    const byList = (mark: Pick<FillMark, 'all' | 'live'>): Decimal =>
      sub(netOf(mark.all, key), netOf(mark.live, key));
    return sub(byList({ all, live }), byList(settled));
  }

  const tally: FillTally = {
    note({ id, symbol, side, filledAt, updatedAt }, filledQty, isLive) {
      const before = filled.get(id) ?? ZERO;
      if (!isMore(filledQty, before)) return false;
      filled.set(id, filledQty);
      fills++;
      const change = side === 'buy' ? sub(filledQty, before) : negate(sub(filledQty, before));
      const key = bareSymbol(symbol);
      if (isLive) {
        const nets = passed.get(key) ?? [];
        nets.push(netOf(live, key));
        passed.set(key, nets);
      }
      const at = filledAt ?? updatedAt;
      const fresh = isLive ? change : sub(change, inReading(key, change, at));
      if (!isLive) listed.push({ key, change: fresh, at, nth: fills });
      for (const net of isLive ? [all, live] : [all]) net.set(key, add(netOf(net, key), fresh));
      return true;
    },
    know(orderId, filledQty) {
      if (!isMore(filledQty, filled.get(orderId) ?? ZERO)) return false;
      filled.set(orderId, filledQty);
      return true;
    },
    forget: (orderId) => void filled.delete(orderId),
    filledOf: (orderId) => filled.get(orderId) ?? ZERO,
    hearPosition(symbol, qty, at) {
      const key = bareSymbol(symbol);
      const moment = instantOf(at);
      const before = told.get(key);
      // Out of order: which of the two includes the other cannot be told.
      if (moment === undefined || (before && before.at > moment)) told.delete(key);
      else told.set(key, { qty, at: moment, nth: ++heard, all: netOf(all, key) });
    },
    noteMove(symbol, qty) {
      const key = bareSymbol(symbol);
      moved.set(key, [...(moved.get(key) ?? []), qty]);
      const doubt = doubts.get(key);
      const known = trusted.get(key);
      if (!doubt || !known) return false;
      const { asked, received } = doubt;
      if (!isLedTo(key, known, doubt.qty, asked, received)) return false;
      believe(key, { qty: doubt.qty, asked, received });
      return true;
    },
    revise({ orderId, symbol, side }, change) {
      filled.set(orderId, add(filled.get(orderId) ?? ZERO, change));
      fills++;
      // What a fill said of the position was before this.
      told.delete(bareSymbol(symbol));
      tally.noteMove(symbol, side === 'buy' ? change : negate(change));
    },
    mark: () => ({ all: new Map(all), live: new Map(live), heard, fills, question: ++questions }),
    settle(positions, receivedAt, asked) {
      if (isRead) first ??= { read, all: settled.all };
      isRead = true;
      settled = asked ?? tally.mark();
      read = new Map(
        positions.map((position) => [bareSymbol(position.symbol), holdingOf(position).qty]),
      );
      for (const { key, change, at, nth } of listed)
        if (nth > settled.fills) all.set(key, sub(netOf(all, key), inReading(key, change, at)));
      listed = [];
      if (!asked) return;
      for (const key of new Set([...read.keys(), ...trusted.keys(), ...live.keys()]))
        if (!isUnreadIn(positions, key))
          settleOne(key, read.get(key) ?? ZERO, receivedAt, netOf(asked.live, key));
      wasAsked = true;
    },
    // Whether the reading holds that fill already does not matter then. What a list told may be ahead of the stream, so
    // that the position is not the newest.
    isTold(symbol) {
      const exact = told.get(bareSymbol(symbol));
      return (
        exact !== undefined && exact.nth > settled.heard && isZero(listedSince(bareSymbol(symbol)))
      );
    },
    since(symbol) {
      const key = bareSymbol(symbol);
      if (tally.isTold(symbol)) return sub(toldNow(key) ?? ZERO, netOf(read, key));
      const doubt = doubts.get(key);
      const known = trusted.get(key);
      if (!doubt || !known) return tally.netSince(symbol);
      const expected = toldNow(key) ?? add(known.qty, sub(netOf(live, key), known.asked));
      return sub(expected, doubt.qty);
    },
    netSince(symbol) {
      const key = bareSymbol(symbol);
      return sub(netOf(all, key), netOf(settled.all, key));
    },
    doubtfulSince(symbol) {
      const key = bareSymbol(symbol);
      const exact = told.get(key);
      // The last fill left what the reading and all of the fills since come to: so the reading held none of them.
      const isConfirmed =
        exact !== undefined &&
        exact.nth > settled.heard &&
        isEqual(exact.all, netOf(all, key)) &&
        isEqual(exact.qty, add(netOf(read, key), tally.netSince(symbol)));
      return isConfirmed || doubts.has(key) ? ZERO : listedSince(key);
    },
    isOverlapped: () => fills !== (settled.moneyFills ?? settled.fills),
    isInDoubt: () => doubts.size > 0,
  };
  return tally;
}

const netOf = (net: ReadonlyMap<string, Decimal>, key: string): Decimal => net.get(key) ?? ZERO;
