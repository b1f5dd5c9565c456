// Placing an order once. The intent is on disk before a byte leaves; the answer, or its absence, is judged; what stays
// open is looked up without an end and heard on the stream; and sending again is always the same bytes under the same id.
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { toFailed } from '#main/journal/failure.ts';
import { isUnsettled } from '#main/journal/transitions.ts';
import type { Clock, Delay, Log } from '#main/ports.ts';
import type { Adopting } from '#main/account/orders/adopting.ts';
import {
  momentOf,
  sinceMs,
  type Attempted,
  type Attempts,
  type Moment,
} from '#main/account/intents/attempts.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import { mayResend, OTHER_RESEND_MS } from '#main/account/intents/judge.ts';
import type { Confirmation, Gate, TradingBroker } from '#main/account/intents/ports.ts';
import { createRepeater, growingWaitMs, LONGEST_WAIT_MS } from '#main/tools/repeat.ts';
import { readOrderBody } from '#main/wire/order-body.ts';

export type Placing = {
  submit(order: NewPlacement): Promise<Result<Intent>>;
  /** One lookup, now. Whether the broker answered it. */
  lookUp(intentId: string): Promise<boolean>;
  /** The stored bytes under the same id, because the person said so; after a fresh look. */
  sendAgain(intentId: string, confirmations: ReadonlySet<Confirmation>): Promise<Result<Intent>>;
  /** Begins, or goes on, to look for it. */
  follow(intentId: string): void;
  wake(): void;
  stop(): void;
};

export type NewPlacement = {
  intentId: string;
  body: string;
  draft: OrderDraft;
  title: string;
  confirmations: ReadonlySet<Confirmation>;
};

type Deps = {
  accountId: string;
  intents: IntentLog;
  attempts: Attempts;
  adopting: Adopting;
  broker: TradingBroker;
  gate: Gate;
  /** A capability of the account's broker, off unless it is known. */
  refusesReusedIds: boolean;
  clock: Clock;
  delay: Delay;
  log: Log;
};

/** What this run knows about an intent that it confirmed itself. Of others it sends nothing again. */
type Confirmed = {
  at: Moment;
  confirmations: ReadonlySet<Confirmation>;
  hasLanded: boolean;
  wasRefused: boolean;
  /** The kill switch was on since: turning it off does not bring old orders back. */
  wasStopped: boolean;
};

const MARKET_WAIT_MS = 2_000;
const OTHER_WAIT_MS = 10_000;
const FRESH_WAIT_MS = 2_000;

