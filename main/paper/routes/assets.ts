// What can be traded, and when: assets, the clock and the calendar, in their second and third version.
import { Refusal, badDataQuery, badParameter } from '#main/paper/refusal.ts';
import type { FastifyInstance } from 'fastify';
import type { MarketCalendar, TradingHours } from '#main/paper/market/calendar.ts';
import type { PaperMarket } from '#main/paper/market/market.ts';
import {
  dateText,
  dayAt,
  dayNumber,
  newYorkMs,
  newYorkText,
  parseDate,
  type DayNumber,
} from '#main/paper/market/new-york.ts';
import {
  parseInstant,
  quoted,
  readChoice,
  readDate,
  readText,
  type Query,
} from '#main/paper/routes/query.ts';
import { assetRecord, secondText } from '#main/paper/market/records.ts';
import { type BrokerClock } from '#main/paper/types.ts';
import { queryList, queryText } from '#main/paper/routes/query.ts';

type Deps = { market: PaperMarket; clock: BrokerClock };

type Venue = { mic: string; acronym: string; name: string };

/** The exchanges whose calendar this is; each is known by its acronym and by its market identifier code. */
const VENUES: readonly Venue[] = [
  { mic: 'XNYS', acronym: 'NYSE', name: 'New York Stock Exchange' },
  { mic: 'XNAS', acronym: 'NASDAQ', name: 'NASDAQ Stock Market' },
  { mic: 'IEXG', acronym: 'IEX', name: 'Investors Exchange' },
];

/** The venue of the night: from the evening before each trading day until its early hours begin. */
const NIGHT: Venue = {
  mic: 'OCEA',
  acronym: 'BOATS',
  name: 'Blue Ocean Alternative Trading System',
};
const EVENING_MINUTE = 20 * 60;

const ASSET_CLASSES = ['us_equity', 'us_option', 'crypto'] as const;
const LISTING_EXCHANGES = [
  'AMEX',
  'ARCA',
  'BATS',
  'NYSE',
  'NASDAQ',
  'NYSEARCA',
  'OTC',
  'CRYPTO',
] as const;
/** The dates for which the brokerage serves its calendar when none are asked for. */
const CALENDAR_START: DayNumber = dayNumber(1970, 1, 1);
const CALENDAR_END: DayNumber = dayNumber(2029, 12, 31);
/** Whatever is asked for, the calendar goes no further. */
const CALENDAR_LIMIT: DayNumber = dayNumber(2099, 12, 31);
const WEEK = 7;
/** From this trade date on, trades settle on the next business day; before, after two. */
const NEXT_DAY_SETTLEMENT: DayNumber = dayNumber(2024, 5, 28);

