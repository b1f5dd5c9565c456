import { useState } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { KeepIn } from '#renderer/screens/settings/accounts/KeepIn.tsx';
import { Unsealing } from '#renderer/screens/settings/accounts/Unsealing.tsx';
import { HOME_PLACES, type StoredHome } from '#renderer/screens/settings/accounts/words.ts';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { KeychainWait } from '#renderer/session/keys/KeychainWait.tsx';
import { useKeyStatus } from '#renderer/session/keys/use-key-status.ts';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';

type Props = { profile: AccountProfile; onClose: () => void };

/** The key goes from one home to the other in main; nothing is typed and nothing of it comes here. */
export function MoveKeyDialog({ profile, onClose }: Props) {
  const { bridge, toast } = useSession();
  const { accountId, label, keyHome, environment } = profile;
  const { status, take } = useKeyStatus(bridge);
  const [home, setHome] = useState<StoredHome>();
  const [isUnsealing, setUnsealing] = useState(false);
  const { isBusy, failure, run } = useWork();
  const isFileNeeded = home === 'sealed-file' || keyHome === 'sealed-file';

  function move(): void {
    if (!home || !status) return;
    if (isFileNeeded && status.sealedFile !== 'open') return setUnsealing(true);
    void run(bridge.call('keys.move', { accountId, keepIn: home }), ({ otherCopies }) => {
      const left = otherCopies?.map((each) => HOME_PLACES[each]).join(' and ');
      toast(
        left === undefined
          ? { kind: 'good', text: `The key of ${label} is now ${HOME_PLACES[home]}.` }
          : {
              kind: 'note',
              text: `The key of ${label} is now ${HOME_PLACES[home]}. A copy may still be ${left}.`,
            },
      );
      onClose();
    });
  }

  return (
    <Dialog title={`Move the key of ${label}`} onClose={onClose} isBusy={isBusy}>
      <p className="quiet-text">
        {keyHome !== 'none' && `It is now ${HOME_PLACES[keyHome]}. `}You do not need to enter it
        again: Ballast writes the new copy and reads it back before it removes the old one.
      </p>
      <div className="accounts-form">
        <KeepIn
          status={status}
          home={home}
          present={keyHome}
          onHome={setHome}
          onUnseal={() => setUnsealing(true)}
        />
      </div>
      {status?.isWaiting && <KeychainWait bridge={bridge} status={status} onStatus={take} />}
      <FailureNote failure={failure} />
      <AskedNote question={QUESTIONS.moveKey} isAsked={isBusy && environment === 'live'} />
      <DialogActions
        onBack={onClose}
        action="Move key"
        onAction={move}
        isBusy={isBusy}
        isHeld={!status || !home}
      />
      {isUnsealing && status && (
        <Unsealing
          bridge={bridge}
          isNew={status.sealedFile === 'none'}
          onStatus={take}
          onClose={() => setUnsealing(false)}
        />
      )}
    </Dialog>
  );
}
