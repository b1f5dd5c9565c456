import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DeskState } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure } from '#contract/failure.ts';
import { useAppliedAppearance } from '#renderer/session/appearance.ts';
import { delay, every } from '#renderer/core/delay.ts';
import { createAlertLog } from '#renderer/core/alert-log.ts';
import { AlertLogContext, useAlertLog } from '#renderer/session/use-alerts.ts';
import { ChartOnly } from '#renderer/app/frame/ChartOnly.tsx';
import { useFirstPlace } from '#renderer/app/frame/first-place.ts';
import { Frame } from '#renderer/app/frame/Frame.tsx';
import { keepFocus } from '#renderer/app/frame/keep-focus.ts';
import { readDeskAhead } from '#renderer/app/screens.tsx';
import { LockScreen } from '#renderer/app/frame/LockScreen.tsx';
import { KillSwitch, StoppedLine } from '#renderer/app/frame/StopTrading.tsx';
import { ToastKeeper, useToast, useUntoast } from '#renderer/app/frame/Toasts.tsx';
import { useDeskState, useTouch } from '#renderer/app/frame/use-desk-state.ts';
import { useVersionNote } from '#renderer/app/frame/use-version-note.ts';
import { useLeftPlace } from '#renderer/app/frame/left-place.ts';
import { useOpening } from '#renderer/app/frame/use-opening.ts';
import {
  createVisitQueue,
  useVisitQueue,
  VisitQueueContext,
} from '#renderer/app/frame/visit-queue.ts';
import { ClosedAccount } from '#renderer/app/frame/ClosedAccount.tsx';
import { AccountsContext } from '#renderer/session/accounts.ts';
import type { ScreenName } from '#renderer/session/session.ts';
import { createUiDocuments } from '#renderer/core/documents/ui-documents.ts';
import { UiDocumentsContext, useUiDocument } from '#renderer/session/use-ui-documents.ts';
import { createWindowNews } from '#renderer/core/window-news.ts';
import { WindowNewsContext } from '#renderer/session/use-window-news.ts';
import { PrivacyContext } from '#renderer/ui/privacy.ts';

type Props = { bridge: Bridge };

export function App({ bridge }: Props) {
  const [news] = useState(() => createWindowNews(new BroadcastChannel('ballast')));
  const documents = useMemo(
    () =>
      createUiDocuments({
        bridge,
        delay,
        newId: () => crypto.randomUUID(),
        onWritten: () => news.tell({ kind: 'remembered' }),
      }),
    [bridge, news],
  );
  useEffect(() => {
    const flush = () => documents.flush();
    addEventListener('pagehide', flush);
    return () => removeEventListener('pagehide', flush);
  }, [documents]);
  useEffect(() => keepFocus({ page: document, every }), []);
  // Above the accounts: what was announced and visited stays so when another account comes to the front.
  const alerts = useMemo(() => createAlertLog({ bridge, now: Date.now }), [bridge]);
  const visits = useMemo(
    () =>
      createVisitQueue({
        bridge,
        storage: sessionStorage,
        now: Date.now,
        newId: () => crypto.randomUUID(),
      }),
    [bridge],
  );
  return (
    <WindowNewsContext value={news}>
      <UiDocumentsContext value={documents}>
        <AlertLogContext value={alerts}>
          <VisitQueueContext value={visits}>
            <ToastKeeper>
              <Dressed bridge={bridge} />
            </ToastKeeper>
          </VisitQueueContext>
        </AlertLogContext>
      </UiDocumentsContext>
    </WindowNewsContext>
  );
}

/** In the colors a person chose, and locked while the desk is. */
function Dressed({ bridge }: Props) {
  const [appearance] = useUiDocument('appearance');
  useAppliedAppearance(appearance);
  const desk = useDeskState(bridge);
  useTouch(bridge, desk?.canLock === true && !desk.isLocked);
  useDeskNotes(desk?.notes);
  const { place, change, onNoted } = useFirstPlace();
  return (
    <PrivacyContext value={appearance.isPrivate}>
      <KillSwitch bridge={bridge}>
        {desk?.isLocked ? (
          <LockScreen bridge={bridge} desk={desk} />
        ) : place.chart ? (
          <ChartOnly bridge={bridge} desk={desk} chart={place.chart} onChange={change} />
        ) : (
          <Opened bridge={bridge} desk={desk} note={place.note} onNoted={onNoted} />
        )}
      </KillSwitch>
    </PrivacyContext>
  );
}

