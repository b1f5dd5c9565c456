import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { DeskState } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import { StoppedLine } from '#renderer/app/frame/StopTrading.tsx';
import { useTitle } from '#renderer/app/frame/use-environment.ts';
import { every } from '#renderer/core/delay.ts';
import { titleOf } from '#renderer/core/environment.ts';
import { Problem } from '#renderer/ui/Problem.tsx';
import { takeField } from '#renderer/ui/SecretField.tsx';

type Props = { bridge: Bridge; desk: DeskState };

const NOT_TRIED = 'Your passphrase was not checked yet. Press Enter again when the wait is over.';

/** Nothing of the desk is drawn behind it. It goes when the desk says that it is open. */
export function LockScreen({ bridge, desk }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();

  const waitS = Math.ceil(useWaitMs(desk) / 1_000);
  const isWaiting = waitS > 0;
  const [hasWaited, setWaited] = useState(isWaiting);
  if (hasWaited !== isWaiting) {
    setWaited(isWaiting);
    // What was wrong before the wait is no news after it.
    if (!isWaiting) setProblem(undefined);
  }

  const said = problem ?? (isWaiting ? 'Too many wrong passphrases.' : undefined);

  useTitle(titleOf(desk.isStopped, 'Ballast'));

  function unlock(event: FormEvent): void {
    event.preventDefault();
    // What is typed meanwhile stays.
    if (isWaiting) return setProblem(NOT_TRIED);
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
        Open orders stay open. Ballast still finishes what you already confirmed: cancels, closing
        positions and, except on live accounts, mint batches. It sends nothing else until you unlock
        it. You can stop all trading here; allowing it again needs the passphrase.
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
            aria-invalid={said !== undefined}
            aria-describedby={said === undefined ? undefined : 'lock-problem'}
          />
          <button
            type="submit"
            className="primary lock-unlock"
            disabled={isAsking}
            aria-disabled={isWaiting}
          >
            {isWaiting ? `Wait ${waitS} s` : 'Unlock'}
          </button>
        </div>
        <Problem id="lock-problem" text={said} />
      </form>
    </main>
  );
}

/** What is left of the wait that main told of, on the running time: a date that is set makes it no other. */
function useWaitMs(desk: DeskState): number {
  const [leftMs, setLeftMs] = useState(desk.waitMs ?? 0);
  useEffect(() => {
    const { waitMs = 0 } = desk;
    const from = performance.now();
    const look = () => setLeftMs(waitMs - (performance.now() - from));
    look();
    return every(250, look);
  }, [desk]);
  return leftMs;
}
