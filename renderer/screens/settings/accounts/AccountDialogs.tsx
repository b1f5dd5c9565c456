import { useState, type FormEvent } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import { EnterKeyDialog } from '#renderer/screens/settings/accounts/EnterKeyDialog.tsx';
import { ExportRecord } from '#renderer/screens/settings/accounts/ExportRecord.tsx';
import { issueAt } from '#renderer/core/issue-at.ts';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { Check } from '#renderer/ui/Check.tsx';

type Props = { profile: AccountProfile; onClose: () => void };

export function RenameDialog({ profile, onClose }: Props) {
  const { bridge } = useSession();
  const { accountId } = profile;
  const [label, setLabel] = useState(profile.label);
  const { failure, run } = useWork();

  function rename(event: FormEvent): void {
    event.preventDefault();
    void run(bridge.call('accounts.rename', { accountId, label }), onClose);
  }

  return (
    <Dialog title="Rename account" onClose={onClose}>
      <form className="dialog-form" onSubmit={rename}>
        <Field
          label="Account name"
          value={label}
          onChange={setLabel}
          maxLength={60}
          issue={issueAt(failure, 'label')}
        />
        {failure?.kind !== 'invalid' && <FailureNote failure={failure} />}
        <DialogActions onBack={onClose} action="Rename" />
      </form>
    </Dialog>
  );
}

export function ReplaceKeyDialog({ profile, onClose }: Props) {
  const { bridge, toast } = useSession();
  return <EnterKeyDialog bridge={bridge} profile={profile} toast={toast} onClose={onClose} />;
}

export function ForgetKeyDialog({ profile, onClose }: Props) {
  const { bridge } = useSession();
  const { accountId, label } = profile;
  const { isBusy, failure, run } = useWork();
  return (
    <Dialog title={`Forget the key of ${label}`} onClose={onClose} isBusy={isBusy}>
      <p>
        The key is deleted from this computer, and the account is closed until you enter the key
        again. Open orders stay open at the broker.
      </p>
      <FailureNote failure={failure} />
      <AskedNote
        question={QUESTIONS.forgetKey}
        isAsked={isBusy && profile.environment === 'live'}
      />
      <DialogActions
        onBack={onClose}
        action="Forget key"
        onAction={() => void run(bridge.call('keys.remove', { accountId }), onClose)}
        isDangerous
        isBusy={isBusy}
      />
    </Dialog>
  );
}

export function RemoveDialog({ profile, onClose }: Props) {
  const { bridge } = useSession();
  const { accountId, label } = profile;
  const losses = useCall(bridge, 'accounts.losses', { accountId }).told;
  const [isAccepted, setAccepted] = useState(false);
  const { isBusy, failure, run } = useWork();
  return (
    <Dialog title={`Remove ${label}`} onClose={onClose} isBusy={isBusy}>
      {!losses && (
        <p>
          <span className="skeleton" /> Checking what would be lost…
        </p>
      )}
      {losses?.ok && (
        <ul className="note note-bad lines" aria-label="What will be lost">
          {losses.value.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      )}
      {losses?.ok && <ExportRecord profile={profile} />}
      {losses?.ok === false && <FailureNote failure={losses.failure} />}
      {losses?.ok && (
        <Check isOn={isAccepted} onChange={setAccepted}>
          I understand that this will be lost
        </Check>
      )}
      <FailureNote failure={failure} />
      <AskedNote question={QUESTIONS.remove} isAsked={isBusy} />
      <DialogActions
        onBack={onClose}
        action="Remove account"
        onAction={() =>
          void run(bridge.call('accounts.remove', { accountId, isLossAccepted: true }), onClose)
        }
        isDangerous
        isBusy={isBusy}
        isHeld={!isAccepted || losses?.ok !== true}
      />
    </Dialog>
  );
}
