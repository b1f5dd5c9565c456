// What the desk knows about tokenization requests without asking: how news of a request joins what was known of it.
import { isFinal, type TokenizationRequest } from '#contract/tokenization.ts';
import { instantOf } from '#main/domain/orders/order-status.ts';

/**
 * What is known of a request once this news is heard. A final status is never left for one that is not: a replayed
 * answer tells how the request began. Members that only one side carries are kept.
 */
export function mergeRequest(
  known: TokenizationRequest | undefined,
  news: TokenizationRequest,
): TokenizationRequest {
  if (!known) return news;
  return isFinal(known) && !isFinal(news) ? { ...news, ...known } : { ...known, ...news };
}

export const newestFirst = (a: TokenizationRequest, b: TokenizationRequest): number => {
  const [x, y] = [createdAt(a), createdAt(b)];
  if (x !== y) return x < y ? 1 : -1;
  return a.tokenizationRequestId < b.tokenizationRequestId ? 1 : -1;
};

/** When it was created, epoch ms, as the broker's clock has it. */
export const createdMs = (request: TokenizationRequest): number => Date.parse(request.createdAt);

const createdAt = (request: TokenizationRequest): bigint =>
  instantOf(request.createdAt) ?? BigInt(createdMs(request)) * 1_000_000n;
