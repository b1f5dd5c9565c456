import { useState } from 'react';
import { useMintDesk } from '#renderer/screens/tokenization/mint-desk.ts';

/** For an account that may not mint: what this is, and how one comes to it. Not an error. */
export function NotParticipant() {
  const { terms, askTerms } = useMintDesk();
  const [isAsking, setAsking] = useState(false);

  async function ask(): Promise<void> {
    setAsking(true);
    await askTerms();
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
          holds. An Authorized Participant turns shares of its account into tokens, which is called
          minting, and tokens back into shares, which is called redeeming.
        </p>
        <p>{terms?.why}</p>
        <h3>How an account becomes one</h3>
        <ol className="participant-steps">
          <li>Ask the broker for the tokenization programme of your account’s kind and country.</li>
          <li>Sign its agreement, and that of each issuer you want to mint with.</li>
          <li>Name the wallets that tokens may go to, where the issuer asks for it.</li>
          <li>Come back here once the broker has confirmed it, and ask again.</li>
        </ol>
        <p className="quiet-text">
          Everything else works without it. It can be tried at once with the practice account, which
          is an Authorized Participant of the embedded broker.
        </p>
        <div>
          <button type="button" disabled={isAsking} onClick={() => void ask()}>
            {isAsking ? 'Asking the broker…' : 'Ask again'}
          </button>
        </div>
      </div>
    </section>
  );
}
