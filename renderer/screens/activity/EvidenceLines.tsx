import { EvidenceDrawer } from '#renderer/trading/evidence/EvidenceDrawer.tsx';
import { formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

type Props = { intentId: string; onCopy: (requestId: string) => void; onClose: () => void };

/** Every line of what is known about one decision, oldest first. What can be done about it is on the desk. */
export function EvidenceLines({ intentId, onCopy, onClose }: Props) {
  const now = useNow(60_000);
  return (
    <EvidenceDrawer intentId={intentId} onClose={onClose}>
      {(known) => (
        <>
          <div className={`evidence-summary evidence-${known.intent.state}`}>
            <p className="evidence-title">{known.intent.title}</p>
            <p>State: {known.intent.state.replaceAll('-', ' ')}</p>
            {known.intent.reason !== undefined && <p>{known.intent.reason}</p>}
            <p className="num quiet-text evidence-id">Id {intentId}</p>
          </div>
          <ol
            className="evidence-lines"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long evidence is scrolled by keyboard too
            tabIndex={0}
            aria-label="What happened, oldest first, New York time"
          >
            {known.evidence.map(({ at, text, requestId, status }, index) => (
              // Lines are only ever added at the end.
              // oxlint-disable-next-line react/no-array-index-key -- lines are only ever added at the end
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
    </EvidenceDrawer>
  );
}
