// Open orders by name: their evidence, their cancelling, and all of them at once.
import type { Command } from '#renderer/core/commands/commands.ts';
import { useCommands } from '#renderer/session/use-commands.ts';
import { useDesk } from '#renderer/trading/desk-control.ts';
import { isCancellable, orderWords } from '#renderer/trading/orders/order-rows.ts';
import { useCancel } from '#renderer/trading/orders/use-cancel.ts';
import { useSession } from '#renderer/session/session.ts';
import { useHiding } from '#renderer/ui/privacy.ts';

export function OrderCommands() {
  const { go, choose } = useSession();
  const askCancel = useCancel();
  const hide = useHiding();
  const { showEvidence, showOrder, orders, cancelAll } = useDesk();

  useCommands(() => {
    const rows = [...orders.rows.all()].filter(isCancellable);
    return [
      ...rows.flatMap((row): Command[] => {
        const { key, symbol, status, intentId, orderId, group, wait } = row;
        const title = hide(orderWords(row));
        const show: Command = {
          id: `order.${key}`,
          group: 'Orders',
          title,
          detail: wait?.text ?? status,
          run() {
            if (intentId !== undefined) return showEvidence(intentId);
            choose(symbol);
            showOrder(key);
            go('desk');
          },
        };
        if (group !== 'open' || orderId === undefined) return [show];
        const cancel: Command = {
          id: `order.cancel.${key}`,
          group: 'Orders',
          title: `Cancel order: ${title}`,
          run: () => void askCancel(orderId),
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
