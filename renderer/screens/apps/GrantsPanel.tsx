import { describeFailure, type Result } from '#contract/failure.ts';
import type { AccessList, Grant } from '#contract/oauth.ts';
import { useSession } from '#renderer/session/session.ts';
import { formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

type Props = { grants: Result<Grant[]> | undefined; inUse: ReadonlySet<number> };

const KINDS: Record<Grant['kind'], string> = {
  code: 'Allowed',
  token: 'Token issued',
  denied: 'Denied',
};

/** The times of the decisions here that the broker knows tokens of. */
export const decisionsInUse = (access: AccessList | undefined): ReadonlySet<number> =>
  new Set(
    access?.applications
      .flatMap(({ told, decisions }) => (told ? decisions : []))
      .map(({ at }) => at),
  );

/** What was decided and what became of it; what the broker knows of it says more than what this page did. */
function outcomeOf(
  { kind, handedOver, revokedAt, at }: Grant,
  inUse: ReadonlySet<number>,
  now: number,
): string {
  if (revokedAt !== undefined)
    return `${KINDS[kind]}, revoked ${formatExchangeMoment(revokedAt, now)}`;
  if (kind !== 'code') return KINDS[kind];
  if (inUse.has(at)) return 'Allowed, has access';
  return handedOver === undefined ? KINDS.code : `${KINDS.code}, ${HANDED[handedOver]}`;
}

const HANDED: Record<NonNullable<Grant['handedOver']>, string> = {
  no: 'not handed over',
  opened: 'handed to the browser',
  copied: 'address copied',
  used: 'had access',
};

/** What was decided on this machine. What was granted elsewhere is not in it. */
export function GrantsPanel({ grants, inUse }: Props) {
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
        For {profile.label} only. An allowed application gets its code when the answer is opened;
        until then it has no access.
      </p>
      {grants?.ok === false && (
        <p className="note note-bad" role="alert">
          The list could not be loaded. {describeFailure(grants.failure)}
        </p>
      )}
      {!grants && (
        <p className="apps-none">
          <span className="skeleton" /> Loading the list…
        </p>
      )}
      {grants?.ok === true && grants.value.length === 0 && (
        <p className="apps-none">
          No decisions yet. What you allow or deny is kept here. Paste a link above to begin.
        </p>
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
                  <td
                    title={
                      grant.revokedAt === undefined ? undefined : formatTimeTooltip(grant.revokedAt)
                    }
                  >
                    {outcomeOf(grant, inUse, now)}
                  </td>
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
