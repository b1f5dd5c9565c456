// The guards before the rows of a batch: what holds each back as things stand, what the person said is meant, and the last
// look before a row goes. A row that is held waits with its reason while the rest goes on.
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import { MINT_AGAIN, type MintVerdict } from '#contract/mint-guards.ts';
import type { BatchRow, MintForm } from '#contract/tokenization.ts';
import { contentsKey, type KnownMint } from '#main/domain/mints/mint-guards.ts';
import type { RowKey, StoredBatch, StoredBatchRow } from '#main/journal/batch-rows.ts';
import {
  besides,
  isBlockedRepeat,
  isMintAgain,
  OF_A_PROPOSAL,
  type Judged,
  type MintJudging,
  type MintLook,
} from '#main/account/mints/mint-judging.ts';
import type { Repetition } from '#main/account/mints/judged-mints.ts';
import type { MintLedger } from '#main/account/mints/mint-ledger.ts';

type Held = { kind: NonNullable<BatchRow['held']>; text: string };
type WaitingRow = StoredBatchRow & { form: MintForm; intentId: string };
type Looking = { look: MintLook; judge: (row: WaitingRow) => Judged };

export type BatchJudging = {
  /** The rows as they are shown, those that are held back now with the reason. */
  mark(batch: StoredBatch, rows: BatchRow[]): BatchRow[];
  /** What was typed is kept on the rows that it is for. Refused when no row could go. */
  begin(batch: StoredBatch, meant: string | undefined): Result<StoredBatch>;
  /** The same without beginning: somebody else is asked about the rest later. */
  propose(batch: StoredBatch, meant: string | undefined): Result<StoredBatch>;
  /** The rows that would go once a second person agreed, of those that wait. */
  proposable(batch: StoredBatch): { rows: StoredBatchRow[]; waiting: number };
  /** The rows that would go although they repeat a mint, because that was typed now or before. */
  repetitions(batch: StoredBatch, typed: string | undefined): Repetition[];
  /** Asked right before the row is recorded. */
  isHeld(batch: StoredBatch, row: StoredBatchRow): boolean;
  /** Of a file that is not a batch yet: whether a row of it would be held back as a repetition. */
  repeats(fingerprint: string): (row: { form: MintForm; line: number }) => boolean;
  /** Rows that wait, for the form of a single mint. */
  waiting(form: MintForm): KnownMint[];
  /** What the evidence of a row says besides, from the start. */
  noteOf(row: StoredBatchRow): string | undefined;
};

type Deps = {
  judging: MintJudging;
  ledger: Pick<MintLedger, 'mintOf' | 'stateOf'>;
  /** Those that run or stand. */
  going: () => readonly StoredBatch[];
  /** Rows of other batches of the same file. */
  ranBefore: (batch: StoredBatch) => readonly RowKey[];
};

