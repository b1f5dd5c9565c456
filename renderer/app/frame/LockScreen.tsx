import { useRef, useState, type FormEvent } from 'react';
import type { DeskState } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import { StoppedLine } from '#renderer/app/frame/StopTrading.tsx';
import { useTitle } from '#renderer/app/frame/use-environment.ts';
import { titleOf } from '#renderer/core/environment.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { takeField } from '#renderer/ui/SecretField.tsx';

type Props = { bridge: Bridge; desk: DeskState };

/** Nothing of the desk is drawn behind it. It goes when the desk says that it is open. */
export function LockScreen({ bridge, desk }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();

  useTitle(titleOf(desk.isStopped, 'Ballast'));

  function unlock(event: FormEvent): void {
    event.preventDefault();
    const passphrase = takeField(field.current);
    if (passphrase === '') return setProblem('Enter the passphrase.');
    setAsking(true);
    void bridge.call('lock.unlock', { passphrase }).then((result) => {
      setAsking(false);
      field.current?.focus();
      setProblem(result.ok ? undefined : describeFailure(result.failure));
    });
  }

  return (
    <main className="notice">
      <h1>Ballast is locked</h1>
      <p className="quiet-text">
        Orders that are open stay open. Nothing new is sent until it is unlocked.
      </p>
      <StoppedLine desk={desk} />
      <form className="lock-form" onSubmit={unlock}>
        <label htmlFor="lock-passphrase">Passphrase</label>
        <div className="field-row">
          <input
            ref={field}
            id="lock-passphrase"
            type="password"
            autoComplete="off"
            maxLength={512}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what this screen is for
            autoFocus
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : 'lock-problem'}
          />
          <button type="submit" className="primary" disabled={isAsking}>
            Unlock
          </button>
        </div>
        <Problem id="lock-problem" text={problem} />
      </form>
    </main>
  );
}
