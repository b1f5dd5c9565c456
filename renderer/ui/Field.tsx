import { useId, type ReactNode, type Ref } from 'react';
import { Said } from '#renderer/ui/Said.tsx';
import { usePrivacy } from '#renderer/ui/privacy.ts';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with it, in words. */
  issue?: string | undefined;
  /** What helps with it, while nothing is wrong. */
  hint?: string | undefined;
  inputMode?: 'text' | 'decimal';
  /** It begins with how much somebody has: drawn as dots while amounts are hidden and nobody is in it. */
  isPersonal?: boolean;
  autoCapitalize?: 'characters';
  maxLength?: number;
  placeholder?: string;
  /** Its unit, its steps, its limits: in it while it is empty, and read out. */
  takes?: string;
  ref?: Ref<HTMLInputElement>;
  name?: string;
  /** What the arrow keys and two small buttons do to it, ten at a time with Shift; and the names of the buttons. */
  steps?: { down: string; up: string; onStep: (steps: number) => void };
  /** Drawn inside the row, after the input. */
  children?: ReactNode;
};

/** A labeled input with its issue below it. */
export function Field({ label, value, onChange, issue, inputMode = 'text', ...rest }: Props) {
  const id = useId();
  const { children, takes, hint, steps, isPersonal = false, ...input } = rest;
  const isHidden = usePrivacy() && isPersonal;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-row">
        <input
          // A number that is cut to fit is another number: too long a one is refused in words instead.
          maxLength={inputMode === 'decimal' ? undefined : 24}
          {...input}
          // Its unit has room in any field; the rest is pointed at, or read out.
          placeholder={input.placeholder ?? takes?.replace(/(,| per share).*/, '')}
          title={takes}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            const way = WAYS[event.key];
            if (!steps || way === undefined || event.ctrlKey || event.metaKey || event.altKey)
              return;
            event.preventDefault();
            steps.onStep(way * timesOf(event));
          }}
          inputMode={inputMode}
          className={`${inputMode === 'decimal' ? 'num right' : ''} ${isHidden ? 'hidden-field' : ''}`}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={issue !== undefined}
          aria-describedby={issue !== undefined ? `${id}-issue` : takes && `${id}-takes`}
        />
        {steps && (
          <>
            <Step name={steps.down} sign="−" onStep={(times) => steps.onStep(-times)} />
            <Step name={steps.up} sign="+" onStep={steps.onStep} />
          </>
        )}
        {children}
      </div>
      {takes !== undefined && (
        <span id={`${id}-takes`} hidden>
          {takes}
        </span>
      )}
      <FieldNote id={`${id}-issue`} issue={issue} hint={hint} />
    </div>
  );
}

const WAYS: Partial<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
const timesOf = ({ shiftKey }: { shiftKey: boolean }): number => (shiftKey ? 10 : 1);

type StepProps = { name: string; sign: string; onStep: (times: number) => void };

/** For the pointer: the arrow keys in the field do the same. */
const Step = ({ name, sign, onStep }: StepProps) => (
  <button
    type="button"
    className="step"
    tabIndex={-1}
    title={name}
    onClick={(event) => onStep(timesOf(event))}
  >
    <span aria-hidden="true">{sign}</span>
  </button>
);

type NoteProps = { id: string; issue: string | undefined; hint?: string | undefined };

/** What is wrong with a field, or else what helps with it. What quotes the person's own typing stays readable. */
export const FieldNote = ({ id, issue, hint }: NoteProps) => (
  <p id={id} className={issue === undefined ? 'field-hint' : 'field-issue'} aria-live="polite">
    {issue?.startsWith('"') ? issue : <Said text={issue ?? hint} />}
  </p>
);
