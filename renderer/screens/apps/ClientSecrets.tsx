import { useState, type FormEvent } from 'react';
import type { Failure, Result } from '#contract/failure.ts';
import type { OAuthReadiness } from '#contract/oauth.ts';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import { issueAt } from '#renderer/core/issue-at.ts';
import { useSession } from '#renderer/session/session.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { SecretField, takeSecret } from '#renderer/ui/SecretField.tsx';

type Props = { readiness: OAuthReadiness; onChange: (readiness: OAuthReadiness) => void };

/** Secrets go in here and are never shown again. */
export function ClientSecrets({ readiness, onChange }: Props) {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const [clientId, setClientId] = useState('');
  const [failure, setFailure] = useState<Failure>();

  function take(result: Result<OAuthReadiness>): boolean {
    setFailure(result.ok ? undefined : result.failure);
    if (result.ok) onChange(result.value);
    return result.ok;
  }
  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const clientSecret = takeSecret(event.currentTarget, 'clientSecret');
    const input = { accountId, clientId, clientSecret };
    void bridge.call('oauth.saveClientSecret', input).then((answer) => {
      if (take(answer)) setClientId('');
    });
  }
  const remove = async (id: string): Promise<void> => {
    take(await bridge.call('oauth.removeClientSecret', { accountId, clientId: id }));
  };

  return (
    <details className="apps-details" open={readiness.clientIds.length === 0}>
      <summary>
        Client secrets <span className="quiet-text">({readiness.clientIds.length} stored)</span>
      </summary>
      <ul className="apps-secrets" aria-label="Stored client secrets">
        {readiness.clientIds.map((id) => (
          <li key={id}>
            <code className="apps-id quiet-text cut" title={id}>
              {id}
            </code>
            {readiness.demoLink?.includes(id) === true ? (
              <span className="quiet-text">the demo application’s</span>
            ) : (
              <button
                type="button"
                className="small"
                aria-label={`Forget the secret of ${id}`}
                onClick={() => void remove(id)}
              >
                Forget
              </button>
            )}
          </li>
        ))}
      </ul>
      <form className="form-pair apps-form" aria-label="Client secret" onSubmit={save}>
        <Field
          label="Client id"
          value={clientId}
          onChange={setClientId}
          maxLength={64}
          issue={issueAt(failure, 'clientId')}
        />
        <SecretField
          name="clientSecret"
          label="Client secret"
          issue={issueAt(failure, 'clientSecret')}
        />
        {failure?.kind !== 'invalid' && <FailureNote failure={failure} />}
        <div className="apps-actions">
          <button type="submit">Save secret</button>
        </div>
      </form>
    </details>
  );
}
