import { useId, type ReactNode, type Ref } from 'react';
import { Said } from '#renderer/ui/Said.tsx';
import { usePrivacy } from '#renderer/ui/privacy.ts';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with it, in words. */
  issue?: string | undefined;
  inputMode?: 'text' | 'decimal';
  /** It begins with how much somebody has: drawn as dots while amounts are hidden and nobody is in it. */
  isPersonal?: boolean;
  autoCapitalize?: 'characters';
  maxLength?: number;
  placeholder?: string;
  /** Its unit, its steps, its limits: in it while it is empty, and read out. */
  takes?: string;
  ref?: Ref<HTMLInputElement>;
  /** Drawn inside the row, after the input. */
  children?: ReactNode;
};

/** A labelled input with its issue below it. */
export function Field({ label, value, onChange, issue, inputMode = 'text', ...rest }: Props) {
  const id = useId();
  const { children, takes, isPersonal = false, ...input } = rest;
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
          placeholder={input.placeholder || takes?.replace(/,.*/, '')}
          title={takes}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          inputMode={inputMode}
          className={`${inputMode === 'decimal' ? 'num right' : ''} ${isHidden ? 'hidden-field' : ''}`}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={issue !== undefined}
          aria-describedby={issue !== undefined ? `${id}-issue` : takes && `${id}-takes`}
        />
        {children}
      </div>
      {takes !== undefined && (
        <span id={`${id}-takes`} hidden>
          {takes}
        </span>
      )}
      <FieldNote id={`${id}-issue`} issue={issue} />
    </div>
  );
}

type NoteProps = { id: string; issue: string | undefined; hint?: string | undefined };

/** What is wrong with a field, or else what helps with it. What quotes the person's own typing stays readable. */
export const FieldNote = ({ id, issue, hint }: NoteProps) => (
  <p id={id} className={issue === undefined ? 'field-hint' : 'field-issue'} aria-live="polite">
    {issue?.startsWith('"') ? issue : <Said text={issue ?? hint} />}
  </p>
);
