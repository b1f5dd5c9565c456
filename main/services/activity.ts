// What happens around the orders of an account, written into its journal, and the journal as a list to read.
import type { ActivityKind, ActivityLine } from '#contract/activity.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { StreamState } from '#contract/records.ts';
import type { Book } from '#main/book/book.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { Journal } from '#main/journal/types.ts';

type Told = 'live' | 'reconnecting' | 'stopped';
const isTold = (phase: StreamState['phase']): phase is Told =>
  phase === 'live' || phase === 'reconnecting' || phase === 'stopped';

/** One line for each change between live, lost and given up; the attempts in between are no news. */
export function keepStreamEvents(
  journal: Pick<Journal, 'saveEvent'>,
  book: Pick<Book, 'onChange'>,
): void {
  const last = new Map<string, Told>();
  book.onChange((change) => {
    if (change.kind !== 'stream') return;
    const { stream, phase, message } = change.state;
    const before = last.get(stream);
    if (!isTold(phase) || phase === before) return;
    last.set(stream, phase);
    const name = stream === 'orders' ? 'The order stream' : 'The price stream';
    const words: Record<Told, string> = {
      live: `${name} is live${before === undefined ? '' : ' again'}.`,
      reconnecting: `${name} was lost and is being connected again.`,
      stopped: `${name} has ended and does not connect by itself.`,
    };
    const why = phase === 'live' || message === undefined ? '' : ` ${message}`;
    journal.saveEvent({ kind: 'stream', detail: phase, text: words[phase] + why });
  });
}

type Query = {
  kinds: readonly ActivityKind[];
  text: string;
  before?: { at: number; lineId: string } | undefined;
  limit: number;
};

export function readActivity(
  journal: Pick<Journal, 'activity'>,
  { kinds, text, before, limit }: Query,
): Result<{ lines: ActivityLine[]; isEnd: boolean }> {
  const page = journal.activity({ kinds, text, before, limit });
  return page.ok ? ok(page.value) : toFailed(page.failure);
}
