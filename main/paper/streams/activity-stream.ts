// Activities as server-sent events: what was booked since an id or a time, then everything as it is booked.
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ActivityEvent } from '#main/paper/engine/activity-events.ts';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import { comparableTime } from '#main/paper/engine/timestamps.ts';
import { badParameter } from '#main/paper/refusal.ts';
import { queryText, queryTime } from '#main/paper/routes/query.ts';
import type { BrokerClock } from '#main/paper/types.ts';

type Deps = {
  engine: Pick<Engine, 'activityEvents' | 'onActivity' | 'lastActivitySeq'>;
  clock: BrokerClock;
};

/** From where to where a client wants to read; ids after `sinceId` and up to `untilId`, times both included. */
type Span = {
  since: string | undefined;
  until: string | undefined;
  sinceId: string | undefined;
  untilId: string | undefined;
};

const ULID = /^[0-7][\dA-HJKMNP-TV-Z]{25}$/;
/** A reader that falls further behind is told so and dropped. */
const SLOW_BYTES = 4 * 1_048_576;

export type ActivityStream = ReturnType<typeof registerActivityStream>;

export function registerActivityStream(app: FastifyInstance, { engine, clock }: Deps) {
  const open = new Set<ServerResponse>();

  app.get('/v2beta1/events/activities', (request, reply) => {
    const span = readSpan(request.query);
    const { accountId } = request.caller;
    const isPast = span.since === undefined && span.sinceId === undefined;
    let seq = isPast ? (engine.activityEvents(accountId).at(-1)?.seq ?? 0) : 0;
    const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream' };
    reply.hijack();
    const stream = reply.raw;
    stream.writeHead(200, headers as Record<string, string>);
    stream.flushHeaders();
    open.add(stream);

    function drain(): void {
      if (engine.lastActivitySeq() < seq) seq = 0; // the broker started over
      for (const event of engine.activityEvents(accountId, seq)) {
        seq = event.seq;
        if (isBehind(event, span)) return void stream.end();
        if (!isBefore(event, span)) stream.write(`data: ${JSON.stringify(event.record)}\n\n`);
        if (event.record.event_id === span.untilId) return void stream.end();
      }
      if (stream.writableLength <= SLOW_BYTES) return;
      stream.end(': you are reading too slowly\n\n');
    }
    const stopListening = engine.onActivity(drain);
    const stopWaiting =
      span.until === undefined
        ? () => undefined
        : clock.at(Date.parse(span.until), () => stream.end());
    stream.once('close', () => {
      stopListening();
      stopWaiting();
      open.delete(stream);
    });
    drain();
    if (span.until !== undefined && Date.parse(span.until) <= clock.now()) stream.end();
  });

  return {
    /** Ends connections without a word; answers how many. */
    cut(): number {
      const ending = [...open];
      for (const stream of ending) stream.destroy();
      return ending.length;
    },
  };
}

function readSpan(query: unknown): Span {
  const span = {
    since: queryTime(query, 'since'),
    until: queryTime(query, 'until'),
    sinceId: queryText(query, 'since_id'),
    untilId: queryText(query, 'until_id'),
  };
  const { since, until, sinceId, untilId } = span;
  if (until !== undefined && since === undefined) throw badParameter('until requires since');
  if (untilId !== undefined && sinceId === undefined)
    throw badParameter('until_id requires since_id');
  if (since !== undefined && sinceId !== undefined)
    throw badParameter('since and since_id cannot be used together');
  for (const id of [sinceId, untilId]) {
    if (id !== undefined && !ULID.test(id)) throw badParameter('since_id and until_id are ULIDs');
  }
  return span;
}

const timeOf = ({ record }: ActivityEvent): string => comparableTime(record.at) ?? record.at;

function isBefore(event: ActivityEvent, { since, sinceId }: Span): boolean {
  if (sinceId !== undefined) return event.record.event_id <= sinceId;
  return since !== undefined && timeOf(event) < since;
}

function isBehind(event: ActivityEvent, { until, untilId }: Span): boolean {
  if (untilId !== undefined) return event.record.event_id > untilId;
  return until !== undefined && timeOf(event) > until;
}
