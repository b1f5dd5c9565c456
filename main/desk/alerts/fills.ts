// Partial fills come in bursts: those of one order within a few seconds are one alert.
import type { Execution, Order } from '#contract/orders.ts';
import { fillText, fillTitle } from '#main/desk/alerts/order-words.ts';
import type { Teller } from '#main/desk/alerts/teller.ts';
import type { Delay } from '#main/ports.ts';

const GATHER_MS = 3_000;

type Deps = {
  accountId: string;
  name: string;
  order: (orderId: string) => Order | undefined;
  /** Older ones are history that was read, not news. */
  since: number;
  teller: Teller;
  delay: Delay;
};

export type FillAlerts = {
  onExecutions(executions: readonly Execution[]): void;
  /** Tells at once what is being gathered. */
  stop(): void;
};

export function createFillAlerts(deps: Deps): FillAlerts {
  const gathering = new Map<string, () => void>();

  function tell(orderId: string): void {
    gathering.delete(orderId);
    const order = deps.order(orderId);
    if (!order) return;
    deps.teller.tell({
      alertId: `fill:${orderId}:${order.filledQty}`,
      kind: 'fill',
      title: fillTitle(order),
      text: fillText(order, deps.name),
      target: { accountId: deps.accountId, orderId, symbol: order.symbol },
    });
  }

  return {
    onExecutions(executions) {
      for (const { orderId, at } of executions) {
        if (Date.parse(at) < deps.since || gathering.has(orderId)) continue;
        gathering.set(
          orderId,
          deps.delay(GATHER_MS, () => tell(orderId)),
        );
      }
    },
    stop() {
      for (const [orderId, cancel] of gathering) {
        cancel();
        tell(orderId);
      }
    },
  };
}
