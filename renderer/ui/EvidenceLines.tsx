import '#renderer/ui/evidence.css';
import type { Evidence } from '#contract/intents.ts';
import { formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

/** What is known about an intent, line by line. */
export function EvidenceLines({ evidence }: { evidence: Evidence[] }) {
  const now = useNow(60_000);
  return (
    <ol
      className="evidence-lines"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long evidence is scrolled by keyboard too
      tabIndex={0}
      aria-label="What happened, oldest first, New York time"
    >
      {evidence.map(({ at, text, requestId }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines are only ever added at the end
        <li key={index}>
          <time className="num" dateTime={new Date(at).toISOString()} title={formatTimeTooltip(at)}>
            {formatExchangeMoment(at, now)}
          </time>
          <span>
            {text}
            {requestId !== undefined && (
              <span className="num quiet-text request-id">Request {requestId}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
