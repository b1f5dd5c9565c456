// The guards before the rows of a batch: what holds each back as things stand, what the person said is meant, and the last
// look before a row goes. A row that is held waits with its reason while the rest goes on.
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import { MINT_AGAIN } from '#contract/mint-guards.ts';
import type { BatchRow, MintForm } from '#contract/tokenization.ts';
import { contentsKey, type KnownMint } from '#main/domain/mints/mint-guards.ts';
import type { StoredBatch, StoredBatchRow } from '#main/journal/batch-rows.ts';
import {
  isMintAgain,
  type Judged,
  type MintJudging,
  type MintLook,
} from '#main/account/mints/mint-judging.ts';
import type { MintLedger } from '#main/account/mints/mint-ledger.ts';

type Held = { kind: NonNullable<BatchRow['held']>; text: string };
type WaitingRow = StoredBatchRow & { form: MintForm; intentId: string };

export type BatchJudging = {
  /** The rows as they are shown, those that are held back now with the reason. */
  mark(batch: StoredBatch, rows: BatchRow[]): BatchRow[];
  /** What was typed is kept on the rows that it is for. Refused when no row could go. */
  begin(batch: StoredBatch, meant: string | undefined): Result<StoredBatch>;
  /** Asked right before the row is recorded. */
  isHeld(batch: StoredBatch, row: StoredBatchRow): boolean;
  /** Rows that wait, for the form of a single mint. */
  waiting(form: MintForm): KnownMint[];
  /** What the evidence of a row says besides, from the start. */
  noteOf(row: StoredBatchRow): string | undefined;
};

type Deps = {
  judging: MintJudging;
  ledger: Pick<MintLedger, 'mintOf' | 'stateOf'>;
  batches: () => Iterable<StoredBatch>;
};

