// Partial fills come in bursts: those of one order within a few seconds are one alert.
import type { Execution, Order } from '#contract/orders.ts';
import type { AlertEvent } from '#main/desk/alerts/alert-events.ts';
import type { Notifier } from '#main/desk/alerts/notifier.ts';
import type { Delay } from '#main/ports.ts';

const GATHER_MS = 3_000;

type Deps = {
  eventOf: (order: Order) => AlertEvent;
  order: (orderId: string) => Order | undefined;
  /** Older ones are history that was read, not news. */
  since: number;
  notifier: Pick<Notifier, 'notify'>;
  delay: Delay;
};

type FillAlerts = {
  onExecutions(executions: readonly Execution[]): void;
  /** Notifies at once of what is being gathered. */
  stop(): void;
};

export function createFillAlerts(deps: Deps): FillAlerts {
  const gathering = new Map<string, () => void>();

  function notify(orderId: string): void {
    gathering.delete(orderId);
    const order = deps.order(orderId);
    if (order) deps.notifier.notify(deps.eventOf(order));
  }

  return {
    onExecutions(executions) {
      for (const { orderId, at, revision } of executions) {
        if (revision || Date.parse(at) < deps.since || gathering.has(orderId)) continue;
        gathering.set(
          orderId,
          deps.delay(GATHER_MS, () => notify(orderId)),
        );
      }
    },
    stop() {
      for (const [orderId, cancel] of gathering) {
        cancel();
        notify(orderId);
      }
    },
  };
}
