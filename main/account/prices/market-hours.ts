// Which session runs, whether the market is open, and when the next one begins, by the broker's clock and calendar (the
// third version of both, or the second where there is no third). Asked rarely: between two answers it follows from them.
import type { Failure } from '#contract/failure.ts';
import type { MarketSession, SessionPhase, SessionSpan } from '#contract/market-state.ts';
import type { Client } from '#main/broker/client.ts';
import { endOf, sessionAt } from '#main/domain/market-sessions.ts';
import { newYorkTime } from '#main/domain/new-york.ts';
import { createCalendarReader, type Calendar } from '#main/account/prices/market-calendar.ts';
import type { Ports } from '#main/ports.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { createSingleRepeater } from '#main/tools/repeat.ts';
import { markOf, sinceMs, type ClockMark } from '#main/tools/either-clock.ts';
import type { VenueClock } from '#main/wire/sessions.ts';

export type MarketHours = {
  /** Undefined while nobody has said. */
  isOpen(): boolean | undefined;
  /** The session that runs now, and until when; undefined while nobody has said. */
  session(): MarketSession | undefined;
  /** Minutes since midnight in New York, on days on which the exchange trades; undefined on others, and while nobody has said. */
  exchangeMinute(): number | undefined;
  /** Now, by the broker's clock; epoch ms. */
  now(): number | undefined;
  /** What the broker's clock said last, whatever ours say since. */
  told(): number | undefined;
  /** When the next session begins, epoch ms. */
  nextOpen(): number | undefined;
  /** The sessions of the days from one moment to another, past ones too; undefined when the broker could not be asked. */
  spans(from: number, to: number): Promise<readonly SessionSpan[] | undefined>;
  /** Called whenever the broker has been asked. */
  onRead(listener: () => void): () => void;
};

type StartedHours = MarketHours & { start(): void; stop(): void };

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  client: Pick<Client, 'marketClock' | 'tradingDays' | 'venueClocks' | 'venueDays'>;
  signal: AbortSignal;
};

type Told = {
  isOpen: boolean;
  nextOpen: number;
  nextClose: number;
  /** The broker's time. */
  told: number;
  /** Where the clock names one. */
  session?: { phase: SessionPhase; until: number } | undefined;
};
/** With ours when it was told. */
type Known = ClockMark & Told & { changesAt: number };

const EVERY_MS = 300_000;
const RETRY_MS = 5_000;
/** The exchange by whose hours everything here goes, and the venue of the night. */
const EXCHANGE = 'NYSE';
const NIGHT = 'BOATS';
const PHASES: Readonly<Record<string, SessionPhase>> = {
  pre: 'pre',
  core: 'regular',
  post: 'post',
  closed: 'closed',
};

