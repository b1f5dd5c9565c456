// The rows of the batch that is open. They come in slices; until all of them are there, nothing is summed up, reviewed
// or taken out.
import { useEffect, useMemo, useState } from 'react';
import type { Bridge, FeedEvent } from '#contract/bridge.ts';
import { countRows, rowCountOf } from '#contract/batch-summary.ts';
import { describeFailure } from '#contract/failure.ts';
import { feedKeys } from '#contract/feed-keys.ts';
import type { Batch, BatchHead, BatchRow } from '#contract/tokenization.ts';
import { onceSeen } from '#renderer/core/delay.ts';
import { createSlices } from '#renderer/core/feeds/slices.ts';
import { useAll } from '#renderer/session/use-all.ts';

type OpenBatch = {
  /** With the rows that are there; what it comes to is counted by them once they all are. */
  batch: Batch;
  isWhole: boolean;
  /** Why there are none. */
  problem: string | undefined;
};

export function useBatchRows(bridge: Bridge, accountId: string, head: BatchHead): OpenBatch {
  const { batchId } = head;
  const [slices] = useState(() => createSlices<string, BatchRow>(onceSeen));
  const [problem, setProblem] = useState<string>();
  useEffect(
    () =>
      bridge.watch('batchRows', { accountId, batchId }, (event: FeedEvent<BatchRow>) => {
        setProblem(event.kind === 'failed' ? describeFailure(event.failure) : undefined);
        if (event.kind === 'failed') return;
        // Never cleared: a batch keeps its rows, and what begins anew tells each of them again.
        for (const row of event.items) slices.put(feedKeys.batchRows(row), row);
      }),
    [bridge, accountId, batchId, slices],
  );
  const rows = useAll(slices);
  const isWhole = rows.length === rowCountOf(head.counts);
  const batch = useMemo(
    () => ({ ...head, counts: isWhole ? countRows(rows) : head.counts, rows: [...rows] }),
    [head, rows, isWhole],
  );
  return { batch, isWhole, problem };
}
