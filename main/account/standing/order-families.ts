// One identity through every replacement. An order that is replaced goes on as the order that replaced it, and so does a
// leg: it belongs to the newest of the orders that ever had it, once, and is itself the newest of its own chain.
import type { Order } from '#contract/orders.ts';

type OrderFamilies = {
  /** What a record says about replacements and legs. Answers the ids whose place may be another one since. */
  note(order: Order): ReadonlySet<string>;
  /** The record with the legs that belong to it now, and the order that it is a leg of. */
  place(order: Order): Order;
  /** What it was told to belong with. */
  linksOf(orderId: string): string[];
  /** It and all that belongs with it are forgotten together. */
  forget(orderId: string): void;
};

const LONGEST_CHAIN = 1_000;

/** `find` answers records without their legs. */
export function createOrderFamilies(find: (orderId: string) => Order | undefined): OrderFamilies {
  const nextOf = new Map<string, string>();
  const previousOf = new Map<string, string>();
  const legsOf = new Map<string, Set<string>>();
  const parentOf = new Map<string, string>();

  /** Most orders: neither replaced nor replacing, without legs and no leg. */
  const isAlone = (orderId: string): boolean =>
    !nextOf.has(orderId) &&
    !previousOf.has(orderId) &&
    !parentOf.has(orderId) &&
    !legsOf.has(orderId);

  /** What took its place. A change that was refused, or is not known to be made, replaces nothing. */
  function successorOf(orderId: string): string | undefined {
    if (find(orderId)?.status !== 'replaced') return undefined;
    const next = nextOf.get(orderId);
    return next !== undefined && find(next) ? next : undefined;
  }

  function newestOf(orderId: string): string {
    let newest = orderId;
    for (let hops = 0; hops < LONGEST_CHAIN; hops++) {
      const next = successorOf(newest);
      if (next === undefined || next === orderId) break;
      newest = next;
    }
    return newest;
  }

  /** The order itself, then what it replaced, newest first. */
  function chainOf(orderId: string): string[] {
    const chain = [orderId];
    for (let at = orderId; chain.length < LONGEST_CHAIN;) {
      const previous = previousOf.get(at);
      if (previous === undefined || successorOf(previous) !== at || chain.includes(previous)) break;
      chain.push(previous);
      at = previous;
    }
    return chain;
  }

  function currentParentOf(orderId: string): string | undefined {
    for (const member of chainOf(newestOf(orderId))) {
      const parent = parentOf.get(member);
      if (parent !== undefined) return newestOf(parent);
    }
    return undefined;
  }

  function currentLegsOf(orderId: string): string[] {
    if (legsOf.size === 0 || successorOf(orderId) !== undefined) return [];
    const told = chainOf(orderId)
      .reverse()
      .flatMap((member) => [...(legsOf.get(member) ?? [])]);
    const legs = new Set(told.map(newestOf));
    return [...legs].filter((leg) => leg !== orderId && currentParentOf(leg) === orderId);
  }

  function link(older: string, newer: string): void {
    if (older === newer) return;
    nextOf.set(older, newer);
    previousOf.set(newer, older);
  }

  return {
    note({ id, replaces, replacedBy, parentId, legs = [] }) {
      const before = currentParentOf(id);
      if (replaces !== undefined && nextOf.get(replaces) === undefined) link(replaces, id);
      if (replacedBy !== undefined) link(id, replacedBy);
      if (parentId !== undefined && parentId !== id && !parentOf.has(id)) {
        parentOf.set(id, parentId);
        legsOf.set(parentId, (legsOf.get(parentId) ?? new Set()).add(id));
      }
      const touched = new Set<string>();
      if (legs.length === 0 && isAlone(id)) return touched;
      for (const leg of legs) {
        if (leg.id === id) continue;
        const known = parentOf.get(leg.id);
        if (known !== undefined && known !== id) touched.add(newestOf(known)).add(known);
        parentOf.set(leg.id, id);
        legsOf.set(id, (legsOf.get(id) ?? new Set()).add(leg.id));
        touched.add(leg.id);
      }
      for (const member of chainOf(newestOf(id))) touched.add(member);
      for (const parent of [before, currentParentOf(id)])
        if (parent !== undefined) touched.add(parent);
      const legIds = [...touched].flatMap(currentLegsOf);
      for (const leg of legIds) touched.add(leg);
      return touched;
    },
    place(order) {
      if (isAlone(order.id)) return order;
      const parentId = currentParentOf(order.id);
      const legs = currentLegsOf(order.id).flatMap((leg) => {
        const found = find(leg);
        return found ? [{ ...found, parentId: order.id }] : [];
      });
      const replacedBy = order.replacedBy ?? successorOf(order.id);
      return {
        ...order,
        ...(replacedBy !== undefined && { replacedBy }),
        ...(parentId !== undefined && { parentId }),
        ...(legs.length > 0 && { legs }),
      };
    },
    linksOf: (orderId) =>
      [
        nextOf.get(orderId),
        previousOf.get(orderId),
        parentOf.get(orderId),
        ...(legsOf.get(orderId) ?? []),
      ].filter((id) => id !== undefined),
    forget(orderId) {
      for (const links of [nextOf, previousOf, legsOf, parentOf]) links.delete(orderId);
    },
  };
}
