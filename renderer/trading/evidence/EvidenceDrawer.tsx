// What is known about one intent, wherever it is shown: read from the journal, and read again while it is in sight.
import { Fragment, useEffect, type ReactNode } from 'react';
import type { Output } from '#contract/calls.ts';
import { describeFailure } from '#contract/failure.ts';
import { every } from '#renderer/core/delay.ts';
import { useSession } from '#renderer/session/session.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';

type KnownEvidence = Output<'orders.evidence'>;

const AGAIN_MS = 2_000;

export function useEvidence(intentId: string) {
  const { bridge, profile, feeds } = useSession();
  const { accountId } = profile;
  const call = useCall(bridge, 'orders.evidence', { accountId, intentId });
  const { ask: load } = call;
  useEffect(() => feeds.intents.on(intentId, () => void load()), [feeds, intentId, load]);
  // A look that found nothing adds a line and changes no state.
  useEffect(() => every(AGAIN_MS, () => void load()), [load]);
  return call;
}

type Props = {
  intentId: string;
  onClose: () => void;
  children: (known: KnownEvidence, load: () => void) => ReactNode;
};

export function EvidenceDrawer({ intentId, onClose, children }: Props) {
  const { value, failure, ask } = useEvidence(intentId);
  return (
    <Dialog title="Evidence" onClose={onClose} className="drawer">
      {!value && !failure && (
        <p aria-busy="true" className="quiet-text">
          Reading the journal
        </p>
      )}
      {/* What is known stays, with whatever a person has begun below it. */}
      {failure && <Problem text={describeFailure(failure)} />}
      {/* What is begun about one intent says nothing of another. */}
      {value && <Fragment key={intentId}>{children(value, () => void ask())}</Fragment>}
      <DialogActions back="Close" onBack={onClose} />
    </Dialog>
  );
}
