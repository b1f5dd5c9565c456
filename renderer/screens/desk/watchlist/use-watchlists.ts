import { useCallback, useEffect, useRef, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Failure, type Result } from '#contract/failure.ts';
import type { NamedWatchlist, Watchlists } from '#contract/market.ts';
import { useRemembered } from '#renderer/session/use-remembered.ts';

export type WatchlistsState = {
  /** Undefined until they are known. */
  lists: readonly NamedWatchlist[] | undefined;
  list: NamedWatchlist | undefined;
  /** What went wrong with the last thing asked, in words. */
  problem: string | undefined;
  /** What went wrong is of no interest any more. */
  forget(): void;
  show(listId: string): void;
  create(name: string): Promise<boolean>;
  rename(name: string): Promise<boolean>;
  removeList(): Promise<boolean>;
  add(symbol: string): Promise<boolean>;
  remove(symbol: string): Promise<boolean>;
  /** The symbols of the list that is shown, in a new order. */
  arrange(symbols: readonly string[]): Promise<boolean>;
  reload(): void;
};

export function useWatchlists(bridge: Bridge, accountId: string): WatchlistsState {
  const [known, setKnown] = useState<Watchlists>();
  const [shown, show] = useRemembered<string | undefined>('watchlist', undefined);
  const [problem, setProblem] = useState<string>();
  const list = known?.lists.find(({ listId }) => listId === shown) ?? known?.lists[0];
  const listId = list?.listId;
  const arranged = useRef(0);

  const take = useCallback((result: Result<Watchlists>) => {
    if (result.ok) setKnown(result.value);
    setProblem(result.ok ? undefined : wordsFor(result.failure));
    return result.ok;
  }, []);
  const forget = useCallback(() => setProblem(undefined), []);
  const reload = useCallback(() => {
    void bridge.call('watchlists.get', { accountId }).then(take);
  }, [bridge, accountId, take]);
  useEffect(reload, [reload]);

  const arrange = useCallback(
    async (symbols: readonly string[]): Promise<boolean> => {
      if (!known || !list) return false;
      const nth = ++arranged.current;
      // Shown at once: a second key must not begin from the order before the first.
      setKnown({
        ...known,
        lists: known.lists.map((one) =>
          one.listId === list.listId ? { ...one, symbols: [...symbols] } : one,
        ),
      });
      const arrangement = { listId: list.listId, symbols: [...symbols], seen: list.symbols };
      const result = await bridge.call('watchlists.arrange', { accountId, ...arrangement });
      if (!result.ok) setKnown(known);
      // With what another window did; unless a later key is under way, whose answer has it too.
      if (nth === arranged.current) return take(result);
      return result.ok;
    },
    [bridge, accountId, known, list, take],
  );
  const remove = useCallback(
    async (symbol: string): Promise<boolean> =>
      list !== undefined && arrange(list.symbols.filter((listed) => listed !== symbol)),
    [list, arrange],
  );

  return {
    lists: known?.lists,
    list,
    problem,
    forget,
    show,
    arrange,
    remove,
    reload,
    async create(name) {
      const result = await bridge.call('watchlists.create', { accountId, name });
      const made = result.ok ? result.value.lists.at(-1) : undefined;
      if (made) show(made.listId);
      return take(result);
    },
    rename: async (name) =>
      listId !== undefined &&
      take(await bridge.call('watchlists.rename', { accountId, listId, name })),
    removeList: async () =>
      listId !== undefined && take(await bridge.call('watchlists.remove', { accountId, listId })),
    add: async (symbol) =>
      listId !== undefined &&
      take(await bridge.call('watchlists.add', { accountId, listId, symbol })),
  };
}

/** What is said of a form begins with its field; here there is no form around it. */
function wordsFor(failure: Failure): string {
  const words = describeFailure(failure);
  return words.startsWith('must ') ? `Symbol ${words.replace(/\.?$/, '.')}` : words;
}
