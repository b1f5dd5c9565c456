// The rows of a batch on their way, a few at a time. A row keeps its place until it is settled or the desk has given up
// sending it by itself; then, and whenever the next row would meet the same obstacle, the batch pauses.
import type { Result } from '#contract/failure.ts';
import { isUnsettled, type Intent } from '#contract/intents.ts';
import type { MintForm } from '#contract/tokenization.ts';
import type { StoredBatchRow } from '#main/journal/batch-rows.ts';
import type { Ports } from '#main/ports.ts';
import type { Gate } from '#main/account/intents/ports.ts';

type BatchRun = {
  begin(batchId: string, rows: readonly StoredBatchRow[]): void;
  /** A row of it is under way, also after it was paused. */
  isAlive(batchId: string): boolean;
  stop(): void;
};

/** The mints that the rows of a batch are. */
export type RowMints = {
  find: (intentId: string) => Intent | undefined;
  submit: (intentId: string, form: MintForm, note?: string) => Promise<Result<Intent>>;
  sendAgain: (intentId: string) => Promise<Result<Intent>>;
  isBusy: (intentId: string) => boolean;
  /** It was refused for a reason that every other mint of the account would meet. */
  isRefusedForAll: (intentId: string) => boolean;
};

type Deps = Pick<Ports, 'delay' | 'log'> &
  RowMints & {
    isRunning: (batchId: string) => boolean;
    gate: Pick<Gate, 'isStopped' | 'stops'>;
    /** A guard holds it back as things stand now: it waits, and the others go on. */
    isHeld: (batchId: string, row: StoredBatchRow) => boolean;
    noteOf: (row: StoredBatchRow) => string | undefined;
    onRow: (batchId: string) => void;
    /** No row is under way any more. */
    onEnd: (batchId: string) => void;
  };

const AT_ONCE = 3;
const LOOK_EVERY_MS = 250;

/** Nothing more is to be done about it here. What was set aside is followed, not sent. */
export const isRowOver = (intent: Intent | undefined): boolean =>
  intent?.state === 'accepted' || intent?.state === 'refused' || intent?.state === 'set-aside';

export function createBatchRun(deps: Deps): BatchRun {
  const { find } = deps;
  /** One run at a time: what an earlier one has under way is finished before the next begins. */
  const running = new Map<string, Promise<void>>();
  let isStopping = false;

  async function run(
    batchId: string,
    rows: readonly StoredBatchRow[],
    stops: number,
  ): Promise<void> {
    let next = 0;
    let isBlocked = false;
    // A stop ends this run, also one that was taken back while a row was under way: a person starts the next.
    const mayGoOn = () =>
      !isStopping &&
      !isBlocked &&
      deps.isRunning(batchId) &&
      !deps.gate.isStopped() &&
      deps.gate.stops() === stops;
    async function work(): Promise<void> {
      while (mayGoOn()) {
        const row = rows[next++];
        if (!row) return;
        isBlocked = !(await carry(batchId, row)) || isBlocked;
        deps.onRow(batchId);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** Whether the next may go. */
  async function carry(batchId: string, row: StoredBatchRow): Promise<boolean> {
    const { intentId = '', form } = row;
    const known = find(intentId);
    if (isRowOver(known) || !form) return true;
    // Nothing is ever sent for it again: the person saw that before this run, and the others are not like it.
    if (known?.isConflict) return true;
    try {
      // In the turn in which it is recorded: nothing comes between.
      if (!known && deps.isHeld(batchId, row)) return true;
      const sent = known
        ? await deps.sendAgain(intentId)
        : await deps.submit(intentId, form, deps.noteOf(row));
      if (!sent.ok && !find(intentId)) return false;
      await rested(intentId);
    } catch (error) {
      deps.log('error', 'a row of a batch failed', { intentId, error: String(error) });
      return false;
    }
    const intent = find(intentId);
    return isRowOver(intent) && !(intent?.state === 'refused' && deps.isRefusedForAll(intentId));
  }

  async function rested(intentId: string): Promise<void> {
    for (;;) {
      const intent = find(intentId);
      if (isStopping || !intent || !isUnsettled(intent) || !deps.isBusy(intentId)) return;
      await new Promise<void>((resolve) => deps.delay(LOOK_EVERY_MS, resolve));
    }
  }

  return {
    begin(batchId, rows) {
      const stops = deps.gate.stops();
      const before = running.get(batchId) ?? Promise.resolve();
      const ended = before
        .then(() => run(batchId, rows, stops))
        .then(() => {
          if (running.get(batchId) !== ended) return;
          running.delete(batchId);
          if (!isStopping) deps.onEnd(batchId);
        });
      running.set(batchId, ended);
    },
    isAlive: (batchId) => running.has(batchId),
    stop() {
      isStopping = true;
    },
  };
}
