// The page on which a person decides. Its heading takes the focus, so that an Enter that was meant for something else
// allows nothing; what is opened afterwards is shown in full first.
import { useLayoutEffect, useRef, useState } from 'react';
import type { Authorization, AuthorizationAnswer } from '#contract/oauth.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { BADGES } from '#renderer/core/environment.ts';
import { AnswerPanel } from '#renderer/screens/apps/AnswerPanel.tsx';
import { Fact } from '#renderer/ui/Fact.tsx';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { copyText } from '#renderer/ui/copy-text.ts';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import { Reach } from '#renderer/screens/apps/Reach.tsx';
import { Said } from '#renderer/ui/Said.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';

type Props = {
  question: Authorization;
  /** Another link was opened since. */
  isAnotherWaiting: boolean;
  onLookAgain: () => void;
  onAnswered: () => void;
  onDone: () => void;
};

export function AuthorizePage(props: Props) {
  const { question, isAnotherWaiting, onLookAgain, onAnswered, onDone } = props;
  const { bridge, profile } = useSession();
  const { app, askId } = question;
  const heading = useRef<HTMLHeadingElement>(null);
  const { isBusy, failure, run } = useWork();
  const [answer, setAnswer] = useState<AuthorizationAnswer>();
  useLayoutEffect(() => heading.current?.focus(), []);

  const decide = (how: 'allow' | 'deny'): void =>
    void run(bridge.call(`oauth.${how}`, { accountId: profile.accountId, askId }), (value) => {
      setAnswer(value);
      onAnswered();
    });

  return (
    <main className="authorize" aria-label="Authorize application">
      <article className="panel authorize-card">
        <header className="authorize-head">
          <h2 ref={heading} tabIndex={-1} className="authorize-title">
            {app.name}
          </h2>
          <p className="quiet-text">
            asks for access to <strong className="authorize-account">{profile.label}</strong>{' '}
            <span className="badge">{BADGES[profile.environment]}</span>
          </p>
          {app.description !== undefined && (
            <figure className="authorize-words">
              <figcaption className="quiet-text">In its own words, not verified:</figcaption>
              <blockquote>{app.description}</blockquote>
            </figure>
          )}
        </header>
        {isAnotherWaiting && (
          <p role="status" className="note">
            Another link was opened. You will see it when you are done with this one.
          </p>
        )}
        {question.warnings.length > 0 && (
          <section className="note note-warn" aria-label="Read this first">
            <ul className="lines">
              {question.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          </section>
        )}
        <Scopes scopes={question.scopes} lasts={question.lasts} />
        <Reach reach={question.reach} onReadAgain={answer ? undefined : onLookAgain} />
        <AppFacts question={question} />
        {answer ? (
          <AnswerPanel askId={askId} appName={app.name} answer={answer} onDone={onDone} />
        ) : (
          <footer className="authorize-foot">
            {question.whyNot !== undefined && (
              <p id="why-not" className="note note-bad">
                <strong>You cannot allow it here.</strong> {question.whyNot}
              </p>
            )}
            {question.brokerPage !== undefined && <BrokerPage address={question.brokerPage} />}
            <FailureNote failure={failure} />
            <AskedNote
              question={QUESTIONS.letIn}
              isAsked={isBusy && profile.environment === 'live'}
            />
            <div className="authorize-actions">
              {failure ? (
                <>
                  <button type="button" onClick={onDone}>
                    Back to Apps
                  </button>
                  <button type="button" className="primary" onClick={onLookAgain}>
                    Look again
                  </button>
                </>
              ) : (
                <>
                  <button type="button" className="quiet authorize-back" onClick={onDone}>
                    Decide later
                  </button>
                  <button type="button" disabled={isBusy} onClick={() => decide('deny')}>
                    Deny
                  </button>
                  <button
                    type="button"
                    className="primary"
                    disabled={isBusy || question.whyNot !== undefined}
                    aria-describedby={question.whyNot === undefined ? undefined : 'why-not'}
                    onClick={() => decide('allow')}
                  >
                    Allow
                  </button>
                </>
              )}
            </div>
          </footer>
        )}
      </article>
    </main>
  );
}

/** Addresses are text here: the page opens none of them. */
function AppFacts({ question }: { question: Authorization }) {
  const { app, ask, destination, isDestinationListed, isLookedUp } = question;
  const facts = [
    ['Site', app.url],
    ['Terms of use', app.termsOfUse],
    ['Privacy policy', app.privacyPolicy],
    ['Status at the broker', app.status],
    ['Client id', ask.clientId],
    ['Requested account type', ask.env],
    ['Code bound to (PKCE, S256)', ask.codeChallenge],
  ] as const;
  return (
    <dl className="facts authorize-facts">
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ),
      )}
      <Fact name="The answer goes to">
        <code className="authorize-address">{destination}</code>{' '}
        <span className={isDestinationListed ? 'authorize-listed' : 'authorize-unlisted'}>
          {isDestinationListed
            ? 'listed by the application'
            : isLookedUp
              ? 'not listed by the application'
              : 'not checked with the broker'}
        </span>
      </Fact>
    </dl>
  );
}

function Scopes({ scopes, lasts }: Pick<Authorization, 'scopes' | 'lasts'>) {
  return (
    <section className="authorize-part" aria-labelledby="scopes-title">
      <h3 id="scopes-title">What it could do</h3>
      <ul className="lines authorize-scopes">
        {scopes.map(({ scope, isKnown, text, isGrave }) => (
          <li key={text} className={isKnown && !isGrave ? undefined : 'authorize-unknown'}>
            <code>{scope === '' ? 'always' : scope}</code>
            <span>
              <Said text={text} />
            </span>
          </li>
        ))}
      </ul>
      <p className="authorize-lasts">{lasts}</p>
    </section>
  );
}

/** The page opens no address; a person takes it along. */
function BrokerPage({ address }: { address: string }) {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> =>
    setSaid((await copyText(address)) ? 'Copied.' : 'Could not copy: select the address instead.');
  return (
    <section className="authorize-elsewhere" aria-label="The broker’s own page">
      <p>
        To allow it, open the same request on the broker’s own page. The broker checks who is
        asking, and you sign in there. To deny it, press Deny: nothing is sent anywhere.
      </p>
      <code className="authorize-address authorize-whole">{address}</code>
      <p>
        <button type="button" className="small" onClick={() => void copy()}>
          Copy the broker’s address
        </button>{' '}
        <span role="status">{said}</span>
      </p>
    </section>
  );
}
