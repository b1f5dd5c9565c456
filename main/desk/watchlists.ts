// The lists of symbols that a person follows on one account. All of them are followed while the account is open: by
// the price stream, or by snapshot where the plan does not carry them all.
import { invalid, isNotFound, notAllowed, ok, type Result } from '#contract/failure.ts';
import { notTradedHere } from '#contract/order-choices.ts';
import type { NamedWatchlist, Watchlists } from '#contract/market.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';

export type WatchlistService = {
  get(): Watchlists;
  create(name: string): Result<Watchlists>;
  rename(listId: string, name: string): Result<Watchlists>;
  remove(listId: string): Result<Watchlists>;
  add(listId: string, symbol: string): Promise<Result<Watchlists>>;
  /**
   * The list's own symbols in another order, or fewer of them. What another window added or took off since they were
   * seen stays so.
   */
  arrange(wanted: Arrangement): Result<Watchlists>;
  /** The lists were changed in the settings themselves. */
  followAgain(): void;
};

type Arrangement = { listId: string; symbols: readonly string[]; seen: readonly string[] };

const FIRST_LIST: NamedWatchlist = {
  listId: 'first',
  name: 'Watchlist',
  symbols: ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'META', 'TSLA', 'JPM', 'SPY', 'QQQ'],
};
const MOST_LISTS = 20;

type Deps = {
  accountId: string;
  unit: Pick<AccountUnit, 'client' | 'watchSymbols'>;
  settings: SettingsService;
  /** What the account's price stream carries at once. */
  mostSymbols: number;
  newId: () => string;
};

export function createWatchlists(deps: Deps): WatchlistService {
  const { accountId, unit, settings, mostSymbols } = deps;
  const lists = (): readonly NamedWatchlist[] =>
    settings.get().watchlists[accountId] ?? [FIRST_LIST];
  const current = (): Watchlists => ({ lists: [...lists()], mostSymbols });
  const followed = (of: readonly NamedWatchlist[]): string[] => [
    ...new Set(of.flatMap(({ symbols }) => symbols)),
  ];

  function save(next: readonly NamedWatchlist[]): Result<Watchlists> {
    settings.update((all) => ({
      ...all,
      watchlists: { ...all.watchlists, [accountId]: [...next] },
    }));
    unit.watchSymbols(followed(next));
    return ok(current());
  }

  function change(
    listId: string,
    alter: (list: NamedWatchlist) => NamedWatchlist,
  ): Result<Watchlists> {
    if (!lists().some((list) => list.listId === listId)) return noSuchList();
    return save(lists().map((list) => (list.listId === listId ? alter(list) : list)));
  }

  const followAgain = (): void => unit.watchSymbols(followed(lists()));
  followAgain();
  return {
    followAgain,
    get: current,
    create(name) {
      if (lists().length >= MOST_LISTS) return notAllowed(`There are already ${MOST_LISTS} lists.`);
      return save([...lists(), { listId: deps.newId(), name, symbols: [] }]);
    },
    rename: (listId, name) => change(listId, (list) => ({ ...list, name })),
    remove(listId) {
      if (lists().length === 1)
        return notAllowed('The last list cannot be removed; empty it instead.');
      return save(lists().filter((list) => list.listId !== listId));
    },
    async add(listId, symbol) {
      const asset = await unit.client.asset(symbol);
      if (!asset.ok) {
        const isUnknown = isNotFound(asset.failure);
        return isUnknown ? invalid(`The broker does not know ${symbol}.`, 'symbol') : asset;
      }
      // The lists may have changed while the broker answered.
      const { symbol: known, class: assetClass } = asset.value;
      if (notTradedHere(known, assetClass) !== undefined)
        return invalid(`Ballast has no prices for ${known}: it follows stocks only.`, 'symbol');
      const all = followed(lists());
      if (!all.includes(known) && all.length >= mostSymbols)
        return notAllowed(
          `An account’s lists can hold up to ${mostSymbols} symbols. Remove one before adding ${known}.`,
        );
      return change(listId, (list) => ({
        ...list,
        symbols: [...new Set([...list.symbols, known])],
      }));
    },
    arrange({ listId, symbols, seen }) {
      const stranger = symbols.find((symbol) => !seen.includes(symbol));
      if (stranger !== undefined) return invalid(`${stranger} is not on this list.`, 'symbols');
      return change(listId, (list) => {
        const added = list.symbols.filter((symbol) => !seen.includes(symbol));
        const left = symbols.filter((symbol) => list.symbols.includes(symbol));
        return { ...list, symbols: [...new Set([...left, ...added])] };
      });
    },
  };
}

const noSuchList = () => invalid('There is no such list.', 'listId');
