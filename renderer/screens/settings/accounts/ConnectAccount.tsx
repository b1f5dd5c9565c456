import { useState } from 'react';
import { AccountLabel, HostSet, type AccountProfile } from '#contract/accounts.ts';
import { invalid, invalidInput, type Failure } from '#contract/failure.ts';
import { isSameName } from '#contract/names.ts';
import { BADGES } from '#renderer/core/environment.ts';
import { NO_HOSTS } from '#renderer/screens/settings/accounts/derived-hosts.ts';
import { Hosts } from '#renderer/screens/settings/accounts/Hosts.tsx';
import { KeyForm, type Keeping } from '#renderer/screens/settings/accounts/KeyForm.tsx';
import { issueAt } from '#renderer/core/issue-at.ts';
import { useAccounts } from '#renderer/session/accounts.ts';
import { useSession } from '#renderer/session/session.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';

type Props = { onDone: () => void };
type Place = 'paper' | 'live' | 'custom';

const PLACES: readonly (readonly [place: Place, name: string, meaning: string])[] = [
  ['paper', 'Alpaca, paper', 'Real prices, simulated fills. No real money moves.'],
  ['live', 'Alpaca, live', 'Orders move real money, once you have armed the account.'],
  ['custom', 'Other addresses', 'Another broker with the same API.'],
];

export function ConnectAccount({ onDone }: Props) {
  const { bridge } = useSession();
  const { accounts } = useAccounts();
  const [label, setLabel] = useState('');
  const [place, setPlace] = useState<Place>('paper');
  const [meaning, setMeaning] = useState<'paper' | 'live'>('paper');
  const [hosts, setHosts] = useState(NO_HOSTS);
  const [connected, setConnected] = useState<AccountProfile>();
  const environment = place === 'custom' ? meaning : place;

  function check(): Failure | undefined {
    const name = AccountLabel.safeParse(label);
    if (!name.success) return invalid(name.error.issues[0]?.message ?? '', 'label').failure;
    const twin = accounts.find((one) =>
      isSameName(one.label.toLowerCase(), name.data.toLowerCase()),
    );
    if (twin) return invalid(`Another account is already called “${twin.label}”.`, 'label').failure;
    const addresses = HostSet.safeParse(hosts);
    if (place !== 'custom' || addresses.success) return undefined;
    const { failure } = invalidInput(addresses.error);
    return failure.kind === 'invalid'
      ? {
          kind: 'invalid',
          issues: failure.issues.map(({ path, message }) => ({ path: `hosts.${path}`, message })),
        }
      : failure;
  }

  const send = (keeping: Keeping) =>
    bridge.call('accounts.connect', {
      label,
      environment,
      ...(place === 'custom' && { hosts }),
      ...keeping,
    });

  if (connected) return <Connected profile={connected} onDone={onDone} />;
  return (
    <section className="panel panel-padded" aria-labelledby="connect-title">
      <h2 id="connect-title" className="panel-title">
        Connect an account
      </h2>
      <KeyForm
        bridge={bridge}
        name="Connect account"
        check={check}
        send={send}
        onSaved={setConnected}
        onBack={onDone}
      >
        {(failure) => (
          <>
            <fieldset className="accounts-places">
              <legend>Environment</legend>
              {PLACES.map(([value, name, meant]) => (
                <label key={value} className={`accounts-place accounts-place-${value}`}>
                  <input
                    type="radio"
                    name="place"
                    checked={place === value}
                    onChange={() => setPlace(value)}
                  />
                  <span>
                    {name}
                    <span className="accounts-why">{meant}</span>
                  </span>
                </label>
              ))}
            </fieldset>
            {place === 'custom' && (
              <Hosts
                hosts={hosts}
                onHosts={setHosts}
                meaning={meaning}
                onMeaning={setMeaning}
                failure={failure}
              />
            )}
            <Field
              label="Account name"
              value={label}
              onChange={setLabel}
              maxLength={60}
              placeholder="such as My paper account"
              issue={issueAt(failure, 'label')}
            />
          </>
        )}
      </KeyForm>
    </section>
  );
}

type ConnectedProps = { profile: AccountProfile; onDone: () => void };

/** What the broker said it is, before anything is traded on it. */
function Connected({ profile, onDone }: ConnectedProps) {
  const { select } = useAccounts();
  const { label, environment, accountNumber, isVerified, accountId } = profile;
  return (
    <section className="panel panel-padded accounts-connected" aria-label="Connected">
      <div role="status">
        <p className="heading">
          {isVerified ? `${label} is connected.` : `${label} is saved but not checked yet.`}
        </p>
        <p>
          {isVerified ? (
            <>
              The broker answered: account <code className="num">{accountNumber}</code>,{' '}
              {BADGES[environment]}.
            </>
          ) : (
            'Ballast checks its key as soon as the broker can be reached.'
          )}
        </p>
      </div>
      <DialogActions
        back="Stay here"
        onBack={onDone}
        action="Open on the desk"
        onAction={() => select(accountId)}
      />
    </section>
  );
}
