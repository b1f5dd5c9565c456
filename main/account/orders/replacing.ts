// Replacing an order. The change carries its own client order id and is never sent again by itself; when its answer is
// lost, the old order tells: replaced by ours, replaced by another, or ended before the change came.
import { fail, invalid, ok, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import { isTerminal, type Order } from '#contract/orders.ts';
import { toFailed } from '#main/journal/failure.ts';
import { isUnsettled } from '#main/journal/transitions.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Clock, Delay, Log } from '#main/ports.ts';
import type { Adopting } from '#main/account/orders/adopting.ts';
import type { Attempted, Attempts } from '#main/account/intents/attempts.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import type { Confirmation, OrderBook, TradingBroker } from '#main/account/intents/ports.ts';
import { createRepeater, growingWaitMs, LONGEST_WAIT_MS } from '#main/tools/repeat.ts';

export type Replacing = {
  submit(change: NewChange): Promise<Result<Intent>>;
  /** Reads the old order, now. Whether the broker answered. */
  lookUp(intentId: string): Promise<boolean>;
  sendAgain(intentId: string, confirmations: ReadonlySet<Confirmation>): Promise<Result<Intent>>;
  /** A change of this order is on its way to the broker. */
  isChanging(orderId: string): boolean;
  follow(intentId: string): void;
  wake(): void;
  stop(): void;
};

export type NewChange = {
  intentId: string;
  orderId: string;
  body: string;
  symbol: string;
  title: string;
  confirmations: ReadonlySet<Confirmation>;
};

type Deps = {
  accountId: string;
  journal: Pick<Journal, 'unsettled'>;
  intents: IntentLog;
  attempts: Attempts;
  adopting: Adopting;
  broker: TradingBroker;
  book: OrderBook;
  clock: Clock;
  delay: Delay;
  log: Log;
};

const MAX_WAIT_MS = 10_000;

export function createReplacing(deps: Deps): Replacing {
  const { journal, intents, attempts, adopting, broker, book } = deps;
  const rounds = createRepeater({
    what: 'looking for a change',
    async run(intentId) {
      if (isOpen(intentId)) await lookUp(intentId);
      return !isOpen(intentId);
    },
    waitMs: (intentId, round) =>
      intents.find(intentId)?.state === 'set-aside' ? LONGEST_WAIT_MS : growingWaitMs(round),
    delay: deps.delay,
    log: deps.log,
  });

  const isOpen = (intentId: string): boolean => {
    const intent = intents.find(intentId);
    return intent === undefined || isUnsettled(intent);
  };

  const changesOf = (orderId: string, states: readonly Intent['state'][]): Intent[] =>
    journal
      .unsettled()
      .filter((intent) => intent.kind === 'replace' && intent.orderId === orderId)
      .filter(({ state }) => states.includes(state));

  async function submit(change: NewChange): Promise<Result<Intent>> {
    const { intentId, orderId, body } = change;
    const known = intents.find(intentId);
    if (known && !isAbout(known, orderId))
      return invalid('This id was recorded for a change of another order.', 'intentId');
    if (!known && changesOf(orderId, ['recorded', 'sent', 'unknown']).length > 0)
      return fail({
        kind: 'not-allowed',
        message:
          'A change of this order is under way. Wait until it is settled, or set it aside first.',
      });
    const recorded = intents.record({
      intentId,
      accountId: deps.accountId,
      kind: 'replace',
      body,
      symbol: change.symbol,
      title: change.title,
      confirmedAt: deps.clock.wall(),
      orderId,
    });
    if (!recorded.ok) return toFailed(recorded.failure);
    if (!recorded.isNew) return ok(recorded.intent);
    await attempt(recorded.intent, change.confirmations);
    return ok(intents.find(intentId) ?? recorded.intent);
  }

  /** Once accepted, an intent is about the new order, which names the old one. */
  const isAbout = ({ orderId }: Intent, asked: string): boolean =>
    orderId === undefined || orderId === asked || book.order(orderId)?.replaces === asked;

  async function attempt(
    { intentId, orderId = '', body }: Intent,
    confirmations: ReadonlySet<Confirmation>,
  ): Promise<Attempted> {
    try {
      const attempted = await attempts.run({
        intentId,
        confirmations,
        maxWaitMs: MAX_WAIT_MS,
        text: `Change sent with client order id ${intentId}.`,
        send: (options) => broker.replace(orderId, body, options),
      });
      if (attempted.kind === 'exchanged' && attempted.finding.kind === 'taken') {
        const isOurs = adopting.adopt(attempted.finding.record, 'answered', attempted.answer);
        if (!isOurs && intents.find(intentId)?.state === 'sent')
          intents.step(
            intentId,
            { step: 'lost' },
            { kind: 'lost', text: 'The answer is about another change.' },
          );
      }
      return attempted;
    } finally {
      follow(intentId);
    }
  }

  async function lookUp(intentId: string): Promise<boolean> {
    const { orderId } = intents.get(intentId);
    if (orderId === undefined) return true;
    const old = await broker.byId(orderId);
    if (old.kind === 'found') {
      book.putOrders([old.order]);
      return settleBy(old.order, intentId);
    }
    const why = old.kind === 'missing' ? 'the broker does not show it' : old.reason;
    intents.repeat(intentId, { kind: 'lost', text: `Read the old order: ${why}.` });
    return old.kind === 'missing';
  }

  /** What the old order proves about its change. Whether every question was answered. */
  async function settleBy(old: Order, intentId: string): Promise<boolean> {
    if (!isTerminal(old.status) && old.replacedBy === undefined) {
      const text = `Read the old order: it is ${old.status} and not replaced yet.`;
      intents.repeat(intentId, { kind: 'not-found', text });
      return true;
    }
    // The new order is asked for under our id before it is said that there is none: it may exist and have been rejected.
    const ours = await broker.byClientOrderId(intentId);
    if (ours.kind === 'found') {
      adopting.adopt(ours.order, 'found');
      return true;
    }
    if (ours.kind === 'silent') return false;
    if (old.replacedBy !== undefined) return settleByNext(old.replacedBy, intentId);
    // A record that says 'replaced' and not by what proves nothing.
    if (old.status !== 'replaced') lose(intentId, `the order was ${old.status} before it came`);
    return true;
  }

  async function settleByNext(nextId: string, intentId: string): Promise<boolean> {
    const next = await broker.byId(nextId);
    if (next.kind !== 'found') return next.kind === 'missing';
    if (next.order.clientOrderId === intentId) adopting.adopt(next.order, 'found');
    else {
      book.putOrders([next.order]);
      lose(intentId, 'another change replaced the order first');
    }
    return true;
  }

  function lose(intentId: string, why: string): void {
    const intent = intents.find(intentId);
    // An answer may still come, or have come meanwhile.
    if (!intent || !isUnsettled(intent) || attempts.isRunning(intentId)) return;
    const text = `The change was not made: ${why}.`;
    intents.step(intentId, { step: 'ended' }, { kind: 'found', text });
  }

  function follow(intentId: string): void {
    if (isOpen(intentId)) rounds.begin(intentId);
  }

  return {
    submit,
    lookUp,
    follow,
    async sendAgain(intentId, confirmations) {
      intents.note(intentId, { kind: 'person', text: 'You asked to send the change again.' });
      await lookUp(intentId);
      const intent = intents.get(intentId);
      if (intent.state !== 'unknown') return ok(intent);
      const attempted = await attempt(intent, confirmations);
      if (attempted.kind === 'exchanged') void rounds.now(intentId);
      if (attempted.kind === 'exchanged') return ok(intents.get(intentId));
      const message =
        attempted.kind === 'busy' ? 'It is being sent at this moment.' : attempted.text;
      return fail({ kind: 'not-allowed', message });
    },
    isChanging: (orderId) => changesOf(orderId, ['recorded', 'sent']).length > 0,
    wake: rounds.hurry,
    stop: rounds.stop,
  };
}
