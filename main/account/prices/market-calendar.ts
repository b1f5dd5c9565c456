// The hours of the days around one, as spans of sessions. A broker whose calendar has no phases tells the whole session
// of each day, or nothing of it: then it is the usual one.
import type { SessionSpan } from '#contract/market-state.ts';
import type { Client } from '#main/broker/client.ts';
import { newYorkMoment } from '#main/domain/new-york.ts';
import type { TradingDay } from '#main/wire/records.ts';
import type { VenueDay } from '#main/wire/sessions.ts';

export type Calendar = {
  date: string;
  /** The exchange trades on that date. */
  isTrading: boolean;
  spans: readonly SessionSpan[];
};

type Deps = { client: Pick<Client, 'tradingDays' | 'venueDays'>; signal: AbortSignal };
type Venues = { exchange: string | undefined; night: string | undefined };

const DAY_MS = 86_400_000;
/** Longer than the exchange ever stays shut. */
const AHEAD_DAYS = 9;
const USUAL = { open: '09:30', close: '16:00', sessionOpen: '0400', sessionClose: '2000' };

type Range = { start: string; end: string };
type Days = { dates: readonly string[]; spans: readonly SessionSpan[] };

export function createCalendarReader({ client, signal }: Deps) {
  /** The days from one date to another, both included; undefined when the broker could not be asked. */
  async function readDays(range: Range, { exchange, night }: Venues): Promise<Days | undefined> {
    const days = exchange && (await client.venueDays({ market: exchange, ...range }, signal));
    const nights = night && (await client.venueDays({ market: night, ...range }, signal));
    if (days && days.ok)
      return {
        dates: days.value.map(({ date }) => date),
        spans: [
          ...days.value.flatMap(spansOf),
          ...(nights && nights.ok ? nights.value.flatMap(nightOf) : []),
        ],
      };
    const plain = await client.tradingDays(range, signal);
    if (!plain.ok) return undefined;
    return {
      dates: plain.value.map(({ date }) => date),
      spans: plain.value.flatMap(plainSpansOf),
    };
  }

  return {
    readDays,
    /** The days around one. */
    async readAround(date: string, venues: Venues): Promise<Calendar | undefined> {
      const range = { start: dateAfter(date, -1), end: dateAfter(date, AHEAD_DAYS) };
      const days = await readDays(range, venues);
      return days && { date, isTrading: days.dates.includes(date), spans: days.spans };
    },
  };
}

const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

function spansOf(day: VenueDay): SessionSpan[] {
  return [
    ...spanOf('pre', timeOf(day.preStart), timeOf(day.preEnd)),
    ...spanOf('regular', timeOf(day.coreStart), timeOf(day.coreEnd)),
    ...spanOf('post', timeOf(day.postStart), timeOf(day.postEnd)),
  ];
}

const nightOf = (day: VenueDay): SessionSpan[] =>
  spanOf('overnight', timeOf(day.coreStart), timeOf(day.coreEnd));

function plainSpansOf({ date, ...told }: TradingDay): SessionSpan[] {
  const at = (name: keyof typeof USUAL): number | undefined =>
    newYorkMoment(date, minuteOf(told[name]) ?? minuteOf(USUAL[name]) ?? Number.NaN);
  const [start, open, close, end] = [
    at('sessionOpen'),
    at('open'),
    at('close'),
    at('sessionClose'),
  ];
  return [
    ...spanOf('pre', start, open),
    ...spanOf('regular', open, close),
    ...spanOf('post', close, end),
  ];
}

const spanOf = (
  phase: SessionSpan['phase'],
  from: number | undefined,
  to: number | undefined,
): SessionSpan[] =>
  from !== undefined && to !== undefined && from < to ? [{ phase, from, to }] : [];

const timeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text);

/** '0930' and '09:30' alike. */
function minuteOf(text: string | undefined): number | undefined {
  const [, hours, minutes] = /^(\d\d):?(\d\d)$/.exec(text ?? '') ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
