import { useCallback, useMemo, useState } from 'react';
import { heldWhy, progressOf } from '#contract/batch-summary.ts';
import { describeFailure } from '#contract/failure.ts';
import type { Batch, BatchHead, BatchRow, TokenizationRequest } from '#contract/tokenization.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import {
  BATCH_EXPORT,
  batchColumns,
  batchFigureWidth,
  batchNoteWidth,
} from '#renderer/screens/tokenization/batch/batch-columns.tsx';
import { leavingWords, reviewOf } from '#renderer/screens/tokenization/batch/batch-review.ts';
import {
  countWords,
  isBegun,
  stateWords,
  toneOf,
} from '#renderer/screens/tokenization/batch/batch-words.ts';
import { useBatchRows } from '#renderer/screens/tokenization/batch/use-batch-rows.ts';
import { BatchReasons } from '#renderer/screens/tokenization/batch/BatchReasons.tsx';
import { DiscardBatch } from '#renderer/screens/tokenization/batch/DiscardBatch.tsx';
import { MendRows } from '#renderer/screens/tokenization/batch/MendRows.tsx';
import { ReviewBatch } from '#renderer/screens/tokenization/batch/ReviewBatch.tsx';
import { useProposedBatches } from '#renderer/screens/tokenization/second-person/use-proposed-batches.ts';
import { mintHeldBack } from '#renderer/screens/tokenization/mint/mint-form.ts';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { RequestDialog } from '#renderer/screens/tokenization/requests/RequestDialog.tsx';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { DataTable, type TableState } from '#renderer/ui/table/DataTable.tsx';
import { useHiding } from '#renderer/ui/privacy.ts';
import { Said } from '#renderer/ui/Said.tsx';
import { useNow } from '#renderer/ui/use-now.ts';

type Props = { head: BatchHead; onMend: (batch: Batch) => void };

