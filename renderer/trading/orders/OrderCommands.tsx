// Open orders by name: their evidence, their cancelling, and all of them at once.
import { describeFailure, type Result } from '#contract/failure.ts';
import type { Command } from '#renderer/core/commands/commands.ts';
import { useCommands } from '#renderer/session/use-commands.ts';
import { useDesk } from '#renderer/trading/desk-control.ts';
import { isCancellable, orderWords } from '#renderer/trading/orders/order-rows.ts';
import { useSession } from '#renderer/session/session.ts';

export function OrderCommands() {
  const { bridge, profile, choose, toast } = useSession();
  const { accountId } = profile;
  const { showEvidence, orders, cancelAll } = useDesk();

  function take(result: Result<unknown>): boolean {
    if (!result.ok) toast({ kind: 'bad', text: describeFailure(result.failure) });
    return result.ok;
  }

  const asked = (orderId: string) =>
    bridge.call('orders.cancel', { accountId, orderId }).then(take);

  useCommands(() => {
    const rows = [...orders.rows.all()].filter(isCancellable);
    return [
      ...rows.flatMap((row): Command[] => {
        const { key, symbol, status, intentId, orderId, group } = row;
        const title = orderWords(row);
        const show: Command = {
          id: `order.${key}`,
          group: 'Orders',
          title,
          detail: status,
          run: () => (intentId === undefined ? choose(symbol) : showEvidence(intentId)),
        };
        if (group !== 'open' || orderId === undefined) return [show];
        const cancel: Command = {
          id: `order.cancel.${key}`,
          group: 'Orders',
          title: `Cancel order: ${title}`,
          run: () => void asked(orderId),
        };
        return [show, cancel];
      }),
      {
        id: 'orders.cancel-all',
        group: 'Actions',
        title: 'Cancel all orders',
        detail: rows.length === 0 ? 'none is open' : 'lists them first',
        run: cancelAll,
      },
    ];
  });

  return null;
}
