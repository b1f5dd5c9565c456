import { useCallback, useEffect, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Result } from '#contract/failure.ts';
import type { AccountProfile } from '#contract/accounts.ts';
import { Frame } from '#renderer/frame/Frame.tsx';

type Props = { bridge: Bridge };

export function App({ bridge }: Props) {
  const [accounts, setAccounts] = useState<Result<AccountProfile[]>>();
  const load = useCallback(() => bridge.call('accounts.list', {}).then(setAccounts), [bridge]);

  useEffect(() => {
    void load();
  }, [load]);

  if (!accounts)
    return (
      <main className="notice" aria-busy="true">
        <h1>Opening the desk</h1>
      </main>
    );
  const first = accounts.ok ? accounts.value[0] : undefined;
  if (first) return <Frame key={first.accountId} bridge={bridge} profile={first} />;
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
