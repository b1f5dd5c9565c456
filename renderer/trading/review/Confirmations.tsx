import type { Confirmation } from '#contract/trading.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { whereAsked } from '#renderer/core/bridge/where-asked.ts';
import { Check } from '#renderer/ui/Check.tsx';

type Props = {
  needed: readonly Confirmation[];
  given: ReadonlySet<Confirmation>;
  onChange: (given: ReadonlySet<Confirmation>) => void;
  /** Main asks about it, and no box here stands for that. */
  isAsked: (confirmation: Confirmation) => boolean;
};

const WORDS: Record<Confirmation, string> = {
  'stream-down':
    'The order stream is down. Send it anyway: Ballast will ask the broker for its status instead.',
  'exit-while-stopped':
    'All trading is stopped. Send this order anyway: it only reduces your position.',
};

/** What a person has to say besides the order itself, one box each. */
export function Confirmations({ needed, given, onChange, isAsked }: Props) {
  return needed.map((confirmation) =>
    isAsked(confirmation) ? (
      <p key={confirmation} className="warning">
        All trading is stopped. This order only reduces your position. When you send it, one more
        question follows: {whereAsked(QUESTIONS.exit)}
      </p>
    ) : (
      <Check
        key={confirmation}
        isOn={given.has(confirmation)}
        onChange={(isOn) => onChange(toggled(given, confirmation, isOn))}
      >
        {WORDS[confirmation]}
      </Check>
    ),
  );
}

function toggled(
  set: ReadonlySet<Confirmation>,
  value: Confirmation,
  isOn: boolean,
): ReadonlySet<Confirmation> {
  const next = new Set(set);
  if (isOn) next.add(value);
  else next.delete(value);
  return next;
}
