import type { AccountProfile, HostSet } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import '#renderer/screens/settings/accounts/accounts.css';
import { KeyForm } from '#renderer/screens/settings/accounts/KeyForm.tsx';
import { isKeyGone } from '#renderer/screens/settings/accounts/words.ts';
import type { Toast } from '#renderer/session/session.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';

type Props = {
  bridge: Bridge;
  profile: AccountProfile;
  toast: (toast: Toast) => void;
  onClose: () => void;
  onSaved?: () => void;
};

/** The old key, where there is one, stays in use until the broker has accepted the new one. */
export function EnterKeyDialog({ bridge, profile, toast, onClose, onSaved }: Props) {
  const { accountId, label, accountNumber, keyHome, proof, hosts, wasForOneRun = false } = profile;
  const isGone = isKeyGone(profile);
  return (
    <Dialog
      title={`${isGone ? 'Enter' : 'Replace'} the key of ${label}`}
      onClose={onClose}
      className="accounts-dialog"
    >
      <p className="quiet-text">
        {wasForOneRun && 'The last key was kept for that run only. '}
        {isGone
          ? 'The key is checked with the broker before it is used.'
          : 'The current key stays in use until the broker accepts the new one.'}
        {accountNumber !== undefined && ` It must be for account ${accountNumber}.`}
        {hosts && ` It is sent to ${hostNames(hosts)}.`}
      </p>
      <KeyForm
        bridge={bridge}
        name={isGone ? 'Enter key' : 'Replace key'}
        firstProof={proof}
        firstHome={keyHome !== 'none' ? keyHome : wasForOneRun ? 'this-run' : undefined}
        send={(keeping) => bridge.call('accounts.rotate', { accountId, ...keeping })}
        onBack={onClose}
        onSaved={({ isVerified }) => {
          const said = isVerified
            ? `${label} now uses the new key.`
            : `The new key of ${label} is saved but not checked yet.`;
          toast({ kind: 'good', text: said });
          onSaved?.();
          onClose();
        }}
      />
    </Dialog>
  );
}

const hostNames = (hosts: HostSet): string =>
  [
    ...new Set(
      Object.values(hosts).flatMap((address) =>
        address === undefined ? [] : new URL(address).host,
      ),
    ),
  ].join(', ');
