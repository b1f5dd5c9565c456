import { describe, expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import { createMarketHours } from '#main/account/prices/market-hours.ts';
import type { VenueDay } from '#main/wire/sessions.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

/** Monday, 11:00 in New York. */
const MONDAY = Date.parse('2026-11-16T16:00:00Z');
const CLOSE = '2026-11-16T16:00:00-05:00';
const OPEN = '2026-11-17T09:30:00-05:00';
const HOUR_MS = 3_600_000;

type Venues = {
  clocks: Record<string, { phase: string; phaseUntil: string }>;
  days: Record<string, VenueDay[]>;
  asked: string[];
};
const day = (
  date: string,
  core: [from: string, to: string],
  wide?: [string, string],
): VenueDay => ({
  date,
  coreStart: core[0],
  coreEnd: core[1],
  preStart: wide?.[0],
  preEnd: wide && core[0],
  postStart: wide && core[1],
  postEnd: wide?.[1],
});
const DAYS = ['2026-11-16', '2026-11-17'].map((date) =>
  day(
    date,
    [`${date}T09:30:00-05:00`, `${date}T16:00:00-05:00`],
    [`${date}T04:00:00-05:00`, `${date}T20:00:00-05:00`],
  ),
);
const NIGHTS = [day('2026-11-17', ['2026-11-16T20:00:00-05:00', '2026-11-17T04:00:00-05:00'])];

/** A broker without phases unless `venues` are given. */
function setUp({ wrongByMs = 0, venues }: { wrongByMs?: number; venues?: Venues } = {}) {
  const time = createFakeTime(MONDAY + wrongByMs);
  const asked: object[] = [];
  const broker = { isOpen: true, isTradingDay: true, isDown: false, timestamp: MONDAY };
  const down = fail({ kind: 'offline', message: 'no line' });
  const lacking = (status: number) => fail({ kind: 'refused', status, message: 'no such thing' });
  const hours = createMarketHours({
    client: {
      async marketClock() {
        if (broker.isDown) return down;
        const timestamp = new Date(broker.timestamp).toISOString();
        return ok({ timestamp, isOpen: broker.isOpen, nextOpen: OPEN, nextClose: CLOSE });
      },
      async tradingDays(range) {
        asked.push(range);
        return broker.isDown ? down : ok(broker.isTradingDay ? [{ date: '2026-11-16' }] : []);
      },
      async venueClocks(markets) {
        if (broker.isDown) return down;
        venues?.asked.push(markets.join());
        if (!venues) return lacking(404);
        if (markets.some((market) => !venues.clocks[market])) return lacking(400);
        return ok(
          markets.flatMap((market) => {
            const clock = venues.clocks[market];
            return clock
              ? [
                  {
                    market: { acronym: market, mic: undefined },
                    nextMarketOpen: OPEN,
                    nextMarketClose: CLOSE,
                    timestamp: new Date(broker.timestamp).toISOString(),
                    ...clock,
                  },
                ]
              : [];
          }),
        );
      },
      async venueDays({ market }) {
        const days = venues?.days[market];
        return days ? ok(days) : lacking(404);
      },
    },
    signal: new AbortController().signal,
    clock: time.clock,
    delay: time.delay,
    log: () => undefined,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { hours, time, broker, asked, settle };
}

it('knows nothing before the broker has said it', async () => {
  const { hours, broker, settle } = setUp();
  broker.isDown = true;
  hours.start();
  await settle();
  expect([hours.isOpen(), hours.exchangeMinute(), hours.now(), hours.nextOpen()]).toEqual(
    Array.from({ length: 4 }),
  );
  hours.stop();
});

it('tells the minute of the exchange and the next session by the broker’s clock, not by ours', async () => {
  const { hours, time, settle } = setUp({ wrongByMs: -5 * HOUR_MS });
  hours.start();
  await settle();
  expect(hours.exchangeMinute()).toBe(11 * 60);
  expect(hours.nextOpen()).toBe(Date.parse(OPEN));
  time.sleep(60_000);
  expect(hours.now()).toBe(MONDAY + 60_000);
  expect(hours.exchangeMinute()).toBe(11 * 60 + 1);
  hours.stop();
});

it.each([6, 23, -30])('is open by the broker’s clock with ours %s hours wrong', async (hours) => {
  const { hours: market, time, settle } = setUp({ wrongByMs: hours * HOUR_MS });
  market.start();
  await settle();
  expect(market.isOpen()).toBe(true);
  time.sleep(5 * HOUR_MS);
  expect(market.isOpen()).toBe(false);
  market.stop();
});

it('has no minute on a day without trading, and no next session once it has begun', async () => {
  const { hours, time, broker, settle } = setUp();
  broker.isTradingDay = false;
  broker.isOpen = false;
  hours.start();
  await settle();
  expect(hours.exchangeMinute()).toBeUndefined();
  time.sleep(Date.parse(OPEN) - MONDAY);
  expect(hours.nextOpen()).toBeUndefined();
  hours.stop();
});

it('asks for the calendar once a day', async () => {
  const { hours, time, asked, settle } = setUp();
  hours.start();
  await settle();
  time.advance(300_000);
  await settle();
  expect(asked).toEqual([{ start: '2026-11-15', end: '2026-11-25' }]);
  hours.stop();
});

describe('the session', () => {
  const told = (
    phase: string,
    phaseUntil: string,
    night?: { phase: string; phaseUntil: string },
  ): Venues => ({
    clocks: { NYSE: { phase, phaseUntil }, ...(night && { BOATS: night }) },
    days: { NYSE: DAYS, ...(night && { BOATS: NIGHTS }) },
    asked: [],
  });
  const until = (text: string) => Date.parse(text);

  it('is what the clock with phases says, and follows the calendar until it is asked again', async () => {
    const night = { phase: 'closed', phaseUntil: '2026-11-16T20:00:00-05:00' };
    const { hours, time, settle } = setUp({ venues: told('core', CLOSE, night) });
    hours.start();
    await settle();
    expect([hours.isOpen(), hours.exchangeMinute()]).toEqual([true, 11 * 60]);
    expect(hours.session()).toEqual({ phase: 'regular', until: until(CLOSE) });
    time.sleep(6 * HOUR_MS);
    expect(hours.session()).toEqual({ phase: 'post', until: until('2026-11-16T20:00:00-05:00') });
    time.sleep(4 * HOUR_MS);
    expect(hours.session()).toEqual({
      phase: 'overnight',
      until: until('2026-11-17T04:00:00-05:00'),
    });
    time.sleep(8 * HOUR_MS);
    expect(hours.session()).toEqual({ phase: 'pre', until: until(OPEN) });
    hours.stop();
  });

  it('is the night’s while its venue trades and the exchange does not', async () => {
    const night = { phase: 'core', phaseUntil: '2026-11-17T04:00:00-05:00' };
    const venues = told('closed', '2026-11-17T04:00:00-05:00', night);
    const { hours, settle } = setUp({ venues });
    hours.start();
    await settle();
    expect(hours.isOpen()).toBe(false);
    expect(hours.session()).toMatchObject({ phase: 'overnight' });
    hours.stop();
  });

  it('does without a venue of the night that the broker does not know, and asks for it once', async () => {
    const venues = told('closed', '2026-11-17T04:00:00-05:00');
    const { hours, time, settle } = setUp({ venues });
    hours.start();
    await settle();
    time.advance(300_000);
    await settle();
    expect(venues.asked).toEqual(['NYSE,BOATS', 'NYSE', 'NYSE']);
    expect(hours.session()).toEqual({
      phase: 'closed',
      until: until('2026-11-17T04:00:00-05:00'),
    });
    hours.stop();
  });

  it('goes by the plain clock and the usual hours where there are no phases', async () => {
    const { hours, time, settle } = setUp();
    hours.start();
    await settle();
    expect(hours.session()).toEqual({ phase: 'regular', until: until(CLOSE) });
    time.sleep(6 * HOUR_MS);
    expect(hours.session()).toEqual({ phase: 'post', until: until('2026-11-16T20:00:00-05:00') });
    hours.stop();
  });

  it('is closed on a day on which the plain clock says so, whatever the calendar has', async () => {
    const { hours, broker, settle } = setUp();
    broker.isOpen = false;
    hours.start();
    await settle();
    expect(hours.session()).toEqual({ phase: 'closed', until: until(OPEN) });
    hours.stop();
  });

  it('is told anew whenever the broker has been asked', async () => {
    const { hours, settle } = setUp();
    let reads = 0;
    hours.onRead(() => reads++);
    hours.start();
    await settle();
    expect(reads).toBe(1);
    hours.stop();
  });
});

it('tells the sessions of past days too, half days as the broker has them', async () => {
  const half = {
    date: '2025-11-28',
    preStart: '2025-11-28T04:00:00-05:00',
    preEnd: '2025-11-28T09:30:00-05:00',
    coreStart: '2025-11-28T09:30:00-05:00',
    coreEnd: '2025-11-28T13:00:00-05:00',
    postStart: '2025-11-28T13:00:00-05:00',
    postEnd: '2025-11-28T17:00:00-05:00',
  };
  const venues = { asked: [], clocks: {}, days: { NYSE: [half] } };
  const { hours } = setUp({ venues });
  const spans = await hours.spans(Date.parse(half.preStart), Date.parse(half.postEnd));
  expect(spans).toEqual([
    { phase: 'pre', from: Date.parse(half.preStart), to: Date.parse(half.preEnd) },
    { phase: 'regular', from: Date.parse(half.coreStart), to: Date.parse(half.coreEnd) },
    { phase: 'post', from: Date.parse(half.postStart), to: Date.parse(half.postEnd) },
  ]);
});

it('tells no sessions when the broker cannot be asked', async () => {
  const { hours, broker } = setUp();
  broker.isDown = true;
  expect(await hours.spans(MONDAY, MONDAY)).toBeUndefined();
});
