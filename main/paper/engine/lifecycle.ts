// How an order's state changes once it exists, and what that does to the other orders of its bracket, oco or oto.
import { available } from '#main/paper/engine/book.ts';
import type { Floor } from '#main/paper/engine/floor.ts';
import { isOpen, leaves, move, type Order } from '#main/paper/engine/order.ts';

/** Enters a new order, which waits for a session (accepted), for its entry (held) or for the venue (pending_new). */
export function admit(floor: Floor, order: Order): void {
  floor.state.touch(order);
  if (order.status !== 'held') floor.announce(order, order.status);
}

/** The venue has it. */
export function route(floor: Floor, order: Order, timeMs: number): void {
  if (order.status === 'accepted') {
    step(floor, order, 'pending_new', timeMs);
    floor.announce(order, 'pending_new');
  }
  order.routeMs = null;
  order.activeMs = timeMs;
  step(floor, order, 'new', timeMs);
  floor.announce(order, 'new');
}

/** As asked for by its owner: the rest of its group goes with it. */
export function cancel(floor: Floor, order: Order, timeMs: number): void {
  for (const each of withGroup(floor, order)) {
    step(floor, each, 'pending_cancel', timeMs);
    each.cancelRequestedAt = each.updatedAt;
    floor.announce(each, 'pending_cancel');
    end(floor, each, 'canceled', timeMs);
  }
}

/** As its own terms have it (ioc, fok, an auction that passed it by): nobody asked, so nothing was pending. */
export function drop(floor: Floor, order: Order, timeMs: number): void {
  for (const each of withGroup(floor, order)) end(floor, each, 'canceled', timeMs);
}

export function expire(floor: Floor, order: Order, timeMs: number): void {
  if (order.timeInForce === 'gtc') {
    cancel(floor, order, timeMs);
    return;
  }
  for (const each of withGroup(floor, order)) end(floor, each, 'expired', timeMs);
}

/** What an execution of one order means for the others of its group. */
export function followExecution(floor: Floor, order: Order, timeMs: number): void {
  if (order.role === 'single') return;
  const others = floor.state.group(order).filter((other) => other !== order);
  if (order.role === 'entry') {
    if (order.status === 'filled') activateExits(floor, others, timeMs);
    return;
  }
  for (const other of others) {
    if (order.status === 'filled') {
      end(floor, other, 'canceled', timeMs);
    } else {
      // What one exit has sold, the other must not sell again.
      other.qty = other.filledQty + leaves(order);
      other.updatedAt = floor.stamp(timeMs);
      floor.state.touch(other);
    }
  }
}

function activateExits(floor: Floor, exits: readonly Order[], timeMs: number): void {
  const first = exits[0];
  if (!first) return;
  const book = floor.state.book(floor.account(first.accountId), first.symbol);
  const isExit = first.side === 'sell' ? book.qty > 0n : book.qty < 0n;
  const free = isExit ? available(book) : 0n;
  for (const exit of exits) {
    if (free === 0n) {
      end(floor, exit, 'canceled', timeMs);
      continue;
    }
    // Part of the entry may have been sold by hand before the rest came in.
    if (exit.qty !== null && exit.qty > free) exit.qty = free;
    exit.activeMs = timeMs;
    step(floor, exit, 'new', timeMs);
    floor.announce(exit, 'new');
  }
}

function withGroup(floor: Floor, order: Order): Order[] {
  return [order, ...floor.state.group(order).filter((other) => other !== order)];
}

function end(floor: Floor, order: Order, status: 'canceled' | 'expired', timeMs: number): void {
  if (!isOpen(order)) return;
  step(floor, order, status, timeMs);
  if (status === 'canceled') order.canceledAt = order.updatedAt;
  else order.expiredAt = order.updatedAt;
  floor.announce(order, status, { timestamp: order.updatedAt });
}

export function step(floor: Floor, order: Order, status: Order['status'], timeMs: number): void {
  move(order, status);
  order.updatedAt = floor.stamp(timeMs);
  floor.state.touch(order);
}
