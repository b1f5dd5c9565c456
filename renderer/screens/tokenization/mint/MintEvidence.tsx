import { useCallback, useEffect, useState } from 'react';
import type { Output } from '#contract/calls.ts';
import { describeFailure, type Result } from '#contract/failure.ts';
import { standingOf } from '#renderer/screens/tokenization/mint/mint-words.ts';
import { MintActions } from '#renderer/screens/tokenization/mint/MintStanding.tsx';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { useSession } from '#renderer/session/session.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { EvidenceLines } from '#renderer/ui/EvidenceLines.tsx';

export type Known = Output<'orders.evidence'>;

const AGAIN_MS = 2_000;

/** Everything that is known about one mint of this desk, line by line, and what can be done while it is unknown. */
export function MintEvidence({ intentId, onClose }: { intentId: string; onClose: () => void }) {
  const { known, load } = useEvidence(intentId);
  const { feeds } = useMintDesk();
  return (
    <Dialog title="Evidence" onClose={onClose} className="drawer">
      {!known && (
        <p aria-busy="true" className="quiet-text">
          Reading the journal
        </p>
      )}
      {known && !known.ok && (
        <p className="problem" role="alert">
          {describeFailure(known.failure)}
        </p>
      )}
      {known?.ok && (
        <>
          <div className={`evidence-summary evidence-${known.value.intent.state}`}>
            <p className="evidence-title">{known.value.intent.title}</p>
            <p>{standingOf(feeds.mints.get(intentId) ?? known.value).text}</p>
            {known.value.intent.reason !== undefined && (
              <p className="quiet-text">{known.value.intent.reason}</p>
            )}
            <p className="num quiet-text evidence-id">Idempotency-Key {intentId}</p>
          </div>
          <EvidenceLines evidence={known.value.evidence} />
          <MintActions intent={known.value.intent} onDone={() => void load()} />
        </>
      )}
      <div className="dialog-actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

/** Read again while it is in sight: a look that found nothing adds a line and changes no state. */
export function useEvidence(intentId: string) {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const { feeds } = useMintDesk();
  const [known, setKnown] = useState<Result<Known>>();
  const load = useCallback(
    () => bridge.call('orders.evidence', { accountId, intentId }).then(setKnown),
    [bridge, accountId, intentId],
  );
  useEffect(() => {
    void load();
    const stop = feeds.mints.on(intentId, () => void load());
    const timer = setInterval(() => void load(), AGAIN_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [feeds, intentId, load]);
  return { known, load };
}
