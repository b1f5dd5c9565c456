// What was bought and sold since the positions were read, and whether a reading of them can be believed. A reading is
// the state of a moment between its question and its answer, so a fill that is learned after the question may be missing
// from it; and a broker may answer with positions as they were before a fill that was heard already.
import type { Execution, Order, Position } from '#contract/orders.ts';
import {
  add,
  isLess,
  isMore,
  isZero,
  negate,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import { holdingOf } from '#main/domain/orders/holdings.ts';
import { bareSymbol } from '#main/domain/orders/order-terms.ts';

/** The fills known at a moment: net shares by symbol, sold ones negative. */
export type FillMark = { all: ReadonlyMap<string, Decimal>; live: ReadonlyMap<string, Decimal> };

type FillTally = {
  /**
   * An order is filled this far. Whether that is news. Live: it was heard as it happened; what a list says may have
   * happened long before, and is in the positions since.
   */
  note(order: Pick<Order, 'id' | 'symbol' | 'side'>, filledQty: Decimal, isLive: boolean): boolean;
  noteExecution(execution: Execution, isLive: boolean): boolean;
  mark(): FillMark;
  /** Positions were read; `asked` is missing for those of an earlier run. */
  settle(positions: readonly Position[], receivedAt: number, asked: FillMark | undefined): void;
  /** Net shares that came, or went, since the question of the reading that is shown. */
  since(symbol: string): Decimal;
  /** The reading that is shown contradicts what was heard: it is worth asking again soon. */
  isInDoubt(): boolean;
};

/** A reading that was believed, and the live fills at its question and at its answer. */
type Trusted = { qty: Decimal; asked: Decimal; received: Decimal };
/** A reading that was not believed: what was expected instead, as far as the fills at its answer say. */
type Doubt = { qty: Decimal; since: number };

/** A broker that contradicts the fills for longer knows better: shares move in other ways too. */
const LONGEST_DOUBT_MS = 15_000;

export function createFillTally(): FillTally {
  const filled = new Map<string, Decimal>();
  const all = new Map<string, Decimal>();
  const live = new Map<string, Decimal>();
  let settled: FillMark['all'] = new Map();
  const trusted = new Map<string, Trusted>();
  const doubts = new Map<string, Doubt>();

  const at = (net: ReadonlyMap<string, Decimal>, key: string): Decimal => net.get(key) ?? ZERO;

  /** Whether the fills since the last reading that was believed can have led to this one. */
  function fits(
    { qty, asked, received }: Trusted,
    next: Decimal,
    from: Decimal,
    to: Decimal,
  ): boolean {
    const expected = [asked, received].flatMap((then) =>
      [from, to].map((now) => add(qty, sub(now, then))),
    );
    return expected.some((one) => !isMore(one, next)) && expected.some((one) => !isLess(one, next));
  }

  function settleOne(key: string, qty: Decimal, receivedAt: number, asked: Decimal): void {
    const now = at(live, key);
    const known = trusted.get(key);
    const isQuiet = !known || isZero(sub(now, known.received));
    if (!isQuiet && !fits(known, qty, asked, now)) {
      const since = doubts.get(key)?.since ?? receivedAt;
      const doubtedMs = receivedAt - since;
      if (doubtedMs >= 0 && doubtedMs < LONGEST_DOUBT_MS) {
        doubts.set(key, { qty, since });
        return;
      }
    }
    doubts.delete(key);
    trusted.set(key, { qty, asked, received: now });
  }

  const tally: FillTally = {
    note({ id, symbol, side }, filledQty, isLive) {
      const before = filled.get(id) ?? ZERO;
      if (!isMore(filledQty, before)) return false;
      filled.set(id, filledQty);
      const change = side === 'buy' ? sub(filledQty, before) : negate(sub(filledQty, before));
      const key = bareSymbol(symbol);
      for (const net of isLive ? [all, live] : [all]) net.set(key, add(at(net, key), change));
      return true;
    },
    noteExecution: ({ orderId, symbol, side, cumQty }, isLive) =>
      tally.note({ id: orderId, symbol, side }, cumQty, isLive),
    mark: () => ({ all: new Map(all), live: new Map(live) }),
    settle(positions, receivedAt, asked) {
      settled = (asked ?? tally.mark()).all;
      if (!asked) return;
      const read = new Map(
        positions.map((position) => [bareSymbol(position.symbol), holdingOf(position).qty]),
      );
      for (const key of new Set([...read.keys(), ...trusted.keys(), ...live.keys()]))
        settleOne(key, read.get(key) ?? ZERO, receivedAt, at(asked.live, key));
    },
    since(symbol) {
      const key = bareSymbol(symbol);
      const doubt = doubts.get(key);
      const known = trusted.get(key);
      if (!doubt || !known) return sub(at(all, key), at(settled, key));
      const expected = add(known.qty, sub(at(live, key), known.asked));
      return sub(expected, doubt.qty);
    },
    isInDoubt: () => doubts.size > 0,
  };
  return tally;
}
