import '#renderer/screens/settings/accounts/accounts.css';
import { useRef, useState } from 'react';
import { describeFailure } from '#contract/failure.ts';
import { KeychainWait } from '#renderer/session/keys/KeychainWait.tsx';
import { useKeyStatus } from '#renderer/session/keys/use-key-status.ts';
import { AccountRow } from '#renderer/screens/settings/accounts/AccountRow.tsx';
import { ChangePassphrase } from '#renderer/screens/settings/accounts/ChangePassphrase.tsx';
import { ConnectAccount } from '#renderer/screens/settings/accounts/ConnectAccount.tsx';
import { Unsealing } from '#renderer/screens/settings/accounts/Unsealing.tsx';
import { moved } from '#renderer/screens/settings/accounts/words.ts';
import { useAccounts } from '#renderer/session/accounts.ts';
import { useSession } from '#renderer/session/session.ts';

export function AccountsSection() {
  const { bridge, toast } = useSession();
  const { accounts } = useAccounts();
  const { status, take } = useKeyStatus(bridge);
  const [isConnecting, setConnecting] = useState(false);
  const [isUnsealing, setUnsealing] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const [said, say] = useState('');
  const dragged = useRef<string>(undefined);
  const ids = accounts.map(({ accountId }) => accountId);
  const isSealed =
    status?.sealedFile === 'locked' && accounts.some(({ keyHome }) => keyHome === 'sealed-file');

  async function move(accountId: string, to: number): Promise<void> {
    const told = await bridge.call('accounts.reorder', { accountIds: moved(ids, accountId, to) });
    if (!told.ok) return toast({ kind: 'bad', text: describeFailure(told.failure) });
    const label = accounts.find((one) => one.accountId === accountId)?.label ?? '';
    say(`${label} is now ${to + 1} of ${ids.length}.`);
  }

  return (
    <>
      <section className="panel panel-padded" aria-labelledby="accounts-title">
        <div className="accounts-head">
          <h2 id="accounts-title" className="heading">
            Accounts
          </h2>
          {!isConnecting && (
            <button type="button" className="primary" onClick={() => setConnecting(true)}>
              Connect an account
            </button>
          )}
        </div>
        <p className="quiet-text accounts-lead">
          There is no switch between paper and live: the account decides. Each window trades for the
          account in its frame, and keys never leave the place named next to them.
        </p>
        {isSealed && (
          <div className="note note-warn note-split">
            <p>The sealed file is locked; accounts with their key in it cannot open.</p>
            <button type="button" onClick={() => setUnsealing(true)}>
              Enter passphrase…
            </button>
          </div>
        )}
        {status?.isWaiting && !isConnecting && (
          <KeychainWait bridge={bridge} status={status} onStatus={take} />
        )}
        <ol className="lines" aria-label="Accounts">
          {accounts.map((profile, place) => (
            <AccountRow
              key={profile.accountId}
              profile={profile}
              place={place}
              count={accounts.length}
              onMove={(to) => void move(profile.accountId, to)}
              onDragStart={() => (dragged.current = profile.accountId)}
              onDrop={() => {
                const accountId = dragged.current;
                dragged.current = undefined;
                if (accountId !== undefined && accountId !== profile.accountId)
                  void move(accountId, place);
              }}
            />
          ))}
        </ol>
        {status !== undefined && status.sealedFile !== 'none' && (
          <p className="quiet-text">
            Keys in the sealed file are protected by a passphrase.{' '}
            <button type="button" className="small" onClick={() => setChanging(true)}>
              Change the passphrase…
            </button>
          </p>
        )}
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </section>
      {isConnecting && <ConnectAccount onDone={() => setConnecting(false)} />}
      {isChanging && <ChangePassphrase onStatus={take} onClose={() => setChanging(false)} />}
      {isUnsealing && (
        <Unsealing
          bridge={bridge}
          isNew={false}
          onStatus={take}
          onClose={() => setUnsealing(false)}
        />
      )}
    </>
  );
}
