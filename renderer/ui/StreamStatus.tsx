import '#renderer/ui/stream.css';
import type { StreamPhase, StreamState } from '#contract/records.ts';
import { Tip } from '#renderer/ui/Tip.tsx';

type Props = { name: string; state: StreamState | undefined };

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
export function StreamStatus({ name, state }: Props) {
  const { phase = 'off', message, carries, notes = [] } = state ?? {};
  const word = WORDS[phase] + (carries ? `, ${carries.symbols} of ${carries.of}` : '');
  const why = [...(message === undefined ? [] : [message]), ...notes].join(' ');
  return (
    <Tip text={why === '' ? `${name}: ${word}` : why}>
      <span
        role="status"
        aria-label={name}
        className={`stream stream-${phase} ${carries ? 'stream-partly' : ''}`}
      >
        <span className="stream-dot" aria-hidden="true" />
        <span>
          {name.replace(' stream', '')}
          <span className="stream-noun"> stream</span>
        </span>{' '}
        <span className="stream-word">{word}</span>
        {why !== '' && <span className="visually-hidden">. {why}</span>}
      </span>
    </Tip>
  );
}
