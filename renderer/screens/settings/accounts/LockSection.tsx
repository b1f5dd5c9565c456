import '#renderer/screens/settings/accounts/accounts.css';
import { useRef, useState, type FormEvent } from 'react';
import type { Input } from '#contract/calls.ts';
import { invalid } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { PassphraseField } from '#renderer/session/keys/UnsealForm.tsx';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import { useAccounts } from '#renderer/session/accounts.ts';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { Choice } from '#renderer/ui/Select.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { takeField } from '#renderer/ui/SecretField.tsx';

const MINUTES = [0, 1, 5, 15, 30, 60, 240];
const minuteWords = (minutes: number): string =>
  minutes === 0 ? 'Never' : minutes === 1 ? '1 minute' : `${minutes} minutes`;

/** While the desk is locked main refuses every call and sends nothing; this is no curtain over the page. */
export function LockSection() {
  const { bridge, toast } = useSession();
  const { desk } = useAccounts();
  const current = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const [minutes, setMinutes] = useState<number>();
  /** What main asks about the change that is under way. */
  const [asked, setAsked] = useState<typeof QUESTIONS.firstLock | typeof QUESTIONS.lockOff>();
  const { isBusy, failure, setFailure, run } = useWork();
  const canLock = desk?.canLock === true;
  const chosen = minutes ?? desk?.lockAfterMinutes ?? 0;
  const offered = [...new Set([...MINUTES, chosen])].sort((a, b) => a - b);

  function taken() {
    return {
      present: takeField(current.current),
      wanted: takeField(next.current),
      repeated: takeField(again.current),
    };
  }

  const configure = (change: Input<'lock.configure'>, said: string): void => {
    if (!canLock) setAsked(QUESTIONS.firstLock);
    else setAsked(change.next === undefined ? QUESTIONS.lockOff : undefined);
    void run(bridge.call('lock.configure', change), () => {
      setMinutes(undefined);
      toast({ kind: 'good', text: said });
    });
  };

  function save(event: FormEvent): void {
    event.preventDefault();
    const { present, wanted, repeated } = taken();
    if (canLock && present === '')
      return setFailure(invalid('Enter the current passphrase.').failure);
    if (!canLock && wanted === '') return setFailure(invalid('Choose a passphrase.').failure);
    if (wanted !== repeated)
      return setFailure(invalid('The two new passphrases do not match.').failure);
    configure(
      {
        ...(canLock && { current: present }),
        next: wanted === '' ? present : wanted,
        lockAfterMinutes: chosen,
      },
      canLock ? 'The lock settings were changed.' : 'You can now lock Ballast.',
    );
  }

  function remove(): void {
    const { present } = taken();
    if (present === '')
      return setFailure(invalid('Enter the current passphrase to remove it.').failure);
    configure({ current: present, lockAfterMinutes: 0 }, 'The lock passphrase was removed.');
  }

  async function lockNow(): Promise<void> {
    const locked = await bridge.call('lock.now', {});
    setFailure(locked.ok ? undefined : locked.failure);
  }

  return (
    <section className="panel panel-padded" aria-labelledby="lock-title" aria-busy={!desk}>
      <div className="accounts-head">
        <h2 id="lock-title" className="heading">
          Lock
        </h2>
        {canLock && (
          <button type="button" onClick={() => void lockNow()}>
            Lock now
          </button>
        )}
      </div>
      <p className="quiet-text accounts-lead">
        While locked, Ballast shows nothing and accepts no commands until you enter the passphrase.
        Orders and alerts continue; live accounts are disarmed. You can still stop all trading.
      </p>
      <form className="accounts-form accounts-narrow" aria-label="Lock" noValidate onSubmit={save}>
        {canLock && <PassphraseField ref={current} label="Current passphrase" />}
        <PassphraseField
          ref={next}
          isNew
          label={
            canLock ? 'New passphrase (leave empty to keep the current one)' : 'New passphrase'
          }
        />
        <PassphraseField ref={again} label="Confirm new passphrase" />
        <Choice
          label="Lock after being idle for"
          value={String(chosen)}
          options={offered.map((value) => [String(value), minuteWords(value)] as const)}
          onChange={(value) => setMinutes(Number(value))}
        />
        <FailureNote failure={failure} />
        <AskedNote
          question={asked ?? QUESTIONS.firstLock}
          isAsked={isBusy && asked !== undefined}
        />
        <DialogActions
          back="Remove passphrase"
          onBack={canLock ? remove : undefined}
          action={canLock ? 'Save' : 'Set passphrase'}
          isBusy={isBusy}
          isHeld={!desk}
        />
      </form>
    </section>
  );
}
