// Orders, and what a person looks at while trading: assets, charts, watchlists, activities, alerts.
import type { alertCalls } from '#contract/calls/alerts.ts';
import type { marketCalls } from '#contract/calls/market.ts';
import type { orderCalls } from '#contract/calls/orders.ts';
import { fail, ok } from '#contract/failure.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import { readEvidence } from '#main/account/activity.ts';
import { previewAgain, previewChange, previewOrder } from '#main/account/orders/preview.ts';
import { readActivities, readEquityHistory } from '#main/account/standing/account-history.ts';
import type { DeskAlerts } from '#main/desk/alerts/desk-alerts.ts';
import type { LiveWalls } from '#main/desk/live-walls.ts';
import type { Tickets } from '#main/desk/tickets.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount, OnTicket } from '#main/gateway/handlers/on-account.ts';

type OrderDeps = {
  on: OnAccount;
  onTicket: OnTicket;
  tickets: Pick<Tickets, 'open' | 'openInstead'>;
  walls: Pick<LiveWalls, 'exit'>;
};

export function createOrderHandlers({
  on,
  onTicket,
  tickets,
  walls,
}: OrderDeps): HandlersOf<typeof orderCalls> {
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
    'orders.submit': (input) =>
      on(input, (account) =>
        walls.exit(
          account,
          { what: () => exitTitle(account.unit, input), confirmations: input.confirmations },
          () => onTicket(input, ({ unit }) => unit.trading.submit(input)),
        ),
      ),
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
    'orders.sendAgain': ({ intentId, confirmations, ...input }) =>
      on({ ...input, intentId }, (account) =>
        walls.exit(account, { what: () => titleAgain(account.unit, intentId), confirmations }, () =>
          account.unit.trading.sendAgain(intentId, confirmations),
        ),
      ),
    'orders.setAside': (input) =>
      on(input, ({ unit }) => unit.trading.setAside(input.intentId, input.cancelWhenFound)),
    'orders.evidence': (input) => on(input, ({ unit }) => readEvidence(unit, input.intentId)),
    'positions.closing': (input) =>
      on(input, ({ unit }) => unit.trading.closingDraft(input.symbol)),
    'closings.plan': (input) =>
      on(input, ({ unit }) => ok(unit.closings.plan(input.kind, input.symbols, input.protection))),
    'closings.begin': ({ accountId, closingId, how }) =>
      on({ accountId }, (account) => {
        const { closings } = account.unit;
        const what = () => closings.whatGoes(closingId);
        return walls.exit(account, { what }, () => closings.begin(closingId, how));
      }),
    'closings.goOn': ({ accountId, closingId, how }) =>
      on({ accountId }, (account) => {
        const { closings } = account.unit;
        const what = () => closings.whatGoes(closingId);
        return walls.exit(account, { what }, () => closings.goOn(closingId, how));
      }),
    'closings.stop': (input) => on(input, ({ unit }) => unit.closings.stop(input.closingId)),
  };
}

/** Nothing where it would not be sent as an exit, or was recorded before. */
function exitTitle(
  unit: AccountUnit,
  { intentId, draft }: { intentId: string; draft: OrderDraft },
): string | undefined {
  const known = unit.journal.get(intentId);
  if (known.ok && known.value) return undefined;
  const { title, whatIf } = previewOrder(unit, { intentId, draft });
  return whatIf.isExit ? title : undefined;
}

function titleAgain(unit: AccountUnit, intentId: string): string | undefined {
  const preview = previewAgain(unit, intentId);
  return preview.ok ? preview.value.title : undefined;
}

export function createMarketHandlers(on: OnAccount): HandlersOf<typeof marketCalls> {
  return {
    'assets.search': (input) => on(input, ({ unit }) => unit.assets.search(input.text)),
    'portfolio.history': (input) => on(input, ({ unit }) => readEquityHistory(unit, input.period)),
    'activities.list': (input) => on(input, ({ unit }) => readActivities(unit.client, input)),
    'bars.history': (input) =>
      on(input, ({ unit }) => {
        const { accountId: _, ...query } = input;
        return unit.history.page(query);
      }),
    'market.sessions': (input) =>
      on(input, async ({ unit }) => {
        const spans = await unit.hours.spans(input.fromMs, input.toMs);
        return spans
          ? ok([...spans])
          : fail({ kind: 'offline', message: 'The broker could not be asked for its calendar.' });
      }),
    'watchlists.get': (input) => on(input, ({ watchlists }) => ok(watchlists.get())),
    'watchlists.create': (input) => on(input, ({ watchlists }) => watchlists.create(input.name)),
    'watchlists.rename': (input) =>
      on(input, ({ watchlists }) => watchlists.rename(input.listId, input.name)),
    'watchlists.remove': (input) => on(input, ({ watchlists }) => watchlists.remove(input.listId)),
    'watchlists.add': (input) =>
      on(input, ({ watchlists }) => watchlists.add(input.listId, input.symbol)),
    'watchlists.arrange': (input) => on(input, ({ watchlists }) => watchlists.arrange(input)),
  };
}

export function createAlertHandlers(
  on: OnAccount,
  alerts: DeskAlerts,
): HandlersOf<typeof alertCalls> {
  const { store, prices } = alerts;
  return {
    'alerts.settings': async () => ok(store.settings()),
    'alerts.configure': async ({ settings }) => {
      store.saveSettings(settings);
      return ok(store.settings());
    },
    'alerts.see': async ({ alertIds }) => {
      alerts.see(alertIds);
      return ok(null);
    },
    'priceAlerts.list': (input) => on(input, () => ok(prices.list(input.accountId))),
    'priceAlerts.add': (input) =>
      on(input, ({ unit }) => {
        const { accountId, symbol, rule } = input;
        const added = prices.add(accountId, symbol, rule, unit.book.price(symbol));
        if (!added.ok) return added;
        alerts.follow(accountId);
        return ok(prices.list(accountId));
      }),
    'priceAlerts.remove': (input) =>
      on(input, () => {
        prices.remove(input.accountId, input.priceAlertId);
        alerts.follow(input.accountId);
        return ok(prices.list(input.accountId));
      }),
  };
}
