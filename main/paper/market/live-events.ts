// What the live data stream sends: the events between two market times, in time order. It keeps no state and no timer: the
// stream asks for (last asked, now] as often as it likes, and the events of two adjoining periods are those of both together.
import type { Bar, Quote, Trade } from '#main/paper/types.ts';
import { DAY, MINUTE } from './frames.ts';
import type { PaperMarket } from './market.ts';
import { dayAt, MINUTE_MS, newYorkMs } from './new-york.ts';

/** There are no late trades, hence no updated bars. */
export type LiveEvent =
  | { kind: 'trade'; symbol: string; timeMs: number; trade: Trade }
  | { kind: 'quote'; symbol: string; timeMs: number; quote: Quote }
  | { kind: 'bar' | 'dailyBar'; symbol: string; timeMs: number; bar: Bar }
  | { kind: 'status'; symbol: string; timeMs: number; isHalted: boolean };

/** Symbols by channel; '*' stands for all of them. Symbols that are not listed are ignored. */
export type Wanted = {
  trades?: Iterable<string>;
  quotes?: Iterable<string>;
  bars?: Iterable<string>;
  dailyBars?: Iterable<string>;
  statuses?: Iterable<string>;
};

export type LiveEvents = ReturnType<typeof createLiveEvents>;

export function createLiveEvents(market: PaperMarket) {
  const all = market.assets.map(({ symbol }) => symbol);

  function resolve(symbols: Iterable<string> = []): Set<string> {
    const asked = new Set(symbols);
    return asked.has('*') ? new Set(all) : asked;
  }

  /** The minute bar that ended at `endMs`, and the day's bar with it. Nothing when the minute had no trade. */
  function addBars(events: LiveEvent[], endMs: number, minutes: Set<string>, days: Set<string>) {
    const timeMs = endMs;
    const startMs = endMs - MINUTE_MS;
    const midnightMs = newYorkMs(dayAt(startMs));
    for (const symbol of new Set([...minutes, ...days])) {
      const [bar] = market.bars(symbol, MINUTE, startMs, startMs, endMs - 1);
      if (!bar) continue;
      if (minutes.has(symbol)) events.push({ kind: 'bar', symbol, timeMs, bar });
      if (!days.has(symbol)) continue;
      const [day] = market.bars(symbol, DAY, midnightMs, midnightMs, endMs - 1);
      if (day) events.push({ kind: 'dailyBar', symbol, timeMs, bar: day });
    }
  }

  function addStatuses(events: LiveEvent[], fromMs: number, toMs: number, symbols: Set<string>) {
    for (const symbol of symbols)
      for (const halt of market.halts(symbol))
        for (const timeMs of [halt.fromMs, halt.toMs])
          if (timeMs > fromMs && timeMs <= toMs)
            events.push({ kind: 'status', symbol, timeMs, isHalted: timeMs === halt.fromMs });
  }

  return {
    /** The events in (fromMs, toMs]. A bar's event comes when its minute ends; the bar itself carries its start. */
    between(fromMs: number, toMs: number, wanted: Wanted): LiveEvent[] {
      const events: LiveEvent[] = [];
      const minutes = resolve(wanted.bars);
      const days = resolve(wanted.dailyBars);
      const firstEndMs = (Math.floor(fromMs / MINUTE_MS) + 1) * MINUTE_MS;
      for (let endMs = firstEndMs; endMs <= toMs; endMs += MINUTE_MS) {
        addBars(events, endMs, minutes, days);
      }

      addStatuses(events, fromMs, toMs, resolve(wanted.statuses));
      const trades = resolve(wanted.trades);
      const quotes = resolve(wanted.quotes);
      for (const symbol of new Set([...trades, ...quotes])) {
        const hasTrades = trades.has(symbol);
        const hasQuotes = quotes.has(symbol);
        for (const trade of market.trades(symbol, fromMs, toMs)) {
          const { timeMs } = trade;
          if (hasTrades) events.push({ kind: 'trade', symbol, timeMs, trade });
          if (!hasQuotes) continue;
          const quote = market.quoteAfter(symbol, trade);
          events.push({ kind: 'quote', symbol, timeMs, quote });
        }
      }
      // Sorting is stable: bars of a minute stay before trades of the next, a quote behind its trade.
      return events.sort((a, b) => a.timeMs - b.timeMs);
    },
  };
}
