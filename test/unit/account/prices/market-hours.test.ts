import { expect, it } from 'vitest';
import { fail, ok } from '#contract/failure.ts';
import { createMarketHours } from '#main/account/prices/market-hours.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

/** Monday, 11:00 in New York. */
const MONDAY = Date.parse('2026-11-16T16:00:00Z');
const CLOSE = '2026-11-16T16:00:00-05:00';
const OPEN = '2026-11-17T09:30:00-05:00';
const HOUR_MS = 3_600_000;

function setUp({ wrongByMs = 0 } = {}) {
  const time = createFakeTime(MONDAY + wrongByMs);
  const asked: object[] = [];
  const broker = { isOpen: true, isTradingDay: true, isDown: false, timestamp: MONDAY };
  const down = fail({ kind: 'offline', message: 'no line' });
  const hours = createMarketHours({
    client: {
      async marketClock() {
        if (broker.isDown) return down;
        const timestamp = new Date(broker.timestamp).toISOString();
        return ok({ timestamp, isOpen: broker.isOpen, nextOpen: OPEN, nextClose: CLOSE });
      },
      async tradingDays(range) {
        asked.push(range);
        return broker.isDown ? down : ok(broker.isTradingDay ? [{ date: range.start }] : []);
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
  expect(asked).toEqual([{ start: '2026-11-16', end: '2026-11-16' }]);
  hours.stop();
});
