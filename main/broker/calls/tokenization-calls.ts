// The four tokenization operations of an Authorized Participant.
import { z } from 'zod';
import type { Result } from '#contract/failure.ts';
import type { Lane } from '#main/broker/budget/budget.ts';
import type { Caller } from '#main/broker/calls/caller.ts';
import { Id, Name, When, type HandOver } from '#main/broker/calls/inputs.ts';
import { changeOperation, readOperation } from '#main/broker/calls/operation.ts';
import type { Sent } from '#main/broker/http/sent.ts';
import type { Listed } from '#main/wire/oddities.ts';
import { pathWith } from '#main/wire/paths.ts';
import {
  decodeMint,
  decodeTokenizationRequest,
  decodeTokenizationRequests,
  type TokenizationRequest,
} from '#main/wire/tokenization.ts';

/** Instants need their offset: the broker would not know whose midnight is meant. */
const Instant = When.regex(/(Z|[+-]\d\d:\d\d)$/i, 'must include its offset');

const TokenizationFilters = z.strictObject({
  type: Name.optional(),
  status: Name.optional(),
  underlyingSymbol: Name.optional(),
  issuer: Name.optional(),
  network: Name.optional(),
  /** Both exclusive. */
  after: Instant.optional(),
  before: Instant.optional(),
});
type TokenizationFilters = z.infer<typeof TokenizationFilters>;

export type TokenizationCalls = {
  /** The key is always sent: the same key and body never mint twice. */
  mintRaw(
    body: string,
    idempotencyKey: string,
    handOver?: HandOver,
  ): Promise<Sent<TokenizationRequest>>;
  tokenizationRequest(
    tokenizationRequestId: string,
    signal?: AbortSignal,
  ): Promise<Result<TokenizationRequest>>;
  /** The newest with this label, should there be several. Somebody waits for it, unless another lane is named. */
  tokenizationRequestByClientId(
    clientRequestId: string,
    signal?: AbortSignal,
    lane?: Lane,
  ): Promise<Result<TokenizationRequest>>;
  /** In no order that the broker promises. */
  tokenizationRequests(
    filters?: TokenizationFilters,
    signal?: AbortSignal,
    lane?: Lane,
  ): Promise<Result<Listed<TokenizationRequest>>>;
};

/** A UUID has 36 characters; 128 are allowed today, 36 will be. */
const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,128}$/, 'is not an idempotency key');
const Body = z.string().min(2).max(65_536);

export function createTokenizationCalls(rest: Caller): TokenizationCalls {
  const mint = changeOperation(rest, {
    input: z.object({ body: Body, idempotencyKey: IdempotencyKey }),
    lane: 'place',
    request: ({ body, idempotencyKey }) => ({
      method: 'POST',
      path: '/v2/tokenization/mint',
      body,
      isAlone: true,
      headers: { 'Idempotency-Key': idempotencyKey },
    }),
    decode: decodeMint,
  });
  return {
    mintRaw: (body, idempotencyKey, handOver) => mint({ body, idempotencyKey }, handOver),
    tokenizationRequest: readOperation(rest, {
      input: Id,
      lane: 'lookup',
      path: (id) => `/v2/tokenization/requests/${id}`,
      decode: decodeTokenizationRequest,
    }),
    tokenizationRequestByClientId: readOperation(rest, {
      input: Name.max(128),
      lane: 'lookup',
      path: (clientRequestId) =>
        pathWith('/v2/tokenization/requests:by_client_request_id', { clientRequestId }),
      decode: decodeTokenizationRequest,
    }),
    tokenizationRequests: readOperation(rest, {
      input: TokenizationFilters.default({}),
      lane: 'lookup',
      path: (filters) => pathWith('/v2/tokenization/requests', filters),
      decode: decodeTokenizationRequests,
    }),
  };
}
