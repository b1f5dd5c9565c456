import { invalid, ok, type Result } from '#contract/failure.ts';
import type { Evidence, Intent } from '#contract/intents.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';

/** An intent and every line of what is known about it, oldest first. A line that was seen again says how often. */
export function readEvidence(
  journal: Pick<Journal, 'get' | 'evidence'>,
  intentId: string,
): Result<{ intent: Intent; evidence: Evidence[] }> {
  const intent = journal.get(intentId);
  if (!intent.ok) return toFailed(intent.failure);
  if (!intent.value) return invalid('There is no such order.', 'intentId');
  const lines = journal.evidence(intentId);
  if (!lines.ok) return toFailed(lines.failure);
  const evidence = lines.value.map(({ at, kind, text, status, requestId, times }) => ({
    intentId,
    at,
    kind,
    text: times > 1 ? `${text} (${times} times)` : text,
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { requestId }),
  }));
  return ok({ intent: intent.value, evidence });
}
