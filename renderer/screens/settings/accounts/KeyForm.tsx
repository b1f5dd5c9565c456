// A key on its way in: typed, checked with the broker, kept. The same for a new account and for one that gets a new key.
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { AccountProfile, CredentialsInput, KeyHomeStatus } from '#contract/accounts.ts';
import { isUnanswered, type Failure, type Result } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { whereAsked } from '#renderer/core/bridge/where-asked.ts';
import { KeychainWait } from '#renderer/session/keys/KeychainWait.tsx';
import { useKeyStatus } from '#renderer/session/keys/use-key-status.ts';
import { FailureNote } from '#renderer/ui/FailureNote.tsx';
import { KeepIn } from '#renderer/screens/settings/accounts/KeepIn.tsx';
import {
  clearCredentials,
  missingCredential,
  SecretFields,
  takeCredentials,
  type Proof,
} from '#renderer/screens/settings/accounts/SecretFields.tsx';
import { Unsealing } from '#renderer/screens/settings/accounts/Unsealing.tsx';
import type { StoredHome } from '#renderer/screens/settings/accounts/words.ts';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';

export type Keeping = {
  credentials: CredentialsInput;
  keepIn: StoredHome;
  isUnverifiedAllowed: boolean;
};

type Props = {
  bridge: Bridge;
  name: string;
  firstProof?: Proof;
  firstHome?: StoredHome | undefined;
  /** What is wrong before anybody is asked; the key stays in its fields then. */
  check?: () => Failure | undefined;
  send: (keeping: Keeping) => Promise<Result<AccountProfile>>;
  onSaved: (profile: AccountProfile) => void;
  onBack: () => void;
  /** Fields above those of the key. */
  children?: (failure: Failure | undefined) => ReactNode;
};

export function KeyForm(props: Props) {
  const {
    bridge,
    name,
    firstProof = 'key',
    firstHome,
    check,
    send,
    onSaved,
    onBack,
    children,
  } = props;
  const { status, take } = useKeyStatus(bridge);
  const form = useRef<HTMLFormElement>(null);
  const [proof, setProof] = useState<Proof>(firstProof);
  const [chosen, setChosen] = useState<StoredHome>();
  const [isUnsealing, setUnsealing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const home = chosen ?? bestHome(status, firstHome);
  // What is seen as chosen stays chosen, whatever becomes available later.
  if (home !== undefined && chosen === undefined) setChosen(home);
  const mayKeep = failure !== undefined && isUnanswered(failure);

  function save(isUnverifiedAllowed: boolean): void {
    const element = form.current;
    if (!element || isBusy || !status || home === undefined) return;
    const wrong = check?.() ?? missingCredential(element);
    if (wrong) return setFailure(wrong);
    if (home === 'sealed-file' && status.sealedFile !== 'open') return setUnsealing(true);
    setBusy(true);
    // What was wrong with the last one is not what is wrong with this one.
    setFailure(undefined);
    // The key goes from its fields into the call; what waits here for the answer never held it.
    const answer = send({
      credentials: takeCredentials(element),
      keepIn: home,
      isUnverifiedAllowed,
    });
    void answer.then((saved) => {
      setBusy(false);
      if (!saved.ok) return setFailure(saved.failure);
      clearCredentials(element);
      onSaved(saved.value);
    });
  }

  // Once the fields are drawn with their issues; where none is to blame, the secret is typed again.
  useEffect(() => {
    if (!failure) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (invalid ?? form.current?.querySelector<HTMLElement>('input[type="password"]'))?.focus();
  }, [failure]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    save(false);
  }

  return (
    <>
      <form ref={form} className="accounts-form" aria-label={name} noValidate onSubmit={submit}>
        {children?.(failure)}
        <SecretFields proof={proof} onProof={setProof} failure={failure} />
        <KeepIn
          status={status}
          home={home}
          onHome={setChosen}
          onUnseal={() => setUnsealing(true)}
        />
        {status?.isWaiting && <KeychainWait bridge={bridge} status={status} onStatus={take} />}
        <FailureNote failure={failure}>
          {mayKeep && (
            <p>{SAVE_UNCHECKED[proof]} Ballast checks it as soon as the broker can be reached.</p>
          )}
        </FailureNote>
        <p className="quiet-text accounts-asking" role="status">
          {isBusy && !status?.isWaiting ? askingWords() : ''}
        </p>
        {isBusy && !status?.isWaiting && (
          <button
            type="button"
            className="small"
            onClick={() => void bridge.call('accounts.stopCheck', {})}
          >
            Stop checking
          </button>
        )}
        <DialogActions onBack={onBack} action="Check and save" isBusy={isBusy} isHeld={!status}>
          {mayKeep && (
            <button type="button" disabled={isBusy} onClick={() => save(true)}>
              Save without checking
            </button>
          )}
        </DialogActions>
      </form>
      {isUnsealing && status && (
        <Unsealing
          bridge={bridge}
          isNew={status.sealedFile === 'none'}
          onStatus={take}
          onClose={() => setUnsealing(false)}
        />
      )}
    </>
  );
}

const askingWords = (): string =>
  `Asking the broker… Before a key is sent to an address that is neither on this computer nor Alpaca’s: ${whereAsked(QUESTIONS.newAddress)}`;

const SAVE_UNCHECKED: Record<Proof, string> = {
  key: 'To save it anyway, enter the secret key again and choose Save without checking.',
  token: 'To save it anyway, enter the token again and choose Save without checking.',
};

/** Where it was, or else the best there is, until the person chooses. */
function bestHome(
  status: KeyHomeStatus | undefined,
  before: StoredHome | undefined,
): StoredHome | undefined {
  const available = status?.homes.filter(({ isAvailable }) => isAvailable).map(({ home }) => home);
  if (!available) return undefined;
  return available.find((home) => home === before) ?? available[0] ?? 'this-run';
}
