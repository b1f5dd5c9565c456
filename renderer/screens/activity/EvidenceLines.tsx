import { useCallback, useEffect, useState } from 'react';
import { describeFailure, type Result } from '#contract/failure.ts';
import type { Evidence, Intent } from '#contract/intents.ts';
import { useSession } from '#renderer/session/session.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

type Props = { intentId: string; onCopy: (requestId: string) => void; onClose: () => void };

/** Every line of what is known about one decision, oldest first. What can be done about it is on the desk. */
export function EvidenceLines({ intentId, onCopy, onClose }: Props) {
  const { bridge, profile, feeds } = useSession();
  const { accountId } = profile;
  const [known, setKnown] = useState<Result<{ intent: Intent; evidence: Evidence[] }>>();
  const now = useNow(60_000);
  const load = useCallback(
    () => bridge.call('orders.evidence', { accountId, intentId }).then(setKnown),
    [bridge, accountId, intentId],
  );
  useEffect(() => {
    void load();
    return feeds.intents.on(intentId, () => void load());
  }, [load, feeds, intentId]);

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
            <p>State: {known.value.intent.state.replaceAll('-', ' ')}</p>
            {known.value.intent.reason !== undefined && <p>{known.value.intent.reason}</p>}
            <p className="num quiet-text evidence-id">Id {intentId}</p>
          </div>
          <ol
            className="evidence-lines"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long evidence is scrolled by keyboard too
            tabIndex={0}
            aria-label="What happened, oldest first, New York time"
          >
            {known.value.evidence.map(({ at, text, requestId, status }, index) => (
              // Lines are only ever added at the end.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                <time
                  className="num"
                  dateTime={new Date(at).toISOString()}
                  title={formatTimeTooltip(at)}
                >
                  {formatExchangeMoment(at, now)}
                </time>
                <span>
                  {text}
                  {requestId !== undefined && (
                    <span className="num quiet-text request-id">
                      {status !== undefined && `Status ${status}, `}request {requestId}{' '}
                      <button
                        type="button"
                        className="small"
                        aria-label={`Copy request id ${requestId}`}
                        onClick={() => onCopy(requestId)}
                      >
                        Copy
                      </button>
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ol>
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
