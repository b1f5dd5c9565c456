import type { OrderPreview } from '#contract/trading.ts';
import { Explain } from '#renderer/ui/Explain.tsx';
import { Said } from '#renderer/ui/Said.tsx';

type Props = {
  verdicts: readonly OrderPreview['verdicts'][number][];
  /** Of the form before the last keystroke. */
  isBefore?: boolean;
};

const WORDS = { warn: 'Warning', block: 'Blocked', pass: 'OK' } as const;

/** Each guard that has something to say. */
export function Verdicts({ verdicts, isBefore = false }: Props) {
  const speaking = verdicts.filter(({ level }) => level !== 'pass');
  if (speaking.length === 0) return null;
  return (
    <ul className={isBefore ? 'verdicts what-if-before' : 'verdicts'} aria-label="Guards">
      {speaking.map(({ guard, level, text }, nth) => (
        <li key={guard} className={`verdict verdict-${level}`}>
          <strong>{WORDS[level]}.</strong> <Said text={text} />
          {nth === 0 && <Explain term="Guards" />}
        </li>
      ))}
    </ul>
  );
}
