import type { marketCalls } from '#contract/calls/market.ts';
import { ok } from '#contract/failure.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';
import { readActivities, readEquityHistory } from '#main/account/standing/account-history.ts';

export function createMarketHandlers(on: OnAccount): HandlersOf<typeof marketCalls> {
  return {
    'assets.search': (input) => on(input, ({ unit }) => unit.assets.search(input.text)),
    'portfolio.history': (input) =>
      on(input, ({ unit }) => readEquityHistory(unit.client, input.period)),
    'activities.list': (input) => on(input, ({ unit }) => readActivities(unit.client, input)),
    'bars.history': (input) =>
      on(input, ({ unit }) => {
        const { accountId: _, ...query } = input;
        return unit.history.page(query);
      }),
    'watchlists.get': (input) => on(input, ({ watchlists }) => ok(watchlists.get())),
    'watchlists.create': (input) => on(input, ({ watchlists }) => watchlists.create(input.name)),
    'watchlists.rename': (input) =>
      on(input, ({ watchlists }) => watchlists.rename(input.listId, input.name)),
    'watchlists.remove': (input) => on(input, ({ watchlists }) => watchlists.remove(input.listId)),
    'watchlists.add': (input) =>
      on(input, ({ watchlists }) => watchlists.add(input.listId, input.symbol)),
    'watchlists.arrange': (input) =>
      on(input, ({ watchlists }) => watchlists.arrange(input.listId, input.symbols)),
  };
}
