// What was bought and sold since the positions were last asked for. A reading of positions tells the state of a moment
// between its question and its answer; every fill that is learnt after the question may be missing from it.
import type { Execution, Order } from '#contract/orders.ts';
import { add, isMore, negate, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { bareSymbol } from '#main/domain/order-terms.ts';

/** The fills known at a moment: net shares by symbol, sold ones negative. */
export type FillMark = ReadonlyMap<string, Decimal>;

export type FillTally = {
  /** An order is filled this far. Whether that is news. */
  note(order: Pick<Order, 'id' | 'symbol' | 'side'>, filledQty: Decimal): boolean;
  noteExecution(execution: Execution): boolean;
  mark(): FillMark;
  /** A reading that was asked for at this mark holds now. */
  settle(mark: FillMark): void;
  /** Net shares that came, or went, since the question of the reading that holds. */
  since(symbol: string): Decimal;
};

export function createFillTally(): FillTally {
  const filled = new Map<string, Decimal>();
  const net = new Map<string, Decimal>();
  let settled: FillMark = new Map();

  const tally: FillTally = {
    note({ id, symbol, side }, filledQty) {
      const before = filled.get(id) ?? ZERO;
      if (!isMore(filledQty, before)) return false;
      filled.set(id, filledQty);
      const change = sub(filledQty, before);
      const key = bareSymbol(symbol);
      net.set(key, add(net.get(key) ?? ZERO, side === 'buy' ? change : negate(change)));
      return true;
    },
    noteExecution: ({ orderId, symbol, side, cumQty }) =>
      tally.note({ id: orderId, symbol, side }, cumQty),
    mark: () => new Map(net),
    settle(mark) {
      settled = mark;
    },
    since(symbol) {
      const key = bareSymbol(symbol);
      return sub(net.get(key) ?? ZERO, settled.get(key) ?? ZERO);
    },
  };
  return tally;
}
