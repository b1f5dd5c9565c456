// Everything a person can do to orders on one account. Each use goes through the intent it makes: recorded, sent,
// judged, followed; nothing here reaches the broker by another way.
import type { CancelWait } from '#contract/cancel-waits.ts';
import { fail, invalid, type Issue, type Result } from '#contract/failure.ts';
import { isUnsettled, type Intent, type IntentState } from '#contract/intents.ts';
import {
  isTerminal,
  statusWords,
  type Order,
  type OrderChange,
  type OrderDraft,
} from '#contract/orders.ts';
import type { Environment } from '#contract/records.ts';
import type { Confirmation } from '#contract/trading.ts';
import { createIntentEngine, type IntentEngine } from '#main/account/intents/engine.ts';
import type { TradingGate } from '#main/account/intents/gate.ts';
import { createIntentLog } from '#main/account/intents/intent-log.ts';
import { LATE } from '#main/account/intents/judge.ts';
import { createAdoptOrder, type Seen } from '#main/account/orders/adopt-order.ts';
import { createCancelLoop, type BegunCancel } from '#main/account/orders/cancel-loop.ts';
import { createCancels, notYet, type Cancels } from '#main/account/orders/cancel-orders.ts';
import { createCancelWaits } from '#main/account/orders/cancel-waits.ts';
import { changeTitle, closingDraft, familyOf } from '#main/account/orders/drafts.ts';
import type { OrderBroker } from '#main/account/orders/order-broker.ts';
import { createOrderReads } from '#main/account/orders/order-reads.ts';
import { judgeOrder } from '#main/account/orders/order-judge.ts';
import { placeRules } from '#main/account/orders/place.ts';
import {
  createRejectedChanges,
  type ChangeDeclined,
} from '#main/account/orders/rejected-changes.ts';
import { createStuckOrders, type StuckNews } from '#main/account/orders/stuck-orders.ts';
import { changeRefusal, changesOf, replaceRules } from '#main/account/orders/replace.ts';
import { safeBook, safeBroker } from '#main/account/orders/safe-edges.ts';
import type { Book } from '#main/account/standing/book.ts';
import { changeIssues, changedDraft } from '#main/domain/orders/order-change.ts';
import { deskIssues, type DraftContext } from '#main/domain/orders/draft-issues.ts';
import { isLess } from '#main/domain/decimal.ts';
import { positionIn } from '#main/domain/orders/exits.ts';
import { holdingOf } from '#main/domain/orders/holdings.ts';
import { orderTitle } from '#main/domain/orders/order-title.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import { inTurns } from '#main/tools/in-turns.ts';
import { oneAtATime } from '#main/tools/one-at-a-time.ts';
import { safely } from '#main/tools/safely.ts';
import { encodeChange, encodeOrder } from '#main/wire/order-body.ts';

export type Trading = Omit<Cancels, 'onSubmit' | 'wake' | 'stop'> & {
  submit(order: Submission): Promise<Result<Intent>>;
  replace(change: ChangeSubmission): Promise<Result<Intent>>;
  /** The order that would end a position: opposite side, what is available. */
  closingDraft(symbol: string): Result<OrderDraft>;
  lookAgain(intentId: string): Promise<Result<Intent>>;
  sendAgain(intentId: string, confirmations: readonly Confirmation[]): Promise<Result<Intent>>;
  setAside(intentId: string, cancelWhenFound?: boolean): Result<Intent>;
  /** By id what lists may not show yet. Whether each was answered (docs/orders.md, "Armed after one complete pass"). */
  lookUpUnsettled(): Promise<boolean>;
  /** An order of this account was read or heard. */
  onOrder(order: Order, how: 'found' | 'heard'): void;
  onCancelRejected(orderId: string): void;
  /** The broker said on the stream that it does not change this order, perhaps long after it had answered. */
  onChangeRejected(order: Order): void;
  /** Reads an order of which the stream should have told more by now. */
  readOrder(orderId: string): void;
  /** Lists what is open, whoever placed it. */
  readOpen(): Promise<void>;
  isCanceling(orderId: string): boolean;
  /** Cancels that a person asked for and that are not over. */
  cancelWaits(): CancelWait[];
  cancelWait(orderId: string): CancelWait | undefined;
  /**
   * How many cancels the broker has not taken and no later run goes on with: of legs, of orders placed elsewhere, and
   * those that the disk did not take.
   */
  unkeptCancels(): number;
  /** As the journal has them now: which orders are our own may not have been known when it began. */
  intentsBeingCanceled(): string[];
  /** Cancels of orders that the broker has not taken: a unit that takes this one's place in the same run goes on with them. */
  untakenCancels(): BegunCancel[];
  goOnCanceling(cancels: readonly BegunCancel[]): void;
  /** Goes on with everything that was open when the desk last ended. */
  recover(): void;
  /** The broker answers: cancels that have not left need not wait for their next round. */
  hurryCancels(): void;
  /** After sleep: every limit is over, and everything open is looked for at once. */
  wake(): void;
  stop(): void;
};

