import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AccountProfile, DeskState } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, ok, type Result } from '#contract/failure.ts';
import { useAppliedAppearance } from '#renderer/frame/appearance.ts';
import { stayingAccount } from '#renderer/frame/chosen-account.ts';
import { Frame } from '#renderer/frame/Frame.tsx';
import { LockScreen } from '#renderer/frame/LockScreen.tsx';
import { useAccountNews, useDeskState, useTouch } from '#renderer/frame/use-desk-state.ts';
import {
  createUiDocuments,
  UiDocumentsContext,
  useUiDocument,
  useUiDocuments,
} from '#renderer/session/ui-documents.ts';
import { PrivacyContext } from '#renderer/ui/privacy.ts';

type Props = { bridge: Bridge };

const delay = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

export function App({ bridge }: Props) {
  const documents = useMemo(() => createUiDocuments({ bridge, delay }), [bridge]);
  useEffect(() => {
    const flush = () => documents.flush();
    addEventListener('pagehide', flush);
    return () => removeEventListener('pagehide', flush);
  }, [documents]);
  return (
    <UiDocumentsContext value={documents}>
      <Dressed bridge={bridge} />
    </UiDocumentsContext>
  );
}

/** In the colours a person chose, and locked while the desk is. */
function Dressed({ bridge }: Props) {
  const [appearance] = useUiDocument('appearance');
  useAppliedAppearance(appearance);
  const desk = useDeskState(bridge);
  useTouch(bridge, desk?.canLock === true && !desk.isLocked);
  return (
    <PrivacyContext value={appearance.isPrivate}>
      {desk?.isLocked ? <LockScreen bridge={bridge} /> : <Opened bridge={bridge} desk={desk} />}
    </PrivacyContext>
  );
}

const ACCOUNT_KEY = 'ballast.account';

function Opened({ bridge, desk }: Props & { desk: DeskState | undefined }) {
  const documents = useUiDocuments();
  const [accounts, setAccounts] = useState<Result<AccountProfile[]>>();
  const [chosenId, setChosenId] = useState(() => sessionStorage.getItem(ACCOUNT_KEY) ?? undefined);

  // What is remembered comes with the accounts, so that the desk opens as it was left.
  const load = useCallback(
    () =>
      Promise.all([bridge.call('accounts.list', {}), documents.load()]).then(([listed]) =>
        take(listed),
      ),
    [bridge, documents],
  );

  function take(listed: Result<AccountProfile[]>): void {
    setAccounts(listed);
    if (listed.ok) setChosenId((before) => stayingAccount(listed.value, before));
  }
  useEffect(() => {
    void load();
  }, [load]);
  useAccountNews(bridge, accounts?.ok === true, (value) => take({ ok: true, value }));
  useEffect(() => {
    if (chosenId !== undefined) sessionStorage.setItem(ACCOUNT_KEY, chosenId);
  }, [chosenId]);

  async function choose(accountId: string): Promise<string | undefined> {
    const opened = await bridge.call('accounts.open', { accountId });
    if (!opened.ok) return describeFailure(opened.failure);
    // It is open now, whenever the list tells.
    setAccounts((listed) =>
      listed?.ok
        ? ok(listed.value.map((one) => (one.accountId === accountId ? opened.value : one)))
        : listed,
    );
    setChosenId(accountId);
    return undefined;
  }

  if (!accounts)
    return (
      <main className="notice" aria-busy="true">
        <h1>Opening the desk</h1>
      </main>
    );
  const all = accounts.ok ? accounts.value : [];
  const open = all.filter(({ isOpen }) => isOpen);
  const shown = open.find(({ accountId }) => accountId === chosenId) ?? open[0] ?? all[0];
  if (shown)
    return (
      <Frame
        key={shown.accountId}
        bridge={bridge}
        profile={shown}
        accounts={all}
        desk={desk}
        onAccount={choose}
      />
    );
  return (
    <main className="notice">
      <h1>The desk could not be opened</h1>
      <p>{accounts.ok ? 'No account is open.' : describeFailure(accounts.failure)}</p>
      <button type="button" onClick={() => void load()}>
        Try again
      </button>
    </main>
  );
}