export function registerAssetRoutes(app: FastifyInstance, { market, clock }: Deps): void {
  const { calendar } = market;
  registerAssets(app, market);

  app.get('/v2/clock', () => {
    const nowMs = clock.now();
    return {
      timestamp: newYorkText(nowMs),
      is_open: calendar.isOpen(nowMs),
      next_open: newYorkText(calendar.nextOpen(nowMs)),
      next_close: newYorkText(calendar.nextClose(nowMs)),
    };
  });

  app.get('/v3/clock', (request) => {
    const query = request.query as Query;
    const markets = (readText(query, 'markets') ?? 'NYSE')
      .split(',')
      .map((text) => venueOf(text, calendar));
    const time = readText(query, 'time');
    const instant = time === undefined ? undefined : parseInstant(time);
    if (time !== undefined && !instant) {
      throw badDataQuery(`invalid time: ${quoted(time)}; it must be RFC 3339`);
    }
    const timeMs = instant?.timeMs ?? clock.now();
    if (dayAt(timeMs) < CALENDAR_START || dayAt(timeMs) > CALENDAR_LIMIT) {
      throw badDataQuery('invalid time: the calendar goes from 1970 to 2099');
    }
    return {
      clocks: markets.map((venue) =>
        venue === NIGHT ? nightClock(calendar, timeMs) : venueClock(calendar, venue, timeMs),
      ),
    };
  });

  app.get('/v2/calendar', (request) => {
    const query = request.query as Query;
    const start = readDate(query, 'start') ?? CALENDAR_START;
    const end = readDate(query, 'end') ?? Math.max(CALENDAR_END, start);
    if (end < start) throw badDataQuery('invalid end: it must not be before start');
    const isBySettlement =
      readChoice(query, 'date_type', ['TRADING', 'SETTLEMENT']) === 'SETTLEMENT';
    // Trades of up to a week earlier, weekends and holidays in between, can settle on the first date.
    const days = tradingHours(calendar, isBySettlement ? start - WEEK : start, end);
    return days
      .map((hours) => ({ hours, settlement: settlementOf(calendar, hours.day) }))
      .filter(({ settlement }) => !isBySettlement || (settlement >= start && settlement <= end))
      .map(({ hours, settlement }) => ({
        date: hours.regular.date,
        open: wallTime(hours.regular.openMs, hours),
        close: wallTime(hours.regular.closeMs, hours),
        session_open: wallTime(hours.startMs, hours).replace(':', ''),
        session_close: wallTime(hours.endMs, hours).replace(':', ''),
        settlement_date: dateText(settlement),
      }));
  });

  app.get<{ Params: { market: string } }>('/v3/calendar/:market', (request) => {
    const query = request.query as Query;
    const venue = venueOf(request.params.market, calendar);
    const start = readDate(query, 'start') ?? dayAt(clock.now());
    const end = readDate(query, 'end') ?? start + WEEK;
    if (end < start) throw badDataQuery('invalid end: it must not be before start');
    const write = readChoice(query, 'timezone', ['UTC']) ? secondText : newYorkText;
    return {
      market: marketRecord(venue),
      calendar: tradingHours(calendar, start, end).map((hours) =>
        venue === NIGHT ? nightRecord(calendar, hours, write) : dayRecord(calendar, hours, write),
      ),
    };
  });
}

function registerAssets(app: FastifyInstance, market: PaperMarket): void {
  app.get('/v2/assets', (request) => {
    const { query } = request;
    const status = readAssetChoice(query, 'status', ['active', 'inactive']);
    const exchange = readAssetChoice(query, 'exchange', LISTING_EXCHANGES);
    const assetClass = readAssetChoice(query, 'asset_class', ASSET_CLASSES) ?? 'us_equity';
    const attributes = queryList(query, 'attributes');
    if (assetClass !== 'us_equity') return [];
    return market.assets
      .filter(
        (asset) =>
          (status === undefined || asset.status === status) &&
          (exchange === undefined || asset.exchange === exchange) &&
          (!attributes || attributes.some((wanted) => asset.attributes.includes(wanted))),
      )
      .map(assetRecord);
  });

  app.get<{ Params: { symbolOrId: string } }>('/v2/assets/:symbolOrId', (request) => {
    const { symbolOrId } = request.params;
    const asset = market.asset(symbolOrId);
    if (!asset) throw new Refusal(404, 40410000, `asset not found for ${quoted(symbolOrId)}`);
    return assetRecord(asset);
  });
}

/** Assets are a trading resource: unlike those of the clock, their refusals have a code. */
function readAssetChoice<T extends string>(query: unknown, name: string, choices: readonly T[]) {
  const text = queryText(query, name);
  const choice = choices.find((known) => known === text);
  if (text !== undefined && choice === undefined) {
    throw badParameter(`${name} must be one of ${choices.join(', ')}`);
  }
  return choice;
}

function venueClock(calendar: MarketCalendar, venue: Venue, timeMs: number) {
  const { phase, untilMs } = phaseAt(calendar, timeMs);
  return {
    market: marketRecord(venue),
    timestamp: newYorkText(timeMs),
    is_market_day: calendar.hoursOf(dayAt(timeMs)) !== undefined,
    next_market_open: newYorkText(calendar.nextOpen(timeMs)),
    next_market_close: newYorkText(calendar.nextClose(timeMs)),
    phase,
    phase_until: newYorkText(untilMs),
  };
}

/** The night that leads to a trading day. */
const nightBefore = ({ day, startMs }: TradingHours) => ({
  fromMs: newYorkMs(day - 1, EVENING_MINUTE),
  toMs: startMs,
});

