import type { OrderPreview } from '#contract/trading.ts';
import { Said } from '#renderer/ui/Said.tsx';

type Props = { verdicts: readonly OrderPreview['verdicts'][number][] };

const WORDS = { warn: 'Careful', block: 'Held back', pass: 'Fine' } as const;

/** Each guard that has something to say. */
export function Verdicts({ verdicts }: Props) {
  const speaking = verdicts.filter(({ level }) => level !== 'pass');
  if (speaking.length === 0) return null;
  return (
    <ul className="verdicts" aria-label="Guards">
      {speaking.map(({ guard, level, text }) => (
        <li key={guard} className={`verdict verdict-${level}`}>
          <strong>{WORDS[level]}.</strong> <Said text={text} />
        </li>
      ))}
    </ul>
  );
}
