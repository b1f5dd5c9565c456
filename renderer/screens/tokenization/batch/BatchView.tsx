import { useMemo, useState } from 'react';
import { describeFailure } from '#contract/failure.ts';
import type { Batch, BatchRow } from '#contract/tokenization.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { leavingWords, reviewOf } from '#renderer/screens/tokenization/batch/batch-review.ts';
import {
  countWords,
  progressOf,
  ROW_WORDS,
  stateWords,
} from '#renderer/screens/tokenization/batch/batch-words.ts';
import { ReviewBatch } from '#renderer/screens/tokenization/batch/ReviewBatch.tsx';
import { mintHeldBack } from '#renderer/screens/tokenization/mint/mint-form.ts';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { figures, type Column } from '#renderer/ui/table/column.ts';
import { DataTable } from '#renderer/ui/table/DataTable.tsx';
import type { ExportColumn } from '#renderer/ui/table/export-text.ts';
import { Said } from '#renderer/ui/Said.tsx';

/** One batch: the verdict on each row, what leaves the account, and how far it has come. */
export function BatchView({ batch }: { batch: Batch }) {
  const { bridge, profile, feeds } = useSession();
  const { accountId } = profile;
  const { batchId, state } = batch;
  const trading = useSlice(feeds.trading, 'trading');
  const { isBusy, failure, setFailure, run } = useWork();
  const problem = failure && describeFailure(failure);
  const [isReviewing, setReviewing] = useState(false);
  const [stateBefore, setStateBefore] = useState(state);
  if (stateBefore !== state) {
    // What was reviewed is not what there is now.
    setStateBefore(state);
    setReviewing(false);
  }
  const { going, settled, wrong } = progressOf(batch);
  const leaving = leavingWords(reviewOf(batch).leaving);
  const view = useMemo(() => ({ rows: batch.rows, total: batch.rows.length }), [batch.rows]);
  const held = mintHeldBack(trading);
  const mayStart = (state === 'dry' || state === 'paused') && going > 0;

  const ask = (call: 'batches.start' | 'batches.pause'): void =>
    void run(bridge.call(call, { accountId, batchId }), () => setReviewing(false));

  return (
    <>
      <div className="batch-view">
        <div className="batch-head">
          <div>
            {/* The focus comes here when the button that had it is gone. */}
            <h3 className="subheading" tabIndex={-1}>
              {batch.name}
            </h3>
            <p role="status">{stateWords(batch)}</p>
            <p className="quiet-text">
              {countWords(batch)}.
              {mayStart && leaving !== '' && <Said text={` ${leaving} would leave the account.`} />}
              {mayStart &&
                wrong > 0 &&
                ` ${wrong === 1 ? 'The wrong row stays' : 'Wrong rows stay'} here.`}
            </p>
          </div>
          <div className="batch-actions">
            {mayStart && (
              <button
                type="button"
                className="primary"
                disabled={isBusy || held !== undefined}
                title={held}
                onClick={() => {
                  setFailure(undefined);
                  setReviewing(true);
                }}
              >
                {state === 'paused' ? 'Review and go on' : 'Review batch'}
              </button>
            )}
            {state === 'running' && (
              <button type="button" disabled={isBusy} onClick={() => ask('batches.pause')}>
                Pause
              </button>
            )}
            <ExportMenu what="batch" view={view} columns={BATCH_EXPORT} />
          </div>
        </div>
        {state !== 'dry' && <progress aria-label="Progress" max={going} value={settled} />}
        {held !== undefined && mayStart && <p className="quiet-text">{held}</p>}
        {!isReviewing && <Problem text={problem} />}
        <DataTable
          name="Batch rows"
          columns={COLUMNS}
          view={view}
          keyOf={keyOf}
          state={{ kind: 'ready' }}
          rowClass={rowClass}
          empty="The table has no rows."
        />
      </div>
      {isReviewing && mayStart && (
        <ReviewBatch
          batch={batch}
          isSending={isBusy}
          held={held}
          problem={problem}
          onBack={() => setReviewing(false)}
          onConfirm={() => ask('batches.start')}
        />
      )}
    </>
  );
}

const keyOf = ({ line }: BatchRow): string => String(line);
const rowClass = ({ state }: BatchRow): string => `batch-row-${state}`;
const noteOf = ({ issues, note }: BatchRow): string =>
  issues.length > 0 ? issues.join(' ') : (note ?? '');

const COLUMNS: readonly Column<BatchRow>[] = [
  { id: 'line', head: 'Line', width: 44, className: () => 'num', cell: ({ line }) => line },
  {
    id: 'state',
    head: 'Verdict',
    width: 76,
    className: () => 'batch-verdict',
    cell: ({ state }) => ROW_WORDS[state],
  },
  { id: 'symbol', head: 'Symbol', width: 66, cell: ({ form }) => form?.underlyingSymbol ?? '–' },
  figures('qty', 'Quantity', 78, ({ form }) => <Quantity value={form?.qty} />),
  { id: 'issuer', head: 'Issuer', width: 74, cell: ({ form }) => form?.issuer ?? '–' },
  { id: 'network', head: 'Network', width: 74, cell: ({ form }) => form?.network ?? '–' },
  { id: 'note', head: 'Note', width: 260, cell: noteOf, tooltip: noteOf },
];

const BATCH_EXPORT: readonly ExportColumn<BatchRow>[] = [
  ['line', ({ line }) => String(line)],
  ['state', ({ state }) => ROW_WORDS[state]],
  ['symbol', ({ form }) => form?.underlyingSymbol],
  ['qty', ({ form }) => form?.qty],
  ['issuer', ({ form }) => form?.issuer],
  ['network', ({ form }) => form?.network],
  ['wallet', ({ form }) => form?.walletAddress],
  ['label', ({ form }) => form?.label],
  ['tokenization_request_id', ({ tokenizationRequestId }) => tokenizationRequestId],
  ['idempotency_key', ({ intentId }) => intentId],
  ['note', (row) => noteOf(row)],
];
