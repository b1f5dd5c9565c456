// Reading orders whose record is worth more than what was heard of them: parents, for their legs, and orders that nobody
// here knew (docs/orders.md, "Legs and strangers are read"). Few are read one by one; many at once by one list.
import type { Order } from '#contract/orders.ts';
import type { Ports } from '#main/ports.ts';
import type { OrderBroker } from '#main/account/orders/order-broker.ts';
import { createSingleRepeater, growingWaitMs } from '#main/tools/repeat.ts';

type OrderReads = {
  /** Soon. What is asked for while it is being read is read once more. */
  read(orderId: string): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  broker: Pick<OrderBroker, 'byId' | 'listOpen'>;
  onFound: (order: Order) => void;
};

/** About two minutes. Later the passes over all orders read it anyway. */
const MOST_ROUNDS = 12;
/** In one period; whatever else is asked for waits for the next. */
const MOST_BY_ID = 4;
const PERIOD_MS = 5_000;
/** More than this are left to the passes over all orders. */
const MOST_WAITING = 200;

export function createOrderReads({ broker, onFound, clock, delay, log }: Deps): OrderReads {
  /** How often each was asked for in vain. */
  const wanted = new Map<string, number>();
  let began = -Infinity;
  let read = 0;

  const rounds = createSingleRepeater({
    what: 'reading orders',
    waitMs: () => PERIOD_MS,
    run,
    delay,
    log,
  });

  async function run(): Promise<true | number> {
    const leftMs = began + PERIOD_MS - clock.elapsed();
    if (leftMs <= 0) {
      began = clock.elapsed();
      read = 0;
    } else if (read >= MOST_BY_ID) return wanted.size === 0 || leftMs;
    const isMany = [...wanted.values()].filter((times) => times === 0).length > MOST_BY_ID;
    if (isMany) await readList();
    const due = [...wanted.keys()].slice(0, MOST_BY_ID - read);
    read += due.length;
    const waitsMs = await Promise.all(due.map(readOne));
    return wanted.size === 0 || Math.max(...waitsMs, 0);
  }

  async function readList(): Promise<void> {
    const asked = [...wanted].filter(([, times]) => times === 0).map(([orderId]) => orderId);
    for (const orderId of asked) wanted.set(orderId, 1);
    const orders = await broker.listOpen();
    for (const order of orders ?? []) {
      onFound(order);
      // What was asked for meanwhile is not on this list as it is now.
      if (wanted.get(order.id) === 1) wanted.delete(order.id);
    }
  }

  /** How long to wait before it is worth asking again. */
  async function readOne(orderId: string): Promise<number> {
    const times = wanted.get(orderId) ?? 0;
    wanted.delete(orderId);
    const lookup = await broker.byId(orderId, 'read');
    if (lookup.kind === 'found') onFound(lookup.order);
    else if (times < MOST_ROUNDS) wanted.set(orderId, times + 1);
    return lookup.kind === 'found' ? 0 : growingWaitMs(times + 1);
  }

  return {
    read(orderId) {
      if (wanted.size < MOST_WAITING) wanted.set(orderId, 0);
      rounds.within(0);
    },
    stop: rounds.stop,
  };
}
