// What every way out does step by step: cancel, wait, read the position.
import {
  describeFailure,
  isUnanswered,
  notAllowed,
  retryInMs,
  type Failure,
  type Result,
} from '#contract/failure.ts';
import type { MarketSession } from '#contract/market-state.ts';
import type { ClosingStep, ClosingSymbol, ExitHow } from '#contract/closings.ts';
import { isUnsettled, type Intent } from '#contract/intents.ts';
import { isTerminal, type Order, type OrderDraft } from '#contract/orders.ts';
import type { TradingGate } from '#main/account/intents/gate.ts';
import { restingIn, type InTheWay } from '#main/account/orders/closing/in-the-way.ts';
import type { Trading } from '#main/account/orders/trading.ts';
import type { Book } from '#main/account/standing/book.ts';
import { unreadWords } from '#main/account/standing/unread-positions.ts';
import {
  add,
  div,
  isMore,
  isZero,
  max,
  mul,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import type { DraftContext } from '#main/domain/orders/draft-issues.ts';
import { exitSideOf, heldForSure, positionIn } from '#main/domain/orders/exits.ts';
import { mayBeSide } from '#main/domain/orders/order-terms.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import type { Quote } from '#main/wire/records.ts';

export type ExitDeps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  book: Book;
  journal: Pick<Journal, 'unsettled' | 'get' | 'evidence'>;
  gate: Pick<TradingGate, 'unknownOrders' | 'whyNoConfirmedExit'>;
  trading: Pick<Trading, 'submit' | 'cancelAll' | 'isCanceling' | 'readOrder' | 'readOpen'>;
  /** Positions, asked for after this moment. */
  readPositions: () => Promise<Result<unknown>>;
  isMarketOpen: () => boolean | undefined;
  session: () => MarketSession | undefined;
  /** As far as the stream told. */
  isHalted: (symbol: string) => boolean;
  quote: (symbol: string) => Promise<Result<Quote | undefined>>;
  draftContext: (draft: OrderDraft) => DraftContext;
  newId: () => string;
};

export type ExitRun = {
  symbol: string;
  how: ExitHow;
  partOf: { name: string; note: string };
  /** Where a part is closed: how much in all, and how much is to stay, once that was judged. */
  part?(): { takes: Decimal; stays: Decimal | undefined };
  /** Judges the part by what is held now. A sentence where that has no such part. */
  judgePart?(held: Decimal): string | undefined;
  /** Why it must not go on, in a sentence. */
  interruption(): string | undefined;
  /** Nobody is there any more to do anything about it. */
  isStopping(): boolean;
  /** Its exits so far. */
  intentIds(): readonly string[];
  /** Writes down the id of the next exit. A sentence when that failed, and then nothing is sent. */
  record(intentId: string): string | undefined;
  /**
   * Before they are asked for, so that a desk that ends meanwhile goes on with them, and with no others. A sentence when
   * that failed: then no exit could be recorded either, and nothing is to be canceled for one.
   */
  noteCancels(orderIds: readonly string[]): string | undefined;
  tell(step: ClosingStep, text: string, left?: Decimal): void;
};

/** Why a round did not end the position: another may at once or a little later, or there is no use in one. */
export type Tried = {
  why: string;
  next: 'now' | 'later' | 'never';
  /** The broker could not be asked, which says nothing about whether there is a way out. */
  askAgainMs?: number;
};

export const PAUSE_MS = 1_000;
export const CANCEL_MS = 10_000;
export const UNKNOWN_MS = 30_000;
const LOOK_EVERY_MS = 100;
/** A reading that contradicts fills is believed after 15 s. */
const DOUBT_MS = 20_000;
/** So long a list of positions may be behind what a look-up told of an order. */
const LAG_MS = 3_000;

export const UNREAD = 'The position could not be read';

/** One of its own exits that may still do something, and its order where that is known. */
type OwnExit = { intent: Intent; order: Order | undefined };

/** What was held, and how far the orders that take of it had filled by then. */
type Counted = { held: Decimal; filled: ReadonlyMap<string, Decimal> };

type ExitSteps = {
  pause(ms: number): Promise<void>;
  /** Whether it came to be so in time. */
  until(isSo: () => boolean, withinMs: number, run: ExitRun): Promise<boolean>;
  find(intentId: string): Intent | undefined;
  ownOpen(run: ExitRun): OwnExit[];
  /** What was asked for before is not asked for again. */
  askToCancel(way: InTheWay, asked: Set<string>): void;
  /** `before`: as it was counted then. */
  read(run: ExitRun, isExiting?: boolean, before?: Counted): Promise<Result<unknown>>;
  count(run: ExitRun): Counted;
  readPositions(symbol: string): Promise<Result<unknown>>;
  /** There for sure. */
  heldOf(symbol: string): Decimal;
};