type Submission = {
  intentId: string;
  draft: OrderDraft;
  confirmations: readonly Confirmation[];
  isUnreviewed?: true | undefined;
  /** It was reviewed as an exit: it goes as one or not at all. */
  isExit?: true | undefined;
  /** The way out that it belongs to: before its title, and as a line of its evidence. */
  partOf?: { name: string; note: string } | undefined;
};
type ChangeSubmission = {
  intentId: string;
  orderId: string;
  change: OrderChange;
  confirmations: readonly Confirmation[];
};

/** What happened to an intent that a person should hear of. */
export type TradingNews =
  | { kind: 'intent'; intent: Intent }
  | { kind: 'late'; intent: Intent; order: Order; before: IntentState }
  | { kind: 'cancel-wait'; wait: CancelWait }
  | { kind: 'cancel-done'; order: Order }
  | { kind: 'cancel-declined'; orderId: string; order?: Order; text: string }
  | ChangeDeclined
  | StuckNews;

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  accountId: string;
  environment: Environment;
  refusesReusedIds: boolean;
  journal: Journal;
  broker: OrderBroker;
  book: Book;
  gate: TradingGate;
  draftContext: (draft: OrderDraft) => DraftContext;
  isReviewSkipped?: () => boolean;
  /** By the broker's clock, epoch ms. */
  brokerNow?: () => number | undefined;
  isMarketOpen?: () => boolean | undefined;
  onNews: (news: TradingNews) => void;
  signal?: AbortSignal;
};

