// One account's events, turned into alerts. It only listens; nothing here acts on an order.
import type { Closing } from '#contract/closings.ts';
import type { Intent, IntentState } from '#contract/intents.ts';
import { GONE, type Order } from '#contract/orders.ts';
import type { MintProposal } from '#contract/proposals.ts';
import { isHearing, type StreamState } from '#contract/records.ts';
import type { UnitNews } from '#main/account/account-unit.ts';
import type { Book, BookChange } from '#main/account/standing/book.ts';
import type { BatchNews } from '#main/account/mints/batch-news.ts';
import {
  batchAlerts,
  changeAlert,
  createAlertEvents,
  standingAlerts,
  wayOutAlert,
  type AlertEvent,
} from '#main/desk/alerts/alert-events.ts';
import type { AlertStore } from '#main/desk/alerts/alert-store.ts';
import { foreignAlerts, foundAlert, unsureAlert } from '#main/desk/alerts/foreign-alerts.ts';
import { createExitAlerts, type ExitSource } from '#main/desk/alerts/exit-alerts.ts';
import { createForeignBursts } from '#main/desk/alerts/foreign-bursts.ts';
import { proposalAlerts, triesOf } from '#main/desk/alerts/proposal-alerts.ts';
import { createFillAlerts } from '#main/desk/alerts/fills.ts';
import type { Notifier } from '#main/desk/alerts/notifier.ts';
import type { Clock, Delay } from '#main/ports.ts';

/** An open account as its alerts see it. */
export type AlertSource = ExitSource & {
  book: Pick<Book, 'parentOf' | 'streams' | 'allExecutions' | 'onChange'>;
  onNews(listener: (news: UnitNews) => void): () => void;
  /** Whether this desk sent it; what nobody can tell counts as its own. */
  isOwn(order: Order): boolean;
  /** Why orders cannot be recorded, if so. */
  journalProblem(): string | undefined;
};

type Deps = {
  notifier: Pick<Notifier, 'notify' | 'withdraw' | 'recent'>;
  store: Pick<AlertStore, 'settings' | 'since' | 'saveSince'>;
  clock: Clock;
  delay: Delay;
};

/** Most silences heal within moments; a person is told of those that do not. */
const UNKNOWN_AFTER_MS = 3_000;
/** What the broker says of the order that stays tells more than the end of the change, and comes right after it. */
const CHANGE_TOLD_MS = 2_000;
const OPEN: ReadonlySet<IntentState> = new Set(['recorded', 'sent', 'unknown']);

