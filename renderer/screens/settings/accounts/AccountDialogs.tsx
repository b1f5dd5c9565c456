import { useEffect, useState, type FormEvent } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import type { Failure, Result } from '#contract/failure.ts';
import { FailureNote } from '#renderer/screens/settings/accounts/FailureNote.tsx';
import { KeyForm } from '#renderer/screens/settings/accounts/KeyForm.tsx';
import { issueAt } from '#renderer/screens/settings/accounts/words.ts';
import { useSession } from '#renderer/session/session.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { Field } from '#renderer/ui/Field.tsx';

type Props = { profile: AccountProfile; onClose: () => void };

export function RenameDialog({ profile, onClose }: Props) {
  const { bridge } = useSession();
  const { accountId } = profile;
  const [label, setLabel] = useState(profile.label);
  const [failure, setFailure] = useState<Failure>();

  async function rename(event: FormEvent): Promise<void> {
    event.preventDefault();
    const renamed = await bridge.call('accounts.rename', { accountId, label });
    if (renamed.ok) onClose();
    else setFailure(renamed.failure);
  }

  return (
    <Dialog title="Rename account" onClose={onClose}>
      <form className="dialog-form" onSubmit={(event) => void rename(event)}>
        <Field
          label="Account name"
          value={label}
          onChange={setLabel}
          maxLength={60}
          issue={issueAt(failure, 'label')}
        />
        {failure?.kind !== 'invalid' && <FailureNote failure={failure} />}
        <div className="dialog-actions">
          <button type="button" onClick={onClose}>
            Back
          </button>
          <button type="submit" className="primary">
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The old key stays in use until the broker has accepted the new one. */
export function ReplaceKeyDialog({ profile, onClose }: Props) {
  const { bridge, toast } = useSession();
  const { accountId, label, accountNumber, keyHome, proof } = profile;
  return (
    <Dialog title={`Replace the key of ${label}`} onClose={onClose} className="accounts-dialog">
      <p className="quiet-text">
        {keyHome === 'none'
          ? 'The new key is checked with the broker before it is used.'
          : 'The present key stays in use until the broker has accepted the new one.'}
        {accountNumber !== undefined && ` It must open account ${accountNumber}.`}
      </p>
      <KeyForm
        name="Replace key"
        firstProof={proof}
        firstHome={keyHome === 'none' ? undefined : keyHome}
        send={(keeping) => bridge.call('accounts.rotate', { accountId, ...keeping })}
        onBack={onClose}
        onSaved={({ isVerified }) => {
          const said = isVerified
            ? `${label} uses its new key.`
            : `The new key of ${label} is saved, and not checked yet.`;
          toast({ kind: 'good', text: said });
          onClose();
        }}
      />
    </Dialog>
  );
}

export function ForgetKeyDialog({ profile, onClose }: Props) {
  const { bridge } = useSession();
  const { accountId, label } = profile;
  const { isBusy, failure, run } = useWork(onClose);
  return (
    <Dialog title={`Forget the key of ${label}`} onClose={onClose} isBusy={isBusy}>
      <p>
        The key is deleted from this computer, and the account is closed until it is entered again.
        Open orders stay open at the broker.
      </p>
      <FailureNote failure={failure} />
      <div className="dialog-actions">
        <button type="button" onClick={onClose} disabled={isBusy}>
          Back
        </button>
        <button
          type="button"
          className="primary primary-danger"
          disabled={isBusy}
          onClick={() => void run(() => bridge.call('keys.remove', { accountId }))}
        >
          Forget key
        </button>
      </div>
    </Dialog>
  );
}

export function RemoveDialog({ profile, onClose }: Props) {
  const { bridge } = useSession();
  const { accountId, label } = profile;
  const [losses, setLosses] = useState<Result<string[]>>();
  const [isAccepted, setAccepted] = useState(false);
  const { isBusy, failure, run } = useWork(onClose);
  useEffect(() => {
    void bridge.call('accounts.losses', { accountId }).then(setLosses);
  }, [bridge, accountId]);
  return (
    <Dialog title={`Remove ${label}`} onClose={onClose} isBusy={isBusy}>
      {!losses && (
        <p>
          <span className="skeleton" /> Looking what would be lost…
        </p>
      )}
      {losses?.ok && (
        <ul className="note note-bad lines" aria-label="What will be lost">
          {losses.value.map((loss) => (
            <li key={loss}>{loss}</li>
          ))}
        </ul>
      )}
      {losses?.ok === false && <FailureNote failure={losses.failure} />}
      <label className="check">
        <input
          type="checkbox"
          checked={isAccepted}
          onChange={(event) => setAccepted(event.target.checked)}
        />
        I accept that this is lost
      </label>
      <FailureNote failure={failure} />
      <div className="dialog-actions">
        <button type="button" onClick={onClose} disabled={isBusy}>
          Back
        </button>
        <button
          type="button"
          className="primary primary-danger"
          disabled={isBusy || !isAccepted || losses?.ok !== true}
          onClick={() =>
            void run(() => bridge.call('accounts.remove', { accountId, isLossAccepted: true }))
          }
        >
          Remove account
        </button>
      </div>
    </Dialog>
  );
}

/** One call, its failure shown, its success the end. */
function useWork(onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  async function run(work: () => Promise<Result<unknown>>): Promise<void> {
    setBusy(true);
    const result = await work();
    setBusy(false);
    if (result.ok) onDone();
    else setFailure(result.failure);
  }
  return { isBusy, failure, run };
}
