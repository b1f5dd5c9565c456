// The minute bars of one symbol and one day, generated in one pass: a bridge from the level at which the day before ended to
// the level of this day. The bars of longer frames are folds of these, and trades are drawn inside of them (prints.ts).
import type { PriceUnits, Trade } from '#main/paper/types.ts';
import type { VolumeProfile } from './volume-profile.ts';
import type { TradingHours } from './calendar.ts';
import type { Character } from './catalog.ts';
import type { LevelAt } from './levels.ts';
import { fraction, keyAt, mix, normal, roughNormal } from './hashed-random.ts';

/** Bars in columns. A minute with count 0 has no trade and no bar. */
export type Minutes = {
  /** Minutes since the epoch at which the first one starts. */
  first: number;
  length: number;
  open: Int32Array;
  high: Int32Array;
  low: Int32Array;
  close: Int32Array;
  volume: Int32Array;
  count: Uint16Array;
  /** What prints.ts draws the trades of a minute from. */
  key: Int32Array;
  /** The trades of minutes in which a shock fell: these cannot be drawn from their bar. */
  shocked: Map<number, readonly Trade[]> | undefined;
};

/** One day's walk before it is cut into bars. */
type DayGenerator = {
  /** Fills minutes [from, to) with all prices times `factor`. */
  fill(from: number, to: number, factor: number): void;
  /** Where the walk stands when a minute begins, in units, not rounded to a tick. */
  priceBefore(minute: number): number;
};

const ONE_DOLLAR = 10_000;
const CENT = 100;
const HIGHEST: PriceUnits = 2_000_000_000;
const LOWEST: PriceUnits = 2;
/** From four trades on a minute has both extremes; with fewer, open and close are all there is. */
export const WITH_EXTREMES = 4;
/** The minutes of the longest day: 25 hours, when clocks go back. */
const LONGEST_DAY = 1500;

export function createMinutes(length = LONGEST_DAY): Minutes {
  return {
    first: 0,
    length: 0,
    open: new Int32Array(length),
    high: new Int32Array(length),
    low: new Int32Array(length),
    close: new Int32Array(length),
    volume: new Int32Array(length),
    count: new Uint16Array(length),
    key: new Int32Array(length),
    shocked: undefined,
  };
}

/** Whole cents from one dollar on, hundredths of a cent below: the nearest price at which a trade may happen. */
export function toTick(units: number): PriceUnits {
  if (units >= ONE_DOLLAR) return Math.imul((Math.min(units, HIGHEST) * 0.01 + 0.5) | 0, CENT);
  return Math.max(LOWEST, (units + 0.5) | 0);
}

export const tickAt = (units: PriceUnits): PriceUnits => (units >= ONE_DOLLAR ? CENT : 1);

type Day = {
  instrument: { key: number; character: Character; levelAt: LevelAt };
  hours: TradingHours;
  profile: VolumeProfile;
  /** Position of the day in the walk of levels. */
  index: number;
  hasNight: boolean;
};

export function createMinuteGenerator(): (target: Minutes, day: Day) => DayGenerator {
  const path = new Float64Array(LONGEST_DAY + 1);

  return (target, { instrument, hours, profile, index, hasNight }) => {
    const { key, character, levelAt } = instrument;
    const { dailyVolatility, tradesPerMinute, sharesPerTrade } = character;
    const dayKey = mix(keyAt(key, hours.day) + 1);
    const start = levelAt(index - 1) * (hasNight ? 1 + dailyVolatility * gap(dayKey) : 1);
    const end = levelAt(index);
    const wander = dailyVolatility * (0.7 + 0.5 * fraction(dayKey, 0));
    const surprise = Math.min(4, Math.abs(end / start - 1) / dailyVolatility);
    const rate = tradesPerMinute * (0.75 + 0.5 * fraction(dayKey, 10)) * (0.85 + 0.2 * surprise);
    const lowest = 0.3 * Math.min(start, end);

    target.first = hours.startMs / 60_000;
    target.length = hours.minutes;
    target.shocked = undefined;
    walk(path, target, dayKey, profile);
    const slope = end - start - start * wander * (path[hours.minutes] ?? 0);
    for (let minute = 0; minute <= hours.minutes; minute++) {
      const strayed = start * wander * (path[minute] ?? 0);
      path[minute] = Math.max(lowest, start + slope * (profile.elapsed[minute] ?? 1) + strayed);
    }

    return {
      fill: (from, to, factor) =>
        fill({ target, path, profile, from, to, factor, rate, wander, sharesPerTrade }),
      priceBefore: (minute) => path[minute] ?? end,
    };
  };
}