export function createExitSteps(deps: ExitDeps): ExitSteps {
  const { book, journal, trading, clock, delay } = deps;
  const pause = (ms: number) => new Promise<void>((resolve) => void delay(ms, resolve));

  const find = (intentId: string): Intent | undefined => {
    const found = journal.get(intentId);
    return found.ok ? found.value : undefined;
  };

  function heldOf(symbol: string): Decimal {
    const position = positionIn(book.positions(), symbol);
    return position ? heldForSure(position, book) : ZERO;
  }

  const filledOf = (orderId: string): Decimal => book.order(orderId)?.filledQty ?? ZERO;
  const ownIds = (run: ExitRun): string[] =>
    run.intentIds().flatMap((intentId) => find(intentId)?.resultId ?? []);

  function count(run: ExitRun): Counted {
    const { symbol } = run;
    const position = positionIn(book.positions(), symbol);
    const exits = restingIn(book, symbol).filter(
      ({ side }) => position && mayBeSide(side, exitSideOf(position)),
    );
    const ids = [...ownIds(run), ...exits.map(({ id }) => id)];
    return { held: heldOf(symbol), filled: new Map(ids.map((id) => [id, filledOf(id)])) };
  }

  /**
   * What the stream told is in no doubt here. But what a look-up was the first to tell may have been in the reading before,
   * or may be missing from this one.
   */
  function isBehind(run: ExitRun, { held, filled }: Counted): boolean {
    const fresh = [...new Set([...filled.keys(), ...ownIds(run)])]
      .map((id) => max(sub(filledOf(id), filled.get(id) ?? ZERO), ZERO))
      .reduce(add, ZERO);
    return !isZero(fresh) && isMore(heldOf(run.symbol), max(sub(held, fresh), ZERO));
  }

  /** That it is missing among those that could be read does not mean that it is closed. */
  async function readPositions(symbol: string): Promise<Result<unknown>> {
    const answer = await deps.readPositions();
    const isUnread = answer.ok && book.isUnread(symbol);
    return isUnread ? notAllowed(unreadWords({ symbol, where: '' })) : answer;
  }

  return {
    pause,
    async until(isSo, withinMs, run) {
      const end = clock.elapsed() + withinMs;
      while (!isSo()) {
        if (clock.elapsed() >= end || run.isStopping()) return false;
        await pause(LOOK_EVERY_MS);
      }
      return true;
    },
    find,
    ownOpen: (run) =>
      run.intentIds().flatMap((intentId) => {
        const intent = find(intentId);
        const order = book.order(intent?.resultId ?? '');
        return intent && (isUnsettled(intent) || (order && !isTerminal(order.status)))
          ? [{ intent, order }]
          : [];
      }),
    askToCancel({ orders, intents }, asked) {
      const isNew = (id: string) => !asked.has(id);
      const working = orders.filter(({ status }) => status !== 'held');
      // A held leg ends with its parent or its twin; one that is alone is canceled like any other.
      const orderIds = (working.length > 0 ? working : orders)
        .map(({ id }) => id)
        .filter((id) => isNew(id) && !trading.isCanceling(id));
      const intentIds = intents
        .filter(({ cancelWhenFound }) => !cancelWhenFound)
        .map(({ intentId }) => intentId)
        .filter(isNew);
      for (const id of [...orderIds, ...intentIds]) asked.add(id);
      if (orderIds.length + intentIds.length > 0) void trading.cancelAll(orderIds, intentIds);
    },
    /**
     * After the answer positions and fills agree, or have been contradicting each other for too long. Whoever exits need
     * not wait for that while something is there for sure, unless it may have been sold already: sold twice, it is short.
     */
    async read(run, isExiting = false, before) {
      const { symbol } = run;
      run.tell('reading', `Reading the position in ${symbol}.`);
      for (let doubtedMs = 0; ; doubtedMs += PAUSE_MS) {
        const answer = await readPositions(symbol);
        const isLate = before !== undefined && doubtedMs < LAG_MS && isBehind(run, before);
        const isSure = isZero(book.filledSince(symbol)) || (isExiting && !isZero(heldOf(symbol)));
        const isAgreed = isSure && !isLate;
        if (!answer.ok || isAgreed || doubtedMs >= DOUBT_MS || run.isStopping()) return answer;
        await pause(PAUSE_MS);
      }
    },
    count,
    readPositions,
    heldOf,
  };
}

export const notNow = (failure: Failure, why = describeFailure(failure)): Tried => ({
  why,
  next: 'later',
  ...(isUnanswered(failure) && { askAgainMs: Math.max(PAUSE_MS, retryInMs(failure, PAUSE_MS)) }),
});

export const unread = (failure: Failure): Tried =>
  notNow(failure, `${UNREAD}: ${describeFailure(failure)}`);

const AVERAGE_DECIMALS = 6;

/** What these exits filled in all. One of which the price is not known keeps the others from an average. */
export function filledBy(
  { book, journal }: Pick<ExitDeps, 'book' | 'journal'>,
  intentIds: readonly string[],
): Pick<ClosingSymbol, 'filled'> {
  const orders = intentIds.flatMap((intentId) => {
    const intent = journal.get(intentId);
    const order = intent.ok ? book.order(intent.value?.resultId ?? '') : undefined;
    return order && !isZero(order.filledQty) ? [order] : [];
  });
  if (orders.length === 0) return {};
  const qty = orders.map(({ filledQty }) => filledQty).reduce(add);
  const paid = orders.map(
    ({ filledQty, filledAvgPrice }) => filledAvgPrice && mul(filledQty, filledAvgPrice),
  );
  if (!paid.every((amount) => amount !== undefined)) return { filled: { qty } };
  const price = div(paid.reduce(add), qty, AVERAGE_DECIMALS, 'half');
  return { filled: { qty, price } };
}
