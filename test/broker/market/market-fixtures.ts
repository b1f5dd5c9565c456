// A market at a moment of our choosing, and its routes on a server without the broker around it.
import { Refusal } from '#main/paper/refusal.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { createCalendar, type Hours } from '#main/paper/market/calendar.ts';
import { createMarket, type PaperMarket } from '#main/paper/market/market.ts';
import { type Bar, type BrokerClock, type Trade } from '#main/paper/types.ts';
import { createPlan } from '#main/paper/plan.ts';
import { registerAssetRoutes } from '#main/paper/routes/assets.ts';
import { registerDataRoutes } from '#main/paper/routes/market-data.ts';

export const minute = { unit: 'minute', count: 1 } as const;
export const day = { unit: 'day', count: 1 } as const;
export const week = { unit: 'week', count: 1 } as const;

export function marketOf(hours: Hours, seed = 7): PaperMarket {
  return createMarket({ seed, calendar: createCalendar({ hours }) });
}

export type HandClock = BrokerClock & { set(timeMs: number): void };

export function clockAt(iso: string): HandClock {
  let nowMs = Date.parse(iso);
  return { now: () => nowMs, at: () => () => undefined, set: (timeMs) => void (nowMs = timeMs) };
}

export function serve(market: PaperMarket, clock: BrokerClock): FastifyInstance {
  const app = fastify();
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) return reply.status(500).send({ message: String(error) });
    const { status, code, message, extra } = error;
    return reply.status(status).send({ code, message, ...extra });
  });
  registerDataRoutes(app, { market, clock, plan: createPlan('plus') });
  registerAssetRoutes(app, { market, clock });
  return app;
}

/** A bar as the fold of its trades, written independently of the market. */
export function foldOfTrades(timeMs: number, trades: readonly Trade[]): Bar {
  const prices = trades.map(({ price }) => price);
  const volume = trades.reduce((sum, { size }) => sum + size, 0);
  const turnover = trades.reduce((sum, { price, size }) => sum + BigInt(price) * BigInt(size), 0n);
  return {
    timeMs,
    open: prices[0] ?? 0,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: prices.at(-1) ?? 0,
    volume,
    tradeCount: trades.length,
    vwap: mean(turnover, volume),
  };
}

/** The fold of shorter bars: vwap is their mean, weighted by volume. */
export function foldOfBars(timeMs: number, bars: readonly Bar[]): Bar {
  const volume = bars.reduce((sum, bar) => sum + bar.volume, 0);
  const weight = bars.reduce((sum, bar) => sum + BigInt(bar.vwap) * BigInt(bar.volume), 0n);
  return {
    timeMs,
    open: bars[0]?.open ?? 0,
    high: Math.max(...bars.map(({ high }) => high)),
    low: Math.min(...bars.map(({ low }) => low)),
    close: bars.at(-1)?.close ?? 0,
    volume,
    tradeCount: bars.reduce((sum, { tradeCount }) => sum + tradeCount, 0),
    vwap: mean(weight, volume),
  };
}

/** Rounded half up. */
function mean(sum: bigint, count: number): number {
  return Number((2n * sum + BigInt(count)) / (2n * BigInt(count)));
}
