// Whether the market is open, and when the next session begins, by the broker's clock and calendar. Asked rarely:
// between two answers it follows from the next open and close.
import type { Client } from '#main/broker/client.ts';
import { newYorkTime } from '#main/domain/new-york.ts';
import type { Ports } from '#main/ports.ts';
import { createSingleRepeater } from '#main/tools/repeat.ts';
import type { MarketClock } from '#main/wire/records.ts';
import { markOf, sinceMs, type ClockMark } from '#main/tools/either-clock.ts';

export type MarketHours = {
  /** Undefined while nobody has said. */
  isOpen(): boolean | undefined;
  /** Minutes since midnight in New York, on days on which the exchange trades; undefined on others, and while nobody has said. */
  exchangeMinute(): number | undefined;
  /** Now, by the broker's clock; epoch ms. */
  now(): number | undefined;
  /** What the broker's clock said last, whatever ours say since. */
  told(): number | undefined;
  /** When the next session begins, epoch ms. */
  nextOpen(): number | undefined;
};

type StartedHours = MarketHours & { start(): void; stop(): void };

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  client: Pick<Client, 'marketClock' | 'tradingDays'>;
  signal: AbortSignal;
};

type Known = ClockMark & {
  isOpen: boolean;
  changesAt: number;
  nextOpen: number;
  /** The broker's time, and ours when it was told. */
  told: number;
};

const EVERY_MS = 300_000;
const RETRY_MS = 5_000;

export function createMarketHours({ client, signal, clock, delay, log }: Deps): StartedHours {
  let known: Known | undefined;
  let day: { date: string; isTrading: boolean } | undefined;
  const reading = createSingleRepeater({
    what: 'reading the market clock',
    waitMs: () => RETRY_MS,
    delay,
    log,
    async run() {
      const answer = await client.marketClock(signal);
      if (!answer.ok) return RETRY_MS;
      known = knownFrom(answer.value);
      await readDay(newYorkTime(known.told).date);
      return Math.max(RETRY_MS, Math.min(EVERY_MS, known.changesAt - known.told));
    },
  });

  function knownFrom({ isOpen, nextOpen, nextClose, timestamp }: MarketClock): Known {
    return {
      isOpen,
      changesAt: Date.parse(isOpen ? nextClose : nextOpen),
      nextOpen: Date.parse(nextOpen),
      told: Date.parse(timestamp),
      ...markOf(clock),
    };
  }

  async function readDay(date: string): Promise<void> {
    if (day?.date === date) return;
    const days = await client.tradingDays({ start: date, end: date }, signal);
    if (days.ok) day = { date, isTrading: days.value.some((each) => each.date === date) };
  }

  /** No step back, whatever our clocks do. */
  function now(): number | undefined {
    if (!known) return undefined;
    return known.told + Math.max(sinceMs(clock, known), 0);
  }

  return {
    isOpen() {
      const at = now();
      if (!known || at === undefined) return undefined;
      return at < known.changesAt ? known.isOpen : !known.isOpen;
    },
    exchangeMinute() {
      const at = now();
      if (at === undefined) return undefined;
      const { date, minute } = newYorkTime(at);
      return day?.date === date && day.isTrading ? minute : undefined;
    },
    now,
    told: () => known?.told,
    nextOpen() {
      const at = now();
      return known && at !== undefined && at < known.nextOpen ? known.nextOpen : undefined;
    },
    start: reading.now,
    stop: reading.stop,
  };
}