/** A walk from 0 on, one step a minute; the caller bends it to where the day has to end. */
function walk(
  path: Float64Array,
  target: Minutes,
  dayKey: number,
  { deviation }: VolumeProfile,
): void {
  const { key, length } = target;
  let state = dayKey | 1;
  let sum = 0;
  for (let minute = 0; minute < length; minute++) {
    // A day is always generated from its first minute, so here a sequence does, which is cheaper than hashing (xorshift32).
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    key[minute] = state;
    path[minute] = sum;
    sum += (deviation[minute] ?? 0) * roughNormal(state);
  }
  path[length] = sum;
}

type Fill = {
  target: Minutes;
  path: Float64Array;
  profile: VolumeProfile;
  from: number;
  to: number;
  factor: number;
  rate: number;
  wander: number;
  sharesPerTrade: number;
};

/**
 * The hot loop: it runs for each minute of five years, hence whole numbers (fixed point, `Math.imul`), literals in place of
 * the constants above (a third faster: module bindings are loaded anew each time), and all chance of a minute from the bits
 * of one number. Prices are counted in ticks here: cents, or units below one dollar. A minute keeps to the side of one
 * dollar on which it begins.
 */
function fill(work: Fill): void {
  const { target, path, profile, from, to, factor, wander } = work;
  const { intensity, deviation } = profile;
  const { key, count, open, high, low, close, volume } = target;
  const rate = Math.floor(work.rate * 256);
  const shares = Math.floor(work.sharesPerTrade * 16);
  const swingScale = wander * 256;
  let before = (path[from] ?? 0) * factor;
  for (let minute = from; minute < to; minute++) {
    const after = (path[minute + 1] ?? 0) * factor;
    const minuteKey = key[minute] ?? 0;
    const bits = Math.imul(minuteKey ^ (minuteKey >>> 15), 0x2c1b3c6d);
    // Between 0.7 and 1.3 of what is usual, then a fraction of a trade is one or none by chance.
    const usual = Math.imul(rate, intensity[minute] ?? 0) >> 8;
    const expected = Math.imul(usual, 180 + 5 * (bits & 31)) >> 8;
    // Trade ids leave room for 2048 a minute (prints.ts).
    const trades = Math.min(1500, (expected + ((bits >>> 5) & 255)) >> 8);
    count[minute] = trades;
    if (trades > 0) {
      const inCents = before >= 10_000;
      const tick = inCents ? 100 : 1;
      const scale = inCents ? 0.01 : 1;
      const least = inCents ? 100 : 2;
      const most = inCents ? 20_000_000 : 9999;
      const begin = (before * scale + 0.5) | 0;
      const swing = (before * scale * swingScale * (deviation[minute] ?? 0)) | 0;
      const wobble = Math.imul(swing, ((bits >>> 13) & 15) - 7) >> 13;
      const first = clamp(begin + wobble, least, most);
      const last = trades === 1 ? first : clamp((after * scale + 0.5) | 0, least, most);
      const reach = trades >= 4 ? swing : 0;
      const above = Math.imul(reach, (bits >>> 17) & 31) >> 13;
      const below = Math.imul(reach, (bits >>> 22) & 31) >> 13;
      // The bigger the move, the more shares change hands.
      const move = Math.abs((minuteKey & 0xffff) + (minuteKey >>> 16) - 65_535) >> 8;
      const usualShares = Math.imul(shares, 13 + (bits >>> 27)) >> 5;
      const perTrade = Math.imul(usualShares, 154 + move) >> 12;
      open[minute] = Math.imul(first, tick);
      high[minute] = Math.imul(Math.min(Math.max(first, last) + above, most), tick);
      low[minute] = Math.imul(Math.max(Math.min(first, last) - below, least), tick);
      close[minute] = Math.imul(last, tick);
      volume[minute] = Math.imul(trades, 1 + perTrade) + ((minuteKey >>> 3) & 63);
    }
    before = after;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** The overnight gap in daily deviations: mostly small, one in 32 a shock of news. */
function gap(dayKey: number): number {
  const key = mix(dayKey + 3);
  return normal(key) * ((dayKey >>> 20) % 32 === 0 ? 2.5 : 0.35);
}