export function createBatchJudging({ judging, ledger, ...deps }: Deps): BatchJudging {
  /** In the run under way: what was held, by key. */
  const heldInRun = new Map<string, Held>();
  /** Read once: while it runs no other batch does, so that none of the same file becomes another. */
  let beforeRun: readonly RowKey[] = [];

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

  /** Of two batches that wait with the same rows the older one may go on. */
  function waitingBefore(batch: StoredBatch): WaitingIndex {
    const older = deps
      .going()
      .filter((other) => other.batchId !== batch.batchId && other.createdAt <= batch.createdAt);
    return indexOf(older.flatMap(waitingOf));
  }

  /** By line: what the row of the same file became when it was run before. */
  const sameFile = (before: readonly RowKey[]): Map<number, KnownMint> =>
    new Map(
      before.flatMap(({ line, intentId }) => {
        const known = ledger.mintOf(intentId);
        return known ? [[line, { ...known, isSameFile: true }] as const] : [];
      }),
    );

  /** Judges its rows as things stand now. */
  function lookAt(batch: StoredBatch, before = deps.ranBefore(batch)): Looking {
    const look = judging.look();
    const own = new Set(batch.rows.map(({ intentId }) => intentId));
    const waiting = waitingBefore(batch);
    const files = sameFile(before);
    return {
      look,
      judge({ form, line, intentId }) {
        const twin = files.get(line);
        const alsoAlike = [...alikeIn(waiting, form, true), ...(twin ? [twin] : [])];
        return look.judge(form, {
          key: intentId,
          isOwn: (key) => own.has(key),
          isRow: true,
          alsoAlike,
        });
      },
    };
  }

  const refusal = (judged: Judged, { meant = [] }: StoredBatchRow): string | undefined =>
    judging.refusal(judged, (key) => meant.includes(key));

  function heldBy(judged: Judged, row: StoredBatchRow): Held | undefined {
    const text = refusal(judged, row);
    if (text === undefined) return undefined;
    const second = judged.verdicts.find(({ guard }) => guard === 'second-person');
    if (second?.level === 'block' && refusal(besides(judged, OF_A_PROPOSAL), row) === undefined)
      return { kind: 'second-person', text: second.text };
    const repeated = judged.verdicts.find(({ guard }) => guard === 'repeated');
    return { kind: repeated?.text === text ? 'repeats' : 'guard', text };
  }

  /** What was typed is for the rows that repeat something now. */
  function choose(
    batch: StoredBatch,
    typed: string | undefined,
    { look, judge }: Looking,
    leftOut: readonly MintVerdict['guard'][] = [],
  ): Result<StoredBatch> {
    const isMeant = isMintAgain(typed);
    if (typed !== undefined && typed.trim() !== '' && !isMeant)
      return notAllowed(`Nothing was started. To mint rows again, type exactly: ${MINT_AGAIN}`);
    const held: Held[] = [];
    let going = 0;
    const rows = batch.rows.map((row) => {
      if (!isWaiting(row)) {
        going += isUnsettledRow(row, ledger.stateOf(row.intentId ?? '')) ? 1 : 0;
        return row;
      }
      const judged = besides(judge(row), leftOut);
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
  }

  return {
    mark(batch, shown) {
      if (batch.state === 'done' || batch.state === 'discarded') return shown;
      const { look, judge } =
        batch.state === 'running' ? { look: undefined, judge: undefined } : lookAt(batch);
      return shown.map((view, at) => {
        const row = batch.rows[at];
        if (!row || !isWaiting(row)) return view;
        const judged = judge?.(row);
        // Main asks about those when it starts: they hold nothing back before.
        const held = judged
          ? heldBy(besides(judged, ['new-wallet']), row)
          : heldInRun.get(row.intentId);
        const newWallet = judged?.verdicts.find(isNewWallet)?.text;
        const shownRow = newWallet === undefined ? view : { ...view, newWallet };
        if (!held) {
          look?.plan(row.form);
          return shownRow;
        }
        const note = view.state === 'not-sent' ? undefined : view.note;
        return { ...shownRow, held: held.kind, note: note ? `${held.text} ${note}` : held.text };
      });
    },
    begin(batch, typed) {
      heldInRun.clear();
      beforeRun = deps.ranBefore(batch);
      return choose(batch, typed, lookAt(batch, beforeRun));
    },
    propose: (batch, typed) => choose(batch, typed, lookAt(batch), OF_A_PROPOSAL),
    proposable(batch) {
      const { look, judge } = lookAt(batch);
      const waiting = batch.rows.filter(isWaiting);
      const rows = waiting.filter((row) => {
        if (heldBy(besides(judge(row), OF_A_PROPOSAL), row)) return false;
        look.plan(row.form);
        return true;
      });
      return { rows, waiting: waiting.length };
    },
    repetitions(batch, typed) {
      if (batch.state === 'running') return [];
      const { judge } = lookAt(batch);
      return batch.rows.filter(isWaiting).flatMap((row) => {
        const judged = besides(judge(row), ['new-wallet']);
        const { verdicts, repeats } = judged;
        const meant = isMintAgain(typed) ? repeats : (row.meant ?? []);
        if (repeats.length === 0 || refusal(judged, { ...row, meant }) !== undefined) return [];
        const text = verdicts.find(isBlockedRepeat)?.text ?? '';
        return { key: `${row.line} ${repeats.join(' ')}`, words: `Line ${row.line}. ${text}` };
      });
    },
    isHeld(batch, row) {
      if (!isWaiting(row)) return false;
      const held = heldBy(lookAt(batch, beforeRun).judge(row), row);
      if (held) heldInRun.set(row.intentId, held);
      else heldInRun.delete(row.intentId);
      return held !== undefined;
    },
    repeats(fingerprint) {
      const { judge } = lookAt({ ...NO_BATCH, fingerprint });
      return (row) => judge({ ...row, issues: [], intentId: '' }).verdicts.some(isBlockedRepeat);
    },
    waiting: (form) => alikeIn(indexOf(deps.going().flatMap(waitingOf)), form, false),
    noteOf: ({ meant }) =>
      meant === undefined || meant.length === 0
        ? undefined
        : `You typed “${MINT_AGAIN}” for the rows of this batch that repeat earlier mints.`,
  };
}

const isNewWallet = ({ guard, level }: MintVerdict): boolean =>
  guard === 'new-wallet' && level !== 'pass';

/** Newer than every batch that waits. */
const NO_BATCH: StoredBatch = {
  batchId: '',
  name: '',
  createdAt: Infinity,
  state: 'dry',
  rows: [],
};

type WaitingIndex = Record<'byLabel' | 'named' | 'unlabeled', Map<string, KnownMint[]>>;

function indexOf(waiting: readonly KnownMint[]): WaitingIndex {
  const named = waiting.filter(({ label }) => label !== undefined);
  const unlabeled = waiting.filter(({ label }) => label === undefined);
  return {
    byLabel: Map.groupBy(named, ({ label = '' }) => label),
    named: Map.groupBy(named, contentsKey),
    unlabeled: Map.groupBy(unlabeled, contentsKey),
  };
}

/** Two labels tell two rows of the same contents apart: of thousands that are equal, a row meets only its own. */
function alikeIn(index: WaitingIndex, form: MintForm, isRow: boolean): KnownMint[] {
  const contents = contentsKey(form);
  const named = isRow && form.label !== '' ? undefined : index.named.get(contents);
  const labeled = index.byLabel.get(form.label);
  const unlabeled = index.unlabeled.get(contents);
  return [...new Set([...(labeled ?? []), ...(unlabeled ?? []), ...(named ?? [])])];
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
    ? `${rows} ${held.length === 1 ? 'repeats' : 'repeat'} earlier mints. ${first?.text ?? ''} To mint anyway, type: ${MINT_AGAIN}`
    : `No row can be sent. ${first?.text ?? ''}`;
}
