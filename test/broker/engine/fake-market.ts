// A market that does what the test says: each `set` is a trade with the quote that stands after it.
import type {
  Asset,
  Bar,
  Calendar,
  Market,
  MarketDay,
  Quote,
  Session,
  Trade,
} from '#main/paper/types.ts';

export type Price = number | { bid?: number; ask?: number; last?: number };

export type FakeMarket = Market & {
  /** Dollars; a plain number quotes one cent around it. */
  set(symbol: string, price: Price, timeMs: number): void;
};

type Tick = { timeMs: number; bid: number; ask: number; last: number };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** All tests play in a New York winter. */
const OFFSET_MS = 5 * HOUR_MS;

export function createFakeMarket(hours: 'always' | 'real' = 'real'): FakeMarket {
  const ticks = new Map<string, Tick[]>();
  const assets: Asset[] = [
    asset('AAPL', {}),
    asset('MSFT', {}),
    asset('TSLA', {}),
    asset('PENNY', {}),
    asset('WHOLE', { fractionable: false }),
    asset('HARD', { shortable: false, easyToBorrow: false }),
    asset('CASHONLY', { marginable: false }),
    asset('HALTED', { tradable: false }),
    asset('GONE', { status: 'inactive' }),
    asset('NIGHT', { attributes: ['fractional_eh_enabled', 'overnight_tradable'] }),
  ];
  const find = (symbol: string, atMs: number): Tick =>
    ticks.get(symbol)?.findLast((tick) => tick.timeMs <= atMs) ?? {
      timeMs: 0,
      bid: 999_900,
      ask: 1_000_100,
      last: 1_000_000,
    };
  const trade = ({ timeMs, last }: Tick): Trade => ({ timeMs, price: last, size: 100, id: timeMs });

  return {
    calendar: createFakeCalendar(hours),
    assets,
    asset: (key) => assets.find(({ id, symbol }) => id === key || symbol === key),
    lastTrade: (symbol, atMs) => trade(find(symbol, atMs)),
    quote(symbol, atMs): Quote {
      const { timeMs, bid, ask } = find(symbol, atMs);
      return { timeMs, bid, ask, bidSize: 100, askSize: 100 };
    },
    trades: (symbol, fromMs, toMs) =>
      (ticks.get(symbol) ?? [])
        .filter(({ timeMs }) => timeMs > fromMs && timeMs <= toMs)
        .map(trade),
    *bars(symbol, frame, startMs, endMs, nowMs): Generator<Bar> {
      const lengthMs = frame.count * MINUTE_MS;
      const first = Math.ceil(startMs / lengthMs) * lengthMs;
      for (let timeMs = first; timeMs <= Math.min(endMs, nowMs); timeMs += lengthMs) {
        const prices = (ticks.get(symbol) ?? [])
          .filter((tick) => tick.timeMs >= timeMs && tick.timeMs < timeMs + lengthMs)
          .map(({ last }) => last);
        const [open] = prices;
        if (open === undefined) continue;
        yield {
          timeMs,
          open,
          high: Math.max(...prices),
          low: Math.min(...prices),
          close: prices.at(-1) ?? open,
          volume: 100 * prices.length,
          tradeCount: prices.length,
          vwap: open,
        };
      }
    },
    shock: () => undefined,
    halt: () => undefined,
    halts: () => [],
    set(symbol, price, timeMs) {
      const list = ticks.get(symbol) ?? [];
      ticks.set(symbol, list);
      const before = list.at(-1);
      if (before && before.timeMs > timeMs) throw new Error('ticks are set in order of time');
      const given = typeof price === 'number' ? { last: price } : price;
      const last = Math.round(
        (given.last ?? (given.bid ?? given.ask ?? 0) / 2 + (given.ask ?? given.bid ?? 0) / 2) *
          10_000,
      );
      list.push({
        timeMs,
        last,
        bid: given.bid === undefined ? last - 100 : Math.round(given.bid * 10_000),
        ask: given.ask === undefined ? last + 100 : Math.round(given.ask * 10_000),
      });
    },
  };
}

function asset(symbol: string, differs: Partial<Asset>): Asset {
  const digits = Buffer.from(symbol).toString('hex');
  return {
    id: `a55e0000-0000-4000-8000-${digits.padStart(12, '0').slice(-12)}`,
    symbol,
    name: `${symbol} Inc. Common Stock`,
    exchange: 'NASDAQ',
    status: 'active',
    tradable: true,
    marginable: true,
    shortable: true,
    easyToBorrow: true,
    fractionable: true,
    attributes: [],
    ...differs,
  };
}

function createFakeCalendar(hours: 'always' | 'real'): Calendar {
  const midnight = (timeMs: number) =>
    Math.floor((timeMs - OFFSET_MS) / DAY_MS) * DAY_MS + OFFSET_MS;
  const dayOf = (midnightMs: number): MarketDay | undefined => {
    const weekday = new Date(midnightMs).getUTCDay();
    if (hours === 'real' && (weekday === 0 || weekday === 6)) return undefined;
    return {
      date: new Date(midnightMs).toISOString().slice(0, 10),
      openMs: midnightMs + 9.5 * HOUR_MS,
      closeMs: midnightMs + 16 * HOUR_MS,
    };
  };
  const next = (timeMs: number, accepts: (day: MarketDay) => boolean): MarketDay => {
    for (let at = midnight(timeMs); ; at += DAY_MS) {
      const day = dayOf(at);
      if (day && accepts(day)) return day;
    }
  };
  const session = (timeMs: number): Session => {
    if (hours === 'always') return 'regular';
    const hour = (timeMs - midnight(timeMs)) / HOUR_MS;
    const today = dayOf(midnight(timeMs));
    const tomorrow = dayOf(midnight(timeMs) + DAY_MS);
    if (today && hour < 4) return 'overnight';
    if (today && hour < 9.5) return 'pre';
    if (today && hour < 16) return 'regular';
    if (today && hour < 20) return 'post';
    return tomorrow && hour >= 20 ? 'overnight' : 'closed';
  };
  return {
    session,
    isOpen: (timeMs) => session(timeMs) === 'regular',
    days(startDate, endDate) {
      const days: MarketDay[] = [];
      const endMs = Date.parse(endDate) + OFFSET_MS;
      for (let at = Date.parse(startDate) + OFFSET_MS; at <= endMs; at += DAY_MS) {
        const day = dayOf(at);
        if (day) days.push(day);
      }
      return days;
    },
    currentOrNext: (timeMs) => next(timeMs, ({ closeMs }) => closeMs > timeMs),
    nextOpen: (timeMs) => next(timeMs, ({ openMs }) => openMs > timeMs).openMs,
    nextClose: (timeMs) => next(timeMs, ({ closeMs }) => closeMs > timeMs).closeMs,
    dayOrderEnd: (timeMs) => next(timeMs, ({ closeMs }) => closeMs > timeMs).closeMs,
  };
}
