// What main answers about bars, and about what the account did before.
import { Decimal } from '#contract/decimal.ts';
import type { SessionSpan } from '#contract/market-state.ts';
import type { BarColumns } from '#contract/market.ts';
import { newYorkDay, newYorkOffsetMs } from '#contract/periods.ts';
import { ok, type Replies } from '#test/component/support/fake-main.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const STEP_MS: Record<string, number> = {
  '1Min': MINUTE_MS,
  '5Min': 5 * MINUTE_MS,
  '15Min': 15 * MINUTE_MS,
  '30Min': 30 * MINUTE_MS,
  '1Hour': 60 * MINUTE_MS,
  '4Hour': 240 * MINUTE_MS,
  '1Day': DAY_MS,
  '1Week': 7 * DAY_MS,
  '1Month': 30 * DAY_MS,
};

/** A price that wanders without a random number, so that two runs draw the same. */
const closeAt = (step: number): number => 190 + 2 * Math.sin(step / 17);

export function barsBefore(timeframe: string, before: number, limit: number): BarColumns {
  const stepMs = STEP_MS[timeframe] ?? MINUTE_MS;
  const end = Math.floor(before / stepMs);
  const steps = Array.from({ length: limit }, (_, n) => end - limit + n);
  return {
    time: steps.map((step) => step * stepMs),
    open: steps.map((step) => closeAt(step - 1)),
    high: steps.map((step) => Math.max(closeAt(step), closeAt(step - 1)) + 0.2),
    low: steps.map((step) => Math.min(closeAt(step), closeAt(step - 1)) - 0.2),
    close: steps.map(closeAt),
    volume: steps.map((step) => 500 + (step % 90) * 10),
    vwap: steps.map(closeAt),
  };
}

/** Every day is a trading day here, whole, with its night. */
export function sessionsOf(from: number, to: number): SessionSpan[] {
  const spans: SessionSpan[] = [];
  for (let day = newYorkDay(from); day <= newYorkDay(to); day++) {
    const midnight = day * DAY_MS - newYorkOffsetMs(day * DAY_MS + 12 * 60 * MINUTE_MS);
    const at = (minute: number) => midnight + minute * MINUTE_MS;
    spans.push(
      { phase: 'overnight', from: at(-240), to: at(240) },
      { phase: 'pre', from: at(240), to: at(570) },
      { phase: 'regular', from: at(570), to: at(960) },
      { phase: 'post', from: at(960), to: at(1_200) },
    );
  }
  return spans;
}

export function pastReplies(at: number): Replies {
  return {
    'bars.history': ({ timeframe, before = at, limit }) =>
      ok({ bars: barsBefore(timeframe, before, limit), isFirst: false, feed: 'sip' as const }),
    'market.sessions': ({ fromMs, toMs }) => ok(sessionsOf(fromMs, toMs)),
    'portfolio.history': () => {
      const days = Array.from({ length: 30 }, (_, n) => n);
      return ok({
        time: days.map((n) => at - (30 - n) * DAY_MS),
        equity: days.map((n) => Decimal.parse(String(100_000 + n * 10))),
        profitLoss: days.map((n) => Decimal.parse(String(n * 10))),
        profitLossPercent: days.map((n) => n / 100),
        baseValue: Decimal.parse('100000'),
      });
    },
    'activities.list': () =>
      ok({
        rows: [
          {
            id: 'fill-1',
            activityType: 'FILL',
            at: new Date(at).toISOString(),
            symbol: 'AAPL',
            side: 'buy',
            qty: Decimal.parse('4'),
            price: Decimal.parse('190'),
          },
        ],
      }),
    'archives.months': () => ok({ months: [] }),
    'activity.list': () =>
      ok({
        lines: [
          { lineId: 'l1', at, kind: 'desk', text: 'The account was opened.' },
          { lineId: 'l2', at: at - 1, kind: 'stream', text: 'The order stream is live.' },
        ],
        isEnd: true,
      }),
  };
}
