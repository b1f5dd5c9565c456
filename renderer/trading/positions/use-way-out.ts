// The way out on one or more accounts: what it would do, asked again while it is looked at; the one confirmation; and what
// main tells of it since. Main carries it out, so that closing this window interrupts nothing.
import { useCallback, useEffect, useState } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Result } from '#contract/failure.ts';
import type { Closing, ClosingKind, ClosingPlan, ExitHow, Protection } from '#contract/closings.ts';
import { delay } from '#renderer/core/delay.ts';
import { startPreviewLoop } from '#renderer/trading/submission/preview-loop.ts';
import { isDeskSilent } from '#renderer/trading/submission/submit-once.ts';

export type WayOutRequest = {
  kind: ClosingKind;
  /** Without any: everything that is held. */
  symbols?: readonly string[];
  /** One that was confirmed before. */
  closingId?: string;
  /** Where it is to be protected. */
  protection?: Protection;
};

/** One account's part in it. */
export type WayOutPart = {
  profile: AccountProfile;
  plan?: ClosingPlan | undefined;
  closing?: Closing | undefined;
  problem?: string | undefined;
};

export type WayOut = {
  parts: readonly WayOutPart[];
  /** It was confirmed here or before: there is nothing left to confirm. */
  isConfirmed: boolean;
  isBusy: boolean;
  confirm(how: ExitHow): void;
  goOn(part: WayOutPart, how?: ExitHow): void;
  stop(part: WayOutPart): void;
};

const OPENING = 'This account is still opening. It is left out until then.';
const FORGOTTEN =
  'Ballast is no longer tracking this. Check your positions and close what is left again.';
const AGAIN_MS = 2_000;
const ASK_AGAIN_MS = 500;
const MOST_ASKED = 20;

