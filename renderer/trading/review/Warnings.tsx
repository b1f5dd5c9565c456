import { Said } from '#renderer/ui/Said.tsx';

type Props = {
  texts: readonly string[];
  /** Of the form before the last keystroke. */
  isBefore?: boolean;
};

/** What is probably not meant, and goes if it is. */
export function Warnings({ texts, isBefore = false }: Props) {
  if (texts.length === 0) return null;
  return (
    <ul className={isBefore ? 'verdicts what-if-before' : 'verdicts'} aria-label="Warnings">
      {texts.map((text) => (
        <li key={text} className="verdict verdict-warn">
          <strong>Warning.</strong> <Said text={text} />
        </li>
      ))}
    </ul>
  );
}
