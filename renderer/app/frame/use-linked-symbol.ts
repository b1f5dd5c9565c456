// Desks say which symbol was chosen; a linked chart in a window of its own follows the desks of its account.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChartWindow } from '#contract/chart-window.ts';
import { Ticker } from '#contract/records.ts';
import { useWindowNews } from '#renderer/session/use-window-news.ts';

/** In a chart's window: the symbol in hand on a desk of this account, undefined until one was heard of. */
export function useLinkedSymbol(
  chart: ChartWindow,
  onChange: (chart: ChartWindow) => void,
): string | undefined {
  const news = useWindowNews();
  const { accountId } = chart;
  const [inHand, setInHand] = useState(chart.isLinked ? chart.symbol : undefined);
  const hear = useEffectEvent((symbol: string, isAnswer: boolean) => {
    // Of several desks each answers; only what a person chooses makes a chart change its symbol.
    if (isAnswer && inHand !== undefined) return;
    setInHand(symbol);
    if (chart.isLinked && chart.symbol !== symbol) onChange({ ...chart, symbol });
  });
  useEffect(() => {
    const stop = news.on((told) => {
      if (told.kind === 'symbol' && told.accountId === accountId) hear(told.symbol, told.isAnswer);
    });
    news.tell({ kind: 'which-symbol', accountId });
    return stop;
  }, [news, accountId]);
  return inHand;
}

/**
 * On a desk: the symbol in hand, which a window that is loaded anew keeps for each account. `first`: the one that the desk
 * was left with.
 */
export function useSymbolInHand(
  accountId: string,
  first: string | undefined,
): [string | undefined, (symbol: string) => void] {
  const key = `ballast.symbol.${accountId}`;
  const [symbol, setSymbol] = useState(
    () => Ticker.safeParse(sessionStorage.getItem(key)).data ?? first,
  );
  useEffect(() => {
    if (symbol !== undefined) sessionStorage.setItem(key, symbol);
  }, [key, symbol]);
  return [symbol, setSymbol];
}

/** On a desk: tells the charts. The symbol that a desk begins with was chosen by nobody. */
export function useToldSymbol(accountId: string, symbol: string | undefined): void {
  const news = useWindowNews();
  const before = useRef(symbol);
  useEffect(() => {
    const isChosen = before.current !== undefined && before.current !== symbol;
    before.current = symbol;
    if (isChosen && symbol !== undefined)
      news.tell({ kind: 'symbol', accountId, symbol, isAnswer: false });
  }, [news, accountId, symbol]);
  useEffect(
    () =>
      news.on((told) => {
        if (told.kind === 'which-symbol' && told.accountId === accountId && symbol !== undefined)
          news.tell({ kind: 'symbol', accountId, symbol, isAnswer: true });
      }),
    [news, accountId, symbol],
  );
}