/** Answers a function that ends it. */
export function watchAccount(account: AlertSource, deps: Deps): () => void {
  const { accountId, book } = account;
  const { store, clock, delay } = deps;
  const firstAt = store.since(accountId);
  if (firstAt === undefined) store.saveSince(accountId, clock.wall());
  // A clock that was ahead when the account was first opened must not silence it; one that is behind now changes nothing
  // that is kept.
  const since = Math.min(firstAt ?? Infinity, clock.wall());
  const events = createAlertEvents(account);
  const fills = createFillAlerts({
    ...deps,
    eventOf: (order, filled) => events.fill(order, account.isOwn(order), filled),
    since,
    order: book.order,
  });
  const timers = new Map<string, () => void>();
  /** Changes that were rejected and may be told better in a moment. */
  const ends = new Map<string, AlertEvent>();
  /** Intents that were unknown, with their attempts that nobody answered; and those of them that were sent again. */
  const unknown = new Map<string, number>();
  const sentAgain = new Set<string>();
  /** Streams that are away: one outage is one alert, however often its reason changes. */
  const away = new Map<StreamState['stream'], StreamState>();

  function wait(key: string, ms: number, run: () => void): void {
    if (timers.has(key)) return;
    const cancel = delay(ms, () => {
      timers.delete(key);
      run();
    });
    timers.set(key, cancel);
  }

  function stopWaiting(key: string): void {
    timers.get(key)?.();
    timers.delete(key);
  }

  function notify(event: AlertEvent | undefined): void {
    if (event) deps.notifier.notify(event);
  }

  /** It happened again: what was said before goes, and this is news. */
  function notifyAnew(event: AlertEvent): void {
    deps.notifier.withdraw(event.alertId);
    deps.notifier.notify(event);
  }

  const bursts = createForeignBursts({
    account,
    clock,
    delay,
    notify,
    notifyAnew,
    withdraw: (alertId) => deps.notifier.withdraw(alertId),
  });

  const exits = createExitAlerts({
    account,
    wait,
    notify,
    withdraw: (alertId) => deps.notifier.withdraw(alertId),
    told: () => deps.notifier.recent().map(({ alertId }) => alertId),
  });

  /** Something else is so of it now: what was said before goes. */
  function withdraw(id: string, now: AlertEvent | undefined): void {
    for (const alertId of standingAlerts(id))
      if (alertId !== now?.alertId) deps.notifier.withdraw(alertId);
  }

  function notifyEnd(event: AlertEvent): void {
    const { alertId } = event;
    if (!alertId.startsWith(changeAlert(''))) return notify(event);
    ends.set(alertId, event);
    wait(alertId, CHANGE_TOLD_MS, () => tellEnd(alertId));
  }

  function tellEnd(alertId: string): void {
    const event = ends.get(alertId);
    ends.delete(alertId);
    const told = deps.notifier.recent().find((one) => one.alertId === alertId);
    // A later change of the same order is news; of the one that was told nothing is said twice.
    if (
      event &&
      told &&
      madeAt(event) > madeAt(told) &&
      changeAlert(told.target.orderId ?? '') !== alertId
    )
      notifyAnew(event);
    else notify(event);
  }

  const madeAt = ({ target: { orderId = '' } }: Pick<AlertEvent, 'target'>): number =>
    Date.parse(book.order(orderId)?.createdAt ?? '');

  function onIntent(intent: Intent): void {
    const { intentId, state, kind, targetId } = intent;
    // What became of an earlier change is past.
    if (kind === 'replace' && state === 'sent' && targetId !== undefined)
      deps.notifier.withdraw(changeAlert(targetId));
    if (state !== 'unknown') stopWaiting(intentId);
    const event = events.intent(intent);
    // One that is sent again is still unknown until something is learned of it.
    if (!OPEN.has(state)) withdraw(intentId, event);
    if (intent.confirmedAt < since) return;
    if (state === 'sent' && unknown.has(intentId)) sentAgain.add(intentId);
    if (isAnsweredAgain(intent)) {
      stopWaiting(intentId);
      if (event) notifyAnew(event);
    } else if (state === 'unknown') wait(intentId, UNKNOWN_AFTER_MS, () => notify(event));
    else notify(event);
  }

  /** Sent again and answered, while an earlier attempt stays unknown: that is news, however often it happens. */
  function isAnsweredAgain({ intentId, state, unanswered }: Intent): boolean {
    if (state !== 'unknown') return false;
    const before = unknown.get(intentId);
    unknown.set(intentId, unanswered);
    return sentAgain.delete(intentId) && before === unanswered;
  }

  /** It goes on, or nothing of it is left: what it left before is said no longer. */
  function onClosing(closing: Closing): void {
    const event = events.leftOpen(closing);
    if (event) notify(event);
    else deps.notifier.withdraw(wayOutAlert(closing));
  }

  /** What stands goes on, what had ended is told anew: of one batch one alert is so at a time. */
  function onBatch(news: BatchNews): void {
    const { stands, ended } = batchAlerts(news.batchId);
    if (news.phase !== 'stands') deps.notifier.withdraw(stands);
    if (news.phase !== 'ended') deps.notifier.withdraw(ended);
    if (news.phase === 'goes-on') return;
    if (news.isAnew) notifyAnew(events.batch(news));
    else notify(events.batch(news));
  }

  function onProposal(proposal: MintProposal): void {
    const { now, over } = proposalAlerts(proposal, account);
    // What was said of an earlier try is past, whatever is so now.
    const tries = deps.notifier
      .recent()
      .map(({ alertId }) => alertId)
      .filter((id) => id.startsWith(triesOf(proposal.proposalId)) && id !== now?.alertId);
    for (const alertId of [...over, ...tries]) deps.notifier.withdraw(alertId);
    notify(now);
  }

  function onNews(news: UnitNews): void {
    const problem = account.journalProblem();
    if (problem !== undefined) notify(events.journal(problem, clock.wall()));
    switch (news.kind) {
      case 'intent':
        return isOfBatch(news) ? undefined : onIntent(news.intent);
      case 'batch':
        return onBatch(news);
      case 'proposal':
        return onProposal(news.proposal);
      case 'late':
        return notify(events.lateOrder(news.intent, news.order));
      case 'cancel-declined':
        return notifyAnew(events.cancelDeclined(news));
      case 'change-declined':
        stopWaiting(changeAlert(news.order.id));
        ends.delete(changeAlert(news.order.id));
        return notifyAnew(events.changeDeclined(news));
      case 'stuck':
        return news.isOver
          ? deps.notifier.withdraw(events.stuck(news).alertId)
          : notifyAnew(events.stuck(news));
      case 'closing':
        return onClosing(news.closing);
      case 'tokenization':
        return isOfBatch(news) || bursts.isCounted(news.request.tokenizationRequestId)
          ? undefined
          : notify(events.request(news.request, news.before, news.origin));
      case 'foreign-request':
        if (news.isSure) deps.notifier.withdraw(unsureAlert(news.request.tokenizationRequestId));
        return bursts.onRequest(news);
      case 'foreign-over':
        bursts.onOver(news.tokenizationRequestId);
        for (const alertId of foreignAlerts(news.tokenizationRequestId))
          deps.notifier.withdraw(alertId);
        return;
      case 'requests-found':
        return notify(foundAlert(news, account));
      case 'late-mint':
        return notify(events.lateMint(news.intent, news.request));
      default:
    }
  }

  function onStream(state: StreamState): void {
    const { stream, phase } = state;
    const key = `stream:${stream}`;
    if (isHearing(phase) || phase === 'off') {
      deps.notifier.withdraw(events.streamDown(state).alertId);
      away.delete(stream);
      return stopWaiting(key);
    }
    const isNew = !away.has(stream);
    away.set(stream, state);
    // What is told is what is so when it is told.
    if (isNew)
      wait(key, store.settings().streamDownAfterSeconds * 1_000, () => {
        const now = away.get(stream);
        if (now) notifyAnew(events.streamDown(now));
      });
  }

  function onChange(change: BookChange): void {
    if (change.kind === 'executions') fills.onExecutions(change.executions);
    else if (change.kind === 'revised') notify(events.revised(change.execution, since));
    else if (change.kind === 'stream') onStream(change.state);
    else if (change.kind === 'orders') {
      for (const order of change.orders) {
        const event = events.ending(order, since);
        if (event) withdraw(order.id, event);
        // One that was gone is back.
        else if (order.status !== GONE) deps.notifier.withdraw(`unknown:${order.id}`);
        if (event && !isLegOf(order, book)) notifyEnd(event);
      }
      exits.onOrders(change.orders);
    } else if (change.kind === 'positions' || change.kind === 'fills') exits.onStanding();
  }

  for (const state of book.streams()) onStream(state);
  fills.tellLast(book.allExecutions());
  const stops = [book.onChange(onChange), account.onNews(onNews)];
  return () => {
    for (const stop of stops) stop();
    for (const cancel of timers.values()) cancel();
    for (const alertId of ends.keys()) tellEnd(alertId);
    fills.stop();
    bursts.stop();
  };
}

/** The rows of a batch are told as one. */
const isOfBatch = (news: object): boolean => 'batchId' in news;

/** A leg that ends because the other one filled, or because its parent did, is no news of its own. */
const isLegOf = ({ id, parentId }: Order, book: Pick<Book, 'parentOf'>): boolean =>
  parentId !== undefined || book.parentOf(id) !== undefined;
