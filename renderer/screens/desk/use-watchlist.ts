import { useCallback, useEffect, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Result } from '#contract/failure.ts';
import type { Watchlist } from '#contract/records.ts';

export type WatchlistState = {
  /** Undefined until it is known. */
  symbols: readonly string[] | undefined;
  /** What went wrong with the last thing asked, in words. */
  problem: string | undefined;
  add(symbol: string): Promise<boolean>;
  remove(symbol: string): Promise<boolean>;
};

export function useWatchlist(bridge: Bridge, accountId: string): WatchlistState {
  const [symbols, setSymbols] = useState<readonly string[]>();
  const [problem, setProblem] = useState<string>();

  const take = useCallback((result: Result<Watchlist>) => {
    if (result.ok) setSymbols(result.value.symbols);
    setProblem(result.ok ? undefined : describeFailure(result.failure));
    return result.ok;
  }, []);

  useEffect(() => {
    void bridge.call('watchlist.get', { accountId }).then(take);
  }, [bridge, accountId, take]);

  return {
    symbols,
    problem,
    add: async (symbol) => take(await bridge.call('watchlist.add', { accountId, symbol })),
    remove: async (symbol) => take(await bridge.call('watchlist.remove', { accountId, symbol })),
  };
}
