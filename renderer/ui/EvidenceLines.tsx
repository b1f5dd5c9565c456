import '#renderer/ui/evidence.css';
import type { Evidence } from '#contract/intents.ts';
import { formatExchangeInstant, formatTimeTooltip } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { Said } from '#renderer/ui/Said.tsx';

type Props = {
  evidence: Evidence[];
  /** Given where the answers themselves are of interest: each then has its status, and its request id can be copied. */
  onCopy?: (requestId: string) => void;
};

/** What is known about an intent, line by line. */
export function EvidenceLines({ evidence, onCopy }: Props) {
  const now = useNow(60_000);
  return (
    <ol
      className="evidence-lines"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long evidence is scrolled by keyboard too
      tabIndex={0}
      aria-label="What happened, oldest first, New York time"
    >
      {evidence.map(({ at, text, requestId, status, isTakenBack, isBrokersTime }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no id, and each is only text
        <li key={index}>
          <time className="num" dateTime={new Date(at).toISOString()} title={formatTimeTooltip(at)}>
            {formatExchangeInstant(at, now)}
          </time>
          <span>
            {isTakenBack ? (
              <s>
                <Said text={text} />
              </s>
            ) : (
              <Said text={text} />
            )}
            {isBrokersTime && <span className="quiet-text"> Broker’s time.</span>}
            {requestId !== undefined && (
              <span className="num quiet-text request-id">
                {onCopy ? (
                  <>
                    {status !== undefined && `Status ${status}, `}request {requestId}{' '}
                    <button
                      type="button"
                      className="small"
                      aria-label={`Copy request id ${requestId}`}
                      onClick={() => onCopy(requestId)}
                    >
                      Copy
                    </button>
                  </>
                ) : (
                  `Request ${requestId}`
                )}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
