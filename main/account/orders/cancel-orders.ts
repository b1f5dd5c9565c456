// What a person can cancel: one order, one whose fate is unknown, a list, everything. Each is written down before it is
// asked for, where the order is ours, so that a restart goes on with it; and a person is answered soon, with the truth
// about whether the request has left.
import { describeFailure, fail, invalid, notAllowed, ok, type Result } from '#contract/failure.ts';
import { isUnsettled, type Intent } from '#contract/intents.ts';
import { GONE, isTerminal, type Order } from '#contract/orders.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Delay, Ports } from '#main/ports.ts';
import type { CancelLoop } from '#main/account/orders/cancel-loop.ts';
import type { IntentLog } from '#main/account/intents/intent-log.ts';
import type { Gate } from '#main/account/intents/ports.ts';
import type { OrderBroker } from '#main/account/orders/order-broker.ts';
import { markOf, sinceMs, type ClockMark } from '#main/tools/either-clock.ts';
import { createRepeater, growingWaitMs } from '#main/tools/repeat.ts';
import { safely } from '#main/tools/safely.ts';

export type Cancels = {
  /**
   * Goes out journal or not, and on until the order has ended. A failure says that no request has left yet, or that a
   * restart would forget one that the broker has not taken.
   */
  cancel(orderId: string): Promise<Result<null>>;
  /** An order that nobody knows yet: canceled when it appears, also after a restart. */
  cancelUnknown(intentId: string): Promise<Result<Intent>>;
  /** The listed orders, one by one. */
  cancelAll(orderIds: readonly string[], intentIds: readonly string[]): Promise<Result<null>>;
  /**
   * The broker's own 'cancel all', orders placed elsewhere included; then each is followed to its end. What is placed
   * afterwards is not meant: where that request was not taken at once, what is open is listed and canceled by id.
   */
  cancelEverything(): Promise<Result<null>>;
  /** A person decided this after whatever is being canceled: a request that goes on does not reach it. */
  onSubmit(intentId: string): void;
  /** What the broker has not taken yet is asked again now. */
  wake(): void;
  stop(): void;
};

/** The moment in which everything was to be canceled, and what was open then. Infinite where nobody knows the broker's clock. */
type Meant = ClockMark & { brokerNow: number; open: ReadonlySet<string> };

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  intents: IntentLog;
  journal: Pick<Journal, 'about' | 'isCancelWritten'>;
  book: Pick<Book, 'order' | 'openOrders' | 'putOrders'>;
  /** The orders that end with this one. */
  relativesOf: (orderId: string) => readonly string[];
  broker: OrderBroker;
  gate: Gate;
  cancelLoop: CancelLoop;
  /** The intents that became this order. */
  ownersOf: (orderId: string) => Intent[];
  openIntents: () => Intent[];
  /** Whether a restart would go on with the cancel of this order. */
  isWritten: (orderId: string) => boolean;
  /** By the broker's clock, epoch ms. */
  brokerNow?: (() => number | undefined) | undefined;
};

/** A person is answered by then, whatever the broker does; the cancel goes on. */
const ANSWER_MS = 5_000;
const EVERYTHING = 'everything';
const UNREAD = 'it lists an open order that Ballast cannot read; cancel that one at the broker';
const EVERYTHING_AGAIN_MS = 2_000;
/** What comes this much after the request was not meant by it. */
const LATER_MS = 5_000;

/** How its line in the evidence begins, by which a way out knows that its exit is not to be sent again. */
export const CANCELED_BY_PERSON = 'You canceled it.';