/** What went wrong at the start, each said once, and for as long as the desk says so. */
function useDeskNotes(notes: readonly string[] = NO_NOTES): void {
  const toast = useToast();
  const untoast = useUntoast();
  const said = useRef<readonly string[]>(NO_NOTES);
  useEffect(() => {
    const before = said.current;
    said.current = notes;
    for (const text of before) if (!notes.includes(text)) untoast(noteId(text));
    for (const text of notes)
      if (!before.includes(text)) toast({ kind: 'bad', text, id: noteId(text) });
  }, [notes, toast, untoast]);
}
const noteId = (text: string): string => `note:${text}`;
const NO_NOTES: readonly string[] = [];

type OpenedProps = Props & {
  desk: DeskState | undefined;
  note: string | undefined;
  onNoted: () => void;
};

function Opened({ bridge, desk, note, onNoted }: OpenedProps) {
  useEffect(() => {
    void readDeskAhead();
  }, []);
  const { accounts, load } = useOpening(bridge);
  const [chosenId, setChosenId] = useState<string>();
  const [firstScreen, setFirstScreen] = useState<ScreenName>();
  const { left, leave } = useLeftPlace(bridge, chosenId);
  const alerts = useAlertLog();
  const untoast = useUntoast();
  useVersionNote(bridge);
  useEffect(() => alerts.onOver(untoast), [alerts, untoast]);
  useEffect(() => alerts.start(), [alerts]);
  const visits = useVisitQueue();
  useEffect(() => visits.start(), [visits]);

  const all = useMemo(() => (accounts?.ok ? accounts.value : []), [accounts]);
  const wishes = useRef(0);
  const bring = useCallback(
    (accountId: string, screen: ScreenName = 'desk') => {
      const wish = ++wishes.current;
      const show = (): void => {
        setChosenId(accountId);
        setFirstScreen(screen);
        leave({ accountId, screen });
      };
      // One that was just connected may be known to the desk and not to this window yet.
      if (all.some((one) => one.accountId === accountId)) show();
      // By then another may have been chosen, which is the one to stay at.
      else void load().then(() => wish === wishes.current && show());
    },
    [all, load, leave],
  );
  const select = useCallback(
    (accountId: string, screen?: ScreenName) => {
      // Who goes elsewhere by hand is not led back to where an alert pointed.
      visits.drop();
      bring(accountId, screen);
    },
    [visits, bring],
  );
  const managed = useMemo(() => ({ accounts: all, desk, select }), [all, desk, select]);

  if (!accounts || left === undefined)
    return (
      <main className="notice" aria-busy="true">
        <h1>Opening the desk</h1>
      </main>
    );
  const firstOpen = all.find(({ isOpen }) => isOpen);
  const shown =
    all.find(({ accountId }) => accountId === (chosenId ?? left?.accountId)) ?? firstOpen ?? all[0];
  // Kept from now on: a new order of the list, or an account that opens or closes, changes nothing in this window.
  if (shown && shown.accountId !== chosenId) setChosenId(shown.accountId);
  if (!shown)
    return (
      <main className="notice">
        <h1>The desk could not be opened</h1>
        <StoppedLine desk={desk} />
        <p>{accounts.ok ? 'No account is open.' : describeFailure(accounts.failure)}</p>
        <button type="button" onClick={() => void load()}>
          Try again
        </button>
      </main>
    );
  // The settings of a desk without any open account are reached all the same.
  const isShown = shown.isOpen || (!firstOpen && firstScreen === 'settings');
  const leftHere = left?.accountId === shown.accountId ? left : undefined;
  return (
    <AccountsContext value={managed}>
      {isShown ? (
        <Frame
          key={shown.accountId}
          bridge={bridge}
          profile={shown}
          accounts={all}
          desk={desk}
          firstScreen={firstScreen ?? leftHere?.screen ?? 'desk'}
          firstSymbol={leftHere?.symbol}
          onPlace={leave}
          note={note}
          onNoted={onNoted}
          onAccount={select}
          onVisit={bring}
        />
      ) : (
        <ClosedAccount
          key={shown.accountId}
          bridge={bridge}
          profile={shown}
          onSettings={() => select((firstOpen ?? shown).accountId, 'settings')}
          onVisit={bring}
        />
      )}
    </AccountsContext>
  );
}
