import type { KeyHome, KeyHomeStatus } from '#contract/accounts.ts';
import {
  HOME_MEANINGS,
  HOME_NAMES,
  type StoredHome,
} from '#renderer/screens/settings/accounts/words.ts';
import { Check } from '#renderer/ui/Check.tsx';

type Props = {
  status: KeyHomeStatus | undefined;
  home: StoredHome | undefined;
  /** Where it is now, which is no choice. */
  present?: KeyHome;
  onHome: (home: StoredHome) => void;
  onUnseal: () => void;
};

/** Where the key is to be kept; what is not to be had here says why. */
export function KeepIn({ status, home, present, onHome, onUnseal }: Props) {
  const isClosed = home === 'sealed-file' && status !== undefined && status.sealedFile !== 'open';
  return (
    <fieldset aria-busy={!status}>
      <legend>Keep the key in</legend>
      {!status && <span className="skeleton" />}
      {status?.homes.map(({ home: offered, isAvailable, why }) => (
        <Check
          key={offered}
          among="keepIn"
          isOn={home === offered}
          isDisabled={!isAvailable || offered === present}
          onChange={() => onHome(offered)}
        >
          {HOME_NAMES[offered]}
          <span className="accounts-why">
            {offered === present ? 'The key is there now.' : (why ?? HOME_MEANINGS[offered])}
          </span>
        </Check>
      ))}
      {isClosed && (
        <div className="note note-warn note-split">
          <p>
            {status.sealedFile === 'none'
              ? 'There is no sealed file yet.'
              : 'The sealed file is locked.'}
          </p>
          <button type="button" onClick={onUnseal}>
            {status.sealedFile === 'none' ? 'Choose a passphrase…' : 'Enter passphrase…'}
          </button>
        </div>
      )}
    </fieldset>
  );
}
