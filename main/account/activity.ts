// What happens around the orders of an account, written into its journal, and the journal as lists to read.
import { basename } from 'node:path';
import type { ActivityLine } from '#contract/activity.ts';
import { invalid, ok, type Result } from '#contract/failure.ts';
import type { Evidence, Intent } from '#contract/intents.ts';
import type { StreamState } from '#contract/records.ts';
import type { Book } from '#main/account/standing/book.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { ActivityQuery, Journal, Opened } from '#main/journal/types.ts';

type RecordedPhase = 'live' | 'reconnecting' | 'stopped';
const isRecorded = (phase: StreamState['phase']): phase is RecordedPhase =>
  phase === 'live' || phase === 'reconnecting' || phase === 'stopped';

/** One line for each change between live, lost and given up; the attempts in between are no news. */
export function recordStreamEvents(
  journal: Pick<Journal, 'saveEvent'>,
  book: Pick<Book, 'onChange'>,
): void {
  const last = new Map<string, RecordedPhase>();
  book.onChange((change) => {
    if (change.kind !== 'stream') return;
    const { stream, phase, message } = change.state;
    const before = last.get(stream);
    if (!isRecorded(phase) || phase === before) return;
    last.set(stream, phase);
    const name = stream === 'orders' ? 'The order stream' : 'The price stream';
    const words: Record<RecordedPhase, string> = {
      live: `${name} is live${before === undefined ? '' : ' again'}.`,
      reconnecting: `${name} was lost and is being connected again.`,
      stopped: `${name} has ended and does not connect by itself.`,
    };
    const why = phase === 'live' || message === undefined ? '' : ` ${message}`;
    journal.saveEvent({ kind: 'stream', detail: phase, text: words[phase] + why });
  });
}

/** A damaged journal was replaced: whoever looks for an older order must know where it may be. */
export function recordSetAside({
  journal,
  setAside,
  salvaged,
}: Pick<Opened, 'setAside' | 'salvaged'> & { journal: Pick<Journal, 'saveEvent'> }): void {
  if (setAside === undefined) return;
  const text = `The journal was damaged. It is kept as ${basename(setAside)}, ${salvaged} of its orders could be read and go on, and what the broker has is read again.`;
  journal.saveEvent({ kind: 'desk', detail: 'journal-set-aside', text });
}

export function readActivity(
  journal: Pick<Journal, 'activity'>,
  { kinds, text, before, limit }: ActivityQuery,
): Result<{ lines: ActivityLine[]; isEnd: boolean }> {
  const page = journal.activity({ kinds, text, before, limit });
  return page.ok ? ok(page.value) : toFailed(page.failure);
}

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
