import { useState, type ReactNode } from 'react';
import type { Batch } from '#contract/tokenization.ts';
import { useAll } from '#renderer/session/use-all.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { shortState, toneOf } from '#renderer/screens/tokenization/batch/batch-words.ts';
import { BatchView } from '#renderer/screens/tokenization/batch/BatchView.tsx';
import { mendName, mendTable } from '#renderer/screens/tokenization/batch/mend-rows.ts';
import { NewBatch } from '#renderer/screens/tokenization/batch/NewBatch.tsx';
import type { TableFile } from '#renderer/screens/tokenization/batch/table-source.ts';
import { useProposedBatches } from '#renderer/screens/tokenization/second-person/use-proposed-batches.ts';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { useRecall, useRemembered } from '#renderer/session/use-remembered.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

/** Many mints from one table: a new one, or one of those before. */
export function BatchPanel({ tabs }: { tabs: ReactNode }) {
  const { feeds } = useMintDesk();
  const proposed = useProposedBatches();
  const [chosen, setChosen] = useRemembered<string | undefined>('batch', undefined);
  // What the form of a new batch begins with.
  const [, setTable] = useRemembered('batch table', '');
  const [, setName] = useRemembered('batch name', '');
  const recall = useRecall();
  const [asking, setAsking] = useState<{ batch: Batch; draft: string }>();
  const batch = useSlice(feeds.batches, chosen ?? '');
  const isHeard = useSlice(feeds.heard, 'batches');
  const now = useNow(60_000);
  const batches = [...useAll(feeds.batches)].sort((a, b) => b.createdAt - a.createdAt);

  function mend(of: Batch): void {
    setAsking(undefined);
    setTable(mendTable(of));
    setName(mendName(of.name));
    setChosen(undefined);
  }

  function askToMend(of: Batch): void {
    const typed = (recall('batch table') as string | undefined)?.trim() ?? '';
    const file = recall('batch file') as TableFile | undefined;
    if (typed === '' && !file) return mend(of);
    const draft = typed === '' && file ? file.name : 'a table you pasted or typed';
    setAsking({ batch: of, draft });
  }

  return (
    <section className="panel batch" aria-labelledby="batch-title">
      <div className="panel-head">
        <h2 id="batch-title" className="visually-hidden">
          Batch
        </h2>
        {tabs}
        <button
          type="button"
          className="small"
          disabled={chosen === undefined}
          onClick={() => setChosen(undefined)}
        >
          New batch
        </button>
      </div>
      <div className="batch-body">
        <nav className="batch-list" aria-label="Earlier batches">
          {!isHeard && <span className="skeleton" />}
          {isHeard && batches.length === 0 && (
            <p className="quiet-text">Batches you try or run appear here. Add a table to begin.</p>
          )}
          <ul>
            {batches.map((one) => (
              <li key={one.batchId}>
                <button
                  type="button"
                  className="batch-entry"
                  aria-current={one.batchId === chosen ? 'true' : undefined}
                  onClick={() => setChosen(one.batchId)}
                >
                  <span className="batch-name cut" title={one.name}>
                    {one.name}
                  </span>
                  <span className={`batch-tone-${toneOf(one)}`}>
                    {shortState(one, proposed.has(one.batchId))}
                  </span>
                  <span className="num quiet-text" title={formatTimeTooltip(one.createdAt)}>
                    {formatExchangeMoment(one.createdAt, now)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </nav>
        {batch ? (
          <BatchView key={batch.batchId} head={batch} onMend={askToMend} />
        ) : (
          <NewBatch onTried={setChosen} />
        )}
      </div>
      {asking && (
        <Dialog title="Replace the table you have not tried?" onClose={() => setAsking(undefined)}>
          <p>
            The new batch form still has {asking.draft}, which you have not tried. The rows to fix
            would replace it.
          </p>
          <DialogActions
            onBack={() => setAsking(undefined)}
            back="Keep it"
            action="Replace it"
            onAction={() => mend(asking.batch)}
          />
        </Dialog>
      )}
    </section>
  );
}
