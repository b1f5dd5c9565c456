// For the developer of an application: registering it at the practice broker, and what became of its codes. A secret is
// shown by main; this page never has one.
import { useEffect, useState } from 'react';
import type { CallName, Input } from '#contract/calls.ts';
import { describeFailure } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import type { RegisteredApp, Registrations } from '#contract/registrations.ts';
import { linkAddress } from '#renderer/core/bridge/link-address.ts';
import { issueAt } from '#renderer/core/issue-at.ts';
import { delay } from '#renderer/core/delay.ts';
import { ExchangesTable } from '#renderer/screens/apps/ExchangesTable.tsx';
import { RegisterForm } from '#renderer/screens/apps/RegisterForm.tsx';
import { AskedNote } from '#renderer/session/AskedNote.tsx';
import { whereShown } from '#renderer/core/bridge/where-asked.ts';
import { useSession } from '#renderer/session/session.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { useWork } from '#renderer/session/use-work.ts';
import { Fact } from '#renderer/ui/Fact.tsx';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';

type Props = {
  onLink: (link: string) => void;
  /** A secret came or went. */
  onChange: () => void;
};
type Change = Extract<CallName, `clients.${string}`>;

const LOOK_EVERY_MS = 2_000;
const shownWords = () =>
  `Its secret was shown ${whereShown()}, and will not be shown again. Ballast keeps a copy until you quit, so that you can allow the application.`;

export function RegistrationsPanel({ onLink, onChange }: Props) {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const called = useCall(bridge, 'clients.list', { accountId });
  const { told, value, ask, take } = called;
  const { isBusy, failure, run } = useWork();
  const [asked, setAsked] = useState<'registerApp' | 'newSecret'>();
  const [said, setSaid] = useState('');
  // A while after each answer: the applications send their codes to the broker, not here.
  useEffect(() => (told ? delay(LOOK_EVERY_MS, () => void ask()) : undefined), [told, ask]);

  function change<K extends Change>(name: K, input: Input<K>, words: string): void {
    setSaid('');
    setAsked(
      name === 'clients.add'
        ? 'registerApp'
        : name === 'clients.renewSecret'
          ? 'newSecret'
          : undefined,
    );
    void run(bridge.call(name, input), (next: Registrations) => {
      take({ ok: true, value: next });
      setSaid(next.note ?? words);
      onChange();
    });
  }

  return (
    <section
      className="panel panel-padded"
      aria-labelledby="registrations-title"
      aria-busy={isBusy || !told}
    >
      <h2 id="registrations-title" className="panel-title">
        Your own applications
      </h2>
      <p className="quiet-text">
        For developers: register an application with the practice broker and follow it from the link
        to a working token. docs/oauth.md describes the whole flow, with a sample program.
      </p>
      {called.failure && (
        <p className="note note-bad" role="alert">
          The applications could not be loaded. {describeFailure(called.failure)}
        </p>
      )}
      {value && (
        <>
          <dl className="facts authorize-facts">
            <Fact name="Send people to">
              <code>{linkAddress()}</code>
            </Fact>
            <Fact name="Exchange codes at">
              <code>{value.brokerAddress}/oauth/token</code>{' '}
              <span className="quiet-text">until you quit Ballast</span>
            </Fact>
          </dl>
          {value.apps.length > 0 && (
            <ul className="apps-registered" aria-label="Registered applications">
              {value.apps.map((app) => (
                <Registered
                  key={app.clientId}
                  app={app}
                  isBusy={isBusy}
                  onTry={() => onLink(linkFor(app))}
                  onRenew={() =>
                    change(
                      'clients.renewSecret',
                      { accountId, clientId: app.clientId },
                      `${app.name} has a new secret. ${shownWords()}`,
                    )
                  }
                  onDisable={(isDisabled) =>
                    change(
                      'clients.setDisabled',
                      { accountId, clientId: app.clientId, isDisabled },
                      isDisabled ? `${app.name} is disabled.` : `${app.name} is enabled again.`,
                    )
                  }
                  onRemove={() =>
                    change(
                      'clients.remove',
                      { accountId, clientId: app.clientId },
                      `${app.name} was removed.`,
                    )
                  }
                />
              ))}
            </ul>
          )}
        </>
      )}
      {(issueAt(failure, 'name') ?? issueAt(failure, 'redirectUris')) === undefined && (
        <FailureNote failure={failure} />
      )}
      {asked && <AskedNote question={QUESTIONS[asked]} isAsked={isBusy} />}
      <p role="status" className="quiet-text apps-said">
        {said}
      </p>
      <RegisterForm
        // One more, and the form is empty again.
        key={value?.apps.length}
        isBusy={isBusy}
        isOpen={value?.apps.length === 0}
        failure={failure}
        onRegister={(draft) =>
          change(
            'clients.add',
            { accountId, draft },
            `${draft.name} is registered. ${shownWords()}`,
          )
        }
      />
      {value && value.exchanges.length > 0 && <ExchangesTable exchanges={value.exchanges} />}
    </section>
  );
}

type RegisteredProps = {
  app: RegisteredApp;
  isBusy: boolean;
  onTry: () => void;
  onRenew: () => void;
  onDisable: (isDisabled: boolean) => void;
  onRemove: () => void;
};

function Registered({ app, isBusy, onTry, onRenew, onDisable, onRemove }: RegisteredProps) {
  const [isLeaving, setLeaving] = useState(false);
  const { name, clientId, redirectUris, scopes, isDisabled } = app;
  return (
    <li aria-label={name}>
      <p>
        <strong>{name}</strong> {isDisabled && <span className="badge">Disabled</span>}
      </p>
      <dl className="facts authorize-facts">
        <Fact name="Client id">
          <code className="authorize-address">{clientId}</code>
        </Fact>
        <Fact name="Redirect addresses">
          {redirectUris.map((uri) => (
            <code key={uri} className="authorize-address apps-uri">
              {uri}
            </code>
          ))}
        </Fact>
        <Fact name="May ask for">
          {scopes === undefined
            ? 'every scope'
            : scopes.length === 0
              ? 'reading only'
              : scopes.join(', ')}
        </Fact>
      </dl>
      {isLeaving ? (
        <div className="apps-actions">
          <p className="apps-question">Remove {name}? It will no longer get codes or tokens.</p>
          <button type="button" className="small" onClick={() => setLeaving(false)}>
            Keep
          </button>
          <button type="button" className="small" disabled={isBusy} onClick={onRemove}>
            Remove it
          </button>
        </div>
      ) : (
        <div className="apps-actions">
          <button type="button" className="small" disabled={isBusy} onClick={onTry}>
            Try its link
          </button>
          <button type="button" className="small" disabled={isBusy} onClick={onRenew}>
            New secret
          </button>
          <button
            type="button"
            className="small"
            disabled={isBusy}
            onClick={() => onDisable(!isDisabled)}
          >
            {isDisabled ? 'Enable' : 'Disable'}
          </button>
          <button
            type="button"
            className="small"
            disabled={isBusy}
            onClick={() => setLeaving(true)}
          >
            Remove
          </button>
        </div>
      )}
    </li>
  );
}

/** As its own program would write it. */
const linkFor = ({ clientId, redirectUris, scopes = [] }: RegisteredApp): string =>
  `ballast://oauth/authorize?${new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUris[0] ?? '',
    scope: scopes.join(' '),
    state: crypto.randomUUID(),
  }).toString()}`;
