import { useState } from 'react';
import type { Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import type { MintRow } from '#contract/tokenization.ts';
import { retryWords, standingOf } from '#renderer/screens/tokenization/mint/mint-words.ts';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { useSession } from '#renderer/session/session.ts';
import { unsureWords } from '#renderer/trading/submission/submit-once.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { useHiding } from '#renderer/ui/privacy.ts';
import { Said } from '#renderer/ui/Said.tsx';

type Props = { row: MintRow; isTitled?: boolean };

/** What became of one mint so far, and what can be done about it. */
export function MintStanding({ row, isTitled = false }: Props) {
  const { showEvidence } = useMintDesk();
  const { kind, text } = standingOf(row);
  const now = useNow(1_000);
  const hide = useHiding();
  return (
    <div
      className={`outcome lines mint-standing outcome-${kind}`}
      role="group"
      aria-label={hide(row.intent.title)}
    >
      {isTitled && (
        <p className="mint-title">
          <Said text={row.intent.title} />
        </p>
      )}
      <p role="status">
        <Said text={text} />
      </p>
      {row.retry && <p>{retryWords(row.retry, now)}</p>}
      <MintActions intent={row.intent}>
        <button type="button" className="small" onClick={() => showEvidence(row.intent.intentId)}>
          Evidence
        </button>
      </MintActions>
    </div>
  );
}

type ActionsProps = { intent: Intent; children?: React.ReactNode; onDone?: () => void };

export function MintActions({ intent, children, onDone }: ActionsProps) {
  const { bridge } = useSession();
  const { accountId, intentId, state } = intent;
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isUnknown = state === 'unknown';

  async function run(ask: Promise<Result<Intent>>): Promise<void> {
    setBusy(true);
    const result = await ask;
    setBusy(false);
    setAsked(false);
    setProblem(result.ok ? undefined : unsureWords(result.failure));
    onDone?.();
  }

  if (isAsked && isUnknown)
    return (
      <div className="mint-again lines" role="group" aria-label="Review before sending again">
        <p>
          Ballast asks the broker once more whether it has this mint. If the broker does not show
          it, Ballast sends the same request under the same key, so it cannot be minted twice.
        </p>
        <div className="button-row button-row-tight">
          <button type="button" className="small" disabled={isBusy} onClick={() => setAsked(false)}>
            Back
          </button>
          <button
            type="button"
            className="small"
            disabled={isBusy}
            onClick={() => void run(bridge.call('mints.sendAgain', { accountId, intentId }))}
          >
            Send again: {intent.title}
          </button>
        </div>
      </div>
    );
  return (
    <>
      <Problem text={problem} />
      <div className="button-row button-row-tight">
        {(isUnknown || state === 'set-aside') && (
          <button
            type="button"
            className="small"
            disabled={isBusy}
            onClick={() => void run(bridge.call('mints.lookAgain', { accountId, intentId }))}
          >
            Look again
          </button>
        )}
        {isUnknown && (
          <>
            <button
              type="button"
              className="small"
              disabled={isBusy || intent.isConflict}
              onClick={() => setAsked(true)}
            >
              Send again
            </button>
            <button
              type="button"
              className="small"
              disabled={isBusy}
              onClick={() => void run(bridge.call('mints.setAside', { accountId, intentId }))}
            >
              Set aside
            </button>
          </>
        )}
        {children}
      </div>
    </>
  );
}
