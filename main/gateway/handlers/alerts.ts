import type { alertCalls } from '#contract/calls/alerts.ts';
import { ok } from '#contract/failure.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';
import type { DeskAlerts } from '#main/desk/alerts/desk-alerts.ts';

type Deps = { on: OnAccount; alerts: DeskAlerts };

export function createAlertHandlers({ on, alerts }: Deps): HandlersOf<typeof alertCalls> {
  const { store, prices } = alerts;
  return {
    'alerts.settings': async () => ok(store.settings()),
    'alerts.configure': async ({ settings }) => {
      store.saveSettings(settings);
      return ok(store.settings());
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
