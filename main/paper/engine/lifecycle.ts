// How an order's state changes once it exists, and what that does to the other orders of its bracket, oco or oto.
import { available } from '#main/paper/engine/position.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { isOpen, leaves, move, type Order } from '#main/paper/engine/order.ts';

/** Enters a new order, which waits for a session (accepted), for its entry (held) or for the venue (pending_new). */
export function admit(context: EngineContext, order: Order): void {
  context.state.touch(order);
  if (order.status !== 'held') context.announce(order, order.status);
}

/** The venue has it. */
export function route(context: EngineContext, order: Order, timeMs: number): void {
  if (order.status === 'accepted') {
    step(context, order, 'pending_new', timeMs);
    context.announce(order, 'pending_new');
  }
  order.routeMs = null;
  order.activeMs = timeMs;
  step(context, order, 'new', timeMs);
  context.announce(order, 'new');
}

/** As asked for by its owner: the rest of its group goes with it. */
export function cancel(context: EngineContext, order: Order, timeMs: number): void {
  for (const each of withGroup(context, order)) {
    step(context, each, 'pending_cancel', timeMs);
    each.cancelRequestedAt = each.updatedAt;
    context.announce(each, 'pending_cancel');
    end(context, each, 'canceled', timeMs);
  }
}

/** As its own terms have it (ioc, fok, an auction that passed it by): nobody asked, so nothing was pending. */
export function drop(context: EngineContext, order: Order, timeMs: number): void {
  for (const each of withGroup(context, order)) end(context, each, 'canceled', timeMs);
}

export function expire(context: EngineContext, order: Order, timeMs: number): void {
  if (order.timeInForce === 'gtc') {
    cancel(context, order, timeMs);
    return;
  }
  for (const each of withGroup(context, order)) end(context, each, 'expired', timeMs);
}

/** What an execution of one order means for the others of its group. */
export function followExecution(context: EngineContext, order: Order, timeMs: number): void {
  if (order.role === 'single') return;
  const others = context.state.group(order).filter((other) => other !== order);
  if (order.role === 'entry') {
    if (order.status === 'filled') activateExits(context, others, timeMs);
    return;
  }
  for (const other of others) {
    if (order.status === 'filled') {
      end(context, other, 'canceled', timeMs);
    } else {
      // What one exit has sold, the other must not sell again.
      other.qty = other.filledQty + leaves(order);
      other.updatedAt = context.timestamp(timeMs);
      context.state.touch(other);
    }
  }
}

function activateExits(context: EngineContext, exits: readonly Order[], timeMs: number): void {
  const first = exits[0];
  if (!first) return;
  const position = context.state.position(context.account(first.accountId), first.symbol);
  const isExit = first.side === 'sell' ? position.qty > 0n : position.qty < 0n;
  const free = isExit ? available(position) : 0n;
  for (const exit of exits) {
    if (free === 0n) {
      end(context, exit, 'canceled', timeMs);
      continue;
    }
    // Part of the entry may have been sold by hand before the rest came in.
    if (exit.qty !== null && exit.qty > free) exit.qty = free;
    exit.activeMs = timeMs;
    step(context, exit, 'new', timeMs);
    context.announce(exit, 'new');
  }
}

function withGroup(context: EngineContext, order: Order): Order[] {
  return [order, ...context.state.group(order).filter((other) => other !== order)];
}

function end(
  context: EngineContext,
  order: Order,
  status: 'canceled' | 'expired',
  timeMs: number,
): void {
  if (!isOpen(order)) return;
  step(context, order, status, timeMs);
  if (status === 'canceled') order.canceledAt = order.updatedAt;
  else order.expiredAt = order.updatedAt;
  context.announce(order, status);
}

export function step(
  context: EngineContext,
  order: Order,
  status: Order['status'],
  timeMs: number,
): void {
  move(order, status);
  order.updatedAt = context.timestamp(timeMs);
  context.state.touch(order);
}
