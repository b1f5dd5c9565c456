// Who has access to this account, as the broker tells it, and taking it back: here, or by hand where the broker knows no
// other way.
import { useState } from 'react';
import type { AccessList, AppAccess } from '#contract/oauth.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { OneByOne } from '#renderer/screens/apps/OneByOne.tsx';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { copyText } from '#renderer/ui/copy-text.ts';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import {
  formatAge,
  formatExchangeMoment,
  formatExchangeTime,
  formatTimeTooltip,
} from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import type { Failure } from '#contract/failure.ts';

type Props = {
  access: AccessList | undefined;
  failure: Failure | undefined;
  onAsk: () => void;
  onRevoked: (access: AccessList) => void;
};

export function AccessPanel({ access, failure, onAsk, onRevoked }: Props) {
  const now = useNow(1_000);
  const [said, setSaid] = useState('');
  return (
    <section
      className="panel panel-padded apps-grants"
      aria-labelledby="access-title"
      aria-busy={!access && !failure}
    >
      <h2 id="access-title" className="panel-title">
        Who has access
      </h2>
      <p className="quiet-text apps-lead">
        {access?.readAt === undefined
          ? 'Access lasts until you revoke it.'
          : `Access lasts until you revoke it. Read from the broker ${formatAge(now - access.readAt)} ago.`}{' '}
        <button type="button" className="small" onClick={onAsk}>
          Ask again
        </button>
      </p>
      {failure && (
        <>
          <p className="note note-bad">The access list could not be loaded.</p>
          <FailureNote failure={failure} />
        </>
      )}
      {access?.note !== undefined && <p className="note note-warn">{access.note}</p>}
      {!access && !failure && (
        <p className="apps-none">
          <span className="skeleton" /> Asking the broker…
        </p>
      )}
      <p role="status" className="apps-said">
        {said}
      </p>
      {access?.applications.length === 0 && (
        <p className="apps-none">
          {access.readAt === undefined
            ? 'No application allowed on this machine still has access. One that you allow appears here.'
            : 'No application has access to this account. One that you allow appears here, and you can revoke it here.'}
        </p>
      )}
      {access && access.applications.length > 0 && (
        <div className="table-scroll">
          <table aria-label="Who has access">
            <thead>
              <tr>
                <th scope="col">Application</th>
                <th scope="col">Scope</th>
                <th scope="col">Since</th>
                <th scope="col">Last used</th>
                <th scope="col">Decided</th>
                <th scope="col">
                  <span className="visually-hidden">Revoke</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {access.applications.map((app) => (
                <AccessRow
                  key={app.clientId}
                  app={app}
                  now={now}
                  canRevoke={access.canRevoke}
                  onRevoked={(value, what) => {
                    setSaid(`${what} was revoked at ${formatExchangeTime(Date.now())}.`);
                    onRevoked(value);
                  }}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {access && access.byHand.length > 0 && access.applications.length > 0 && (
        <section className="apps-by-hand" aria-label="How to revoke access">
          <h3>How to revoke access</h3>
          <ol>
            {access.byHand.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      )}
    </section>
  );
}

type RowProps = {
  app: AppAccess;
  now: number;
  canRevoke: boolean;
  onRevoked: (access: AccessList, what: string) => void;
};

function AccessRow({ app, now, canRevoke, onRevoked }: RowProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <tr>
        <th scope="row" title={app.clientId}>
          {app.appName}
          {app.told?.isDisabled === true && <span className="quiet-text"> (disabled)</span>}
        </th>
        <td>{app.scope === '' ? 'reading only' : app.scope}</td>
        <td className="num" title={formatTimeTooltip(app.since)}>
          {formatExchangeMoment(app.since, now)}
        </td>
        <td>{lastUse(app, now)}</td>
        <td>{origin(app, now)}</td>
        <td>
          {canRevoke ? (
            <button
              type="button"
              className="small"
              aria-label={`Revoke ${app.appName}`}
              aria-expanded={isAsked}
              onClick={() => setAsked(!isAsked)}
            >
              Revoke
            </button>
          ) : (
            <CopyLetter app={app} />
          )}
        </td>
      </tr>
      {isAsked && (
        <RevokeRow app={app} now={now} onRevoked={onRevoked} onKept={() => setAsked(false)} />
      )}
    </>
  );
}

function lastUse({ told }: AppAccess, now: number): string {
  if (!told) return 'not known here';
  if (told.openConnections > 0) return 'connected now';
  return told.lastUsedAt === undefined ? 'never' : `${formatAge(now - told.lastUsedAt)} ago`;
}

/** From which decision it comes. */
function origin({ decisions, told }: AppAccess, now: number): string {
  const [newest] = decisions;
  const elsewhere = told?.fromElsewhere ?? 0;
  if (!newest) return 'not on this machine';
  const more = decisions.length > 1 ? ` and ${decisions.length - 1} earlier` : '';
  const here = `here, ${formatExchangeMoment(newest.at, now)}${more}`;
  return elsewhere > 0 ? `${here}; ${elsewhere} not on this machine` : here;
}

type RevokeProps = Pick<RowProps, 'app' | 'now' | 'onRevoked'> & { onKept: () => void };

/** A second click, on a line of its own: what ends may be watching over orders. */
function RevokeRow({ app, now, onRevoked, onKept }: RevokeProps) {
  const { bridge, profile } = useSession();
  const { isBusy, failure, run } = useWork();
  const { clientId, appName, told } = app;
  const revoke = (of: { grantId?: string }, what: string): void =>
    void run(
      bridge.call('oauth.revoke', { accountId: profile.accountId, clientId, ...of }),
      (after) => onRevoked(after, what),
    );
  return (
    <tr className="apps-revoke">
      <td colSpan={6}>
        {told && told.tokens.length > 1 && (
          <OneByOne
            appName={appName}
            tokens={told.tokens}
            now={now}
            isBusy={isBusy}
            onEnd={({ grantId }, words) =>
              revoke({ grantId }, `One grant of access for ${appName} (${words})`)
            }
          />
        )}
        <p>
          This immediately ends all access that {appName} has to {profile.label}: its tokens, unused
          codes and streams. Orders it placed stay open until you cancel them.
        </p>
        <FailureNote failure={failure} />
        <AskedNote question={QUESTIONS.revoke} isAsked={isBusy && profile.environment === 'live'} />
        <div className="apps-actions">
          <button type="button" className="small" disabled={isBusy} onClick={onKept}>
            Keep it
          </button>{' '}
          <button
            type="button"
            className="small primary primary-danger"
            disabled={isBusy}
            onClick={() => revoke({}, `Access for ${appName}`)}
          >
            {isBusy ? 'Revoking…' : `Revoke ${appName} now`}
          </button>
        </div>
      </td>
    </tr>
  );
}

function CopyLetter({ app }: Pick<RowProps, 'app'>) {
  const [said, setSaid] = useState('');
  const { letter } = app;
  if (letter === undefined) return null;
  const copy = async (): Promise<void> =>
    setSaid((await copyText(letter)) ? 'Copied' : 'Could not copy');
  return (
    <button
      type="button"
      className="small"
      aria-label={`Copy letter about ${app.appName}`}
      onClick={() => void copy()}
    >
      {said || 'Copy letter'}
    </button>
  );
}
