// Everything a person can do to orders on one account. Each use goes through the intent it makes: recorded, sent,
// judged, followed; nothing here reaches the broker by another way.
import { fail, invalid, ok, type Issue, type Result } from '#contract/failure.ts';
import type { Intent, IntentState } from '#contract/intents.ts';
import type { Order, OrderChange, OrderDraft } from '#contract/orders.ts';
import type { Environment } from '#contract/records.ts';
import type { Book } from '#main/account/standing/book.ts';
import { changeIssues } from '#main/domain/orders/change-issues.ts';
import { changedDraft } from '#main/domain/orders/changed-draft.ts';
import { draftIssues, type DraftContext } from '#main/domain/orders/draft-issues.ts';
import { orderTitle } from '#main/domain/orders/order-title.ts';
import { isUnsettled } from '#main/journal/transitions.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Clock, Delay, Log } from '#main/ports.ts';
import { createAdopting, LATE, type Seen } from '#main/account/orders/adopting.ts';
import { createAttempts } from '#main/account/intents/attempts.ts';
import { createCancels, type Cancels } from '#main/account/orders/cancels.ts';
import { createCancelling } from '#main/account/orders/cancelling.ts';
import {
  changeTitle,
  closingDraft,
  familyOf,
  flatteningDrafts,
} from '#main/account/orders/drafts.ts';
import type { TradingGate } from '#main/account/intents/gate.ts';
import { createIntentLog } from '#main/account/intents/intent-log.ts';
import { findingOf } from '#main/account/intents/judge.ts';
import { createPlacing } from '#main/account/orders/placing.ts';
import type { Confirmation, TradingBroker } from '#main/account/intents/ports.ts';
import { createReading } from '#main/account/orders/reading.ts';
import { createReplacing } from '#main/account/orders/replacing.ts';
import { safeBook, safeBroker, safely } from '#main/account/orders/safely.ts';
import { encodeChange, encodeOrder } from '#main/wire/order-body.ts';

export type Trading = Omit<Cancels, 'stop'> & {
  submit(order: Submission): Promise<Result<Intent>>;
  replace(change: ChangeSubmission): Promise<Result<Intent>>;
  /** The order that would end a position: opposite side, what is available. */
  closingDraft(symbol: string): Result<OrderDraft>;
  /** One for each position of which something is available. */
  flatteningDrafts(): OrderDraft[];
  lookAgain(intentId: string): Promise<Result<Intent>>;
  sendAgain(intentId: string, confirmations: readonly Confirmation[]): Promise<Result<Intent>>;
  setAside(intentId: string, cancelWhenFound?: boolean): Result<Intent>;
  /** Asks for everything that is unsettled. Whether each question was answered: part of the pass that arms (rule 5). */
  lookUpUnsettled(): Promise<boolean>;
  /** An order of this account was read or heard. */
  onOrder(order: Order, how: 'found' | 'heard'): void;
  onCancelRejected(orderId: string): void;
  isCancelling(orderId: string): boolean;
  /** No intent of this desk became this order, and no order that one became has it as a leg. */
  isPlacedElsewhere(order: Order): boolean;
  /** Goes on with everything that was open when the desk last ended. */
  recover(): void;
  /** After sleep: every limit is over, and everything open is looked for at once. */
  wake(): void;
  stop(): void;
};

export type Submission = {
  intentId: string;
  draft: OrderDraft;
  confirmations: readonly Confirmation[];
  isUnreviewed?: true | undefined;
};
export type ChangeSubmission = {
  intentId: string;
  orderId: string;
  change: OrderChange;
  confirmations: readonly Confirmation[];
};

/** What happened to an intent that a person should hear of. */
export type TradingNews =
  | { kind: 'intent'; intent: Intent }
  | { kind: 'late'; intent: Intent; order: Order; before: IntentState }
  | { kind: 'cancel-done'; order: Order }
  | { kind: 'cancel-declined'; orderId: string; text: string };

type Deps = {
  accountId: string;
  environment: Environment;
  refusesReusedIds: boolean;
  journal: Journal;
  broker: TradingBroker;
  book: Book;
  gate: TradingGate;
  draftContext: (draft: OrderDraft) => DraftContext;
  isReviewSkipped?: () => boolean;
  onNews: (news: TradingNews) => void;
  clock: Clock;
  delay: Delay;
  log: Log;
};