export function createBatchJudging({ judging, ledger, batches }: Deps): BatchJudging {
  /** In the run under way: what was held, by key. */
  const heldInRun = new Map<string, Held>();

  /** Nothing of it left: a new mint as far as the guards go. */
  const isWaiting = (row: StoredBatchRow): row is WaitingRow => {
    const { form, issues, intentId } = row;
    if (!form || issues.length > 0 || intentId === undefined) return false;
    const state = ledger.stateOf(intentId);
    return state === undefined || state === 'not-sent';
  };

  function waitingOf({ name, createdAt, rows }: StoredBatch): KnownMint[] {
    return rows.filter(isWaiting).map(({ form, line, intentId }) => ({
      ...form,
      label: form.label === '' ? undefined : form.label,
      key: intentId,
      at: createdAt,
      standing: { kind: 'waiting', batch: name, line },
    }));
  }

  const isGoing = ({ state }: StoredBatch): boolean => state === 'running' || state === 'paused';

  /** Of two batches that wait with the same rows the older one may go on. */
  function waitingBefore(batch: StoredBatch): WaitingIndex {
    const older = [...batches()].filter(
      (other) =>
        other.batchId !== batch.batchId && isGoing(other) && other.createdAt <= batch.createdAt,
    );
    return indexOf(older.flatMap(waitingOf));
  }

  /** By line: what the row of the same file became when it was run before. */
  function sameFile({ batchId, fingerprint }: StoredBatch): Map<number, KnownMint> {
    const twins = [...batches()].filter(
      (other) => other.batchId !== batchId && other.fingerprint === fingerprint,
    );
    return new Map(
      (fingerprint === undefined ? [] : twins).flatMap(({ rows }) =>
        rows.flatMap(({ line, intentId }) => {
          const known = intentId === undefined ? undefined : ledger.mintOf(intentId);
          return known ? [[line, { ...known, isSameFile: true }] as const] : [];
        }),
      ),
    );
  }

  /** Judges its rows as things stand now. */
  function lookAt(batch: StoredBatch): { look: MintLook; judge: (row: WaitingRow) => Judged } {
    const look = judging.look();
    const own = new Set(batch.rows.map(({ intentId }) => intentId));
    const waiting = waitingBefore(batch);
    const files = sameFile(batch);
    return {
      look,
      judge({ form, line }) {
        const twin = files.get(line);
        const alsoAlike = [...alikeIn(waiting, form), ...(twin ? [twin] : [])];
        return look.judge(form, { isOwn: (key) => own.has(key), isRow: true, alsoAlike });
      },
    };
  }

  const refusal = (judged: Judged, { meant = [] }: StoredBatchRow): string | undefined =>
    judging.refusal(judged, (key) => meant.includes(key));

  function heldBy(judged: Judged, row: StoredBatchRow): Held | undefined {
    const text = refusal(judged, row);
    if (text === undefined) return undefined;
    const repeated = judged.verdicts.find(({ guard }) => guard === 'repeated');
    return { kind: repeated?.text === text ? 'repeats' : 'guard', text };
  }

  return {
    mark(batch, shown) {
      if (batch.state === 'done') return shown;
      const { look, judge } =
        batch.state === 'running' ? { look: undefined, judge: undefined } : lookAt(batch);
      return shown.map((view, at) => {
        const row = batch.rows[at];
        if (!row || !isWaiting(row)) return view;
        const held = judge ? heldBy(judge(row), row) : heldInRun.get(row.intentId);
        if (!held) {
          look?.plan(row.form);
          return view;
        }
        const note = view.state === 'not-sent' ? undefined : view.note;
        return { ...view, held: held.kind, note: note ? `${held.text} ${note}` : held.text };
      });
    },
    begin(batch, typed) {
      heldInRun.clear();
      const isMeant = isMintAgain(typed);
      if (typed !== undefined && typed.trim() !== '' && !isMeant)
        return notAllowed(`Nothing was started. To mint rows again, type exactly: ${MINT_AGAIN}`);
      const { look, judge } = lookAt(batch);
      const held: Held[] = [];
      let going = 0;
      const rows = batch.rows.map((row) => {
        if (!isWaiting(row)) {
          going += isUnsettledRow(row, ledger.stateOf(row.intentId ?? '')) ? 1 : 0;
          return row;
        }
        const judged = judge(row);
        const next: StoredBatchRow =
          isMeant && judged.repeats.length > 0
            ? { ...row, meant: [...new Set([...(row.meant ?? []), ...judged.repeats])] }
            : row;
        const why = heldBy(judged, next);
        if (why) held.push(why);
        else {
          going++;
          look.plan(row.form);
        }
        return next;
      });
      return going === 0 && held.length > 0 ? notAllowed(noneGoes(held)) : ok({ ...batch, rows });
    },
    isHeld(batch, row) {
      if (!isWaiting(row)) return false;
      const held = heldBy(lookAt(batch).judge(row), row);
      if (held) heldInRun.set(row.intentId, held);
      else heldInRun.delete(row.intentId);
      return held !== undefined;
    },
    waiting: (form) => alikeIn(indexOf([...batches()].filter(isGoing).flatMap(waitingOf)), form),
    noteOf: ({ meant }) =>
      meant === undefined || meant.length === 0
        ? undefined
        : `You typed “${MINT_AGAIN}” for the rows of this batch that repeat earlier mints.`,
  };
}

type WaitingIndex = { byLabel: Map<string, KnownMint[]>; byContents: Map<string, KnownMint[]> };

const indexOf = (waiting: readonly KnownMint[]): WaitingIndex => ({
  byLabel: Map.groupBy(waiting, ({ label = '' }) => label),
  byContents: Map.groupBy(waiting, contentsKey),
});

function alikeIn({ byLabel, byContents }: WaitingIndex, form: MintForm): KnownMint[] {
  const labeled = form.label === '' ? [] : (byLabel.get(form.label) ?? []);
  const same = byContents.size === 0 ? [] : (byContents.get(contentsKey(form)) ?? []);
  return [...new Set([...labeled, ...same])];
}

const isUnsettledRow = (
  { form, issues, intentId }: StoredBatchRow,
  state: string | undefined,
): boolean =>
  form !== undefined &&
  issues.length === 0 &&
  intentId !== undefined &&
  state !== 'accepted' &&
  state !== 'refused' &&
  state !== 'set-aside';

function noneGoes(held: readonly Held[]): string {
  const [first] = held;
  const repeats = held.filter(({ kind }) => kind === 'repeats').length;
  const rows = held.length === 1 ? 'The only row left' : `All ${held.length} rows left`;
  return repeats === held.length
    ? `${rows} ${held.length === 1 ? 'repeats' : 'repeat'} earlier mints. ${first?.text ?? ''} If that is meant, type: ${MINT_AGAIN}`
    : `No row can go. ${first?.text ?? ''}`;
}