export function createPlacing(deps: Deps): Placing {
  const { intents, attempts, adopting, broker, gate, clock } = deps;
  const confirmed = new Map<string, Confirmed>();
  const rounds = createRepeater({
    what: 'looking for an order',
    run: runRound,
    waitMs(intentId, round) {
      if (isPatient(intents.find(intentId))) return LONGEST_WAIT_MS;
      // The time in which the desk may send again is short: long waits would let it pass unused. And an order that was
      // found to have landed is to be shown soon, however many rounds it took to learn that.
      return Math.min(isFresh(intentId) ? FRESH_WAIT_MS : LONGEST_WAIT_MS, growingWaitMs(round));
    },
    delay: deps.delay,
    log: deps.log,
  });

  /** A person confirmed it a moment ago and waits for it. */
  function isFresh(intentId: string): boolean {
    const known = confirmed.get(intentId);
    return known !== undefined && sinceMs(clock, known.at) <= OTHER_RESEND_MS;
  }

  async function submit(order: NewPlacement): Promise<Result<Intent>> {
    const { intentId, body, confirmations } = order;
    const recorded = intents.record({
      intentId,
      accountId: deps.accountId,
      kind: 'place',
      body,
      symbol: order.draft.symbol,
      title: order.title,
      confirmedAt: clock.wall(),
    });
    if (!recorded.ok) return toFailed(recorded.failure);
    if (!recorded.isNew) return ok(recorded.intent);
    const at = momentOf(clock, gate);
    confirmed.set(intentId, {
      at,
      confirmations,
      hasLanded: false,
      wasRefused: false,
      wasStopped: false,
    });
    await attempt(recorded.intent, confirmations);
    return ok(intents.find(intentId) ?? recorded.intent);
  }

  /** One exchange. Whatever comes of it is written down, and what stays open is followed. */
  async function attempt(
    intent: Intent,
    confirmations: ReadonlySet<Confirmation>,
    refusal?: () => string | undefined,
  ): Promise<Attempted> {
    const { intentId, body } = intent;
    try {
      const attempted = await attempts.run({
        intentId,
        confirmations,
        maxWaitMs: isMarket(body) ? MARKET_WAIT_MS : OTHER_WAIT_MS,
        isExit: gate.isExitIntent(intent),
        text: `Sent to the broker with client order id ${intentId}.`,
        send: (options) => broker.place(body, options),
        ...(refusal && { refusal }),
      });
      if (attempted.kind === 'exchanged') learn(intentId, attempted);
      return attempted;
    } finally {
      follow(intentId);
    }
  }

  function learn(
    intentId: string,
    { finding, answer }: Extract<Attempted, { kind: 'exchanged' }>,
  ): void {
    const known = confirmed.get(intentId);
    if (known && finding.kind === 'landed-before') known.hasLanded = true;
    if (known && finding.kind === 'refused') known.wasRefused = true;
    if (finding.kind !== 'taken') return;
    const isOurs = adopting.adopt(finding.record, 'answered', answer);
    if (!isOurs && intents.find(intentId)?.state === 'sent')
      intents.step(
        intentId,
        { step: 'lost' },
        { kind: 'lost', text: 'The answer is about another order, so nothing is known of this.' },
      );
  }

  /** Looks for what is open; sends again where the rules let the desk do so by itself. */
  async function runRound(intentId: string): Promise<boolean> {
    if (isSettled(intentId)) return true;
    await lookUp(intentId);
    const intent = intents.find(intentId);
    if (intent && mayResendNow(intent)) await resend(intent);
    return isSettled(intentId);
  }

  async function resend(intent: Intent): Promise<void> {
    const { intentId } = intent;
    const confirmations = confirmed.get(intentId)?.confirmations ?? new Set();
    const attempted = await attempt(intent, confirmations, () =>
      mayResendNow(intents.get(intentId))
        ? undefined
        : 'Ballast may not send it again by itself any more.',
    );
    // The broker has it: it can be found now rather than a wait later.
    if (attempted.kind === 'exchanged' && attempted.finding.kind === 'landed-before')
      await lookUp(intentId);
  }

  function isSettled(intentId: string): boolean {
    const intent = intents.find(intentId);
    if (!intent || isUnsettled(intent)) return false;
    confirmed.delete(intentId);
    return true;
  }

  async function lookUp(intentId: string): Promise<boolean> {
    const lookup = await broker.byClientOrderId(intentId);
    switch (lookup.kind) {
      case 'found':
        adopting.adopt(lookup.order, 'found');
        return true;
      case 'missing':
        intents.repeat(intentId, {
          kind: 'not-found',
          text: 'Looked up: the broker does not show it. That is no proof that it was not taken.',
          status: 404,
        });
        return true;
      case 'silent':
        intents.repeat(intentId, {
          kind: 'lost',
          text: `Looked up: no answer (${lookup.reason}).`,
        });
        return false;
      default:
        return lookup satisfies never;
    }
  }

  function mayResendNow(intent: Intent): boolean {
    const known = confirmed.get(intent.intentId);
    if (!known || intent.state !== 'unknown' || intent.isConflict) return false;
    known.wasStopped ||= gate.isStopped() || gate.stops() !== known.at.stops;
    return mayResend({
      refusesReusedIds: deps.refusesReusedIds,
      isSameRun: true,
      sinceConfirmedMs: sinceMs(clock, known.at),
      isMarketOrder: isMarket(intent.body),
      hasSlept: gate.sleeps() !== known.at.sleeps,
      isStopped: known.wasStopped,
      isGivenUp: intent.cancelWhenFound,
      hasLanded: known.hasLanded,
      wasRefused: known.wasRefused,
    });
  }

  function follow(intentId: string): void {
    const intent = intents.find(intentId);
    if (intent && isUnsettled(intent)) rounds.begin(intentId);
    else if (intent) confirmed.delete(intentId);
  }

  return {
    submit,
    lookUp,
    follow,
    async sendAgain(intentId, confirmations) {
      intents.note(intentId, { kind: 'person', text: 'You asked to send it again.' });
      await lookUp(intentId);
      const intent = intents.get(intentId);
      if (intent.state !== 'unknown') return ok(intent);
      const attempted = await attempt(intent, confirmations);
      if (attempted.kind === 'exchanged') void rounds.now(intentId);
      if (attempted.kind === 'busy')
        return fail({ kind: 'not-allowed', message: 'It is being sent at this moment.' });
      if (attempted.kind === 'not-sent')
        return fail({ kind: 'not-allowed', message: `Not sent again: ${attempted.text}` });
      return ok(intents.get(intentId));
    },
    wake: rounds.hurry,
    stop: rounds.stop,
  };
}

/** Nobody waits for it: it is looked for at leisure. */
const isPatient = (intent: Intent | undefined): boolean =>
  intent?.state === 'set-aside' || intent?.isConflict === true;

const isMarket = (body: string): boolean => readOrderBody(body)?.type === 'market';
