// The fills of an account: each is booked once, counted into what is held and what was paid, and taken back where the
// broker does (docs/orders.md, "A fill can be taken back").
import { termsOf, type Execution, type Order, type Revision } from '#contract/orders.ts';
import { createTrades } from '#main/account/standing/explained.ts';
import { createFillTally } from '#main/account/standing/fill-tally.ts';
import { add, compare, isMore, max, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';
import {
  addExecution,
  findRevised,
  isRevisedSo,
  reviseExecution,
  type Revised,
} from '#main/domain/orders/executions.ts';

export type FillChange =
  | { kind: 'executions'; executions: Execution[] }
  /** Fills that were known are known by the broker's ids now; nothing else of them is another. */
  | { kind: 'named'; executions: Execution[] }
  /** Something was filled that the positions, as they were read, may not hold. */
  | { kind: 'fills' }
  /** The broker busted or corrected a fill; as it is now. */
  | { kind: 'revised'; execution: Execution };

/** What was booked without a fill and is no transfer: a fee, a dividend, a split. */
export type Booked = { money: Decimal; symbol: string | undefined; qty: Decimal };

export type FillBook = ReturnType<typeof createFillBook>;

/** An uncertain order may have fills that were counted before and are not known here: nothing more of it is counted. */
export function createFillBook(
  notify: (change: FillChange) => void,
  isUncertain: (orderId: string) => boolean = () => false,
) {
  const executions = new Map<string, readonly Execution[]>();
  const revisedOrders = new Set<string>();
  const tally = createFillTally();
  /** Since the account was read, which may be longer ago: positions can be read without it. */
  const accountTally = createFillTally();
  const trades = createTrades();
  /** The price of the newest fill, by symbol. */
  const prices = new Map<string, Decimal>();

  /** Whether it is news that it is filled this far. */
  function note(order: Parameters<typeof tally.note>[0], qty: Decimal, isLive: boolean): boolean {
    if (!isUncertain(order.id)) {
      accountTally.note(order, qty, isLive);
      return tally.note(order, qty, isLive);
    }
    accountTally.know(order.id, qty);
    return tally.know(order.id, qty);
  }

  /** How far an order is filled by what is known of it. */
  function filledBy(order: Order | undefined, all: readonly Execution[]): Decimal {
    const isRevised = all.some(({ revision }) => revision);
    const told = order?.filledQty ?? ZERO;
    if (!isRevised) return all.reduce((most: Decimal, { cumQty }) => max(most, cumQty), told);
    return order ? told : all.reduce((sum: Decimal, one) => add(sum, termsOf(one).qty), ZERO);
  }

  return {
    tally,
    accountTally,
    note,
    filledBy,
    filledOf: tally.filledOf,
    /** It was booked and counted before; what was heard of it since stays. */
    recall(orderId: string, order: Order | undefined, saved: readonly Execution[]): void {
      let all = [...saved].sort((a, b) => compare(a.cumQty, b.cumQty)) as readonly Execution[];
      for (const one of executions.get(orderId) ?? []) all = addExecution(all, one).executions;
      if (all.length > 0) executions.set(orderId, all);
      if (all.some(({ revision }) => revision)) revisedOrders.add(orderId);
      for (const each of [tally, accountTally]) each.know(orderId, filledBy(order, all));
    },
    forget(orderId: string): void {
      executions.delete(orderId);
      revisedOrders.delete(orderId);
      for (const each of [tally, accountTally]) each.forget(orderId);
    },
    prices,
    traded: trades.sum,
    of: (orderId: string): readonly Execution[] => executions.get(orderId) ?? [],
    all: (): Execution[] => [...executions.values()].flat(),
    /** Of this order the broker took a fill back, or corrected one. */
    isRevised: (orderId: string): boolean => revisedOrders.has(orderId),
    put(news: readonly Execution[], isLive = false, positionQty?: Decimal): void {
      const added: Execution[] = [];
      const named: Execution[] = [];
      let hasFills = false;
      for (const execution of news) {
        const { orderId, symbol, price, at, cumQty } = execution;
        const known = executions.get(orderId) ?? [];
        const booking = addExecution(known, execution);
        if (execution.revision) revisedOrders.add(orderId);
        // What was taken back, as an earlier run left it, is in no position; and a list may tell again what was.
        else if (booking.isNew || !revisedOrders.has(orderId)) {
          const { side, at: filledAt } = execution;
          hasFills = note({ id: orderId, symbol, side, filledAt }, cumQty, isLive) || hasFills;
        }
        if (isLive) prices.set(symbol, price);
        executions.set(orderId, booking.executions);
        if (!booking.isNew && booking.executions !== known) named.push(booking.added);
        if (!booking.isNew) continue;
        added.push(booking.added);
        if (!isUncertain(orderId)) trades.note(execution);
        // Of an order that is known to be filled further it tells what was before.
        if (positionQty === undefined || isMore(tally.filledOf(orderId), cumQty)) continue;
        for (const each of [tally, accountTally]) each.hearPosition(symbol, positionQty, at);
      }
      if (added.length > 0) notify({ kind: 'executions', executions: added });
      if (named.length > 0) notify({ kind: 'named', executions: named });
      if (hasFills) notify({ kind: 'fills' });
    },
    /** Whether that is news. A fill that is not known here, or that is so already, changes nothing. */
    revise(which: Revised, revision: Revision): Execution | undefined {
      const known = executions.get(which.orderId) ?? [];
      const execution = findRevised(known, which);
      if (!execution || isRevisedSo(execution, revision)) return undefined;
      const before = termsOf(execution);
      const revised = reviseExecution(execution, revision);
      executions.set(
        execution.orderId,
        known.map((other) => (other === execution ? revised : other)),
      );
      revisedOrders.add(execution.orderId);
      for (const each of [tally, accountTally])
        each.revise(execution, sub(revision.qty, before.qty));
      // As if it had been sold again at its price, and bought at the other.
      trades.note({ ...execution, ...before, qty: sub(ZERO, before.qty) });
      trades.note({ ...execution, qty: revision.qty, price: revision.price });
      notify({ kind: 'executions', executions: [revised] });
      notify({ kind: 'revised', execution: revised });
      notify({ kind: 'fills' });
      return revised;
    },
    putBooked({ money, symbol, qty }: Booked): void {
      trades.noteBooked(money, symbol, qty);
      if (symbol !== undefined)
        for (const each of [tally, accountTally]) each.noteMove(symbol, qty);
    },
  };
}