export function useWayOut(
  bridge: Bridge,
  profiles: readonly AccountProfile[],
  { kind, symbols, closingId, protection }: WayOutRequest,
): WayOut {
  const [accounts] = useState(profiles);
  const [open, setOpen] = useState(() => profiles.filter(({ isOpen }) => isOpen));
  const [plans, setPlans] = useState<Readonly<Record<string, ClosingPlan>>>({});
  /** By account and id, from the first word of main on. */
  const [closings, setClosings] = useState<Readonly<Record<string, Record<string, Closing>>>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string | undefined>>>(() =>
    Object.fromEntries(
      profiles.filter(({ isOpen }) => !isOpen).map(({ accountId }) => [accountId, OPENING]),
    ),
  );
  /** What main said to a confirmation; what a plan says is asked again and again, and takes none of it back. */
  const [refusals, setRefusals] = useState<Readonly<Record<string, string | undefined>>>({});
  /** The id that was confirmed, by account. */
  const [confirmed, setConfirmed] = useState<Readonly<Record<string, string>>>(() =>
    closingId === undefined
      ? {}
      : Object.fromEntries(accounts.map(({ accountId }) => [accountId, closingId])),
  );
  const [isBusy, setBusy] = useState(false);
  const isConfirmed = Object.keys(confirmed).length > 0;
  const asked = JSON.stringify({ ...(symbols && { symbols }), ...(protection && { protection }) });
  /** While it runs main tells; before and after it, a plan says what would be done. */
  const isPlanning = accounts.every(
    ({ accountId }) => closings[accountId]?.[confirmed[accountId] ?? '']?.state !== 'running',
  );

  const setProblem = useCallback(
    (accountId: string, text: string | undefined) =>
      setProblems((all) => ({ ...all, [accountId]: text })),
    [],
  );

  /** Anew: those that are not among them main does not know any more. */
  const putClosings = useCallback(
    (accountId: string, items: readonly Closing[], isAnew = false) =>
      setClosings((all) => ({
        ...all,
        [accountId]: {
          ...(isAnew ? {} : all[accountId]),
          ...Object.fromEntries(items.map((closing) => [closing.closingId, closing])),
        },
      })),
    [],
  );

  /** What main tells of it may come before the answer, and is newer. */
  const putAnswered = (accountId: string, closing: Closing): void =>
    setClosings((all) => {
      const heard = all[accountId] ?? {};
      return heard[closing.closingId]
        ? all
        : { ...all, [accountId]: { ...heard, [closing.closingId]: closing } };
    });

  // An account that nothing needed is closed, whatever it holds. It is opened for this; a key that nobody can read yet
  // keeps the others from nothing.
  useEffect(() => {
    for (const profile of accounts.filter(({ isOpen }) => !isOpen)) {
      const { accountId } = profile;
      void bridge.call('accounts.open', { accountId }).then((answer) => {
        setProblem(accountId, answer.ok ? undefined : describeFailure(answer.failure));
        if (answer.ok) setOpen((all) => [...new Set([...all, profile])]);
      });
    }
  }, [bridge, accounts, setProblem]);

  useEffect(() => {
    if (!isPlanning) return undefined;
    const about = JSON.parse(asked) as { symbols?: string[]; protection?: Protection };
    const stops = open.map(({ accountId }) =>
      startPreviewLoop<ClosingPlan>({
        ask: async () => {
          const answer = await bridge.call('closings.plan', { accountId, kind, ...about });
          setProblem(accountId, answer.ok ? undefined : describeFailure(answer.failure));
          return answer;
        },
        onAnswer: (plan) => plan.ok && setPlans((all) => ({ ...all, [accountId]: plan.value })),
        firstMs: 0,
        againMs: AGAIN_MS,
        delay,
      }),
    );
    return () => stops.forEach((stop) => stop());
  }, [bridge, open, kind, asked, isPlanning, setProblem]);

  useEffect(() => {
    const stops = open.map(({ accountId }) =>
      bridge.watch('closings', { accountId }, (event) => {
        if (event.kind === 'failed') return;
        putClosings(accountId, event.items, event.reset);
      }),
    );
    return () => stops.forEach((stop) => stop());
  }, [bridge, open, putClosings]);

  /** The id makes it one, however often it is asked: an answer that was lost is asked for again. */
  async function ask(accountId: string, call: () => Promise<Result<Closing>>): Promise<void> {
    const setRefusal = (text: string | undefined) =>
      setRefusals((all) => ({ ...all, [accountId]: text }));
    for (let times = 1; ; times++) {
      const answer = await call();
      if (answer.ok) {
        setRefusal(undefined);
        return putAnswered(accountId, answer.value);
      }
      const isLost = isDeskSilent(answer.failure) && times < MOST_ASKED;
      setRefusal(
        isLost
          ? 'Ballast did not answer. It may have started: checking again.'
          : describeFailure(answer.failure),
      );
      if (!isLost) return;
      await new Promise<void>((resolve) => void delay(ASK_AGAIN_MS, resolve));
    }
  }

  async function together(work: Promise<void>[]): Promise<void> {
    setBusy(true);
    await Promise.all(work);
    setBusy(false);
  }

  const parts = accounts.map((profile): WayOutPart => {
    const { accountId } = profile;
    const id = confirmed[accountId];
    const heard = closings[accountId];
    const closing = id === undefined ? undefined : heard?.[id];
    const isForgotten = id !== undefined && heard !== undefined && !closing && !isBusy;
    return {
      profile,
      plan: plans[accountId],
      closing,
      problem: refusals[accountId] ?? problems[accountId] ?? (isForgotten ? FORGOTTEN : undefined),
    };
  });

  const onClosing = (
    { profile, closing }: WayOutPart,
    call: (input: { accountId: string; closingId: string }) => Promise<Result<Closing>>,
  ) => {
    if (!closing || isBusy) return;
    const { accountId } = profile;
    void together([ask(accountId, () => call({ accountId, closingId: closing.closingId }))]);
  };

  return {
    parts,
    isConfirmed,
    isBusy,
    confirm(how) {
      const going = parts.flatMap(({ profile, plan }) =>
        plan && canGo(plan) ? [{ accountId: profile.accountId, closingId: plan.closingId }] : [],
      );
      if (isBusy || isConfirmed || going.length === 0) return;
      setConfirmed(Object.fromEntries(going.map((one) => [one.accountId, one.closingId])));
      void together(
        going.map((input) =>
          ask(input.accountId, () => bridge.call('closings.begin', { ...input, how })),
        ),
      );
    },
    goOn: (part, how) =>
      onClosing(part, (input) => bridge.call('closings.goOn', { ...input, ...(how && { how }) })),
    stop: (part) => onClosing(part, (input) => bridge.call('closings.stop', input)),
  };
}

export const canGo = ({ symbols, heldBack }: ClosingPlan): boolean =>
  symbols.length > 0 && heldBack === undefined;
