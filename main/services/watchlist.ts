import { fail, invalid, ok, type Result } from '#contract/failure.ts';
import type { Watchlist } from '#contract/records.ts';
import type { AccountUnit } from '#main/services/account-unit.ts';
import type { SettingsService } from '#main/services/settings.ts';

export type WatchlistService = {
  get(): Watchlist;
  add(symbol: string): Promise<Result<Watchlist>>;
  remove(symbol: string): Result<Watchlist>;
};

const FIRST_SYMBOLS = [
  'AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'META', 'TSLA', 'JPM', 'SPY', 'QQQ',
] as const; // prettier-ignore
const MOST_SYMBOLS = 30; // what the stream of a basic market-data plan carries

type Deps = { accountId: string; unit: AccountUnit; settings: SettingsService };

export function createWatchlist({ accountId, unit, settings }: Deps): WatchlistService {
  const symbols = (): readonly string[] => settings.get().watchlists[accountId] ?? FIRST_SYMBOLS;
  const current = (): Watchlist => ({ symbols: [...symbols()] });

  function save(next: string[]): Watchlist {
    settings.update((all) => ({ ...all, watchlists: { ...all.watchlists, [accountId]: next } }));
    unit.watchSymbols(next);
    return current();
  }

  unit.watchSymbols(symbols());
  return {
    get: current,
    async add(symbol) {
      if (symbols().includes(symbol)) return ok(current());
      const asset = await unit.client.asset(symbol);
      if (!asset.ok) {
        const isUnknown = asset.failure.kind === 'refused' && asset.failure.status === 404;
        return isUnknown ? invalid(`The broker does not know ${symbol}.`, 'symbol') : asset;
      }
      // The list may have changed while the broker answered.
      const { symbol: known } = asset.value;
      if (symbols().includes(known)) return ok(current());
      if (symbols().length >= MOST_SYMBOLS)
        return fail({
          kind: 'not-allowed',
          message: `The list holds ${MOST_SYMBOLS} symbols. Remove one before adding ${known}.`,
        });
      return ok(save([...symbols(), known]));
    },
    remove: (symbol) => ok(save(symbols().filter((listed) => listed !== symbol))),
  };
}
