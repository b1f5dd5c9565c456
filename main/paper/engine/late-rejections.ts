// Changes that are answered with 200 and rejected later, as real brokers do now and then: until it is rejected the old
// order is pending_replace and the new one is in no list; afterwards the old terms stand and the new order is rejected.
import type { EngineContext } from '#main/paper/engine/context.ts';
import { step } from '#main/paper/engine/lifecycle.ts';
import { newOrder, type Terms } from '#main/paper/engine/new-order.ts';
import { isWorking, orderRecord, type Order, type OrderRecord } from '#main/paper/engine/order.ts';
import type { BrokerClock } from '#main/paper/types.ts';

/** How many of the next changes, and how long after their answer. */
type LateRejections = { left: number; afterMs: number };

export function createLateRejections(
  context: EngineContext,
  find: (accountId: string, id: string) => Order,
  clock: BrokerClock,
) {
  let settings: LateRejections = { left: 0, afterMs: 0 };

  function reject(old: Order, answered: Order, before: Order['status']): void {
    const nowMs = context.nowMs();
    context.commit(() => {
      const seq = context.state.nextOrderSeq();
      const order: Order = { ...answered, seq, status: 'pending_new' };
      step(context, order, 'rejected', nowMs);
      order.failedAt = order.updatedAt;
      context.state.touch(order);
      context.announce(order, 'rejected');
      const now = find(old.accountId, old.id);
      if (now.status !== 'pending_replace') return;
      step(context, now, before, nowMs);
      context.announce(now, 'order_replace_rejected');
    });
  }

  return {
    get: (): LateRejections => settings,
    set: (next: LateRejections): LateRejections => (settings = next),
    isDue: (order: Order): boolean => settings.left > 0 && isWorking(order),
    begin(old: Order, terms: Terms): OrderRecord {
      settings = { ...settings, left: settings.left - 1 };
      const before = old.status;
      const nowMs = context.nowMs();
      return context.commit(() => {
        const order = newOrder(context, terms, old);
        step(context, old, 'pending_replace', nowMs);
        context.announce(old, 'pending_replace');
        clock.at(nowMs + settings.afterMs, () => reject(old, order, before));
        return orderRecord(order, null);
      });
    },
  };
}
