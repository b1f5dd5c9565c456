// Which cancels are not over, and since when a person waits for them. The loop knows those of orders; an order that
// nobody has found yet is known by its intent. The journal has the moment, so that a restart does not make them young.
import type { CancelWait } from '#contract/cancel-waits.ts';
import { isUnsettled, type Intent } from '#contract/intents.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Clock } from '#main/ports.ts';

type CancelWaits = {
  put(wait: CancelWait): void;
  onIntent(intent: Intent): void;
  /** When the cancel of this intent was asked for. */
  sinceOf(intentId: string): number;
  get(id: string): CancelWait | undefined;
  list(): CancelWait[];
};

type Deps = {
  clock: Pick<Clock, 'wall'>;
  journal: Pick<Journal, 'evidence'>;
  notify: (wait: CancelWait) => void;
};

/** The lines that come with the mark, of every edition. */
const MARKS = /^(You cancell?ed it|To be cancell?ed when|It was being canceled when)/;

export function createCancelWaits({ clock, journal, notify }: Deps): CancelWaits {
  const waits = new Map<string, CancelWait>();

  function put(wait: CancelWait): void {
    const known = waits.get(wait.id);
    if ((known?.state ?? 'over') === wait.state) return;
    if (wait.state === 'over') waits.delete(wait.id);
    else waits.set(wait.id, wait);
    notify(wait);
  }

  function sinceOf(intentId: string): number {
    const lines = journal.evidence(intentId);
    const marked = lines.ok
      ? lines.value.findLast(({ kind, text }) => kind === 'person' && MARKS.test(text))
      : undefined;
    return marked?.at ?? clock.wall();
  }

  return {
    put,
    sinceOf,
    onIntent(intent) {
      const { intentId: id, kind, cancelWhenFound } = intent;
      const isWaiting = kind !== 'mint' && cancelWhenFound && isUnsettled(intent);
      if (isWaiting === waits.has(id)) return;
      put(
        isWaiting ? { id, since: sinceOf(id), state: 'waiting' } : { id, since: 0, state: 'over' },
      );
    },
    get: (id) => waits.get(id),
    list: () => [...waits.values()],
  };
}
