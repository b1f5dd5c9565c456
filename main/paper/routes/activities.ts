// /v2/account/activities, of all types or of one.
import type { FastifyInstance } from 'fastify';
import type { ActivityFilter } from '#main/paper/engine/activities.ts';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import { badParameter } from '#main/paper/engine/read-fields.ts';
import {
  queryChoice,
  queryInteger,
  queryList,
  queryText,
  queryTimeMs,
  queryUuid,
} from '#main/paper/routes/query.ts';
import '#main/paper/routes/caller.ts';

const PAGE_SIZE = 100;
const DAY_MS = 86_400_000;

export function registerActivityRoutes(app: FastifyInstance, { engine }: { engine: Engine }): void {
  app.get('/v2/account/activities', (request) =>
    engine.activities(request.caller.accountId, {
      ...readFilter(request.query),
      types: queryList(request.query, 'activity_types'),
      category: queryChoice(request.query, 'category', ['trade_activity', 'non_trade_activity']),
    }),
  );
  app.get<{ Params: { type: string } }>('/v2/account/activities/:type', (request) =>
    engine.activities(request.caller.accountId, {
      ...readFilter(request.query),
      types: [request.params.type],
    }),
  );
}

function readFilter(query: unknown): ActivityFilter {
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
