// Open orders by name: their evidence, their canceling, and all of them at once.
import type { Command } from '#renderer/core/commands/commands.ts';
import { useCommands } from '#renderer/session/use-commands.ts';
import { useDesk } from '#renderer/trading/desk-control.ts';
import { isCancellable, orderWords } from '#renderer/trading/orders/order-rows.ts';
import { useCancel } from '#renderer/trading/orders/use-cancel.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useHiding } from '#renderer/ui/privacy.ts';

export function OrderCommands() {
  const { go, choose } = useSession();
  const hide = useHiding();
  const { showEvidence, showOrder, orders, cancelAll, cancelSome } = useDesk();
  const { cancel: cancelOne, asksFirst, question } = useCancel();

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
          detail: 'asks first',
          // The list of one would not name what ends with it.
          run: () => (asksFirst(orderId) ? void cancelOne(orderId) : cancelSome([row])),
        };
        return [show, cancel];
      }),
      {
        id: 'orders.cancel-all',
        needsModifier: true,
        group: 'Actions',
        title: 'Cancel all orders',
        detail: rows.length === 0 ? 'no open orders' : 'lists them first',
        run: cancelAll,
      },
    ];
  });

  return question;
}