function nightClock(calendar: MarketCalendar, timeMs: number) {
  const nights = tradingHours(calendar, dayAt(timeMs), dayAt(timeMs) + 2 * WEEK).map(nightBefore);
  const running = nights.find(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs);
  const opensMs = nights.find(({ fromMs }) => fromMs > timeMs)?.fromMs ?? timeMs;
  const closesMs = nights.find(({ toMs }) => toMs > timeMs)?.toMs ?? timeMs;
  return {
    market: marketRecord(NIGHT),
    timestamp: newYorkText(timeMs),
    is_market_day: calendar.hoursOf(dayAt(timeMs)) !== undefined,
    next_market_open: newYorkText(opensMs),
    next_market_close: newYorkText(closesMs),
    phase: running ? 'core' : 'closed',
    phase_until: newYorkText(running?.toMs ?? opensMs),
  };
}

function nightRecord(
  calendar: MarketCalendar,
  hours: TradingHours,
  write: (timeMs: number) => string,
) {
  const { fromMs, toMs } = nightBefore(hours);
  return {
    date: hours.regular.date,
    core_start: write(fromMs),
    core_end: write(toMs),
    settlement_date: dateText(settlementOf(calendar, hours.day)),
  };
}

/** The overnight session is no phase of an exchange: it counts as closed. */
function phaseAt(calendar: MarketCalendar, timeMs: number): { phase: string; untilMs: number } {
  const session = calendar.session(timeMs);
  if (session === 'pre') return { phase: 'pre', untilMs: calendar.nextOpen(timeMs) };
  if (session === 'regular') return { phase: 'core', untilMs: calendar.nextClose(timeMs) };
  const isPost = session === 'post';
  const day = dayAt(isPost ? timeMs : calendar.nextOpen(timeMs));
  const hours = calendar.hoursOf(day);
  return isPost
    ? { phase: 'post', untilMs: hours?.endMs ?? timeMs }
    : { phase: 'closed', untilMs: hours?.startMs ?? timeMs };
}

function dayRecord(
  calendar: MarketCalendar,
  hours: TradingHours,
  write: (timeMs: number) => string,
) {
  const { date, openMs, closeMs } = hours.regular;
  return {
    date,
    pre_start: write(hours.startMs),
    pre_end: write(openMs),
    core_start: write(openMs),
    core_end: write(closeMs),
    post_start: write(closeMs),
    post_end: write(hours.endMs),
    settlement_date: dateText(settlementOf(calendar, hours.day)),
  };
}

function tradingHours(calendar: MarketCalendar, start: DayNumber, end: DayNumber): TradingHours[] {
  return calendar
    .days(dateText(Math.max(start, CALENDAR_START)), dateText(Math.min(end, CALENDAR_LIMIT)))
    .map(({ date }) => calendar.hoursOf(parseDate(date) ?? start))
    .filter((hours) => hours !== undefined);
}

function settlementOf(calendar: MarketCalendar, day: DayNumber): DayNumber {
  let settlement = day;
  for (let left = day < NEXT_DAY_SETTLEMENT ? 2 : 1; left > 0; left--) {
    const next = calendar.currentOrNext(newYorkMs(settlement + 1));
    settlement = parseDate(next.date) ?? settlement + 1;
  }
  return settlement;
}

/** HH:MM in New York. The end of a day that lasts until midnight is written 23:59, which every parser understands. */
function wallTime(timeMs: number, { day }: TradingHours): string {
  return dayAt(timeMs) === day ? newYorkText(timeMs).slice(11, 16) : '23:59';
}

/** Around the clock there is no night: its venue is then as unknown as any other. */
function venueOf(text: string, { isAlways }: MarketCalendar): Venue {
  const known = isAlways ? VENUES : [...VENUES, NIGHT];
  const venue = known.find(({ mic, acronym }) => mic === text || acronym === text);
  if (!venue) {
    throw badDataQuery(
      `invalid market: ${quoted(text)}; the paper market knows ${known.map(({ acronym }) => acronym).join(', ')}`,
    );
  }
  return venue;
}

function marketRecord({ mic, acronym, name }: Venue) {
  return { mic, acronym, name, timezone: 'America/New_York' };
}