export function createTrading(deps: Deps): Trading {
  const { journal, gate, log } = deps;
  const tell = safely(deps.onNews, log);
  const intents = createIntentLog(journal, (intent) => tell({ kind: 'intent', intent }), log);
  const book = safeBook(deps.book, log);
  const broker = safeBroker(deps.broker, log);
  const attempts = createAttempts({ ...deps, intents, judge: findingOf });
  const adopting = createAdopting({ intents, book, onAccepted });
  const shared = { ...deps, book, broker, intents, attempts, adopting };
  const placing = createPlacing(shared);
  const replacing = createReplacing(shared);
  const reading = createReading({ ...shared, onFound: (order) => take(order, 'found') });
  const cancelling = createCancelling({
    ...shared,
    isChanging: replacing.isChanging,
    isOurs: (orderId) => ownersOf(orderId).length > 0,
    note(orderId, kind, text) {
      for (const { intentId } of ownersOf(orderId)) intents.repeat(intentId, { kind, text });
    },
    onDone(orderId, order) {
      for (const { intentId } of ownersOf(orderId))
        intents.clearCancel(intentId, `To be cancelled; it ended as ${order.status}.`);
      tell({ kind: 'cancel-done', order });
    },
    onDeclined(orderId, text) {
      for (const { intentId } of ownersOf(orderId)) intents.clearCancel(intentId, text);
      tell({ kind: 'cancel-declined', orderId, text });
    },
  });

  const openIntents = (): Intent[] => journal.unsettled().filter(isFollowed);
  const cancels = createCancels({
    ...shared,
    book: deps.book,
    cancelling,
    ownersOf,
    openIntents,
  });

  /** The intents that became this order. */
  function ownersOf(orderId: string): Intent[] {
    const found = journal.byOrderId(orderId);
    const pending = journal.pendingCancels().filter((intent) => intent.orderId === orderId);
    return (found.ok ? found.value : pending).filter(({ state }) => state === 'accepted');
  }

  function onAccepted(intent: Intent, order: Order, before: Intent): void {
    if (LATE.has(before.state)) tell({ kind: 'late', intent, order, before: before.state });
    if (intent.cancelWhenFound) {
      intents.note(intent.intentId, { kind: 'person', text: 'Found, and cancelled as you asked.' });
      void cancelling.cancel(order.id);
    }
    // The answer to a bracket may lack its legs; and the order that was replaced ends when its record says so.
    if (hasLegs(order)) reading.read(order.id);
    if (before.kind === 'replace' && before.orderId !== undefined) reading.read(before.orderId);
  }

  function take(order: Order, how: Seen): void {
    adopting.adopt(order, how);
    cancelling.onOrder(order);
  }

  function onOrder(order: Order, how: 'found' | 'heard'): void {
    const isNew = !book.order(order.id);
    take(order, how);
    if (how === 'found') return;
    const isStranger = isNew && !intents.find(order.clientOrderId);
    if (isStranger || (hasLegs(order) && !isLeg(order.id))) reading.read(order.id);
  }

  const isLeg = (orderId: string): boolean =>
    deps.book.orders().some(({ legs }) => legs?.some(({ id }) => id === orderId));

  const followerOf = ({ kind }: Intent) => (kind === 'replace' ? replacing : placing);

  function unsettled(intentId: string): Result<Intent> {
    const intent = intents.find(intentId);
    if (!intent || !isFollowed(intent)) return noSuchIntent();
    if (isUnsettled(intent)) return ok(intent);
    return fail({ kind: 'not-allowed', message: 'What became of this order is known already.' });
  }

  function unknown(intentId: string, done: string): Result<Intent> {
    const intent = unsettled(intentId);
    if (!intent.ok || intent.value.state === 'unknown') return intent;
    const message = `Only an order that is unknown is ${done}; this one is ${intent.value.state}.`;
    return fail({ kind: 'not-allowed', message });
  }

  function issuesOf(order: Order, change: OrderChange): Issue[] {
    const draft = changedDraft(order, change);
    return [
      ...changeIssues(order, change, familyOf(deps.book.orders(), order)),
      ...(draft ? draftIssues(draft, deps.draftContext(draft)) : []),
    ];
  }

  return {
    async submit({ intentId, draft, confirmations, isUnreviewed }) {
      if (!intents.find(intentId)) {
        // Asked here and not in the page: a window may not have heard yet that the choice was taken back.
        const maySkip = deps.environment !== 'live' && deps.isReviewSkipped?.() === true;
        if (isUnreviewed && !maySkip)
          return invalid('Nothing was sent: this order has to be reviewed first.', 'review');
        const issues = draftIssues(draft, deps.draftContext(draft));
        if (issues.length > 0) return fail({ kind: 'invalid', issues });
      }
      return placing.submit({
        intentId,
        draft,
        body: encodeOrder(draft, intentId),
        title: orderTitle(draft, deps.environment),
        confirmations: new Set(confirmations),
      });
    },
    async replace({ intentId, orderId, change, confirmations }) {
      const order = book.order(orderId);
      if (!order) return invalid('There is no such order on this account.', 'orderId');
      if (!intents.find(intentId)) {
        const issues = issuesOf(order, change);
        if (issues.length > 0) return fail({ kind: 'invalid', issues });
      }
      return replacing.submit({
        intentId,
        orderId,
        body: encodeChange(change, intentId),
        symbol: order.symbol,
        title: changeTitle(order, change),
        confirmations: new Set(confirmations),
      });
    },
    cancel: cancels.cancel,
    cancelUnknown: cancels.cancelUnknown,
    cancelAll: cancels.cancelAll,
    cancelEverything: cancels.cancelEverything,
    closingDraft: (symbol) => closingDraft(symbol, deps.book, gate.unknownOrders()),
    flatteningDrafts: () => flatteningDrafts(deps.book, gate.unknownOrders()),
    async lookAgain(intentId) {
      const intent = unsettled(intentId);
      if (!intent.ok) return intent;
      const follower = followerOf(intent.value);
      await follower.lookUp(intentId);
      follower.follow(intentId);
      return ok(intents.find(intentId) ?? intent.value);
    },
    async sendAgain(intentId, confirmations) {
      const intent = unknown(intentId, 'sent again');
      if (!intent.ok) return intent;
      const { isConflict, cancelWhenFound } = intent.value;
      if (isConflict)
        return fail({
          kind: 'not-allowed',
          message: 'Another order has this id. Open a new ticket instead.',
        });
      if (cancelWhenFound)
        return fail({
          kind: 'not-allowed',
          message: 'You cancelled this order, so it is not sent again. Open a new ticket instead.',
        });
      return followerOf(intent.value).sendAgain(intentId, new Set(confirmations));
    },
    setAside(intentId, cancelWhenFound = true) {
      const intent = unknown(intentId, 'set aside');
      if (!intent.ok) return intent;
      const text = cancelWhenFound
        ? 'You stopped waiting. If it appears, it is cancelled and you are told.'
        : 'You stopped waiting. If it appears, you are told.';
      // First the cancel, synced: a crash between the two leaves more than was asked for, never less.
      if (cancelWhenFound) intents.markCancel(intentId, text);
      const moved = intents.step(intentId, { step: 'set-aside' }, { kind: 'person', text });
      followerOf(moved).follow(intentId);
      return ok(moved);
    },
    async lookUpUnsettled() {
      const answers = await Promise.all(
        openIntents().map((intent) => followerOf(intent).lookUp(intent.intentId)),
      );
      return answers.every(Boolean);
    },
    onOrder,
    onCancelRejected: cancelling.onRejected,
    isCancelling: cancelling.isCancelling,
    isPlacedElsewhere(order) {
      const isOurs = ({ id, clientOrderId }: Order) => intents.find(clientOrderId)?.orderId === id;
      const parent = deps.book.orders().find(({ legs }) => legs?.some(({ id }) => id === order.id));
      return !isOurs(order) && !(parent && isOurs(parent));
    },
    recover() {
      for (const intent of openIntents()) followerOf(intent).follow(intent.intentId);
      for (const { state, orderId } of journal.pendingCancels())
        if (state === 'accepted' && orderId !== undefined) void cancelling.cancel(orderId);
    },
    wake() {
      gate.onSleep();
      for (const part of [attempts, placing, replacing, cancelling]) part.wake();
    },
    stop() {
      for (const part of [attempts, placing, replacing, cancelling, reading, cancels]) part.stop();
    },
  };
}

const hasLegs = ({ orderClass }: Order): boolean =>
  orderClass !== undefined && ['bracket', 'oco', 'oto'].includes(orderClass);

/** Mints have rules of their own. */
const isFollowed = ({ kind }: Intent): boolean => kind === 'place' || kind === 'replace';

const noSuchIntent = () => invalid('There is no such order.', 'intentId');
