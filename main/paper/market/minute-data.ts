// The minutes and trades of every symbol and day, computed when they are asked for and kept while there is room. Minute bars
// are generated a day at a time (minutes.ts), trades are drawn inside of them (prints.ts), longer bars are folds of them
// (fold.ts).
import type { MarketHalt, Trade } from '#main/paper/types.ts';
import type { DayShape, TradingHours } from './calendar.ts';
import type { Listing } from './catalog.ts';
import { createHalts, isHaltedAt } from './halts.ts';
import { foldMinutes, foldTrades, join, type Fold } from './fold.ts';
import type { LevelAt } from './levels.ts';
import { createMinuteGenerator, createMinutes, toTick, type Minutes } from './minutes.ts';
import { MINUTE_MS, type DayNumber } from './new-york.ts';
import { applyShocks, createPriceShocks } from './price-shocks.ts';
import { drawTrades } from './prints.ts';
import { createVolumeProfile, type VolumeProfile } from './volume-profile.ts';

export type Instrument = Listing & { index: number; key: number; levelAt: LevelAt };

const LISTINGS = 512;
const CACHED_DAYS_OF_MINUTES = 1100;
const CACHED_DAY_BARS = 240_000;
const CACHED_MINUTES_OF_TRADES = 4000;

/** With `hasNight`, the price of a day begins with a gap to the day before. */
export function createMinuteData({ hasNight }: { hasNight: boolean }) {
  const shocks = createPriceShocks();
  const halts = createHalts();
  const profiles = new Map<DayShape, VolumeProfile>();
  const minutesCache = createBoundedCache<number, Minutes>(CACHED_DAYS_OF_MINUTES);
  const dayCache = createBoundedCache<number, Fold>(CACHED_DAY_BARS);
  const tradesCache = createBoundedCache<number, readonly Trade[]>(CACHED_MINUTES_OF_TRADES);
  const generateDay = createMinuteGenerator();
  const scratch = createMinutes();

  function profileOf(shape: DayShape): VolumeProfile {
    let profile = profiles.get(shape);
    if (!profile) profiles.set(shape, (profile = createVolumeProfile(shape)));
    return profile;
  }

  function generate(target: Minutes, instrument: Instrument, hours: TradingHours): Minutes {
    const profile = profileOf(hours.shape);
    const index = hasNight ? weekdayIndex(hours.day) : hours.day;
    const generator = generateDay(target, { instrument, hours, profile, index, hasNight });
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
    for (const halt of halts.of(listing)) silence(target, hours, halt);
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

  function forget(): void {
    for (const cache of [minutesCache, dayCache, tradesCache]) cache.clear();
  }

  return {
    minutesFor,
    tradesFor,
    foldUntil,
    foldDay,
    /** Multiplies the prices of these instruments after `atMs`. */
    shock(instruments: readonly Instrument[], factor: number, atMs: number): void {
      for (const { index } of instruments) shocks.add(index, { fromMs: atMs + 1, factor });
      forget();
    },
    /** Nothing is printed after `atMs`, or something is again. */
    halt({ index }: Instrument, isHalted: boolean, atMs: number): void {
      if (isHaltedAt(halts.of(index), atMs + 1) === isHalted) return;
      if (isHalted) halts.begin(index, atMs + 1);
      else halts.end(index, atMs + 1);
      forget();
    },
    haltsOf: ({ index }: Instrument) => halts.of(index),
    shocksWithin: shocks.within,
  };
}

/** Weekdays only: a weekend is one step of the walk, as it is for the exchange. */
function weekdayIndex(day: DayNumber): number {
  const sinceMonday = day + 3;
  return Math.floor(sinceMonday / 7) * 5 + Math.min(sinceMonday % 7, 4);
}

/** Takes the trades of a halt out of a day. */
function silence(minutes: Minutes, hours: TradingHours, { fromMs, toMs }: MarketHalt): void {
  const from = Math.max(0, Math.floor((fromMs - hours.startMs) / MINUTE_MS));
  const to = Math.min(hours.minutes, Math.ceil((toMs - hours.startMs) / MINUTE_MS));
  for (let minute = from; minute < to; minute++) {
    const startMs = hours.startMs + minute * MINUTE_MS;
    const isWhole = fromMs <= startMs && startMs + MINUTE_MS <= toMs;
    const left = isWhole
      ? []
      : drawTrades(minutes, minute).filter(({ timeMs }) => timeMs < fromMs || timeMs >= toMs);
    replaceMinute(minutes, minute, left);
  }
}

function replaceMinute(minutes: Minutes, minute: number, trades: readonly Trade[]): void {
  const fold = foldTrades(trades);
  if (!fold) {
    minutes.shocked?.delete(minute);
    minutes.count[minute] = 0;
    minutes.volume[minute] = 0;
    return;
  }
  (minutes.shocked ??= new Map()).set(minute, trades);
  minutes.open[minute] = fold.open;
  minutes.high[minute] = fold.high;
  minutes.low[minute] = fold.low;
  minutes.close[minute] = fold.close;
  minutes.volume[minute] = fold.volume;
  minutes.count[minute] = fold.tradeCount;
}

/**
 * Remembers at least the `capacity` / 2 values used last, and never more than `capacity`, in two generations: what was used
 * since the last turn, and what was used in the turn before. Cheaper than an exact least-recently-used list, and as good
 * here, where use comes in runs.
 */
function createBoundedCache<K, V>(capacity: number) {
  let recent = new Map<K, V>();
  let older = new Map<K, V>();

  function set(key: K, value: V): V {
    if (recent.size >= capacity / 2) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
    return value;
  }

  return {
    get(key: K): V | undefined {
      const found = recent.get(key);
      if (found !== undefined) return found;
      const kept = older.get(key);
      return kept === undefined ? undefined : set(key, kept);
    },
    set,
    clear(): void {
      recent = new Map();
      older = new Map();
    },
  };
}
