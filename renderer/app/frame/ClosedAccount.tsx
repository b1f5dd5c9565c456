// An account that this window shows and that is not open: what it waits for, and every way on from here.
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { isResting } from '#contract/resting.ts';
import { lastKnownWords, type LastKnown } from '#contract/unwatched.ts';
import { describeFailure } from '#contract/failure.ts';
import { BADGES } from '#renderer/core/environment.ts';
import { KeychainWait } from '#renderer/session/keys/KeychainWait.tsx';
import { AlertsMenu } from '#renderer/app/frame/AlertsMenu.tsx';
import { useAlertNotices } from '#renderer/app/frame/alert-notices.ts';
import { FrameFoot } from '#renderer/app/frame/FrameFoot.tsx';
import { REMEDIES, UnwatchedBanner } from '#renderer/app/frame/UnwatchedBanner.tsx';
import { UnsealForm } from '#renderer/session/keys/UnsealForm.tsx';
import { StoppedLine } from '#renderer/app/frame/StopTrading.tsx';
import { useEnvironment } from '#renderer/app/frame/use-environment.ts';
import { useKeyStatus } from '#renderer/session/keys/use-key-status.ts';
import { useToast } from '#renderer/app/frame/Toasts.tsx';
import { useEnterKey } from '#renderer/app/frame/use-enter-key.tsx';
import { useVisits } from '#renderer/app/frame/use-visits.ts';
import { useVisitQueue } from '#renderer/app/frame/visit-queue.ts';
import { useAccounts } from '#renderer/session/accounts.ts';
import type { Session } from '#renderer/session/session.ts';
import { formatAge } from '#renderer/ui/format.ts';
import { PopupHome } from '#renderer/ui/popup-home.ts';
import { Said } from '#renderer/ui/Said.tsx';
import { useNow } from '#renderer/ui/use-now.ts';
import { useUiDocument } from '#renderer/session/use-ui-documents.ts';

type Props = {
  bridge: Bridge;
  profile: AccountProfile;
  /** Both absent in a window that shows a chart of this account and nothing else: there the desk is the way on. */
  onSettings?: () => void;
  onVisit?: (accountId: string) => void;
};

export function ClosedAccount({ bridge, profile, onSettings, onVisit }: Props) {
  const { accountId, label, environment, keyHome } = profile;
  const { accounts, desk, select } = useAccounts();
  const { status, take } = useKeyStatus(bridge);
  const [{ theme }] = useUiDocument('appearance');
  const { unwatched } = profile;
  // What was tried and failed is asked for again by the person alone: the keychain would ask for its password.
  const [isOpening, setOpening] = useState(unwatched === undefined);
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
  const isTried = useRef(unwatched !== undefined);
  useEffect(() => {
    if (!isTried.current) void ask();
  }, [ask]);

  function tryAgain(): void {
    setOpening(true);
    void ask();
  }
  const toast = useToast(label);
  const { enterKey, enteringKey } = useEnterKey({ bridge, profile, toast, onSaved: tryAgain });

  const isGone =
    keyHome === 'none' || profile.isKeyMissing === true || unwatched?.remedy === 'enter-key';
  const isWaiting = status?.isWaiting === true && keyHome === 'keychain';
  // Known at once by the failure; the answer about the homes waits for the keychain to be looked at.
  const isSealed =
    !isOpening &&
    keyHome === 'sealed-file' &&
    (unwatched ? unwatched.remedy === 'unseal' : (status?.sealedFile ?? 'locked') === 'locked');
  const others = accounts.filter((one) => one.accountId !== accountId);
  const popups = useRef<HTMLDivElement>(null);
  return (
    <PopupHome value={popups}>
      <div className={`frame closed-account environment-${environment}`}>
        <header className="chart-frame-bar">
          <span className="badge">{BADGES[environment]}</span>
          {onSettings && onVisit && <Alerts {...{ bridge, profile, toast, onSettings, onVisit }} />}
          <div ref={popups} />
        </header>
        <div>
          <UnwatchedBanner bridge={bridge} toast={toast} accounts={others} />
        </div>
        <main className="notice" aria-busy={isOpening}>
          <h1>{isOpening ? `Opening ${label}` : `${label} is not open`}</h1>
          <StoppedLine desk={desk} />
          {isWaiting && <KeychainWait bridge={bridge} status={status} onStatus={take} />}
          {!isOpening && !isSealed && (
            <p role="alert">{unwatched?.why ?? failure ?? profile.problem}</p>
          )}
          {!isOpening && unwatched && <LastKnownLines known={unwatched.known} />}
          {isSealed && <UnsealForm bridge={bridge} isNew={false} onOpened={tryAgain} />}
          <p className="quiet-text">
            Open orders stay open at the broker. Ballast sends nothing for this account.
          </p>
          <div className="notice-actions">
            {!isOpening && isGone && (
              <button type="button" className="primary" onClick={enterKey}>
                Enter key…
              </button>
            )}
            {!isOpening && keyHome !== 'none' && !isSealed && (
              <button type="button" className={isGone ? '' : 'primary'} onClick={tryAgain}>
                {isGone ? 'Try again' : REMEDIES[unwatched?.remedy ?? 'try-again']}
              </button>
            )}
            {(onSettings ? others : [])
              .filter((other) => other.isOpen || isResting(other))
              .map((other) => (
                <button key={other.accountId} type="button" onClick={() => select(other.accountId)}>
                  Use {other.label}
                </button>
              ))}
            {onSettings && (
              <button type="button" onClick={onSettings}>
                Settings
              </button>
            )}
          </div>
          {enteringKey}
        </main>
        <FrameFoot profile={profile} />
      </div>
    </PopupHome>
  );
}

type AlertsProps = Required<Props> & Pick<Session, 'toast'>;

/** What the desk tells of the other accounts is heard here too, and leads to them. */
function Alerts({ bridge, profile, toast, onSettings, onVisit }: AlertsProps) {
  const { accounts } = useAccounts();
  const visits = useVisitQueue();
  const show: Session['show'] = (target) => visits.go({ place: 'target', target });
  useAlertNotices({ bridge, show });
  useVisits({
    accountId: profile.accountId,
    isKnown: (accountId) => accounts.some((one) => one.accountId === accountId),
    onAccount: onVisit,
    toast,
  });
  return <AlertsMenu label={profile.label} show={show} onSettings={onSettings} />;
}

function LastKnownLines({ known }: { known: LastKnown | undefined }) {
  const now = useNow(30_000);
  return (
    <>
      <p>
        Ballast is not watching this account.{' '}
        <Said text={lastKnownWords(known, (at) => formatAge(now - at))} />
      </p>
      {known && known.lines.length > 0 && (
        <ul aria-label="Last known">
          {known.lines.map((line) => (
            <li key={line}>
              <Said text={line} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
