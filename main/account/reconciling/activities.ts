// What the broker books: fills that it takes back or corrects, fees, dividends, splits. Heard on the stream of
// activities, each once: how far it was heard is kept in the journal, so that what was booked while the desk was closed is
// heard at the next start. Where the broker has no such stream, fills are compared with its list instead.
import { ok, type Result } from '#contract/failure.ts';
import type { Execution } from '#contract/orders.ts';
import { createFillCheck } from '#main/account/reconciling/fill-check.ts';
import type { Book } from '#main/account/standing/book.ts';
import { TOKENS, TYPES } from '#main/account/standing/transfers.ts';
import type { ActivitiesFrom } from '#main/broker/calls/activity-events.ts';
import type { Client } from '#main/broker/client.ts';
import { createActivityLink } from '#main/broker/streams/activity-link.ts';
import { abs, sign, sub, ZERO } from '#main/domain/decimal.ts';
import { findRevised } from '#main/domain/orders/executions.ts';
import { revisionText } from '#main/domain/orders/revision-text.ts';
import { moneyText, qtyText } from '#main/domain/words.ts';
import type { ActivityMark, Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import type { ActivityEvent } from '#main/wire/activity-events.ts';

type Deps = Pick<Ports, 'clock' | 'delay' | 'random' | 'log'> & {
  client: Pick<Client, 'openActivities' | 'marketClock' | 'allActivities' | 'order'>;
  journal: Pick<Journal, 'activityMark' | 'saveActivityMark' | 'saveEvent'>;
  book: Pick<
    Book,
    | 'putExecutions'
    | 'revise'
    | 'putBooked'
    | 'order'
    | 'executions'
    | 'executionsBetween'
    | 'executionSpan'
    | 'isUncertain'
    | 'onChange'
  >;
  /** By its clock; asked for where that was not read yet. */
  brokerNow?: () => number | undefined;
  accountDoubt: () => string | undefined;
  readAccount: () => void;
  readOrder: (orderId: string) => void;
  readPrices: () => void;
  /** Shares came or went otherwise than by a fill. */
  onSharesMoved?: () => void;
  signal: AbortSignal;
};

type Activities = { start(): void; stop(): void; wake(): void };
type Entry = Extract<ActivityEvent, { kind: 'entry' }>;
type RevisedEvent = Extract<ActivityEvent, { kind: 'bust' | 'correct' }>;

/** What is told while the first moment is asked for is told again. */
const OVERLAP_MS = 300_000;
/** The order stream tells of a fill first, and with more. */
const GRACE_MS = 1_500;

export function createActivities(deps: Deps): Activities {
  const { client, journal, book, delay, signal } = deps;
  /** Fills that the order stream has not told of yet. */
  const waiting = new Map<string, { execution: Execution; cancel: () => void }>();
  /** Orders that have filled and are not known here. */
  const awaited = new Set<string>();
  /** What was made of fills of orders that cannot be looked up in the journal now. */
  let revisions: RevisedEvent[] = [];
  let mark: ActivityMark | undefined;
  /** What the journal has was read: this run's mark over an older one would hide what was booked between them. */
  let isStored = false;
  let unreadable = 0;
  let isAbsent = false;
  const check = createFillCheck({ ...deps, onRevised: afterRevision });
  const link = createActivityLink({
    ...deps,
    open: client.openActivities,
    from,
    isHeldBack: () => deps.accountDoubt() !== undefined,
    onEvent,
    onState({ isHeard, status }) {
      if (isHeard) check.stop();
      else check.start();
      if (isAbsent === !isHeard) return;
      isAbsent = !isHeard;
      tell(
        'activity-stream',
        isHeard
          ? 'The activity stream is connected.'
          : `The broker has no activity stream for this key (${status}). Fills are compared with the broker’s list instead.`,
      );
    },
    onLostMark() {
      if (mark) mark = { at: mark.at };
    },
  });

  const tell = (detail: string, text: string): unknown =>
    journal.saveEvent({ kind: 'desk', detail, text });

  async function brokerNow(): Promise<Result<number>> {
    const now = deps.brokerNow?.();
    if (now !== undefined) return ok(now);
    const clock = await client.marketClock(signal);
    return clock.ok ? ok(Date.parse(clock.value.timestamp)) : clock;
  }

  async function from(): Promise<Result<ActivitiesFrom>> {
    const stored = mark ? undefined : journal.activityMark();
    isStored ||= stored?.ok === true;
    mark ??= stored?.ok ? stored.value : undefined;
    if (!mark) {
      const now = await brokerNow();
      if (!now.ok) return now;
      mark = { at: new Date(now.value - OVERLAP_MS).toISOString() };
      if (isStored) journal.saveActivityMark(mark);
    }
    const { eventId, at } = mark;
    return ok(eventId === undefined ? { since: at } : { sinceId: eventId });
  }

  function onEvent(event: ActivityEvent | undefined): boolean {
    if (deps.accountDoubt() !== undefined) return false;
    if (!event) {
      if (unreadable++ === 0)
        tell(
          'activity-unreadable',
          'The broker reported an activity that could not be read. The account, positions and orders are read from the broker and include it.',
        );
      deps.readAccount();
      return true;
    }
    const { eventId, at } = event;
    if (mark?.eventId !== undefined && eventId <= mark.eventId) return true;
    apply(event);
    mark = { eventId, at };
    if (isStored) journal.saveActivityMark(mark);
    return true;
  }

  function apply(event: ActivityEvent): void {
    switch (event.kind) {
      case 'fill':
        return holdFill(event.execution);
      case 'bust':
      case 'correct':
        return revise(event);
      case 'entry':
        return applyEntry(event);
      default:
        return event satisfies never;
    }
  }

  function holdFill(execution: Execution): void {
    const key = execution.executionId ?? `${execution.orderId} ${execution.cumQty}`;
    const cancel = delay(GRACE_MS, () => {
      const { orderId } = execution;
      if (isKnown(execution)) return putWaiting((one) => one.orderId === orderId);
      awaited.add(orderId);
      deps.readOrder(orderId);
    });
    waiting.set(key, { execution, cancel });
  }

  function putWaiting(isDue: (execution: Execution) => boolean): void {
    for (const [key, { execution, cancel }] of waiting) {
      if (!isDue(execution)) continue;
      cancel();
      waiting.delete(key);
      book.putExecutions([execution]);
    }
  }

  /** A fill of an order that nobody knows here would be told to nobody: it waits until the order was read. */
  const isKnown = ({ orderId }: Execution): boolean => book.order(orderId) !== undefined;

  function revise(event: RevisedEvent): void {
    const { orderId, previousId, executionId, kind, at, qty, price } = event;
    putWaiting((one) => one.orderId === orderId);
    const isBust = kind === 'bust';
    const terms = isBust && qty && price ? { qty, price } : undefined;
    const which = { orderId, executionId: previousId, terms };
    const revised = book.revise(which, {
      kind,
      at,
      executionId,
      qty: isBust ? ZERO : (qty ?? ZERO),
      price: price ?? ZERO,
    });
    const isLater = !revised && book.isUncertain(orderId);
    if (isLater) {
      revisions.push(event);
      deps.readAccount();
    } else if (!revised && !findRevised(book.executions(orderId), which)) {
      const what = isBust ? 'busted' : 'corrected';
      tell(
        'fill-revised',
        `The broker ${what} a fill of ${event.symbol} that is not recorded here: execution ${previousId} of order ${orderId}.`,
      );
      deps.readAccount();
    }
    if (revised) afterRevision(revised);
    else deps.readOrder(orderId);
  }

  function afterRevision(execution: Execution): void {
    tell('fill-revised', `${revisionText(execution)}.`);
    deps.readOrder(execution.orderId);
  }

  function applyEntry(entry: Entry): void {
    const { type, symbol, netAmount = ZERO } = entry;
    const split = entry.revises ? undefined : entry.split;
    if (split) book.putBooked({ money: netAmount, symbol, qty: sub(split.newQty, split.oldQty) });
    else if (![...TYPES, TOKENS].includes(type))
      book.putBooked({ money: netAmount, symbol: undefined, qty: ZERO });
    tell('booked', entryText(entry));
    deps.readAccount();
    if (symbol !== undefined && [...TYPES, TOKENS].includes(type)) deps.onSharesMoved?.();
    if (entry.split) deps.readPrices();
  }

  // Fills whose order was awaited come after it.
  const stopOrders = book.onChange((change) => {
    if (change.kind !== 'orders') return;
    for (const { id } of change.orders)
      if (awaited.delete(id)) putWaiting(({ orderId }) => orderId === id);
    if (revisions.length === 0) return;
    const due = revisions.filter(({ orderId }) => !book.isUncertain(orderId));
    revisions = revisions.filter((event) => !due.includes(event));
    for (const event of due) revise(event);
  });

  return {
    start: link.start,
    wake: link.wake,
    stop() {
      link.stop();
      check.stop();
      stopOrders();
      putWaiting(isKnown);
    },
  };
}

const NAMES: Readonly<Record<string, string>> = {
  FEE: 'a fee',
  CFEE: 'a crypto fee',
  DIV: 'a dividend',
  DIVNRA: 'dividend tax',
  INT: 'interest',
  CSD: 'a deposit',
  CSW: 'a withdrawal',
  JNLC: 'cash to or from another account',
  JNLS: 'shares to or from another account',
  ACATC: 'cash to or from another broker',
  ACATS: 'shares to or from another broker',
  OCT: 'a token transfer',
  OPASN: 'an option assignment',
  OPEXC: 'an option exercise',
  OPEXP: 'an option expiration',
  MA: 'a merger',
  NC: 'a name change',
  SPIN: 'a spin-off',
  SPLIT: 'a split',
};

function entryText({ type, symbol, netAmount, revises, split }: Entry): string {
  const of = symbol === undefined ? '' : ` of ${symbol}`;
  if (split && !revises)
    return `${symbol ?? 'A symbol'} was split: ${qtyText(split.oldQty)} shares became ${qtyText(split.newQty)}.`;
  const did = revises === 'canceled' ? 'reversed' : revises ? 'corrected' : 'booked';
  const minus = netAmount !== undefined && sign(netAmount) < 0 ? '-' : '';
  const amount = netAmount === undefined ? '' : `, ${minus}$${moneyText(abs(netAmount))}`;
  return `The broker ${did} ${NAMES[type] ?? type}${of}${amount}.`;
}
