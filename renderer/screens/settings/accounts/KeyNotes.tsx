import type { AccountProfile } from '#contract/accounts.ts';
import { describeFailure } from '#contract/failure.ts';
import { HOME_PLACES, isKeyGone } from '#renderer/screens/settings/accounts/words.ts';
import { useSession } from '#renderer/session/session.ts';

type Props = { profile: AccountProfile; onEnter: () => void };

/** What is the matter with the key of an account, each with the button that mends it. */
export function KeyNotes({ profile, onEnter }: Props) {
  const { bridge, toast } = useSession();
  const { accountId, label, problem, keyHome, otherCopies } = profile;

  async function removeOthers(): Promise<void> {
    if (keyHome === 'none') return;
    const removed = await bridge.call('keys.move', { accountId, keepIn: keyHome });
    if (!removed.ok) toast({ kind: 'bad', text: describeFailure(removed.failure) });
  }

  return (
    <>
      {problem !== undefined && (
        <div className="accounts-key-note">
          <p className="warning">{problem}</p>
          {isKeyGone(profile) && (
            <button type="button" className="small" onClick={onEnter}>
              Enter key…<span className="visually-hidden"> for {label}</span>
            </button>
          )}
        </div>
      )}
      {otherCopies && keyHome !== 'none' && (
        <div className="accounts-key-note">
          <p className="warning">
            A copy of its key may still be{' '}
            {otherCopies.map((home) => HOME_PLACES[home]).join(' and ')}.
          </p>
          <button type="button" className="small" onClick={() => void removeOthers()}>
            Remove the other copy<span className="visually-hidden"> of the key of {label}</span>
          </button>
        </div>
      )}
    </>
  );
}
