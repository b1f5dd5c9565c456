// The simulated market: one function of (seed, symbol, time). Nothing is stored that cannot be computed again; the caches
// only save time. Minute bars are painted a day at a time (minutes.ts), trades are drawn inside of them (prints.ts), longer
// bars are folds of them (fold.ts), so that history, latest and live values agree at every moment.
import type { Asset, Bar, Market, Quote, Timeframe, Trade } from '#main/paper/types.ts';
import { createActivity, type Activity } from './activity.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { DayShape, MarketCalendar, TradingHours } from './calendar.ts';
import { readCatalog, type Listing } from './catalog.ts';
import { foldMinutes, foldTrades, join, toBar, type Fold } from './fold.ts';
import { firstDayOfBar, firstDayOfNextBar, minutesOf } from './frames.ts';
import { createLevels, type Levels } from './levels.ts';
import { createMinutes, createMinuteGenerator, toTick, type Minutes } from './minutes.ts';
import { dayAt, dayNumber, MINUTE_MS, newYorkMs, type DayNumber } from './new-york.ts';
import { keyOf } from './hashed-random.ts';
import { drawTrades, quoteAfter } from './prints.ts';
import { applyShocks, createShocks } from './price-shocks.ts';

/** The seam's market, with quotes trade by trade and its full calendar. */
export type PaperMarket = Market & {
  calendar: MarketCalendar;
  /** The quote that stands after a trade of a listed symbol: the trade happened at its bid or at its ask. */
  quoteAfter(symbol: string, trade: Trade): Quote;
};

type Instrument = Listing & { index: number; key: number; levels: Levels };

/** There is no data before this date, as with the brokerage. */
export const HISTORY_START: DayNumber = dayNumber(2016, 1, 1);
const LISTINGS = 512;
const CACHED_DAYS_OF_MINUTES = 1100;
const CACHED_DAY_BARS = 240_000;
const CACHED_MINUTES_OF_TRADES = 4000;

