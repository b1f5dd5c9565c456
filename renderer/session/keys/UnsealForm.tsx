import { useId, useRef, useState, type FormEvent, type Ref } from 'react';
import type { KeyHomeStatus } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { ShownSecret } from '#renderer/ui/ShownSecret.tsx';
import { takeField } from '#renderer/ui/SecretField.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';

type Props = {
  bridge: Bridge;
  /** There is none yet: the passphrase is chosen, and typed twice. */
  isNew: boolean;
  onOpened: (status: KeyHomeStatus) => void;
  onBack?: () => void;
};

/** The passphrase of the sealed file. It is read off the fields when it is sent and never kept. */
export function UnsealForm({ bridge, isNew, onOpened, onBack }: Props) {
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const problemId = useId();

  function open(event: FormEvent): void {
    event.preventDefault();
    const isSame = first.current?.value === second.current?.value;
    if (isNew && !isSame) return setProblem('The two passphrases do not match.');
    takeField(second.current);
    const passphrase = takeField(first.current);
    if (passphrase === '') return setProblem('Enter the passphrase.');
    setProblem(undefined);
    setAsking(true);
    void bridge.call('keys.unseal', { passphrase }).then((opened) => {
      setAsking(false);
      if (opened.ok) return onOpened(opened.value);
      setProblem(describeFailure(opened.failure));
      first.current?.focus();
    });
  }

  const about = problem === undefined ? {} : { 'aria-describedby': problemId };
  return (
    <form className="dialog-form" aria-label="Sealed file" onSubmit={open}>
      <p className="quiet-text">
        {isNew
          ? 'Keys are kept in one file protected by a passphrase of at least 8 characters. Ballast asks for it once each time it starts. A lost passphrase cannot be recovered.'
          : 'The keys are in a file protected by a passphrase. Ballast asks for it once each time it starts.'}
      </p>
      <PassphraseField
        ref={first}
        label="Passphrase"
        about={about}
        isNew={isNew}
        isHeld={isAsking}
      />
      {isNew && (
        <PassphraseField ref={second} label="Confirm passphrase" about={about} isHeld={isAsking} />
      )}
      <Problem id={problemId} text={problem} />
      <DialogActions
        onBack={onBack}
        action={
          isAsking ? 'One moment…' : isNew ? 'Create the sealed file' : 'Open the sealed file'
        }
        isBusy={isAsking}
      />
    </form>
  );
}

type FieldProps = {
  label: string;
  /** Being chosen now: it says what it takes. */
  isNew?: boolean;
  /** What was typed is on its way: what is typed now would be about something else. */
  isHeld?: boolean;
  about?: { 'aria-describedby'?: string };
  ref: Ref<HTMLInputElement>;
};

/** Uncontrolled: what is typed here is in the field and nowhere else. */
export function PassphraseField({ label, about, isNew = false, isHeld = false, ref }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <ShownSecret what={label.toLowerCase()}>
        {(type, shown) => (
          <input
            ref={(input) => {
              giveRef(shown, input);
              giveRef(ref, input);
            }}
            id={id}
            type={type}
            placeholder={isNew ? 'at least 8 characters' : undefined}
            readOnly={isHeld}
            maxLength={512}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={about?.['aria-describedby'] !== undefined}
            {...about}
          />
        )}
      </ShownSecret>
    </div>
  );
}

function giveRef(ref: Ref<HTMLInputElement>, input: HTMLInputElement | null): void {
  if (typeof ref === 'function') ref(input);
  else if (ref) ref.current = input;
}