export function createCancels(deps: Deps): Cancels {
  const { intents, journal, book, gate, cancelLoop, ownersOf, clock, delay } = deps;
  let whyNotEverything = 'it is waiting to be sent';
  /** Reached by the last request to cancel everything, as the broker said. */
  let taken: ReadonlySet<string> = new Set();
  let meant: Meant | undefined;
  /** Submitted since. */
  const later = new Set<string>();
  const everything = createRepeater({
    ...deps,
    what: 'canceling everything',
    run: async () => (mayAskForAll() ? askForAll() : cancelListed()),
    waitMs: (_key, round) => Math.max(EVERYTHING_AGAIN_MS, growingWaitMs(round)),
  });

  /** That request ends whatever is open when it arrives: it leaves soon or not at all. */
  const mayAskForAll = (): boolean =>
    meant !== undefined &&
    later.size === 0 &&
    sinceMs(clock, meant) <= LATER_MS &&
    gate.accountDoubt() === undefined;

  /** Whether the broker has taken the request. */
  async function askForAll(): Promise<boolean> {
    const answer = await deps.broker.cancelEverything(() =>
      mayAskForAll() ? undefined : 'it waited too long to be sent',
    );
    taken = new Set(answer.kind === 'asked' ? answer.taken : []);
    if (answer.kind === 'asked') return true;
    whyNotEverything = answer.kind === 'declined' ? answer.text : answer.reason;
    return false;
  }

  /** Each by its id, orders that nobody here has heard of among them. Whether the broker told of all of them. */
  async function cancelListed(): Promise<boolean> {
    if (gate.accountDoubt() !== undefined) return false;
    const listed = await deps.broker.listOpen();
    if (!listed || gate.accountDoubt() !== undefined) return false;
    book.putOrders(listed);
    const unheard = openThen().filter((id) => !cancelLoop.isCanceling(id));
    record(unheard);
    for (const id of unheard) void cancelLoop.cancel(id);
    whyNotEverything = UNREAD;
    return listed.unread === undefined;
  }

  /** What is open, without what was placed after the request. */
  const openThen = (): string[] =>
    book
      .openOrders()
      .filter((order) => !isLater(order))
      .map(({ id }) => id);

  function isLater({ id, clientOrderId, createdAt, parentId }: Order): boolean {
    if (!meant || meant.open.has(id)) return false;
    const parent = parentId === undefined ? undefined : book.order(parentId);
    if (parent) return isLater(parent);
    return later.has(clientOrderId) || Date.parse(createdAt ?? '') > meant.brokerNow + LATER_MS;
  }

  /** A disk that fails stands in no cancel's way. */
  const record = safely((orderIds: readonly string[]) => {
    const owners = orderIds.flatMap(ownersOf).map(({ intentId }) => intentId);
    if (owners.length > 0)
      intents.markCancels(
        owners,
        `${CANCELED_BY_PERSON} Ballast keeps asking the broker until the order has ended.`,
      );
  }, deps.log);

  /** Under exactly this id: at a broker that reads ids more generously the desk would follow an order it cannot find. */
  function isInJournal(orderId: string): boolean {
    const found = journal.about(orderId);
    return !found.ok || found.value.length > 0;
  }

  const isReached = (orderId: string): boolean =>
    taken.has(orderId) || deps.relativesOf(orderId).some((id) => taken.has(id));

  async function cancel(orderId: string): Promise<Result<null>> {
    const doubt = gate.accountDoubt();
    if (doubt !== undefined) return notCanceled(doubt);
    const order = book.order(orderId);
    if (!order && !isInJournal(orderId))
      return invalid('This account has no such order.', 'orderId');
    if (order?.status === GONE)
      return invalid('The broker no longer knows this order, so there is nothing to cancel.');
    if (order && isTerminal(order.status) && order.status !== 'replaced')
      return invalid(`This order is ${order.status} already, so there is nothing to cancel.`);
    record([orderId]);
    await soonEnough(cancelLoop.cancel(orderId), delay);
    return answerOf(orderId, `The cancel of ${order?.symbol ?? 'this order'}`);
  }

  /** What was sent and is written down needs no word: it goes on whatever happens here. */
  function answerOf(orderId: string, what: string): Result<null> {
    const why = cancelLoop.whyNotAsked(orderId);
    const isForgotten = !cancelLoop.isTaken(orderId) && !deps.isWritten(orderId);
    if (why !== undefined) return notYet(`${what} has not been sent yet: ${why}.`, isForgotten);
    return isForgotten
      ? notYet(`${what} was sent, but the broker has not accepted it yet.`, true)
      : ok(null);
  }

  async function cancelUnknown(intentId: string): Promise<Result<Intent>> {
    const intent = intents.find(intentId);
    if (!intent || (intent.kind !== 'place' && intent.kind !== 'replace'))
      return invalid('There is no such order.', 'intentId');
    if (isUnsettled(intent)) {
      const text = `${CANCELED_BY_PERSON} Ballast cancels it as soon as it appears.`;
      const marked = intents.markCancel(intentId, text);
      return journal.isCancelWritten(intentId)
        ? ok(marked)
        : notYet(`The ${intent.symbol} order is canceled when it appears.`, true);
    }
    if (intent.state !== 'accepted' || intent.resultId === undefined)
      return notAllowed(
        `This order was ${intent.state === 'refused' ? 'refused' : 'not sent'}, so there is nothing to cancel.`,
      );
    // It appeared in the moment in which the person decided.
    const canceled = await cancel(intent.resultId);
    return canceled.ok ? ok(intents.find(intentId) ?? intent) : canceled;
  }

  return {
    cancel,
    cancelUnknown,
    async cancelAll(listed, intentIds) {
      const orderIds = [...new Set(listed)];
      const doubt = gate.accountDoubt();
      if (doubt !== undefined) return notCanceled(doubt);
      record(orderIds);
      return sumOf(await Promise.all([...orderIds.map(cancel), ...intentIds.map(cancelUnknown)]));
    },
    async cancelEverything() {
      const doubt = gate.accountDoubt();
      if (doubt !== undefined) return notCanceled(doubt);
      const open = book.openOrders().map(({ id }) => id);
      meant = {
        ...markOf(clock),
        brokerNow: deps.brokerNow?.() ?? Infinity,
        open: new Set(open),
      };
      later.clear();
      record(open);
      const unsettled = deps.openIntents().map(({ intentId }) => cancelUnknown(intentId));
      taken = new Set();
      await soonEnough(everything.now(EVERYTHING), delay);
      // Whatever it answers, every order known to be open is followed; by its id it is asked for where it was not reached.
      const left = openThen();
      for (const id of left.filter(isReached)) cancelLoop.follow(id);
      const results = await Promise.all([
        ...unsettled,
        ...left.filter((id) => !isReached(id)).map(cancel),
      ]);
      return everything.has(EVERYTHING)
        ? notYet(
            `The broker has not accepted the request to cancel everything: ${whyNotEverything}.`,
            results.some(isForgettable),
          )
        : sumOf(results);
    },
    onSubmit(intentId) {
      if (everything.has(EVERYTHING)) later.add(intentId);
    },
    wake: everything.hurry,
    stop: everything.stop,
  };
}