export function createMarket(deps: { seed: number; calendar: MarketCalendar }): PaperMarket {
  const { seed, calendar } = deps;
  const hasNight = !calendar.isAlways;
  const marketKey = keyOf(`${seed} levels`);
  const instruments = readCatalog().map(({ asset, character }, index): Instrument => {
    const levels = createLevels(marketKey, keyOf(`${seed} levels ${asset.symbol}`), character);
    return { index, asset, character, levels, key: keyOf(`${seed} minutes ${asset.symbol}`) };
  });
  const bySymbol = new Map(instruments.map((found) => [found.asset.symbol, found]));
  const byId = new Map(instruments.map((found) => [found.asset.id, found]));
  const assets: readonly Asset[] = instruments.map(({ asset }) => asset);

  const shocks = createShocks();
  const activities = new Map<DayShape, Activity>();
  const minutesCache = createBoundedCache<number, Minutes>(CACHED_DAYS_OF_MINUTES);
  const dayCache = createBoundedCache<number, Fold>(CACHED_DAY_BARS);
  const tradesCache = createBoundedCache<number, readonly Trade[]>(CACHED_MINUTES_OF_TRADES);
  const generateDay = createMinuteGenerator();
  const scratch = createMinutes();

  function activityOf(shape: DayShape): Activity {
    let activity = activities.get(shape);
    if (!activity) activities.set(shape, (activity = createActivity(shape)));
    return activity;
  }

  function generate(target: Minutes, instrument: Instrument, hours: TradingHours): Minutes {
    const activity = activityOf(hours.shape);
    const index = hasNight ? weekdayIndex(hours.day) : hours.day;
    const generator = generateDay(target, { instrument, hours, activity, index, hasNight });
    const listing = instrument.index;
    let from = 0;
    for (const { fromMs } of shocks.within(listing, hours.startMs, hours.endMs)) {
      const minute = Math.floor((fromMs - hours.startMs) / MINUTE_MS);
      if (minute < from) continue; // a second shock in the same minute: done with the first
      const startMs = hours.startMs + minute * MINUTE_MS;
      const factor = shocks.factorAt(listing, startMs - 1);
      generator.fill(from, minute + 1, factor);
      const shocked = applyShocks(
        drawTrades(target, minute),
        shocks.within(listing, startMs, startMs + MINUTE_MS),
        toTick(generator.priceBefore(minute) * factor),
        target.first + minute,
      );
      replaceMinute(target, minute, shocked);
      from = minute + 1;
    }
    generator.fill(from, hours.minutes, shocks.factorAt(listing, hours.endMs - 1));
    return target;
  }

  function minutesFor(instrument: Instrument, hours: TradingHours): Minutes {
    const key = hours.day * LISTINGS + instrument.index;
    return (
      minutesCache.get(key) ??
      minutesCache.set(key, generate(createMinutes(hours.minutes), instrument, hours))
    );
  }

  function tradesFor(instrument: Instrument, minutes: Minutes, minute: number): readonly Trade[] {
    const key = (minutes.first + minute) * LISTINGS + instrument.index;
    return tradesCache.get(key) ?? tradesCache.set(key, drawTrades(minutes, minute));
  }

  /** Minutes [from, to) of a day as far as they have happened at `nowMs`. */
  function foldUntil(
    instrument: Instrument,
    hours: TradingHours,
    from: number,
    to: number,
    nowMs: number,
  ): Fold | undefined {
    const minutes = minutesFor(instrument, hours);
    const done = Math.floor((nowMs + 1 - hours.startMs) / MINUTE_MS);
    if (done >= to) return foldMinutes(minutes, from, to);
    if (done < from) return undefined;
    const forming = tradesFor(instrument, minutes, done).filter(({ timeMs }) => timeMs <= nowMs);
    return join(foldMinutes(minutes, from, done), foldTrades(forming));
  }

  function foldDay(instrument: Instrument, hours: TradingHours, nowMs: number): Fold | undefined {
    if (nowMs < hours.endMs - 1) return foldUntil(instrument, hours, 0, hours.minutes, nowMs);
    const key = hours.day * LISTINGS + instrument.index;
    const cached = dayCache.get(key);
    if (cached) return cached;
    const fold = foldMinutes(generate(scratch, instrument, hours), 0, hours.minutes);
    return fold && dayCache.set(key, fold);
  }

  function* barsWithinDays(
    instrument: Instrument,
    length: number,
    startMs: number,
    endMs: number,
    nowMs: number,
  ): Generator<Bar> {
    for (let day = Math.max(dayAt(startMs), HISTORY_START); day <= dayAt(endMs); day++) {
      const hours = calendar.hoursOf(day);
      if (!hours) continue;
      const lead = (hours.startMs - hours.midnightMs) / MINUTE_MS;
      const lengthMs = length * MINUTE_MS;
      const first = Math.max(
        Math.ceil((startMs - hours.midnightMs) / lengthMs),
        Math.floor(lead / length),
      );
      const last = Math.min(
        Math.floor((endMs - hours.midnightMs) / lengthMs),
        Math.floor((lead + hours.minutes - 1) / length),
      );
      for (let index = first; index <= last; index++) {
        const from = Math.max(0, index * length - lead);
        const to = Math.min(hours.minutes, (index + 1) * length - lead);
        const fold = foldUntil(instrument, hours, from, to, nowMs);
        if (fold) yield toBar(hours.midnightMs + index * lengthMs, fold);
      }
    }
  }

  function* barsOfDays(
    instrument: Instrument,
    frame: Timeframe,
    startMs: number,
    endMs: number,
    nowMs: number,
  ): Generator<Bar> {
    let firstDay = firstDayOfBar(frame, Math.max(dayAt(startMs), HISTORY_START));
    if (newYorkMs(firstDay) < startMs) firstDay = firstDayOfNextBar(frame, firstDay);
    while (newYorkMs(firstDay) <= endMs) {
      const nextDay = firstDayOfNextBar(frame, firstDay);
      let fold: Fold | undefined;
      for (let day = firstDay; day < nextDay; day++) {
        const hours = day < HISTORY_START ? undefined : calendar.hoursOf(day);
        if (hours && hours.startMs <= nowMs) fold = join(fold, foldDay(instrument, hours, nowMs));
      }
      if (fold) yield toBar(newYorkMs(firstDay), fold);
      firstDay = nextDay;
    }
  }

  function lastTrade(symbol: string, atMs: number): Trade | undefined {
    const instrument = bySymbol.get(symbol);
    if (!instrument) return undefined;
    for (let day = dayAt(atMs); day >= HISTORY_START; day--) {
      const hours = calendar.hoursOf(day);
      if (!hours || hours.startMs > atMs) continue;
      const minutes = minutesFor(instrument, hours);
      let minute = Math.min(hours.minutes - 1, Math.floor((atMs - hours.startMs) / MINUTE_MS));
      for (; minute >= 0; minute--) {
        if (minutes.count[minute] === 0) continue;
        const found = tradesFor(instrument, minutes, minute).findLast((t) => t.timeMs <= atMs);
        if (found) return found;
      }
    }
    return undefined;
  }

  function* trades(symbol: string, fromMs: number, toMs: number): Generator<Trade> {
    const instrument = bySymbol.get(symbol);
    if (!instrument) return;
    for (let day = Math.max(dayAt(fromMs), HISTORY_START); day <= dayAt(toMs); day++) {
      const hours = calendar.hoursOf(day);
      if (!hours || hours.startMs > toMs || hours.endMs <= fromMs) continue;
      const minutes = minutesFor(instrument, hours);
      const first = Math.max(0, Math.floor((fromMs - hours.startMs) / MINUTE_MS));
      const last = Math.min(hours.minutes - 1, Math.floor((toMs - hours.startMs) / MINUTE_MS));
      for (let minute = first; minute <= last; minute++) {
        if (minutes.count[minute] === 0) continue;
        for (const trade of tradesFor(instrument, minutes, minute)) {
          if (trade.timeMs > toMs) return;
          if (trade.timeMs > fromMs) yield trade;
        }
      }
    }
  }

  return {
    calendar,
    assets,
    asset: (symbolOrId) => (bySymbol.get(symbolOrId) ?? byId.get(symbolOrId))?.asset,
    lastTrade,
    trades,

    quote(symbol, atMs) {
      const { key, levels, character, index } = known(bySymbol.get(symbol), symbol);
      const price = toTick(levels.at(HISTORY_START));
      const last = lastTrade(symbol, atMs) ?? { timeMs: atMs, price, size: 0, id: 0 };
      // A shock while nothing trades prints nothing, but the quote must show it.
      const missed = shocks.within(index, last.timeMs + 1, atMs + 1);
      const newest = missed.at(-1);
      if (!newest) return quoteAfter(last, key, character);
      const moved = missed.reduce((factor, shock) => factor * shock.factor, last.price);
      return quoteAfter({ ...last, timeMs: newest.fromMs, price: toTick(moved) }, key, character);
    },

    quoteAfter(symbol, trade) {
      const { key, character } = known(bySymbol.get(symbol), symbol);
      return quoteAfter(trade, key, character);
    },

    bars(symbol, frame, startMs, endMs, nowMs) {
      const instrument = bySymbol.get(symbol);
      if (!instrument) return [];
      const length = minutesOf(frame);
      const lastMs = Math.min(endMs, nowMs);
      return length === undefined
        ? barsOfDays(instrument, frame, startMs, lastMs, nowMs)
        : barsWithinDays(instrument, length, startMs, lastMs, nowMs);
    },

    shock({ symbol, factor, atMs }) {
      const times = Number(factor);
      if (!(times > 0)) throw new RangeError(`a shock's factor must be above zero: ${factor}`);
      const hit = symbol === undefined ? instruments : [known(bySymbol.get(symbol), symbol)];
      for (const { index } of hit) shocks.add(index, { fromMs: atMs + 1, factor: times });
      minutesCache.clear();
      dayCache.clear();
      tradesCache.clear();
    },
  };
}

/** Weekdays only: a weekend is one step of the walk, as it is for the exchange. */
function weekdayIndex(day: DayNumber): number {
  const sinceMonday = day + 3;
  return Math.floor(sinceMonday / 7) * 5 + Math.min(sinceMonday % 7, 4);
}

function replaceMinute(minutes: Minutes, minute: number, trades: readonly Trade[]): void {
  const fold = foldTrades(trades);
  if (!fold) return;
  (minutes.shocked ??= new Map()).set(minute, trades);
  minutes.open[minute] = fold.open;
  minutes.high[minute] = fold.high;
  minutes.low[minute] = fold.low;
  minutes.close[minute] = fold.close;
  minutes.volume[minute] = fold.volume;
  minutes.count[minute] = fold.tradeCount;
}

function known(instrument: Instrument | undefined, symbol: string): Instrument {
  if (!instrument) throw new RangeError(`the market does not list ${symbol}`);
  return instrument;
}
