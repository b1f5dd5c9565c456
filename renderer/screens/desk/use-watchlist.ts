import { useCallback, useEffect, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Result } from '#contract/failure.ts';
import type { Watchlists } from '#contract/market.ts';

export type WatchlistState = {
  /** Undefined until it is known. */
  symbols: readonly string[] | undefined;
  /** What went wrong with the last thing asked, in words. */
  problem: string | undefined;
  add(symbol: string): Promise<boolean>;
  remove(symbol: string): Promise<boolean>;
};

export function useWatchlist(bridge: Bridge, accountId: string): WatchlistState {
  const [lists, setLists] = useState<Watchlists>();
  const [problem, setProblem] = useState<string>();
  const list = lists?.lists[0];

  const take = useCallback((result: Result<Watchlists>) => {
    if (result.ok) setLists(result.value);
    setProblem(result.ok ? undefined : describeFailure(result.failure));
    return result.ok;
  }, []);

  useEffect(() => {
    void bridge.call('watchlists.get', { accountId }).then(take);
  }, [bridge, accountId, take]);

  return {
    symbols: list?.symbols,
    problem,
    add: async (symbol) =>
      list !== undefined &&
      take(await bridge.call('watchlists.add', { accountId, listId: list.listId, symbol })),
    remove: async (symbol) => {
      if (!list) return false;
      const symbols = list.symbols.filter((listed) => listed !== symbol);
      return take(
        await bridge.call('watchlists.arrange', { accountId, listId: list.listId, symbols }),
      );
    },
  };
}
