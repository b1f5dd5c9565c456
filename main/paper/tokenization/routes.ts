// The four tokenization operations and the filters of the list.
import { badParameter } from '#main/paper/refusal.ts';
import type { FastifyInstance } from 'fastify';
import { ISSUERS, NETWORKS } from '#contract/mint-names.ts';
import { instantOf } from '#main/domain/orders/order-status.ts';
import { isUuid } from '#main/paper/ids.ts';
import { parseIdempotencyKey } from '#main/paper/tokenization/mint-body.ts';
import {
  REQUEST_STATUSES,
  REQUEST_TYPES,
  toWire,
  type RequestFilter,
  type TokenizationRequest,
} from '#main/paper/tokenization/request.ts';
import type { Tokenization } from '#main/paper/tokenization/tokenization.ts';

type Test = (request: TokenizationRequest) => boolean;

const ENUMS = {
  type: REQUEST_TYPES,
  status: REQUEST_STATUSES,
  issuer: ISSUERS,
  network: NETWORKS,
} as const;

type Query = { Querystring: Record<string, unknown> };

export function registerTokenizationRoutes(app: FastifyInstance, tokenization: Tokenization): void {
  app.post('/v2/tokenization/mint', (request, reply) => {
    const { accountId } = request.caller;
    tokenization.requireParticipant(accountId);
    const key = parseIdempotencyKey(request.headers['idempotency-key']);
    const { answer, replayed } = tokenization.mint(accountId, request.body, key);
    if (replayed) reply.header('idempotent-replayed', 'true');
    return reply.type('application/json; charset=utf-8').send(answer);
  });

  app.get<Query>('/v2/tokenization/requests', (request) => {
    tokenization.requireParticipant(request.caller.accountId);
    return tokenization.store
      .list(request.caller.accountId, parseFilters(request.query))
      .map((item) => toWire(item));
  });

  app.get<Query>('/v2/tokenization/requests::by_client_request_id', (request) => {
    tokenization.requireParticipant(request.caller.accountId);
    const label = request.query['client_request_id'];
    if (typeof label !== 'string' || label === '') {
      throw badParameter('client_request_id query parameter is required');
    }
    return toWire(tokenization.getByLabel(request.caller.accountId, label));
  });

  app.get<{ Params: { id: string } }>('/v2/tokenization/requests/:id', (request) => {
    tokenization.requireParticipant(request.caller.accountId);
    const { id } = request.params;
    if (!isUuid(id)) throw badParameter('tokenization_request_id is not a valid UUID');
    return toWire(tokenization.get(request.caller.accountId, id.toLowerCase()));
  });
}

/** Times are compared to the microsecond and both ends are exclusive. */
function parseFilters(query: Record<string, unknown>): RequestFilter {
  const problems: string[] = [];
  const tests: Test[] = [];
  let createdFromMs = 0;
  for (const [name, allowed] of Object.entries(ENUMS)) {
    const value = query[name];
    if (value === undefined) continue;
    if (allowed.some((candidate) => candidate === value)) {
      const key = name as keyof typeof ENUMS;
      tests.push((request) => request[key] === value);
    } else problems.push(`${name} is invalid`);
  }
  const symbol = query['underlying_symbol'];
  if (typeof symbol === 'string' && symbol !== '') {
    tests.push((request) => request.underlyingSymbol === symbol.toUpperCase());
  } else if (symbol !== undefined) problems.push('underlying_symbol is invalid');
  for (const name of ['after', 'before'] as const) {
    if (query[name] === undefined) continue;
    const edge = parseInstantMicros(query[name]);
    if (edge === undefined) problems.push(`failed to parse ${name}`);
    else if (name === 'after') {
      createdFromMs = Math.max(0, Math.floor(edge / 1000));
      tests.push((request) => request.createdMs * 1000 > edge);
    } else tests.push((request) => request.createdMs * 1000 < edge);
  }
  if (problems.length > 0) throw badParameter(problems.join(', '));
  return { matches: (request) => tests.every((test) => test(request)), createdFromMs };
}

const INSTANT = /^[\d-]+[Tt][\d:]+(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)$/;

/** RFC 3339 with an offset; a plus sign that arrived unescaped has become a space on its way here. */
function parseInstantMicros(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.replace(' ', '+') : '';
  const instant = INSTANT.test(text) ? instantOf(text) : undefined;
  return instant === undefined ? undefined : Number(instant / 1000n);
}
