import { useRef, type FormEvent } from 'react';
import type { KeyHomeStatus } from '#contract/accounts.ts';
import { invalid } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { PassphraseField } from '#renderer/session/keys/UnsealForm.tsx';
import { useAccounts } from '#renderer/session/accounts.ts';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import { takeField } from '#renderer/ui/SecretField.tsx';

type Props = { onStatus: (status: KeyHomeStatus) => void; onClose: () => void };

/** Another passphrase for the sealed file; the fields are empty as soon as it is sent. */
export function ChangePassphrase({ onStatus, onClose }: Props) {
  const { bridge, toast } = useSession();
  const hasLive = useAccounts().accounts.some(({ environment }) => environment === 'live');
  const current = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const { isBusy, failure, setFailure, run } = useWork();

  function save(event: FormEvent): void {
    event.preventDefault();
    const change = { current: takeField(current.current), next: takeField(next.current) };
    const isSame = change.next === takeField(again.current);
    if (change.current === '' || change.next === '')
      return setFailure(invalid('Enter the current passphrase and the new one twice.').failure);
    if (!isSame) return setFailure(invalid('The two new passphrases do not match.').failure);
    void run(bridge.call('keys.changePassphrase', change), (status) => {
      toast({ kind: 'good', text: 'The sealed file has a new passphrase.' });
      onStatus(status);
      onClose();
    });
  }

  return (
    <Dialog title="Change the passphrase of the sealed file" onClose={onClose}>
      <form className="dialog-form" aria-label="Change passphrase" noValidate onSubmit={save}>
        <p className="quiet-text">
          All keys in the file are sealed again. Any earlier copy of the file still opens with the
          old passphrase: if someone may have one, replace the keys too.
        </p>
        <PassphraseField ref={current} label="Current passphrase" isHeld={isBusy} />
        <PassphraseField ref={next} label="New passphrase" isNew isHeld={isBusy} />
        <PassphraseField ref={again} label="Confirm new passphrase" isHeld={isBusy} />
        <FailureNote failure={failure} />
        <AskedNote question={QUESTIONS.changePassphrase} isAsked={isBusy && hasLive} />
        <DialogActions
          onBack={onClose}
          action={isBusy ? 'One moment…' : 'Change passphrase'}
          isBusy={isBusy}
        />
      </form>
    </Dialog>
  );
}
