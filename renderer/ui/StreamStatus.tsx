import '#renderer/ui/stream.css';
import type { StreamPhase } from '#contract/records.ts';
import { Tip } from '#renderer/ui/Tip.tsx';

type Props = { name: string; phase: StreamPhase; message?: string | undefined };

const WORDS: Record<StreamPhase, string> = {
  off: 'off',
  connecting: 'connecting',
  live: 'live',
  quiet: 'quiet',
  stale: 'stale',
  reconnecting: 'reconnecting',
  stopped: 'off',
};

/** A stream's state in a word, with the reason a pointer away and always there for a screen reader. */
export function StreamStatus({ name, phase, message }: Props) {
  return (
    <Tip text={message ?? `${name}: ${WORDS[phase]}`}>
      <span role="status" aria-label={name} className={`stream stream-${phase}`}>
        <span className="stream-dot" aria-hidden="true" />
        <span>
          {name.replace(' stream', '')}
          <span className="stream-noun"> stream</span>
        </span>{' '}
        <span className="stream-word">{WORDS[phase]}</span>
        {message !== undefined && <span className="visually-hidden">. {message}</span>}
      </span>
    </Tip>
  );
}
