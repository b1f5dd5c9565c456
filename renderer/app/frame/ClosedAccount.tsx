// An account that this window shows and that is not open: what it waits for, and every way on from here.
import { useCallback, useEffect, useState } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import { BADGES } from '#renderer/core/environment.ts';
import { KeychainWait } from '#renderer/session/keys/KeychainWait.tsx';
import { UnsealForm } from '#renderer/session/keys/UnsealForm.tsx';
import { StoppedLine } from '#renderer/app/frame/StopTrading.tsx';
import { useEnvironment } from '#renderer/app/frame/use-environment.ts';
import { useKeyStatus } from '#renderer/session/keys/use-key-status.ts';
import { useAccounts } from '#renderer/session/accounts.ts';
import { useUiDocument } from '#renderer/session/use-ui-documents.ts';

type Props = {
  bridge: Bridge;
  profile: AccountProfile;
  /** Absent in a window that shows a chart of this account and nothing else: there the desk is the way on. */
  onSettings?: () => void;
};

export function ClosedAccount({ bridge, profile, onSettings }: Props) {
  const { accountId, label, environment, keyHome } = profile;
  const { accounts, desk, select } = useAccounts();
  const { status, take } = useKeyStatus(bridge);
  const [{ theme }] = useUiDocument('appearance');
  const [isOpening, setOpening] = useState(true);
  const [failure, setFailure] = useState<string>();
  useEnvironment(profile, theme, { isStopped: desk?.isStopped === true });

  const ask = useCallback(
    () =>
      bridge.call('accounts.open', { accountId }).then((opened) => {
        setOpening(false);
        setFailure(opened.ok ? undefined : describeFailure(opened.failure));
      }),
    [bridge, accountId],
  );
  useEffect(() => {
    void ask();
  }, [ask]);

  function tryAgain(): void {
    setOpening(true);
    void ask();
  }

  const isWaiting = status?.isWaiting === true && keyHome === 'keychain';
  // Known at once by the failure; the answer about the homes waits for the keychain to be looked at.
  const isSealed =
    !isOpening && keyHome === 'sealed-file' && (status?.sealedFile ?? 'locked') === 'locked';
  const others = (onSettings ? accounts : []).filter(
    (one) => one.isOpen && one.accountId !== accountId,
  );
  return (
    <div className={`frame closed-account environment-${environment}`}>
      <main className="notice" aria-busy={isOpening}>
        <span className="badge">{BADGES[environment]}</span>
        <h1>{isOpening ? `Opening ${label}` : `${label} is not open`}</h1>
        <StoppedLine desk={desk} />
        {isWaiting && <KeychainWait bridge={bridge} onStatus={take} />}
        {!isOpening && !isSealed && <p role="alert">{failure ?? profile.problem}</p>}
        {isSealed && <UnsealForm bridge={bridge} isNew={false} onOpened={tryAgain} />}
        {!onSettings && keyHome === 'none' && <p>Enter its key on the desk, under Settings.</p>}
        <p className="quiet-text">
          Orders that are open stay open at the broker. Nothing is sent for it from here.
        </p>
        <div className="notice-actions">
          {!isOpening && keyHome === 'none' && onSettings && (
            <button type="button" className="primary" onClick={onSettings}>
              Enter its key in Settings
            </button>
          )}
          {!isOpening && keyHome !== 'none' && !isSealed && (
            <button type="button" className="primary" onClick={tryAgain}>
              Try again
            </button>
          )}
          {others.map((other) => (
            <button key={other.accountId} type="button" onClick={() => select(other.accountId)}>
              Use {other.label}
            </button>
          ))}
          {keyHome !== 'none' && onSettings && (
            <button type="button" onClick={onSettings}>
              Settings
            </button>
          )}
        </div>
      </main>
    </div>
  );
}
