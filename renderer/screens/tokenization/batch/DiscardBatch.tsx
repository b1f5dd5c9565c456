import { useState } from 'react';
import { progressOf } from '#contract/batch-summary.ts';
import { describeFailure } from '#contract/failure.ts';
import type { BatchHead } from '#contract/tokenization.ts';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';

/** Gives up what a batch that stands has not sent, after a question. */
export function DiscardBatch({ head }: { head: BatchHead }) {
  const { bridge, profile } = useSession();
  const { batchId, name, counts } = head;
  const [isAsking, setAsking] = useState(false);
  const { isBusy, failure, setFailure, run } = useWork();
  const { going, answered } = progressOf(counts);
  const inDoubt = counts.unknown ?? 0;
  const left = going - answered - inDoubt;

  function close(): void {
    setAsking(false);
    setFailure(undefined);
  }

  return (
    <>
      <button type="button" className="small" onClick={() => setAsking(true)}>
        Discard
      </button>
      {isAsking && (
        <Dialog title={`Discard batch ${name}?`} onClose={close} isBusy={isBusy}>
          <p>
            {left === 1 ? '1 row that was' : `${left} rows that were`} not sent will never be sent.
            This cannot be undone. You can still export the rows as a table or try them as a new
            batch.
          </p>
          <p>
            What was sent ({answered} of {going}) stays in the record, and Ballast keeps tracking
            it.
            {inDoubt > 0 &&
              ` ${inDoubt === 1 ? '1 row is' : `${inDoubt} rows are`} unconfirmed: Ballast is still asking the broker about ${inDoubt === 1 ? 'it' : 'them'}.`}
          </p>
          <Problem text={failure && describeFailure(failure)} />
          <DialogActions
            onBack={close}
            back="Keep it"
            action={left === 1 ? 'Discard 1 row' : `Discard ${left} rows`}
            isDangerous
            isBusy={isBusy}
            onAction={() =>
              void run(
                bridge.call('batches.discard', { accountId: profile.accountId, batchId }),
                close,
              )
            }
          />
        </Dialog>
      )}
    </>
  );
}
