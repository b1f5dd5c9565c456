// The minute that runs, by symbol, as far as it was heard here: a page that comes in the middle of it begins with what
// main knows and not with the next price. Where its beginning was heard by nobody, it says from when on it is known.
import type { Bar, LiveBar } from '#contract/bars.ts';
import { MINUTE_MS } from '#contract/periods.ts';
import type { Decimal } from '#main/domain/decimal.ts';
import type { Clock } from '#main/ports.ts';

export type RunningMinutes = {
  get(symbol: string): LiveBar | undefined;
  /** Answers the minute when this is the first that is known of it. */
  putTrade(trade: Trade): LiveBar | undefined;
  /** The broker's own bars of a minute that was running when they were asked for. Answers what became of them. */
  putRead(bars: readonly Bar[], askedAt: number): LiveBar[];
  /** The stream carries these from now on, and no others. Answers the minutes of which something may be missing since. */
  setCarried(symbols: ReadonlySet<string>): LiveBar[];
  /** What was read then cannot fill up what the stream did not carry yet. */
  isAskedTooEarly(symbol: string, askedAt: number): boolean;
  keepOnly(symbols: readonly string[]): void;
};

type Trade = { symbol: string; price: Decimal; tradedAt: number };
type Minute = {
  bar: Bar;
  openAt: number;
  closeAt: number;
  /** Before it something may be missing; undefined when all of the minute is known. */
  from: number | undefined;
};

export function createRunningMinutes(deps: {
  clock: Pick<Clock, 'wall'>;
  /** How late the feed is. */
  delayMs: () => number;
}): RunningMinutes {
  const minutes = new Map<string, Minute>();
  /** Since when the stream carries a symbol without a break. */
  const since = new Map<string, number>();

  function isHeardFrom(symbol: string, time: number): boolean {
    const at = since.get(symbol);
    return at !== undefined && at - deps.delayMs() <= time;
  }

  function begin(bar: Bar, at: number, from: number | undefined): LiveBar {
    const minute = { bar, openAt: at, closeAt: at, from };
    minutes.set(bar.symbol, minute);
    return liveBar(minute);
  }

  function putRead(read: Bar, askedAt: number): LiveBar | undefined {
    const { symbol, time } = read;
    const known = minutes.get(symbol);
    if (known && time < known.bar.time) return undefined;
    const carriedAt = since.get(symbol);
    const isOverlapping = carriedAt !== undefined && carriedAt <= askedAt;
    const isWhole = isOverlapping || isHeardFrom(symbol, time);
    // Its volume grows with every trade, of which the next are not counted here.
    const bar: Bar = { ...pricesOf(read), volume: 0 };
    if (known?.bar.time !== time) return begin(bar, time, isWhole ? undefined : askedAt);
    known.bar.open = bar.open;
    known.bar.high = Math.max(known.bar.high, bar.high);
    known.bar.low = Math.min(known.bar.low, bar.low);
    known.openAt = time;
    if (isWhole) known.from = undefined;
    return liveBar(known);
  }

  return {
    get(symbol) {
      const minute = minutes.get(symbol);
      return minute && liveBar(minute);
    },
    putTrade({ symbol, price: text, tradedAt }) {
      const time = tradedAt - (tradedAt % MINUTE_MS);
      const known = minutes.get(symbol);
      if (known && time < known.bar.time) return undefined;
      // On its way into a drawing.
      const price = Number(text);
      if (known?.bar.time !== time) {
        const bar = { symbol, time, open: price, high: price, low: price, close: price, volume: 0 };
        return begin(bar, tradedAt, isHeardFrom(symbol, time) ? undefined : tradedAt);
      }
      const { bar } = known;
      bar.high = Math.max(bar.high, price);
      bar.low = Math.min(bar.low, price);
      if (tradedAt < known.openAt) [bar.open, known.openAt] = [price, tradedAt];
      if (tradedAt >= known.closeAt) [bar.close, known.closeAt] = [price, tradedAt];
      return undefined;
    },
    putRead: (bars, askedAt) => bars.flatMap((bar) => putRead(bar, askedAt) ?? []),
    setCarried(symbols) {
      const now = deps.clock.wall();
      for (const symbol of since.keys()) if (!symbols.has(symbol)) since.delete(symbol);
      const broken: LiveBar[] = [];
      for (const symbol of symbols) {
        if (since.has(symbol)) continue;
        since.set(symbol, now);
        const minute = minutes.get(symbol);
        if (!minute || isHeardFrom(symbol, minute.bar.time)) continue;
        minute.from = now - deps.delayMs();
        if (minute.from < minute.bar.time + MINUTE_MS) broken.push(liveBar(minute));
      }
      return broken;
    },
    isAskedTooEarly: (symbol, askedAt) => (since.get(symbol) ?? 0) > askedAt,
    keepOnly(symbols) {
      const kept = new Set(symbols);
      for (const symbol of minutes.keys()) if (!kept.has(symbol)) minutes.delete(symbol);
    },
  };
}

const liveBar = ({ bar, from }: Minute): LiveBar => ({
  ...bar,
  forming: from === undefined ? {} : { from },
});

const pricesOf = ({ symbol, time, open, high, low, close }: Bar): Omit<Bar, 'volume'> => ({
  symbol,
  time,
  open,
  high,
  low,
  close,
});
