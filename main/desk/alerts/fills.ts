// Partial fills come in bursts: those of one order within a few seconds are one alert. The fill that completes it waits
// for no other.
import type { Execution, Order } from '#contract/orders.ts';
import { isEqual, isLess, isMore, max } from '#main/domain/decimal.ts';
import type { AlertEvent } from '#main/desk/alerts/alert-events.ts';
import type { Notifier } from '#main/desk/alerts/notifier.ts';
import { newYorkClock } from '#main/domain/new-york.ts';
import type { Clock, Delay } from '#main/ports.ts';

const GATHER_MS = 3_000;
/** Ten minutes: what is unknown is found by then, or is looked for by a person. */
const MOST_WAITS = 200;
/** Longer than fills are gathered, and than any of them is under way. */
const LAST_MS = 60_000;
/** What is heard of later, as after a restart, says when it was; the clocks of broker and desk differ by less. */
const LATE_MS = 10_000;

type Deps = {
  /** `filled`: when, in words, where that is not now. */
  eventOf: (order: Order, filled: string | undefined) => AlertEvent;
  order: (orderId: string) => Order | undefined;
  /** Older ones are history that was read, not news. */
  since: number;
  notifier: Pick<Notifier, 'notify'>;
  clock: Clock;
  delay: Delay;
};

type FillAlerts = {
  /** A desk that was killed may have heard of fills that it had not told yet: those of its last moments. */
  tellLast(executions: readonly Execution[]): void;
  onExecutions(executions: readonly Execution[]): void;
  /** Notifies at once of what is being gathered. */
  stop(): void;
};

export function createFillAlerts(deps: Deps): FillAlerts {
  const gathering = new Map<string, { fills: Execution[]; cancel: () => void }>();

  function notify(orderId: string, triesLeft = 0): void {
    const { fills = [], cancel } = gathering.get(orderId) ?? {};
    cancel?.();
    gathering.delete(orderId);
    const order = deps.order(orderId);
    if (order) deps.notifier.notify(deps.eventOf(asFarAs(order, fills), whenLate(fills)));
    else if (triesLeft > 0) gather(orderId, fills, triesLeft - 1);
  }

  /** A list of fills may be read before the order is found. */
  function gather(orderId: string, fills: Execution[], triesLeft = MOST_WAITS): void {
    const cancel = deps.delay(GATHER_MS, () => notify(orderId, triesLeft));
    gathering.set(orderId, { fills, cancel });
  }

  function onExecutions(executions: readonly Execution[]): void {
    for (const execution of executions) {
      const { orderId, at, revision } = execution;
      if (revision || Date.parse(at) < deps.since) continue;
      const gathered = gathering.get(orderId);
      if (gathered) gathered.fills.push(execution);
      else gather(orderId, [execution]);
      if (isComplete(execution, deps.order(orderId))) notify(orderId);
    }
  }

  function whenLate(fills: readonly Execution[]): string | undefined {
    const last = Math.max(...fills.map(({ at }) => Date.parse(at)));
    const now = deps.clock.wall();
    return now - last > LATE_MS ? newYorkClock(last, now) : undefined;
  }

  return {
    tellLast(executions) {
      const newest = Math.max(...executions.map(({ at }) => Date.parse(at)));
      onExecutions(executions.filter(({ at }) => Date.parse(at) >= newest - LAST_MS));
    },
    onExecutions,
    stop() {
      for (const orderId of gathering.keys()) notify(orderId);
    },
  };
}

const isComplete = ({ cumQty }: Execution, order: Order | undefined): boolean =>
  order?.qty !== undefined && !isLess(cumQty, order.qty);

/** Its fills may be known before its own record tells of them. */
function asFarAs(order: Order, fills: readonly Execution[]): Order {
  const filledQty = fills.reduce((most, { cumQty }) => max(most, cumQty), order.filledQty);
  if (!isMore(filledQty, order.filledQty)) return order;
  const whole = fills.find(({ qty }) => isEqual(qty, filledQty));
  const { filledAvgPrice: _, ...rest } = order;
  return { ...rest, filledQty, ...(whole && { filledAvgPrice: whole.price }) };
}
