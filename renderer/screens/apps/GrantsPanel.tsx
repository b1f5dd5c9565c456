import { describeFailure, type Result } from '#contract/failure.ts';
import type { Grant } from '#contract/oauth.ts';
import { useSession } from '#renderer/session/session.ts';
import { formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

type Props = { grants: Result<Grant[]> | undefined };

const KINDS: Record<Grant['kind'], string> = {
  code: 'Allowed',
  token: 'Token issued',
  denied: 'Denied',
};

/** What was decided on this machine. It cannot tell what was granted elsewhere, or revoked since. */
export function GrantsPanel({ grants }: Props) {
  const { profile } = useSession();
  const now = useNow(60_000);
  return (
    <section
      className="panel panel-padded apps-grants"
      aria-labelledby="grants-title"
      aria-busy={!grants}
    >
      <h2 id="grants-title" className="panel-title">
        Decided on this machine
      </h2>
      <p className="quiet-text apps-lead">
        For {profile.label} only. An application keeps its access until it is revoked, and revoking
        is done with the broker: in its settings for connected applications, or by asking its
        support.
      </p>
      {grants?.ok === false && (
        <p className="note note-bad" role="alert">
          The list could not be read. {describeFailure(grants.failure)}
        </p>
      )}
      {!grants && (
        <p className="apps-none">
          <span className="skeleton" /> Reading the list…
        </p>
      )}
      {grants?.ok === true && grants.value.length === 0 && (
        <p className="apps-none">Nothing was decided yet. Paste a link above to begin.</p>
      )}
      {grants?.ok === true && grants.value.length > 0 && (
        <div className="table-scroll">
          <table aria-label="Decided on this machine">
            <thead>
              <tr>
                <th scope="col">Application</th>
                <th scope="col">Decision</th>
                <th scope="col">Scope</th>
                <th scope="col" title="New York">
                  Time<span className="visually-hidden">, New York</span>
                </th>
                <th scope="col">Client id</th>
              </tr>
            </thead>
            <tbody>
              {grants.value.map((grant) => (
                <tr key={`${grant.at} ${grant.kind} ${grant.clientId}`}>
                  <th scope="row">{grant.appName}</th>
                  <td>{KINDS[grant.kind]}</td>
                  <td>{grant.scope === '' ? 'reading only' : grant.scope}</td>
                  <td className="num" title={formatTimeTooltip(grant.at)}>
                    {formatExchangeMoment(grant.at, now)}
                  </td>
                  <td className="num apps-id quiet-text cut" title={grant.clientId}>
                    {grant.clientId}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
