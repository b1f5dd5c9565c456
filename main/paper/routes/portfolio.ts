// /v2/account/portfolio/history: which span and which frame are asked for.
import type { FastifyInstance } from 'fastify';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import {
  HISTORY_FRAMES,
  periodStart,
  type HistoryFrame,
  type HistoryQuery,
} from '#main/paper/engine/portfolio-history.ts';
import { badParameter } from '#main/paper/engine/read-fields.ts';
import { queryChoice, queryFlag, queryText, queryTimeMs } from '#main/paper/routes/query.ts';
import '#main/paper/routes/caller.ts';

type Period = { count: number; unit: 'D' | 'W' | 'M' | 'A' };

const DAY_MS = 86_400_000;
const DEFAULT_PERIOD: Period = { count: 1, unit: 'M' };

export function registerPortfolioRoutes(
  app: FastifyInstance,
  { engine }: { engine: Engine },
): void {
  app.get('/v2/account/portfolio/history', (request) =>
    engine.portfolioHistory(request.caller.accountId, readQuery(request.query, engine.now())),
  );
}

function readQuery(query: unknown, nowMs: number): HistoryQuery {
  const { startMs, endMs } = readSpan(query, nowMs);
  if (startMs > endMs) throw badParameter('start must be before end');
  const isExtended = queryFlag(query, 'extended_hours');
  queryText(query, 'cashflow_types'); // no cash flows in or out of a paper account
  return {
    startMs,
    endMs,
    frame: readFrame(query) ?? defaultFrame(endMs - startMs),
    reporting:
      queryChoice(query, 'intraday_reporting', ['market_hours', 'extended_hours', 'continuous']) ??
      (isExtended ? 'extended_hours' : 'market_hours'),
    pnlReset: queryChoice(query, 'pnl_reset', ['per_day', 'no_reset']) ?? 'per_day',
  };
}

function readSpan(query: unknown, nowMs: number): { startMs: number; endMs: number } {
  const start = queryTimeMs(query, 'start');
  const end = queryTimeMs(query, 'end');
  const period = readPeriod(query);
  if (start !== undefined && end !== undefined && period) {
    throw badParameter('only two of start, end and period are accepted');
  }
  if (start === undefined) {
    const endMs = Math.min(end ?? nowMs, nowMs);
    const { count, unit } = period ?? DEFAULT_PERIOD;
    return { startMs: periodStart(endMs, count, unit), endMs };
  }
  if (!period) return { startMs: start, endMs: Math.min(end ?? nowMs, nowMs) };
  const lengthMs = start - periodStart(start, period.count, period.unit);
  return { startMs: start, endMs: Math.min(start + lengthMs, nowMs) };
}

function readPeriod(query: unknown): Period | undefined {
  const text = queryText(query, 'period');
  if (text === undefined) return undefined;
  const match = /^([1-9]\d{0,3})([DWMA])$/i.exec(text);
  if (!match) throw badParameter('period must be a number and D, W, M or A');
  return { count: Number(match[1]), unit: match[2]?.toUpperCase() as Period['unit'] };
}

function readFrame(query: unknown): HistoryFrame | undefined {
  const text = queryText(query, 'timeframe');
  if (text === undefined) return undefined;
  const frame = HISTORY_FRAMES.find((each) => each.toLowerCase() === text.toLowerCase());
  if (!frame) throw badParameter(`timeframe must be one of ${HISTORY_FRAMES.join(', ')}`);
  return frame;
}

function defaultFrame(spanMs: number): HistoryFrame {
  if (spanMs < 7 * DAY_MS) return '1Min';
  return spanMs < 28 * DAY_MS ? '15Min' : '1D';
}
