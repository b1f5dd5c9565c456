import { standingOf } from '#renderer/screens/tokenization/mint/mint-words.ts';
import { MintActions } from '#renderer/screens/tokenization/mint/MintStanding.tsx';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { EvidenceDrawer } from '#renderer/trading/evidence/EvidenceDrawer.tsx';
import { EvidenceLines } from '#renderer/ui/EvidenceLines.tsx';
import { Said } from '#renderer/ui/Said.tsx';

/** Everything that is known about one mint of this desk, line by line, and what can be done while it is unknown. */
export function MintEvidence({ intentId, onClose }: { intentId: string; onClose: () => void }) {
  const { feeds } = useMintDesk();
  return (
    <EvidenceDrawer intentId={intentId} onClose={onClose}>
      {(known, load) => (
        <>
          <div className={`evidence-summary evidence-${known.intent.state}`}>
            <p className="evidence-title">
              <Said text={known.intent.title} />
            </p>
            <p>
              <Said text={standingOf(feeds.mints.get(intentId) ?? known).text} />
            </p>
            {known.intent.reason !== undefined && (
              <p className="quiet-text">{known.intent.reason}</p>
            )}
            <p className="num quiet-text evidence-id">Idempotency-Key {intentId}</p>
          </div>
          <EvidenceLines evidence={known.evidence} />
          <MintActions intent={known.intent} onDone={load} />
        </>
      )}
    </EvidenceDrawer>
  );
}
