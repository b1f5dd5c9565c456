// /v2/account: the account itself, its configurations, its activities and the history of its value.
import type { FastifyInstance } from 'fastify';
import type { ActivityFilter } from '#main/paper/engine/activities.ts';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import {
  HISTORY_FRAMES,
  periodStart,
  type HistoryFrame,
  type HistoryQuery,
} from '#main/paper/engine/portfolio-history.ts';
import { DAY_MS } from '#main/paper/market/new-york.ts';
import { badParameter } from '#main/paper/refusal.ts';
import {
  queryChoice,
  queryFlag,
  queryInteger,
  queryList,
  queryText,
  queryTimeMs,
  queryUuid,
} from '#main/paper/routes/query.ts';

type Period = { count: number; unit: 'D' | 'W' | 'M' | 'A' };

const PAGE_SIZE = 100;
const DEFAULT_PERIOD: Period = { count: 1, unit: 'M' };

export function registerAccountRoutes(app: FastifyInstance, engine: Engine): void {
  app.get('/v2/account', (request) => engine.account(request.caller.accountId));
  app.get('/v2/account/configurations', (request) =>
    engine.configurations(request.caller.accountId),
  );
  app.patch('/v2/account/configurations', (request) =>
    engine.configure(request.caller.accountId, request.body),
  );
  app.get('/v2/account/activities', (request) =>
    engine.activities(request.caller.accountId, {
      ...readActivityFilter(request.query),
      types: queryList(request.query, 'activity_types'),
      category: queryChoice(request.query, 'category', ['trade_activity', 'non_trade_activity']),
    }),
  );
  app.get<{ Params: { type: string } }>('/v2/account/activities/:type', (request) =>
    engine.activities(request.caller.accountId, {
      ...readActivityFilter(request.query),
      types: [request.params.type],
    }),
  );
  app.get('/v2/account/portfolio/history', (request) =>
    engine.portfolioHistory(
      request.caller.accountId,
      readHistoryQuery(request.query, engine.now()),
    ),
  );
}

function readActivityFilter(query: unknown): ActivityFilter {
  const dateMs = queryTimeMs(query, 'date');
  const afterMs = queryTimeMs(query, 'after');
  const untilMs = queryTimeMs(query, 'until');
  if (dateMs !== undefined && (afterMs !== undefined || untilMs !== undefined)) {
    throw badParameter('date cannot be combined with after or until');
  }
  const dayMs = dateMs === undefined ? undefined : dateMs - (dateMs % DAY_MS);
  return {
    orderId: queryUuid(query, 'order_id'),
    afterMs: dayMs === undefined ? afterMs : dayMs - 1,
    untilMs: dayMs === undefined ? untilMs : dayMs + DAY_MS,
    direction: queryChoice(query, 'direction', ['asc', 'desc']) ?? 'desc',
    pageSize: queryInteger(query, 'page_size', { from: 1, to: PAGE_SIZE }) ?? PAGE_SIZE,
    pageToken: queryText(query, 'page_token'),
  };
}

function readHistoryQuery(query: unknown, nowMs: number): HistoryQuery {
  const { startMs, endMs } = readRange(query, nowMs);
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

function readRange(query: unknown, nowMs: number): { startMs: number; endMs: number } {
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

function defaultFrame(lengthMs: number): HistoryFrame {
  if (lengthMs < 7 * DAY_MS) return '1Min';
  return lengthMs < 28 * DAY_MS ? '15Min' : '1D';
}