/** One batch: what became of each row, what leaves the account, and how far it has come. */
export function BatchView({ head, onMend }: Props) {
  const { bridge, profile, feeds, toast } = useSession();
  const { accountId } = profile;
  const { batchId, state } = head;
  const { batch, isWhole, problem: unread } = useBatchRows(bridge, accountId, head);
  const trading = useSlice(feeds.trading, 'trading');
  const { isBusy, failure, setFailure, run } = useWork();
  const problem = failure && describeFailure(failure);
  const [isReviewing, setReviewing] = useState<'start' | 'propose' | false>(false);
  const [stateBefore, setStateBefore] = useState(state);
  if (stateBefore !== state) {
    // What was reviewed is not what there is now.
    setStateBefore(state);
    setReviewing(false);
  }
  const { going, ended, wrong } = progressOf(batch.counts);
  const leaving = useMemo(() => leavingWords(reviewOf(batch).leaving), [batch]);
  const view = useMemo(() => ({ rows: batch.rows, total: batch.rows.length }), [batch.rows]);
  const now = useNow(60_000);
  const { open, opened, close } = useOpenedRow();
  const qty = useMemo(() => batchFigureWidth(batch.rows, 'qty'), [batch.rows]);
  const fees = useMemo(() => batchFigureWidth(batch.rows, 'fees'), [batch.rows]);
  const note = useMemo(() => batchNoteWidth(batch.rows), [batch.rows]);
  const hide = useHiding();
  const columns = useMemo(
    () => batchColumns(now, state === 'dry', { qty, fees, note }, hide, open),
    [now, state, qty, fees, note, hide, open],
  );
  const held = mintHeldBack(trading);
  const mayStart = isWhole && (state === 'dry' || state === 'paused') && going > 0;
  const tone = toneOf(batch);
  const why = isWhole && state === 'paused' ? heldWhy(batch) : undefined;

  const isProposed = useProposedBatches().has(batchId);
  const needsSecond = batch.rows.some((row) => row.held === 'second-person');

  const endReview = (): void => setReviewing(false);
  const pause = (): void =>
    void run(bridge.call('batches.pause', { accountId, batchId }), endReview);
  const start = (meant?: string): void =>
    void run(
      bridge.call('batches.start', { accountId, batchId, ...(meant !== undefined && { meant }) }),
      endReview,
    );
  const propose = (meant?: string): void =>
    void run(
      bridge.call('batches.propose', { accountId, batchId, ...(meant !== undefined && { meant }) }),
      ({ what }) => {
        endReview();
        toast({ kind: 'good', text: `Proposed; no more rows were sent: ${what}` });
      },
    );

  function review(how: 'start' | 'propose'): void {
    setFailure(undefined);
    setReviewing(how);
  }

  return (
    <>
      <div className="batch-view">
        <div className="batch-head">
          <div>
            {/* The focus comes here when the button that had it is gone. */}
            <h3 className="subheading" tabIndex={-1}>
              {batch.name}
            </h3>
            <p role="status" className={`batch-tone-${tone}`}>
              {countWords(batch)}.
            </p>
            <p className="quiet-text">
              {stateWords(batch, isProposed)}
              {why !== undefined && <Said text={` ${why}`} />}
              {mayStart && leaving !== '' && <Said text={` ${leaving} would leave the account.`} />}
              {mayStart &&
                wrong > 0 &&
                ` ${wrong === 1 ? 'The wrong row is' : 'Wrong rows are'} not sent.`}
            </p>
          </div>
          <div className="batch-actions">
            {mayStart && (
              <button
                type="button"
                className="primary"
                disabled={isBusy || held !== undefined}
                title={held}
                onClick={() => review('start')}
              >
                {state === 'paused' ? 'Review and continue' : 'Review batch'}
              </button>
            )}
            {mayStart && needsSecond && !isProposed && (
              <button type="button" disabled={isBusy} onClick={() => review('propose')}>
                Propose to a second person…
              </button>
            )}
            {state === 'running' && (
              <button type="button" disabled={isBusy} onClick={pause}>
                Pause
              </button>
            )}
            {state === 'paused' && <DiscardBatch head={head} />}
            {isWhole && <MendRows batch={batch} onMend={() => onMend(batch)} />}
            {isWhole && <ExportMenu what="batch" view={view} columns={BATCH_EXPORT} />}
          </div>
        </div>
        {state !== 'dry' && (
          <progress
            aria-label="Progress"
            className={`batch-progress-${tone}`}
            max={going}
            value={ended}
          />
        )}
        {held !== undefined && mayStart && <p className="quiet-text">{held}</p>}
        <BatchReasons rows={batch.rows} />
        {!isReviewing && <Problem text={problem} />}
        <DataTable
          name="Batch rows"
          columns={columns}
          view={view}
          keyOf={keyOf}
          state={tableState(isWhole, unread)}
          rowClass={rowClass}
          onOpen={open}
          empty="The table has no rows. Choose one with a mint in each row."
        />
      </div>
      {isReviewing && mayStart && (
        <ReviewBatch
          batch={batch}
          isProposal={isReviewing === 'propose'}
          isSending={isBusy}
          held={isReviewing === 'propose' ? undefined : held}
          problem={problem}
          onBack={endReview}
          onConfirm={isReviewing === 'propose' ? propose : start}
        />
      )}
      {opened && <RequestDialog request={opened} note={undefined} onClose={close} />}
    </>
  );
}

function tableState(isWhole: boolean, unread: string | undefined): TableState {
  if (isWhole) return { kind: 'ready' };
  return unread === undefined ? { kind: 'loading' } : { kind: 'failed', text: unread };
}

const keyOf = ({ line }: BatchRow): string => String(line);
const rowClass = ({ state, held }: BatchRow): string =>
  `batch-row-${state}${held === undefined ? '' : ' batch-row-held'}`;

/** A row opens its request; while the broker shows none, what the desk knows of its mint. */
function useOpenedRow() {
  const { feeds, showEvidence } = useMintDesk();
  const [opened, setOpened] = useState<TokenizationRequest>();
  const open = useCallback(
    ({ tokenizationRequestId, intentId, state }: BatchRow) => {
      const known = feeds.tokenizations.get(tokenizationRequestId ?? '');
      if (known) setOpened(known.request);
      else if (intentId !== undefined && isBegun(state)) showEvidence(intentId);
    },
    [feeds, showEvidence],
  );
  return { open, opened, close: () => setOpened(undefined) };
}
