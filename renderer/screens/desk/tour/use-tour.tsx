// The tour at work: what it knows of the person's doings, the fault that it starts, and that it heals it when it ends.
import {
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { useSyncExternalStore } from 'react';
import { describeFailure } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import { isUnsettled } from '#contract/intents.ts';
import { chordText, isMac } from '#renderer/core/commands/keys.ts';
import { findTarget } from '#renderer/screens/desk/tour/find-target.ts';
import { TourCard } from '#renderer/screens/desk/tour/TourCard.tsx';
import { TourOffer } from '#renderer/screens/desk/tour/TourOffer.tsx';
import {
  doubtfulOf,
  TOUR_FAULT,
  tourStep,
  type TourFacts,
} from '#renderer/screens/desk/tour/tour-steps.ts';
import type { Workspace } from '#renderer/screens/desk/workspace/use-workspace.ts';
import { useSession } from '#renderer/session/session.ts';
import { useCommandRegistry, useCommands } from '#renderer/session/use-commands.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { useUiDocument } from '#renderer/session/use-ui-documents.ts';
import type { TicketControl } from '#renderer/trading/ticket/use-ticket.ts';
import { OverDialogs } from '#renderer/ui/Dialog.tsx';
import { focusWhenThere } from '#renderer/ui/focus-when-there.ts';

type Desk = {
  ticket: TicketControl;
  quantity: RefObject<HTMLInputElement | null>;
  evidenceOf: string | undefined;
  workspace: Workspace;
};

type Tour = {
  /** For a newcomer, once. */
  offer: ReactNode;
  card: ReactNode;
  /** What stands over every dialog of the desk, the card among it. */
  overDialogs: ReactNode;
};

type Running = {
  /** What was there before it began. */
  before: ReadonlySet<string>;
  brokenAfter: number | undefined;
  hasReadEnd: boolean;
  isBreaking: boolean;
  problem: string | undefined;
};

export function useTour({ ticket, quantity, evidenceOf, workspace }: Desk): Tour {
  const { bridge, profile, feeds, screen, go, toast } = useSession();
  const commands = useCommandRegistry();
  const { accountId } = profile;
  const [appearance, setAppearance] = useUiDocument('appearance');
  const [running, setRunning] = useState<Running>();
  const isOn = running !== undefined;
  const intents = useIntents(isOn);
  const over = use(OverDialogs);
  const isNewcomer = useIsNewcomer();
  // Real money has no part in it.
  const isPractice = profile.environment === 'embedded';

  const { preview, isReviewing } = ticket;
  const facts: TourFacts | undefined = running && {
    hasDraft: preview?.draft !== undefined && preview.issues.length === 0,
    isReviewing,
    placed: intents.filter(
      ({ intentId, kind }) => kind === 'place' && !running.before.has(intentId),
    ),
    brokenAfter: running.brokenAfter,
    evidenceOf,
    hasReadEnd: running.hasReadEnd,
  };
  const step = facts && tourStep(facts);
  const doubtful = facts && doubtfulOf(facts);
  if (
    running &&
    !running.hasReadEnd &&
    doubtful &&
    evidenceOf === doubtful.intentId &&
    !isUnsettled(doubtful)
  )
    setRunning({ ...running, hasReadEnd: true });

  const isBroken = running?.brokenAfter !== undefined || running?.isBreaking === true;
  const heal = useCallback(
    () => void bridge.call('paper.heal', { accountId, name: TOUR_FAULT }),
    [bridge, accountId],
  );
  // However it ends: left, finished, another account, the page closed.
  useEffect(() => {
    if (!isBroken) return undefined;
    addEventListener('pagehide', heal);
    return () => {
      removeEventListener('pagehide', heal);
      heal();
    };
  }, [isBroken, heal]);

  function answer(): void {
    if (!appearance.isTourAnswered) setAppearance({ ...appearance, isTourAnswered: true });
  }

  function start(): void {
    answer();
    go('desk');
    workspace.show('orders');
    workspace.show('ticket');
    setRunning({
      before: new Set(feeds.intents.keys()),
      brokenAfter: undefined,
      hasReadEnd: false,
      isBreaking: false,
      problem: undefined,
    });
    focusWhenThere(quantity);
  }

  function change(next: Partial<Running>): void {
    setRunning((now) => now && { ...now, ...next });
  }

  async function breakIt(): Promise<void> {
    const brokenAfter = facts?.placed.length;
    change({ isBreaking: true, problem: undefined });
    const told = await bridge.call('paper.break', { accountId, name: TOUR_FAULT, times: 1 });
    change(
      told.ok
        ? { isBreaking: false, brokenAfter }
        : { isBreaking: false, problem: `Not broken. ${describeFailure(told.failure)}` },
    );
    if (told.ok) focusWhenThere(quantity);
  }

  function leave(): void {
    setRunning(undefined);
    if (!step || step.isEnd) return;
    const [keys] = commands.all().find(({ id }) => id === 'palette')?.keys ?? [];
    const way =
      keys === undefined ? 'open the command palette' : `press ${chordText(keys, isMac())}`;
    toast({ kind: 'note', text: `You left the tour. To take it again, ${way} and type “tour”.` });
  }

  useLeaving(isOn && screen === 'desk', leave);
  useCommands(() => [
    ...(isPractice
      ? [
          {
            id: 'tour',
            group: 'Actions' as const,
            title: 'Take the tour',
            detail: '60 seconds, practice money',
            run: start,
          },
        ]
      : []),
    ...(step?.isBreak
      ? [
          {
            id: 'tour.break',
            group: 'Actions' as const,
            title: 'Tour: break the broker',
            run: () => void breakIt(),
          },
        ]
      : []),
  ]);

  const card = step && (
    <TourCard
      step={step}
      find={() => step.target && findTarget(step.target, quantity.current)}
      isBreaking={running?.isBreaking ?? false}
      problem={running?.problem}
      onBreak={() => void breakIt()}
      onLeave={leave}
    />
  );
  return {
    offer: isPractice && isNewcomer && !isOn && !appearance.isTourAnswered && (
      <TourOffer onTake={start} onDecline={answer} />
    ),
    card: step?.isInDialog ? undefined : card,
    overDialogs: step?.isInDialog ? (
      <>
        {over}
        {card}
      </>
    ) : (
      over
    ),
  };
}

/** Known to have no orders yet. */
function useIsNewcomer(): boolean {
  const { feeds } = useSession();
  const isHeard = useSlice(feeds.heard, 'orders') === true;
  return useSyncExternalStore(feeds.orders.onAny, () => isHeard && feeds.orders.all().length === 0);
}

const NOBODY = () => () => undefined;
const NONE: readonly Intent[] = [];

/** In the order in which they were decided; nobody listens while there is no tour. */
function useIntents(isOn: boolean): readonly Intent[] {
  const { intents } = useSession().feeds;
  const all = useSyncExternalStore(isOn ? intents.onAny : NOBODY, () =>
    isOn ? intents.all() : NONE,
  );
  return all.toSorted((a, b) => a.confirmedAt - b.confirmedAt);
}

/** Escape, unless something that is open takes it first. */
function useLeaving(isOn: boolean, onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const isTaken = event.defaultPrevented || document.querySelector('dialog[open], .popup');
      if (event.key === 'Escape' && !isTaken) leave();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
