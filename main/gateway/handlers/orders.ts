import type { orderCalls } from '#contract/calls/orders.ts';
import { ok } from '#contract/failure.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount, OnTicket } from '#main/gateway/handlers/on-account.ts';
import { readEvidence } from '#main/account/activity.ts';
import { previewAgain, previewChange, previewOrder } from '#main/account/orders/preview.ts';
import type { Tickets } from '#main/desk/tickets.ts';

type Deps = { on: OnAccount; onTicket: OnTicket; tickets: Pick<Tickets, 'open' | 'openInstead'> };

export function createOrderHandlers({
  on,
  onTicket,
  tickets,
}: Deps): HandlersOf<typeof orderCalls> {
  return {
    'tickets.open': ({ accountId, insteadOf }) =>
      on({ accountId, intentId: insteadOf }, ({ unit }) =>
        insteadOf === undefined
          ? ok({ intentId: tickets.open(accountId) })
          : tickets.openInstead(insteadOf, accountId, unit.journal),
      ),
    'orders.preview': (input) =>
      on(input, ({ unit }) => {
        unit.followBriefly(input.draft.symbol);
        return ok(previewOrder(unit, input));
      }),
    'orders.submit': (input) => onTicket(input, ({ unit }) => unit.trading.submit(input)),
    'orders.previewChange': (input) => on(input, ({ unit }) => previewChange(unit, input)),
    'orders.replace': (input) => onTicket(input, ({ unit }) => unit.trading.replace(input)),
    'orders.cancel': (input) => on(input, ({ unit }) => unit.trading.cancel(input.orderId)),
    'orders.cancelUnknown': (input) =>
      on(input, ({ unit }) => unit.trading.cancelUnknown(input.intentId)),
    'orders.cancelAll': (input) =>
      on(input, ({ unit }) => unit.trading.cancelAll(input.orderIds, input.intentIds)),
    'orders.cancelEverything': (input) => on(input, ({ unit }) => unit.trading.cancelEverything()),
    'orders.lookAgain': (input) => on(input, ({ unit }) => unit.trading.lookAgain(input.intentId)),
    'orders.previewAgain': (input) =>
      on(input, ({ unit }) => {
        const preview = previewAgain(unit, input.intentId);
        if (preview.ok && preview.value.draft) unit.followBriefly(preview.value.draft.symbol);
        return preview;
      }),
    'orders.sendAgain': (input) =>
      on(input, ({ unit }) => unit.trading.sendAgain(input.intentId, input.confirmations)),
    'orders.setAside': (input) =>
      on(input, ({ unit }) => unit.trading.setAside(input.intentId, input.cancelWhenFound)),
    'orders.evidence': (input) =>
      on(input, ({ unit }) => readEvidence(unit.journal, input.intentId)),
    'positions.closing': (input) =>
      on(input, ({ unit }) => unit.trading.closingDraft(input.symbol)),
    'positions.flattening': (input) => on(input, ({ unit }) => ok(unit.trading.flatteningDrafts())),
  };
}
