// What of the orders is in memory: what is open, the newest of the rest, and what belongs with these. Everything else is in
// the journal and comes back as soon as it is asked for or heard of, before the news of it is merged: so that it counts
// once, however old it is. What comes back is whole: the order with all of its fills, and every order that it belongs with.
import { isDeepStrictEqual } from 'node:util';
import { isOpen, type Execution, type Order } from '#contract/orders.ts';
import type { FillBook } from '#main/account/standing/fill-book.ts';
import { createOrderRecords, type OrderRecords } from '#main/account/standing/order-records.ts';
import { relatedIds } from '#main/domain/orders/related.ts';
import type { SavedOrder } from '#main/journal/types.ts';
import { createListeners } from '#main/tools/listeners.ts';

/** What was saved, of this run and of earlier ones; undefined while it cannot be read. */
export type Past = {
  order(orderId: string): SavedOrder | undefined;
  between(from: number, to: number): readonly Execution[] | undefined;
  newest(): readonly Execution[] | undefined;
  span(): { first: number; last: number } | undefined;
  /** More of its fills are known than were saved. */
  saveFills(executions: readonly Execution[]): void;
};

type Deps = {
  past: Past | undefined;
  records: OrderRecords;
  fills: Pick<FillBook, 'of' | 'all' | 'recall' | 'forget' | 'filledOf' | 'filledBy' | 'isRevised'>;
};

/** What a book answers of it. */
export type MemoryView = Pick<
  ReturnType<typeof createOrderMemory>,
  | 'executionsBetween'
  | 'newestExecutions'
  | 'executionSpan'
  | 'overCount'
  | 'uncertainCount'
  | 'trim'
  | 'isUncertain'
  | 'onLookedUp'
>;

