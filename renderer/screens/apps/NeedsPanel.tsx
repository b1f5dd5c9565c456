import { useState, type FormEvent } from 'react';
import { describeFailure, type Result } from '#contract/failure.ts';
import type { OAuthReadiness } from '#contract/oauth.ts';
import { ClientSecrets } from '#renderer/screens/apps/ClientSecrets.tsx';
import { Fact } from '#renderer/ui/Fact.tsx';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import { issueAt } from '#renderer/core/issue-at.ts';
import { useSession } from '#renderer/session/session.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { textFields } from '#renderer/screens/apps/text-fields.tsx';
import { SecretField, takeSecret } from '#renderer/ui/SecretField.tsx';

type Props = {
  readiness: Result<OAuthReadiness> | undefined;
  onChange: (readiness: OAuthReadiness) => void;
};

/** What the broker must be told, what of it is here, and how to add the rest. */
export function NeedsPanel({ readiness, onChange }: Props) {
  return (
    <section className="panel panel-padded" aria-labelledby="needs-title" aria-busy={!readiness}>
      <h2 id="needs-title" className="panel-title">
        What this needs
      </h2>
      {!readiness && (
        <p className="quiet-text">
          <span className="skeleton" /> Checking what is set up…
        </p>
      )}
      {readiness?.ok === false && (
        <p className="note note-bad" role="alert">
          {describeFailure(readiness.failure)}
        </p>
      )}
      {readiness?.ok === true && (
        <>
          {isOwnerOnly(readiness.value) ? (
            <>
              <WithoutPair />
              <details className="apps-details">
                <summary>I have a broker partner’s key pair</summary>
                <Missing readiness={readiness.value} />
                <BrokerForm readiness={readiness.value} onChange={onChange} />
                <ClientSecrets readiness={readiness.value} onChange={onChange} />
              </details>
            </>
          ) : (
            <>
              <Missing readiness={readiness.value} />
              {!readiness.value.isEmbedded && (
                <BrokerForm readiness={readiness.value} onChange={onChange} />
              )}
              <ClientSecrets readiness={readiness.value} onChange={onChange} />
            </>
          )}
        </>
      )}
    </section>
  );
}

const isOwnerOnly = ({ isEmbedded, hasBrokerPair }: OAuthReadiness): boolean =>
  !isEmbedded && !hasBrokerPair;

/** Most owners: what they can decide here, and where the rest is decided. */
function WithoutPair() {
  return (
    <>
      <p>
        To allow an application from here, you need the key pair of a broker partner: a firm that
        runs accounts at the broker. Most owners do not have one and do not need one.
      </p>
      <dl className="facts">
        <Fact name="Decided here">
          Paste any link to see what it asks for and what that means for this account in dollars.
          You can deny it here.
        </Fact>
        <Fact name="At the broker">
          On the broker’s own page, the broker checks who is behind a link and you allow the
          application. For an Alpaca account, the request shows that page’s address to copy.
        </Fact>
        <Fact name="Revoking">
          Applications allowed on this machine are listed under Who has access, with how to revoke
          them.
        </Fact>
      </dl>
    </>
  );
}

function Missing({ readiness }: { readiness: OAuthReadiness }) {
  const { missing, isEmbedded } = readiness;
  if (missing.length > 0)
    return (
      <ul className="note note-warn lines" aria-label="What is missing">
        {missing.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    );
  return (
    <p className="quiet-text">
      {isEmbedded
        ? 'Nothing: the practice account’s broker is built into Ballast, with a demo application to try.'
        : 'Nothing is missing.'}
    </p>
  );
}

const EMPTY = { brokerHost: '', keyId: '', brokerAccountId: '' };
const EXAMPLE_HOST = 'https://broker-api.sandbox.alpaca.markets';

function BrokerForm({
  readiness,
  onChange,
}: { readiness: OAuthReadiness } & Pick<Props, 'onChange'>) {
  const { bridge, profile } = useSession();
  const [form, setForm] = useState(EMPTY);
  const { isBusy, failure, run } = useWork();
  const field = textFields(form, setForm, failure);

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { brokerHost, keyId, brokerAccountId } = form;
    const secretKey = takeSecret(event.currentTarget, 'secretKey');
    const hasPair = keyId !== '' || secretKey !== '';
    const answer = bridge.call('oauth.configure', {
      accountId: profile.accountId,
      ...(brokerHost !== '' && { brokerHost }),
      ...(hasPair && { brokerPair: { keyId, secretKey } }),
      ...(brokerAccountId !== '' && { brokerAccountId }),
    });
    void run(answer, (value) => {
      setForm(EMPTY);
      onChange(value);
    });
  }

  const hint = (isThere: boolean) => (isThere ? 'stored; leave empty to keep it' : '');
  return (
    <form className="form-pair apps-form" aria-label="Broker access" onSubmit={save}>
      {field('brokerHost', 'Broker address', 200, hint(readiness.hasBrokerHost) || EXAMPLE_HOST)}
      {field('brokerAccountId', 'Broker account id', 64, readiness.brokerAccountId)}
      {field('keyId', 'Broker key ID', 512, hint(readiness.hasBrokerPair))}
      <SecretField
        name="secretKey"
        label="Broker secret key"
        placeholder={hint(readiness.hasBrokerPair)}
        issue={issueAt(failure, 'secretKey')}
      />
      {failure?.kind !== 'invalid' && <FailureNote failure={failure} />}
      <p className="quiet-text apps-wide">
        Keys belong to the address they were entered for. Changing the address removes them.
      </p>
      <div className="apps-actions">
        <button type="submit" disabled={isBusy}>
          Save broker access
        </button>
      </div>
    </form>
  );
}
