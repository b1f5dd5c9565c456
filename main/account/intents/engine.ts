// What every intent goes through, whatever it is: recorded on disk, handed over in one synchronous turn, judged by what
// came back, looked up until its fate is known, and sent again where the rules let the desk do so by itself. What differs
// between placing, replacing and minting is a table of rules; nothing here knows which of them it runs.
import { invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import { isUnsettled, type Intent, type IntentKind } from '#contract/intents.ts';
import type { Confirmation } from '#contract/trading.ts';
import {
  baselineOf,
  createAttempts,
  type AnswerMembers,
  type Attempted,
  type Baseline,
} from '#main/account/intents/attempts.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import { mayResend, type AttemptOutcome, type Finding } from '#main/account/intents/judge.ts';
import { createLooking, type LookUpLane } from '#main/account/intents/looking.ts';
import type { Gate, AttemptOptions } from '#main/account/intents/ports.ts';
import { toFailed } from '#main/journal/failure.ts';
import type { IntentDraft, Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import { sinceMs } from '#main/tools/either-clock.ts';
import { createRepeater } from '#main/tools/repeat.ts';

/** What differs from kind to kind. T is the broker's record of it. */
export type IntentRules<T> = {
  /** What a person calls it. */
  noun: string;
  /** Written when it leaves, for the first time or again. */
  sentText(intentId: string, isAgain: boolean): string;
  /** How long it may wait for its turn in the rate budget. */
  turnWaitMs(intent: Intent): number;
  isExit?(intent: IntentDraft): boolean;
  /** One of many that go by themselves, whenever it is sent. */
  isOfMany?(intent: Intent): boolean;
  send(intent: Intent, options: AttemptOptions): Promise<AttemptOutcome<T>>;
  /** Whether the record in an answer is what became of this intent; writes it down when it is. */
  adopt(intent: Intent, record: T, answer: AnswerMembers): boolean;
  /** Asks the broker for it. Whether every question was answered. */
  lookUp(intentId: string, lane: LookUpLane): Promise<boolean>;
  /** How long after the person's decision the desk may send it again by itself; undefined is never. */
  resendForMs(intent: Intent): number | undefined;
  /** When it is sent again: in the round that looked in vain, or instead of every look but the first. */
  resend: 'after-look' | 'instead-of-look';
  /** What a repetition may come back with that makes another look worth while at once. */
  lookAfter: ReadonlySet<Finding<T>['kind']>;
  /** Whether a person who sends it again gives the desk the time to repeat it anew. */
  isConfirmedAnew: boolean;
  waitMs(
    intent: Intent,
    round: number,
    known: { sinceMs: number; ageMs: number; mayResend: boolean },
  ): number;
  /** Why a conflict keeps it from being sent again. */
  conflictText: string;
  onFinding?(
    intentId: string,
    finding: Finding<T>,
    answer: AnswerMembers,
  ): Promise<void> | undefined;
};

type Decision = Omit<IntentDraft, 'accountId' | 'confirmedAt'>;
type SubmitOptions = {
  confirmations?: ReadonlySet<Confirmation>;
  /** What it belongs to, as a line of its evidence from the start. */
  note?: string | undefined;
};
type Retry = { attempts: number; nextAt: number; until: number };

export type IntentEngine = {
  /** Recorded and sent. An id that is known already answers what is known of it. */
  submit(decision: Decision, options?: SubmitOptions): Promise<Result<Intent>>;
  /** A fresh look, because the person asked. */
  lookAgain(intentId: string): Promise<Result<Intent>>;
  /** The stored bytes under the same id, because the person said so; after a fresh look. */
  sendAgain(intentId: string, confirmations?: ReadonlySet<Confirmation>): Promise<Result<Intent>>;
  /** The person waits no longer. It is followed at leisure, and canceled when it appears if they say so. */
  setAside(intentId: string, cancelWhenFound: boolean): Result<Intent>;
  /** Unsettled intents of these kinds, oldest first. */
  open(): Intent[];
  /** Asks for what is open and may be too new for a list. Whether each question was answered. */
  lookUpOpen(): Promise<boolean>;
  /** Goes on with what an earlier run left. */
  start(): void;
  isSending(intentId: string): boolean;
  /** Set while the desk is going to send it again by itself. */
  retryOf(intentId: string): Retry | undefined;
  /** An attempt is under way, or one will be made without the person. */
  isBusy(intentId: string): boolean;
  /** After sleep every limit is over, and everything open is looked for at once. */
  wake(): void;
  stop(): void;
};

type Deps<T> = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  accountId: string;
  rules: Partial<Record<IntentKind, IntentRules<T>>>;
  /** What an exchange proves by itself. */
  judge: (outcome: AttemptOutcome<T>, intentId: string) => Finding<T>;
  intents: IntentLog;
  journal: Pick<Journal, 'unsettled'>;
  gate: Gate;
  /** When it is sent again next has changed, or whether it is at all. */
  onRetry?: (intentId: string) => void;
};

/** What this run knows about an intent that a person confirmed in it. Of others it sends nothing again. */
type Confirmed = {
  since: Baseline;
  confirmations: ReadonlySet<Confirmation>;
  attempts: number;
  nextAt: number | undefined;
  hasLanded: boolean;
  wasRefused: boolean;
  /** All trading was stopped since, or the person was told that it did not go: nothing brings it back by itself. */
  isOver: boolean;
};

const NOBODY: ReadonlySet<Confirmation> = new Set();
/** For so long after it left somebody looks at it and waits. */
const WAITED_FOR_MS = 30_000;

export function createIntentEngine<T>(deps: Deps<T>): IntentEngine {
  const { intents, gate, clock } = deps;
  const confirmed = new Map<string, Confirmed>();
  const attempts = createAttempts<T>(deps);
  const rounds = createRepeater({ ...deps, what: 'following an intent', run: runRound, waitMs });
  const attemptedAt = new Map<string, Baseline>();
  const looking = createLooking({
    ...deps,
    isSettled,
    lookUp: (intentId, lane) => rulesOf(intents.get(intentId)).lookUp(intentId, lane),
    onSettled: rounds.end,
  });

  const isOurs = ({ kind }: Intent): boolean => deps.rules[kind] !== undefined;

  function rulesOf({ kind }: Intent): IntentRules<T> {
    const rules = deps.rules[kind];
    if (!rules) throw new Error(`no rules for an intent of kind ${kind}`);
    return rules;
  }

  function confirm(intentId: string, confirmations: ReadonlySet<Confirmation>): void {
    const since = baselineOf(clock, gate);
    const facts = { attempts: 0, nextAt: undefined, hasLanded: false, wasRefused: false };
    confirmed.set(intentId, { since, confirmations, ...facts, isOver: false });
  }

  async function submit(decision: Decision, options: SubmitOptions = {}): Promise<Result<Intent>> {
    const { intentId } = decision;
    const { accountId } = deps;
    const draft = { ...decision, accountId, confirmedAt: clock.wall() };
    const recorded = intents.record(draft, deps.rules[decision.kind]?.isExit?.(draft));
    if (!recorded.ok) return toFailed(recorded.failure);
    if (!recorded.isNew) return ok(recorded.intent);
    if (options.note !== undefined) intents.note(intentId, { kind: 'person', text: options.note });
    confirm(intentId, options.confirmations ?? NOBODY);
    await attempt(recorded.intent, options);
    return ok(intents.find(intentId) ?? recorded.intent);
  }

  /** One exchange. Whatever comes of it is written down, and what stays open is followed. */
  async function attempt(
    intent: Intent,
    { confirmations = NOBODY, refusal }: SubmitOptions & { refusal?: () => string | undefined },
  ): Promise<Attempted<T>> {
    const { intentId } = intent;
    const rules = rulesOf(intent);
    attemptedAt.set(intentId, baselineOf(clock, gate));
    try {
      const attempted = await attempts.run({
        intentId,
        confirmations,
        maxWaitMs: rules.turnWaitMs(intent),
        isExit: rules.isExit?.(intent) ?? false,
        isOfMany: rules.isOfMany?.(intent) ?? false,
        text: rules.sentText(intentId, intent.state !== 'recorded' && intents.wasSent(intentId)),
        send: (options) => rules.send(intent, options),
        ...(refusal && { refusal }),
      });
      if (attempted.kind === 'exchanged') await learn(intent, attempted);
      return attempted;
    } finally {
      follow(intentId);
    }
  }

  async function learn(
    intent: Intent,
    { finding, answer }: Extract<Attempted<T>, { kind: 'exchanged' }>,
  ): Promise<void> {
    const { intentId } = intent;
    const rules = rulesOf(intent);
    const known = confirmed.get(intentId);
    if (known) {
      known.attempts++;
      known.hasLanded ||= finding.kind === 'landed-before';
      known.wasRefused ||= finding.kind === 'refused';
    }
    // Waited for only where there is something to wait for: an answer is adopted in the turn in which it came.
    const learning = rules.onFinding?.(intentId, finding, answer);
    if (learning) await learning;
    if (finding.kind !== 'taken' || rules.adopt(intent, finding.record, answer)) return;
    if (intents.find(intentId)?.state !== 'sent') return;
    const text = `The broker’s answer is about another ${rules.noun}, so the outcome of this one is unknown.`;
    intents.step(intentId, { step: 'lost' }, { kind: 'lost', text });
  }

  async function runRound(intentId: string, round: number): Promise<boolean> {
    if (isSettled(intentId)) return true;
    const rules = rulesOf(intents.get(intentId));
    if (rules.resend === 'instead-of-look' && round > 0 && mayResendNow(intentId))
      await resend(intentId);
    else if (!isWaitedFor(intentId)) looking.atLeisure(intentId);
    else {
      await rules.lookUp(intentId, 'lookup');
      if (rules.resend === 'after-look' && mayResendNow(intentId)) await resend(intentId);
    }
    return isSettled(intentId);
  }

  function isWaitedFor(intentId: string): boolean {
    const at = attemptedAt.get(intentId);
    const isRecent = at !== undefined && sinceMs(clock, at) <= WAITED_FOR_MS;
    return mayResendNow(intentId) || (isRecent && intents.get(intentId).state !== 'set-aside');
  }

  async function resend(intentId: string): Promise<void> {
    const intent = intents.get(intentId);
    const rules = rulesOf(intent);
    const attempted = await attempt(intent, {
      confirmations: confirmed.get(intentId)?.confirmations ?? NOBODY,
      refusal: () =>
        mayResendNow(intentId) ? undefined : 'Ballast may no longer resend it automatically.',
    });
    if (attempted.kind === 'exchanged' && rules.lookAfter.has(attempted.finding.kind))
      await rules.lookUp(intentId, 'lookup');
  }

  function mayResendNow(intentId: string): boolean {
    const known = confirmed.get(intentId);
    const intent = intents.find(intentId);
    if (!known || intent?.state !== 'unknown' || intent.isConflict) return false;
    known.isOver ||= gate.isStopped() || gate.stops() !== known.since.stops;
    return mayResend({
      limitMs: rulesOf(intent).resendForMs(intent),
      sinceConfirmedMs: sinceMs(clock, known.since),
      hasSlept: gate.sleeps() !== known.since.sleeps,
      isOver: known.isOver,
      isGivenUp: intent.cancelWhenFound,
      hasLanded: known.hasLanded,
      wasRefused: known.wasRefused,
    });
  }

  function waitMs(intentId: string, round: number): number {
    const intent = intents.get(intentId);
    const known = confirmed.get(intentId);
    const isResending = mayResendNow(intentId);
    const ms = rulesOf(intent).waitMs(intent, round, {
      sinceMs: known ? sinceMs(clock, known.since) : Infinity,
      ageMs: Math.max(0, clock.wall() - intent.confirmedAt),
      mayResend: isResending,
    });
    if (known) {
      known.nextAt = isResending ? clock.wall() + ms : undefined;
      deps.onRetry?.(intentId);
    }
    return ms;
  }

  function isSettled(intentId: string): boolean {
    const intent = intents.find(intentId);
    if (!intent || isUnsettled(intent)) return false;
    confirmed.delete(intentId);
    attemptedAt.delete(intentId);
    return true;
  }

  function follow(intentId: string): void {
    if (isSettled(intentId) || !intents.find(intentId)) return;
    const known = confirmed.get(intentId);
    // It is looked for first, and goes as soon as that look has ended.
    if (known && known.nextAt === undefined && mayResendNow(intentId)) {
      known.nextAt = clock.wall();
      deps.onRetry?.(intentId);
    }
    rounds.begin(intentId);
  }

  const open = (): Intent[] => deps.journal.unsettled().filter(isOurs);
  const nounOf = (intent: Intent): string => rulesOf(intent).noun;

  function unsettled(intentId: string): Result<Intent> {
    const intent = intents.find(intentId);
    if (!intent || !isOurs(intent)) {
      const [rules] = Object.values(deps.rules);
      return invalid(`There is no such ${rules?.noun ?? 'intent'}.`, 'intentId');
    }
    if (isUnsettled(intent)) return ok(intent);
    return notAllowed(`The outcome of this ${nounOf(intent)} is already known.`);
  }

  function unknown(intentId: string, done: string): Result<Intent> {
    const intent = unsettled(intentId);
    if (!intent.ok || intent.value.state === 'unknown') return intent;
    const { state } = intent.value;
    return notAllowed(
      `Only ${withArticle(nounOf(intent.value))} that is unconfirmed can be ${done}; this one is ${state}.`,
    );
  }

  async function sendAgain(
    intentId: string,
    confirmations: ReadonlySet<Confirmation> = NOBODY,
  ): Promise<Result<Intent>> {
    const asked = unknown(intentId, 'sent again');
    if (!asked.ok) return asked;
    const rules = rulesOf(asked.value);
    if (asked.value.isConflict) return notAllowed(rules.conflictText);
    if (asked.value.cancelWhenFound)
      return notAllowed(
        'You canceled this order, so it cannot be sent again. Open a new ticket instead.',
      );
    intents.note(intentId, { kind: 'person', text: 'You asked to send it again.' });
    await rules.lookUp(intentId, 'lookup');
    const intent = intents.get(intentId);
    if (intent.state !== 'unknown') return ok(intent);
    if (rules.isConfirmedAnew) confirm(intentId, confirmations);
    const attempted = await attempt(intent, { confirmations });
    if (attempted.kind === 'busy') return notAllowed('It is being sent right now.');
    if (attempted.kind === 'not-sent') {
      // The person is told that it did not go; then it does not go later either.
      const known = confirmed.get(intentId);
      if (known) known.isOver ||= rules.isConfirmedAnew;
      if (known?.isOver) deps.onRetry?.(intentId);
      return notAllowed(`Not sent again: ${attempted.text}`);
    }
    if (!isSettled(intentId)) void rounds.now(intentId);
    return ok(intents.get(intentId));
  }

  return {
    submit,
    sendAgain,
    async lookAgain(intentId) {
      const intent = unsettled(intentId);
      if (!intent.ok) return intent;
      await rulesOf(intent.value).lookUp(intentId, 'lookup');
      follow(intentId);
      return ok(intents.find(intentId) ?? intent.value);
    },
    setAside(intentId, cancelWhenFound) {
      const intent = unknown(intentId, 'set aside');
      if (!intent.ok) return intent;
      const isCanceled = cancelWhenFound || intent.value.cancelWhenFound;
      const text = isCanceled
        ? 'You stopped waiting. If it appears, Ballast cancels it and alerts you.'
        : 'You stopped waiting. If it appears, Ballast alerts you.';
      // First the cancel, synced: a crash between the two leaves more than was asked for, never less.
      if (cancelWhenFound) intents.markCancel(intentId, 'It will be canceled when it appears.');
      const moved = intents.step(intentId, { step: 'set-aside' }, { kind: 'person', text });
      follow(intentId);
      return ok(moved);
    },
    open,
    lookUpOpen: () => looking.forNewest(open().map(({ intentId }) => intentId)),
    start() {
      for (const { intentId } of open()) follow(intentId);
    },
    isSending: attempts.isRunning,
    retryOf(intentId) {
      const known = confirmed.get(intentId);
      const intent = intents.find(intentId);
      if (known?.nextAt === undefined || !intent || !mayResendNow(intentId)) return undefined;
      const until = known.since.wall + (rulesOf(intent).resendForMs(intent) ?? 0);
      return { attempts: known.attempts, nextAt: known.nextAt, until };
    },
    isBusy: (intentId) => attempts.isRunning(intentId) || mayResendNow(intentId),
    wake() {
      attempts.wake();
      looking.wake();
      rounds.hurry();
    },
    stop() {
      attempts.stop();
      rounds.stop();
      looking.stop();
    },
  };
}

const withArticle = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);