export function createOrderMemory({ past, records, fills }: Deps) {
  /** Nothing that was saved of these is missing here. */
  const whole = new Set<string>();
  /** Heard of while the journal could not be read: what it knows of them is still to be merged. */
  const uncertain = new Set<string>();
  /** Of these it is known again what was before, and nobody has been told. */
  const untold = new Set<string>();
  /** Not open; what changed or was asked for last comes last. */
  const over = new Set<string>();
  const lookedUp = createListeners();

  const isHere = (orderId: string): boolean =>
    records.get(orderId) !== undefined || fills.of(orderId).length > 0;

  /** Everything that was saved of it and of what it belongs with, in an order that does not depend on who asks. */
  function readFamily(orderId: string, saved: SavedOrder): [string, SavedOrder][] | undefined {
    const found = new Map<string, SavedOrder>();
    const ids = new Set([orderId]);
    // What is added meanwhile is visited too.
    for (const id of ids) {
      if (whole.has(id)) continue;
      const one = id === orderId ? saved : past?.order(id);
      if (!one) return undefined;
      found.set(id, one);
      for (const other of relatedIds(one.order)) ids.add(other);
    }
    return inTurn(found);
  }

  /** Whether the journal could be read. One that it does not know is known to be new once it was `heard`. */
  function recall(orderId: string, heard?: string): boolean {
    const saved = past?.order(orderId);
    if (!saved) return false;
    if (isNothing(saved) && !uncertain.has(orderId)) {
      if (orderId === heard) whole.add(orderId);
      return true;
    }
    const family = readFamily(orderId, saved);
    if (!family) return false;
    const isLate = family.some(([id]) => uncertain.has(id));
    for (const [id, one] of family) {
      if (isNothing(one) && id !== heard) continue;
      const { order, executions } = one;
      whole.add(id);
      if (uncertain.delete(id)) untold.add(id);
      fills.recall(id, order, executions);
    }
    const touched = new Set<string>();
    for (const [, { order }] of family) if (order) records.put(order, touched, () => undefined);
    if (isLate) for (const id of touched) untold.add(id);
    // Nothing is told of it: it is as it was told when it was saved.
    else note(records.show(touched).map(({ order }) => order));
    for (const [id] of family) if (!records.get(id) && isHere(id)) over.add(id);
    return true;
  }

  /** These are as they are now. */
  function note(orders: readonly Order[]): void {
    for (const { id, status } of orders) {
      over.delete(id);
      if (!isOpen(status)) over.add(id);
    }
  }

  /** All that belongs with it, as far as anybody here knows. */
  function familyOf(orderId: string): string[] {
    const family = new Set([orderId]);
    for (const id of family)
      for (const other of [...records.linksOf(id), ...relatedIds(records.get(id))])
        family.add(other);
    return [...family];
  }

  /** Whoever asks the journal for any of them gets all of them, as they are here. */
  function isKept(family: readonly string[]): boolean {
    const kept = new Map(family.map((id) => [id, past?.order(id)]));
    const told = new Map(family.map((id) => [id, relatedIds(kept.get(id)?.order)]));
    const tellers = new Map(family.map((id): [string, string[]] => [id, []]));
    for (const [id, others] of told) for (const other of others) tellers.get(other)?.push(id);
    const isWhole = [told, tellers].every(
      (links) => reachedFrom(family[0] ?? '', links).size === family.length,
    );
    const copy = createOrderRecords(fills.isRevised);
    const touched = new Set<string>();
    for (const [, one] of inTurn(kept))
      if (one?.order) copy.put(one.order, touched, () => undefined);
    copy.show(touched);
    return isWhole && family.every((id) => isSame(id, kept.get(id), copy));
  }

  function isSame(id: string, kept: SavedOrder | undefined, copy: OrderRecords): boolean {
    if (!kept) return false;
    if (!isDeepStrictEqual(plain(kept.executions), plain(fills.of(id)))) {
      past?.saveFills(fills.of(id));
      return false;
    }
    return (
      isDeepStrictEqual(legsInTurn(copy.get(id)), legsInTurn(records.get(id))) &&
      fills.filledBy(kept.order, kept.executions) === fills.filledOf(id)
    );
  }

  function mayLeave(family: readonly string[], isHeld: (order: Order) => boolean): boolean {
    return family.every((id) => {
      const order = records.get(id);
      if (!isHere(id) || uncertain.has(id)) return false;
      return !order || (!isOpen(order.status) && !isHeld(order));
    });
  }

  function find(orderId: string): void {
    if (!past || whole.has(orderId) || uncertain.has(orderId)) return;
    recall(orderId);
    lookedUp.notify();
  }

  function hear(orderId: string): void {
    if (past && !whole.has(orderId) && !recall(orderId, orderId)) uncertain.add(orderId);
  }

  return {
    note,
    /** To be called before anything is asked of it. */
    find,
    /** To be called before anything of it is changed. */
    hear,
    /** To be called before news of it is merged, with its legs and with what it replaces. */
    hearOrder(order: Order): void {
      for (const { id } of [order, ...(order.legs ?? [])]) hear(id);
      for (const orderId of relatedIds(order)) find(orderId);
    },
    /** To be called before these are booked. */
    hearFills(executions: readonly Execution[]): void {
      for (const { orderId } of executions) {
        hear(orderId);
        if (!records.get(orderId)) over.add(orderId);
      }
    },
    /** Called after one was looked up in the journal: it may be in memory since. */
    onLookedUp: lookedUp.add,
    /** It may have been counted before: nobody can tell. */
    isUncertain: (orderId: string): boolean => uncertain.has(orderId),
    uncertainCount: (): number => uncertain.size,
    /** How many of those in memory are over. */
    overCount: (): number => over.size,
    /** What was heard while the journal could not be read is merged with what it has. */
    catchUp(): void {
      for (const orderId of uncertain) recall(orderId, orderId);
    },
    /** Orders that are to be told again, once: while they were uncertain they were not saved. */
    takeUntold(): string[] {
      const ids = [...untold];
      untold.clear();
      return ids;
    },
    /**
     * Looks at `most` orders and lets go of those that are over and that the journal has as they are here, until `keep`
     * are left. Answers how many left.
     */
    trim(keep: number, most: number, isHeld: (order: Order) => boolean): number {
      let looked = 0;
      let left = 0;
      for (const orderId of over) {
        if (over.size <= keep || looked >= most) break;
        // Whatever stays is looked at again when all others were.
        over.delete(orderId);
        over.add(orderId);
        const family = familyOf(orderId);
        looked += family.length;
        if (!mayLeave(family, isHeld) || !isKept(family)) continue;
        for (const id of family) {
          whole.delete(id);
          over.delete(id);
          fills.forget(id);
          records.forget(id);
        }
        left += family.length;
      }
      return left;
    },
    /**
     * Of every order, those that happened from the first moment until before the second, epoch ms. Undefined while
     * those that are not in memory cannot be read.
     */
    executionsBetween(from: number, to: number): Execution[] | undefined {
      const saved = past ? past.between(from, to) : [];
      if (!saved) return undefined;
      const here = fills.all().filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to);
      return [...elsewhere(saved), ...here];
    },
    /** Those of the orders in memory, and the newest of the rest. */
    newestExecutions: (): Execution[] => [...elsewhere(past?.newest()), ...fills.all()],
    /** When the first and the last of all happened, epoch ms. */
    executionSpan(): { first: number; last: number } | undefined {
      const saved = past?.span();
      let { first, last } = saved ?? { first: Infinity, last: -Infinity };
      for (const { at } of fills.all()) {
        first = Math.min(first, Date.parse(at));
        last = Math.max(last, Date.parse(at));
      }
      return first <= last ? { first, last } : undefined;
    },
  };

  /** Those of orders that are not here: of the others it is known better. */
  function elsewhere(executions: readonly Execution[] = []): Execution[] {
    return executions.filter(({ orderId }) => fills.of(orderId).length === 0);
  }
}

const isNothing = ({ order, executions }: SavedOrder): boolean => !order && executions.length === 0;

function reachedFrom(start: string, links: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set([start]);
  for (const id of reached) for (const other of links.get(id) ?? []) reached.add(other);
  return reached;
}

/** Who has legs comes first, and says in which order they are. */
const inTurn = <T extends SavedOrder | undefined>(family: ReadonlyMap<string, T>): [string, T][] =>
  [...family].sort(
    ([a, one], [b, other]) =>
      Number(Boolean(other?.order?.legs)) - Number(Boolean(one?.order?.legs)) || (a < b ? -1 : 1),
  );

/** Whose leg is told first is no difference. */
const legsInTurn = (order: Order | undefined): unknown =>
  plain(
    order?.legs ? { ...order, legs: order.legs.toSorted((a, b) => (a.id < b.id ? -1 : 1)) } : order,
  );

/** As the journal writes it: members without a value are none. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null)) as unknown;
