// Reading orders whose record is worth more than what was heard of them: parents, for their legs, and orders that nobody
// here knew (docs/orders.md, "Legs and strangers are read").
import type { Order } from '#contract/orders.ts';
import type { Ports } from '#main/ports.ts';
import type { OrderBroker } from '#main/account/orders/order-broker.ts';
import { createRepeater } from '#main/tools/repeat.ts';

export type OrderReads = {
  /** Soon. What is asked for while it is being read is read once more. */
  read(orderId: string): void;
  stop(): void;
};

type Deps = Pick<Ports, 'delay' | 'log'> & {
  broker: Pick<OrderBroker, 'byId'>;
  onFound: (order: Order) => void;
};

/** About two minutes. Later the passes over all orders read it anyway. */
const MOST_ROUNDS = 12;

export function createOrderReads({ broker, onFound, delay, log }: Deps): OrderReads {
  const asked = new Set<string>();
  const rounds = createRepeater({
    what: 'reading an order',
    async run(orderId, round) {
      asked.delete(orderId);
      const lookup = await broker.byId(orderId);
      if (lookup.kind === 'found') onFound(lookup.order);
      const isOver = lookup.kind === 'found' || round >= MOST_ROUNDS;
      return isOver && !asked.delete(orderId);
    },
    delay,
    log,
  });
  return {
    read(orderId) {
      asked.add(orderId);
      rounds.begin(orderId);
    },
    stop: rounds.stop,
  };
}