export function createTrading(deps: Deps): Trading {
  const { journal, gate, log } = deps;
  const notify = safely(deps.onNews, log);
  const waits = createCancelWaits({
    ...deps,
    notify: (wait) => notify({ kind: 'cancel-wait', wait }),
  });
  const onIntent = (intent: Intent): void => {
    notify({ kind: 'intent', intent });
    waits.onIntent(intent);
  };
  const intents = createIntentLog(journal, onIntent, log);
  const book = safeBook(deps.book, log);
  const broker = safeBroker(deps.broker, log);
  const { adopt, adoptListed, forget } = createAdoptOrder({ intents, book, onAccepted });
  const shared = { ...deps, book, broker, intents, adopt };
  const isSending = (intentId: string): boolean => engine.isSending(intentId);
  const engine: IntentEngine = createIntentEngine<Order>({
    ...shared,
    judge: judgeOrder,
    rules: { place: placeRules(shared), replace: replaceRules({ ...shared, isSending }) },
  });
  const reads = createOrderReads({ ...shared, onFound: (order) => accept(order, 'found') });
  const cancelLoop = createCancelLoop({
    ...shared,
    isChanging: (orderId) => changesOf(journal, orderId, ['recorded', 'sent']).length > 0,
    isOurs: (orderId) => ownersOf(orderId).length > 0,
    relativesOf,
    note(orderId, kind, text) {
      for (const { intentId } of ownersOf(orderId)) intents.repeat(intentId, { kind, text });
    },
    onDone(orderId, order) {
      for (const { intentId } of ownersOf(orderId))
        intents.clearCancel(
          intentId,
          `It was to be canceled; it ended as ${statusWords(order.status)}.`,
        );
      notify({ kind: 'cancel-done', order });
    },
    onDeclined(orderId, text) {
      for (const { intentId } of ownersOf(orderId)) intents.clearCancel(intentId, text);
      const order = book.order(orderId);
      notify({ kind: 'cancel-declined', orderId, text, ...(order && { order }) });
    },
    onWait: waits.put,
  });
  const cancels = createCancels({
    ...shared,
    book: deps.book,
    cancelLoop,
    ownersOf,
    relativesOf,
    openIntents: engine.open,
    isWritten: (orderId) =>
      ownersOf(orderId).some(({ intentId }) => journal.isCancelWritten(intentId)),
  });

  const onChangeRejected = createRejectedChanges({
    ...shared,
    isSending,
    ownersOf,
    read: reads.read,
    notify,
  });
  const stuck = createStuckOrders({
    ...deps,
    isMarketOpen: deps.isMarketOpen ?? (() => undefined),
    brokerNow: deps.brokerNow ?? (() => undefined),
    note(orderId, text) {
      for (const { intentId } of ownersOf(orderId)) intents.note(intentId, { kind: 'heard', text });
    },
    notify,
  });

  /** The intents that became this order. */
  function ownersOf(orderId: string): Intent[] {
    const found = journal.about(orderId);
    const known = found.ok ? found.value : journal.pendingCancels();
    return known.filter(({ state, resultId }) => state === 'accepted' && resultId === orderId);
  }

  function relativesOf(orderId: string): string[] {
    const order = book.order(orderId);
    const family = order && familyOf(deps.book, order);
    return [...(family?.ids ?? [])].filter((id) => id !== orderId);
  }

  function onAccepted(intent: Intent, order: Order, before: IntentState): void {
    if (LATE.has(before)) notify({ kind: 'late', intent, order, before });
    if (intent.cancelWhenFound) {
      intents.note(intent.intentId, {
        kind: 'person',
        text: 'Found. Ballast is canceling it, as you asked.',
      });
      void cancelLoop.cancel(order.id, waits.sinceOf(intent.intentId));
    }
    // The answer to a bracket may lack its legs; and the order that was replaced ends when its record says so.
    if (hasLegs(order)) reads.read(order.id);
    if (intent.targetId !== undefined) reads.read(intent.targetId);
  }

  function accept(order: Order, how: Seen): void {
    if (how === 'found') adoptListed(order);
    else adopt(order, how);
    cancelLoop.onOrder(order);
  }

  const readOpen = oneAtATime(async () => {
    const listed = await broker.listOpen();
    if (gate.accountDoubt() !== undefined) return;
    await inTurns(listed ?? [], (order) => accept(order, 'found'), deps);
  });

  function onOrder(order: Order, how: 'found' | 'heard'): void {
    const isNew = !book.order(order.id);
    accept(order, how);
    if (how === 'found') return;
    const isStranger = isNew && !intents.find(order.clientOrderId);
    if (isStranger || mayHaveNewLegs(order)) reads.read(order.id);
  }

  /** While a parent works its legs stay as they are: what the stream tells of it need not be read. */
  const mayHaveNewLegs = (order: Order): boolean =>
    hasLegs(order) &&
    (isTerminal(order.status) || !book.order(order.id)?.legs?.length) &&
    !deps.book.parentOf(order.id);

  /** As its review said it; of a position that was not read nobody knows. */
  function sellsShort({ side, symbol, qty }: OrderDraft): boolean {
    const isKnown = deps.book.arePositionsRead() && !deps.book.isUnread(symbol);
    if (side !== 'sell' || qty === undefined || !isKnown) return false;
    return isLess(holdingOf(positionIn(deps.book.held().positions, symbol)).qty, qty);
  }

  function issuesOf(order: Order, change: OrderChange): Issue[] {
    const draft = changedDraft(order, change);
    return [
      ...changeIssues(order, change, familyOf(deps.book, order)),
      ...(draft ? deskIssues(draft, deps.draftContext(draft)) : []),
    ];
  }

  return {
    async submit({ intentId, draft, confirmations, isUnreviewed, isExit, partOf }) {
      if (!intents.find(intentId)) {
        // Asked here and not in the page: a window may not have heard yet that the choice was taken back.
        const maySkip = deps.environment !== 'live' && deps.isReviewSkipped?.() === true;
        if (isUnreviewed && !maySkip)
          return invalid('Nothing was sent. Review this order first.', 'review');
        const issues = deskIssues(draft, deps.draftContext(draft));
        if (issues.length > 0) return fail({ kind: 'invalid', issues });
      }
      const body = encodeOrder(draft, intentId);
      const isShort = !isExit && sellsShort(draft);
      const words = orderTitle(draft, deps.environment, isShort);
      const title = partOf ? `${partOf.name}: ${words}` : words;
      cancels.onSubmit(intentId);
      return engine.submit(
        { intentId, kind: 'place', body, symbol: draft.symbol, title, ...(isExit && { isExit }) },
        { confirmations: new Set(confirmations), note: partOf?.note },
      );
    },
    async replace({ intentId, orderId, change, confirmations }) {
      const order = book.order(orderId);
      if (!order) return invalid('This account has no such order.', 'orderId');
      const known = intents.find(intentId);
      const issues = known ? [] : issuesOf(order, change);
      if (issues.length > 0) return fail({ kind: 'invalid', issues });
      const refusal = changeRefusal(journal, orderId, known);
      if (refusal) return refusal;
      const body = encodeChange(change, intentId);
      const title = changeTitle(order, change);
      cancels.onSubmit(intentId);
      return engine.submit(
        { intentId, kind: 'replace', body, symbol: order.symbol, title, targetId: orderId },
        { confirmations: new Set(confirmations) },
      );
    },
    cancel: cancels.cancel,
    cancelUnknown: cancels.cancelUnknown,
    cancelAll: cancels.cancelAll,
    cancelEverything: cancels.cancelEverything,
    closingDraft: (symbol) => closingDraft(symbol, deps.book, gate.unknownOrders()),
    lookAgain: engine.lookAgain,
    sendAgain: (intentId, confirmations) => engine.sendAgain(intentId, new Set(confirmations)),
    setAside(intentId, cancelWhenFound = true) {
      const aside = engine.setAside(intentId, cancelWhenFound);
      if (!aside.ok || !cancelWhenFound || journal.isCancelWritten(intentId)) return aside;
      return notYet(
        `The ${aside.value.symbol} order is set aside and canceled when it appears.`,
        true,
      );
    },
    lookUpUnsettled: engine.lookUpOpen,
    onOrder,
    onCancelRejected: cancelLoop.onRejected,
    onChangeRejected,
    readOrder: reads.read,
    readOpen,
    isCanceling: cancelLoop.isCanceling,
    cancelWaits: waits.list,
    cancelWait: waits.get,
    unkeptCancels() {
      const pending = journal.pendingCancels();
      const isWritten = ({ intentId }: Intent): boolean => journal.isCancelWritten(intentId);
      const kept = new Set(pending.filter(isWritten).map(({ resultId }) => resultId));
      const ofOrders = cancelLoop.untaken().filter(({ orderId }) => !kept.has(orderId));
      const ofUnknown = pending.filter((intent) => isUnsettled(intent) && !isWritten(intent));
      return ofOrders.length + ofUnknown.length;
    },
    intentsBeingCanceled() {
      const ids: string[] = [];
      for (const { id, clientOrderId } of deps.book.openOrders()) {
        if (!cancelLoop.isCanceling(id)) continue;
        const intent = journal.get(clientOrderId);
        // Another order under its id is none of the intent's.
        if (!intent.ok || [undefined, id].includes(intent.value?.resultId)) ids.push(clientOrderId);
      }
      return ids;
    },
    untakenCancels: cancelLoop.untaken,
    goOnCanceling(begun) {
      for (const { orderId, since } of begun) void cancelLoop.cancel(orderId, since);
    },
    recover() {
      forget();
      engine.start();
      for (const intent of journal.pendingCancels()) {
        const { intentId, state, resultId } = intent;
        waits.onIntent(intent);
        if (state === 'accepted' && resultId !== undefined)
          void cancelLoop.cancel(resultId, waits.sinceOf(intentId));
      }
    },
    hurryCancels() {
      cancelLoop.hurry();
      cancels.wake();
    },
    wake() {
      gate.onSleep();
      engine.wake();
      cancelLoop.wake();
      cancels.wake();
      stuck.wake();
    },
    stop() {
      for (const part of [engine, cancelLoop, reads, cancels, stuck]) part.stop();
    },
  };
}

const hasLegs = ({ orderClass }: Order): boolean =>
  orderClass !== undefined && ['bracket', 'oco', 'oto'].includes(orderClass);
