import { useState, type FormEvent } from 'react';
import type { Result } from '#contract/failure.ts';
import type { Output } from '#contract/calls.ts';
import type { OAuthReadiness } from '#contract/oauth.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import { issueAt } from '#renderer/core/issue-at.ts';
import { whereShown } from '#renderer/core/bridge/where-asked.ts';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { textFields } from '#renderer/screens/apps/text-fields.tsx';

type Props = { readiness: Result<OAuthReadiness> | undefined; onIssued: () => void };
type Issued = Output<'oauth.issueToken'>;

const EMPTY = { clientId: '', redirectUri: '', scope: '', connectAs: '' };

/** For the developer of an application: a token for this account. It connects, or main shows it; this page never has it. */
export function TokenPanel({ readiness, onIssued }: Props) {
  const { bridge, profile } = useSession();
  const [form, setForm] = useState(EMPTY);
  const [isConnected, setConnected] = useState(true);
  const [isShown, setShown] = useState(false);
  const { isBusy, failure, run } = useWork();
  const [issued, setIssued] = useState<Issued>();
  const field = textFields(form, setForm, failure);
  const clientIds = readiness?.ok ? readiness.value.clientIds : [];

  function issue(event: FormEvent): void {
    event.preventDefault();
    const { connectAs, ...asked } = form;
    setIssued(undefined);
    const answer = bridge.call('oauth.issueToken', {
      accountId: profile.accountId,
      ...asked,
      ...(isConnected && { connectAs }),
      isShown,
    });
    void run(answer, (value) => {
      setIssued(value);
      onIssued();
    });
  }

  return (
    <section className="panel panel-padded" aria-labelledby="token-title" aria-busy={isBusy}>
      <h2 id="token-title" className="panel-title">
        Token for your own application
      </h2>
      <p className="quiet-text">
        For developers: the client secret comes from the stored secrets, and the token acts on{' '}
        {profile.label}.
      </p>
      <form className="form-pair apps-form" aria-label="Issue token" onSubmit={issue}>
        <div className="apps-wide">{field('clientId', 'Client id', 64, clientIds[0])}</div>
        <div className="apps-wide">{field('scope', 'Scope', 500, 'trading data')}</div>
        <div className="apps-wide">{field('redirectUri', 'Redirect address', 2_000)}</div>
        <label className="check apps-wide">
          <input
            type="checkbox"
            checked={isConnected}
            onChange={(event) => setConnected(event.target.checked)}
          />
          Connect a Ballast account with it
        </label>
        {isConnected && <div className="apps-wide">{field('connectAs', 'Account name', 60)}</div>}
        <label className="check apps-wide">
          <input
            type="checkbox"
            checked={isShown}
            onChange={(event) => setShown(event.target.checked)}
          />
          Show it to me once, outside this page
        </label>
        {(failure?.kind !== 'invalid' || issueAt(failure, '') !== undefined) && (
          <div className="apps-wide">
            <FailureNote failure={failure} />
          </div>
        )}
        <div className="apps-wide">
          <AskedNote
            question={QUESTIONS.token}
            isAsked={isBusy && (isShown || profile.environment === 'live')}
          />
        </div>
        <div className="apps-actions">
          <button type="submit" disabled={isBusy}>
            {isBusy ? 'Asking the broker…' : 'Issue token'}
          </button>
        </div>
      </form>
      {issued && <IssuedToken issued={issued} onClose={() => setIssued(undefined)} />}
    </section>
  );
}

function IssuedToken({ issued, onClose }: { issued: Issued; onClose: () => void }) {
  const { wasShown, scope, connected, note } = issued;
  return (
    <section className="apps-issued" aria-label="Issued token">
      <p>
        A token was issued for {scope === '' ? 'reading only' : scope}.
        {connected && ` It connects ${connected.label}.`}
        {wasShown && ` It was shown ${whereShown()}, and will not be shown again.`}
      </p>
      {note !== undefined && <p className="warning">{note}</p>}
      <div className="apps-actions">
        <button type="button" onClick={onClose}>
          Done
        </button>
      </div>
    </section>
  );
}
