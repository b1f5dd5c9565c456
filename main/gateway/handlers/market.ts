import type { marketCalls } from '#contract/calls/market.ts';
import { ok } from '#contract/failure.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { OnAccount } from '#main/gateway/handlers/on-account.ts';

type Built =
  | 'bars.history'
  | 'watchlists.get'
  | 'watchlists.create'
  | 'watchlists.rename'
  | 'watchlists.remove'
  | 'watchlists.add'
  | 'watchlists.arrange';

export function createMarketHandlers(on: OnAccount): Pick<HandlersOf<typeof marketCalls>, Built> {
  return {
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