function soonEnough(work: Promise<unknown>, delay: Delay): Promise<void> {
  return new Promise((resolve) => {
    const cancelTimer = delay(ANSWER_MS, resolve);
    void work.finally(() => {
      cancelTimer();
      resolve();
    });
  });
}

const notCanceled = (doubt: string) => notAllowed(`Nothing was canceled. ${doubt}`);

const FORGOTTEN =
  'This is not recorded: if Ballast closes before the broker accepts it, the cancel is forgotten and the order stays open.';

export const notYet = (why: string, isForgotten = false) =>
  fail({
    kind: 'offline',
    message: `${why} Ballast keeps asking.${isForgotten ? ` ${FORGOTTEN}` : ''}`,
  });

const isForgettable = (result: Result<unknown>): boolean =>
  !result.ok && describeFailure(result.failure).includes(FORGOTTEN);

/** What became of many cancels: those whose order had ended already need no word. */
function sumOf(results: readonly Result<unknown>[]): Result<null> {
  const waiting = results.filter((result) => !result.ok && result.failure.kind === 'offline');
  // Of several the one that says most.
  const told = waiting.find(isForgettable) ?? waiting[0];
  if (!told || told.ok) return ok(null);
  if (results.length === 1) return told;
  const step = isForgettable(told) ? 'accepted' : 'sent';
  const count = `${waiting.length} of ${results.length} cancels have not been ${step} yet.`;
  return fail({ kind: 'offline', message: `${count} ${describeFailure(told.failure)}` });
}