export function createMarketHours({ client, signal, clock, delay, log }: Deps): StartedHours {
  let known: Known | undefined;
  let calendar: Calendar | undefined;
  let hasPhases = true;
  let hasNight = true;
  const listeners = createListeners(log);
  const calendars = createCalendarReader({ client, signal });
  const reading = createSingleRepeater({
    what: 'reading the market clock',
    waitMs: () => RETRY_MS,
    delay,
    log,
    async run() {
      const told = (hasPhases ? await readPhases() : undefined) ?? (await readOpen());
      if (!told) return RETRY_MS;
      known = {
        ...told,
        changesAt: told.isOpen ? told.nextClose : told.nextOpen,
        ...markOf(clock),
      };
      const { date } = newYorkTime(known.told);
      if (calendar?.date !== date)
        calendar = (await calendars.readAround(date, venues())) ?? calendar;
      listeners.notify();
      const ends = session()?.until ?? Infinity;
      return Math.max(
        RETRY_MS,
        Math.min(EVERY_MS, known.changesAt - known.told, ends - known.told),
      );
    },
  });

  const venues = () => ({
    exchange: hasPhases ? EXCHANGE : undefined,
    night: hasPhases && hasNight ? NIGHT : undefined,
  });

  /** Undefined where the broker has no such clock: then `hasPhases` says so, or it is asked again. */
  async function readPhases(): Promise<Told | undefined> {
    const answer = await client.venueClocks(hasNight ? [EXCHANGE, NIGHT] : [EXCHANGE], signal);
    if (!answer.ok) {
      if (!isLacking(answer.failure)) return undefined;
      // It may only not know the night's venue.
      if (!hasNight || status(answer.failure) === 404) hasPhases = false;
      hasNight = false;
      return hasPhases ? readPhases() : undefined;
    }
    const exchange = clockOf(answer.value, EXCHANGE, 'XNYS');
    if (!exchange) {
      hasPhases = false;
      return undefined;
    }
    return toldBy(exchange, clockOf(answer.value, NIGHT, 'OCEA'));
  }

  async function readOpen(): Promise<Told | undefined> {
    if (hasPhases) return undefined;
    const answer = await client.marketClock(signal);
    if (!answer.ok) return undefined;
    const { nextOpen, nextClose, timestamp } = answer.value;
    return {
      isOpen: answer.value.isOpen,
      nextOpen: Date.parse(nextOpen),
      nextClose: Date.parse(nextClose),
      told: Date.parse(timestamp),
    };
  }

  /** No step back, whatever our clocks do. */
  function now(): number | undefined {
    if (!known) return undefined;
    return known.told + Math.max(sinceMs(clock, known), 0);
  }

  function isOpen(): boolean | undefined {
    const at = now();
    if (!known || at === undefined) return undefined;
    return at < known.changesAt ? known.isOpen : !known.isOpen;
  }

  function session(): MarketSession | undefined {
    const at = now();
    if (!known || at === undefined) return undefined;
    const spans: readonly SessionSpan[] = calendar?.spans ?? [];
    const told = known.session;
    if (told && at < told.until)
      return { phase: told.phase, ...endOf(spans, told.phase, told.until) };
    const planned = sessionAt(spans, at);
    // A clock that tells nothing but open and closed is right about that.
    if (isOpen()) return planned?.phase === 'regular' ? planned : { phase: 'regular' };
    if (planned?.phase !== 'regular') return planned ?? { phase: 'closed' };
    return { phase: 'closed', ...(at < known.nextOpen && { until: known.nextOpen }) };
  }

  return {
    isOpen,
    session,
    exchangeMinute() {
      const at = now();
      if (at === undefined) return undefined;
      const { date, minute } = newYorkTime(at);
      return calendar?.date === date && calendar.isTrading ? minute : undefined;
    },
    now,
    told: () => known?.told,
    nextOpen() {
      const at = now();
      return known && at !== undefined && at < known.nextOpen ? known.nextOpen : undefined;
    },
    async spans(from, to) {
      const range = { start: newYorkTime(from).date, end: newYorkTime(to).date };
      return (await calendars.readDays(range, venues()))?.spans;
    },
    onRead: listeners.add,
    start: reading.now,
    stop: reading.stop,
  };
}

function toldBy(exchange: VenueClock, night: VenueClock | undefined): Told {
  const phase = PHASES[exchange.phase];
  const until = Date.parse(exchange.phaseUntil);
  const nightUntil = night ? Date.parse(night.phaseUntil) : Infinity;
  const isNight = phase === 'closed' && night?.phase === 'core';
  return {
    isOpen: phase === 'regular',
    nextOpen: Date.parse(exchange.nextMarketOpen),
    nextClose: Date.parse(exchange.nextMarketClose),
    told: Date.parse(exchange.timestamp),
    session: phase && {
      phase: isNight ? 'overnight' : phase,
      // What is closed ends where either begins.
      until: phase !== 'closed' ? until : isNight ? nightUntil : Math.min(until, nightUntil),
    },
  };
}

const clockOf = (
  clocks: readonly VenueClock[],
  acronym: string,
  mic: string,
): VenueClock | undefined =>
  clocks.find(({ market }) => market.acronym === acronym || market.mic === mic);

const status = (failure: Failure): number | undefined =>
  'status' in failure ? failure.status : undefined;

/** It answered, and it is not going to answer otherwise: no such path, no such market, or nothing that can be read. */
const isLacking = (failure: Failure): boolean =>
  failure.kind === 'refused' || (failure.kind === 'unavailable' && failure.status < 300);
