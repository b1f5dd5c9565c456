import { useState } from 'react';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';
import { useSession } from '#renderer/session/session.ts';

/** For an account that may not mint: what this is, and how one comes to it. Not an error. */
export function NotParticipant() {
  const { profile } = useSession();
  const { terms, askTermsAgain } = useMintDesk();
  const [isAsking, setAsking] = useState(false);

  async function ask(): Promise<void> {
    setAsking(true);
    await askTermsAgain();
    setAsking(false);
  }

  return (
    <section className="panel participant" aria-labelledby="participant-title">
      <h2 id="participant-title" className="panel-title">
        For Authorized Participants
      </h2>
      <div className="participant-body">
        <p>
          Tokenized shares are tokens on a public network, each backed by a share that an issuer
          holds. An Authorized Participant turns shares in its account into tokens (minting) and
          tokens back into shares (redeeming).
        </p>
        <p>{terms?.why}</p>
        <h3>How an account becomes one</h3>
        <ol className="participant-steps">
          <li>Ask the broker to make this account an Authorized Participant.</li>
          <li>
            The broker decides what it requires, and whether the account may mint or only read
            requests. You arrange that with the broker, not here.
          </li>
          <li>Once the broker confirms, check again below.</li>
        </ol>
        <p className="quiet-text">
          Everything else works without it.
          {profile.environment === 'embedded'
            ? ' The practice account has this right unless you turned it off under Break it in Settings. You can restore it there.'
            : ' You can try it now with the practice account, which is an Authorized Participant of the practice broker.'}
        </p>
        <div>
          <button type="button" disabled={isAsking} onClick={() => void ask()}>
            {isAsking ? 'Asking the broker…' : 'Check again'}
          </button>
        </div>
      </div>
    </section>
  );
}
