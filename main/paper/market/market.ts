// The simulated market: one function of (seed, symbol, time). Nothing is stored that cannot be computed again; the caches
// only save time. History, latest and live values agree at every time because all come from the same minutes and trades.
import type { Asset, Bar, Market, Quote, Timeframe, Trade } from '#main/paper/types.ts';
import type { MarketCalendar } from './calendar.ts';
import { readCatalog } from './catalog.ts';
import { join, toBar, type Fold } from './fold.ts';
import { firstDayOfBar, firstDayOfNextBar, minutesOf } from './frames.ts';
import { keyOf } from './hashed-random.ts';
import { createLevels } from './levels.ts';
import { createMinuteData, type Instrument } from './minute-data.ts';
import { toTick } from './minutes.ts';
import { dayAt, dayNumber, MINUTE_MS, newYorkMs, type DayNumber } from './new-york.ts';
import { quoteAfter } from './prints.ts';

/** The market with quotes trade by trade and its full calendar. */
export type PaperMarket = Market & {
  calendar: MarketCalendar;
  /** The quote that stands after a trade of a listed symbol: the trade happened at its bid or at its ask. */
  quoteAfter(symbol: string, trade: Trade): Quote;
};

/** There is no data before this date, as with the brokerage. */
export const HISTORY_START: DayNumber = dayNumber(2016, 1, 1);

export function createMarket(deps: { seed: number; calendar: MarketCalendar }): PaperMarket {
  const { seed, calendar } = deps;
  const marketKey = keyOf(`${seed} levels`);
  const instruments = readCatalog().map(({ asset, character }, index): Instrument => {
    const levelAt = createLevels(marketKey, keyOf(`${seed} levels ${asset.symbol}`), character);
    return { index, asset, character, levelAt, key: keyOf(`${seed} minutes ${asset.symbol}`) };
  });
  const bySymbol = new Map(instruments.map((found) => [found.asset.symbol, found]));
  const byId = new Map(instruments.map((found) => [found.asset.id, found]));
  const assets: readonly Asset[] = instruments.map(({ asset }) => asset);

  const data = createMinuteData({ hasNight: !calendar.isAlways });
  const { minutesFor, tradesFor, foldUntil, foldDay } = data;

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
      const { key, levelAt, character, index } = known(bySymbol.get(symbol), symbol);
      const price = toTick(levelAt(HISTORY_START));
      const last = lastTrade(symbol, atMs) ?? { timeMs: atMs, price, size: 0, id: 0 };
      // A shock while nothing trades prints nothing, but the quote must show it.
      const missed = data.shocksWithin(index, last.timeMs + 1, atMs + 1);
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
      data.shock(hit, times, atMs);
    },

    halt({ symbol, isHalted, atMs }) {
      data.halt(known(bySymbol.get(symbol), symbol), isHalted, atMs);
    },

    halts(symbol) {
      const instrument = bySymbol.get(symbol);
      return instrument ? data.haltsOf(instrument) : [];
    },
  };
}

function known(instrument: Instrument | undefined, symbol: string): Instrument {
  if (!instrument) throw new RangeError(`the market does not list ${symbol}`);
  return instrument;
}
