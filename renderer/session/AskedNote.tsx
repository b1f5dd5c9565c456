import type { QUESTIONS } from '#contract/questions.ts';
import { whereAsked } from '#renderer/core/bridge/where-asked.ts';

type Props = {
  question: (typeof QUESTIONS)[keyof typeof QUESTIONS];
  /** Main is asking now, or may be. */
  isAsked: boolean;
  /** When it asks at all. */
  when?: string;
};

/** Says where main asks what no page may answer, and the words to look for. */
export function AskedNote({ question, isAsked, when }: Props) {
  const words = when === undefined ? whereAsked(question) : `${when} ${whereAsked(question)}`;
  return (
    // Without words it takes no place.
    <p role="status" className={isAsked ? 'quiet-text' : 'visually-hidden'}>
      {isAsked ? words : ''}
    </p>
  );
}
