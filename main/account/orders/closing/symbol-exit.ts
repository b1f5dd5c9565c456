// One symbol on its way out, round by round: cancel what rests and await its end, read the position, exit the whole of it.
// A refusal ends it, unless other orders may be the reason, and so do three rounds without progress. Whatever ends it, an
// exit of its own is canceled; it says so where that is not known to be done.
import {
  describeFailure,
  isUnanswered,
  notAllowed,
  ok,
  retryInMs,
  type Failure,
  type Result,
} from '#contract/failure.ts';
import type { ClosingStep, ExitHow } from '#contract/closings.ts';
import { isUnsettled, type Intent } from '#contract/intents.ts';
import { isTerminal, type Order, type OrderDraft } from '#contract/orders.ts';
import type { TradingGate } from '#main/account/intents/gate.ts';
import { restingIn, unsettledIn } from '#main/account/orders/closing/closing-plan.ts';
import { atFarSide, wholeDraft, type Terms } from '#main/account/orders/closing/exit-draft.ts';
import { closingDraft } from '#main/account/orders/drafts.ts';
import type { Trading } from '#main/account/orders/trading.ts';
import type { Book } from '#main/account/standing/book.ts';
import { unreadWords } from '#main/account/standing/unread-positions.ts';
import { isLess, isZero, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { draftIssues, type DraftContext } from '#main/domain/orders/draft-issues.ts';
import { heldForSure, positionIn } from '#main/domain/orders/exits.ts';
import { qtyText } from '#main/domain/words.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import { createTurns } from '#main/tools/turns.ts';
import type { Quote } from '#main/wire/records.ts';

export type ExitDeps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  book: Book;
  journal: Pick<Journal, 'unsettled' | 'get' | 'evidence'>;
  gate: Pick<TradingGate, 'unknownOrders'>;
  trading: Pick<Trading, 'submit' | 'cancelAll' | 'isCanceling' | 'readOrder' | 'readOpen'>;
  /** Positions, asked for after this moment. */
  readPositions: () => Promise<Result<unknown>>;
  isMarketOpen: () => boolean | undefined;
  quote: (symbol: string) => Promise<Result<Quote | undefined>>;
  draftContext: (draft: OrderDraft) => DraftContext;
  newId: () => string;
};

type ExitRun = {
  symbol: string;
  how: ExitHow;
  partOf: { name: string; note: string };
  /** Why it must not go on, in a sentence. */
  interruption(): string | undefined;
  /** Nobody is there any more to do anything about it. */
  isStopping(): boolean;
  /** Its exits so far. */
  intentIds(): readonly string[];
  /** Writes down the id of the next exit. A sentence when that failed, and then nothing is sent. */
  record(intentId: string): string | undefined;
  tell(step: ClosingStep, text: string, left?: Decimal): void;
};

type Standing = { held: Decimal; resting: number };
/** Why a round did not end the position: another may at once or a little later, or there is no use in one. */
type Tried = {
  why: string;
  next: 'now' | 'later' | 'never';
  /** The broker could not be asked, which says nothing about whether there is a way out. */
  askAgainMs?: number;
};

const ROUNDS_WITHOUT_PROGRESS = 3;
const LOOK_EVERY_MS = 100;
const PAUSE_MS = 1_000;
const CANCEL_MS = 10_000;
/** Most cancels are done by then, and one exit for everything is better than two. */
const BEFORE_CANCELS_MS = 2_000;
const FILL_MS: Record<ExitHow, number> = { market: 15_000, extended: 30_000 };
const READ_AFTER_MS = 1_000;
const UNKNOWN_MS = 30_000;
/** An exit whose answer is slow keeps the other symbols waiting for so long. */
const NEXT_EXIT_MS = 500;
/** A reading that contradicts fills is believed after 15 s. */
const DOUBT_MS = 20_000;
/** A broker that does not answer, or asks for a wait, is asked again for so long: its limits are by the minute. */
const UNANSWERED_MS = 60_000;
const LONGEST_PAUSE_MS = 10_000;

const UNREAD = 'The position could not be read';
const MARKET_CLOSED =
  'The market is closed. Close it in the extended session, or when the market is open.';

type SymbolExits = { run(run: ExitRun): Promise<void> };

export function createSymbolExits(deps: ExitDeps): SymbolExits {
  const { book, journal, trading, clock, delay } = deps;
  /** One exit after the other. */
  const inTurn = createTurns();
  /** Those for which orders of the person's were canceled. */
  const bared = new WeakSet<ExitRun>();
  const pause = (ms: number) => new Promise<void>((resolve) => void delay(ms, resolve));

  async function until(isSo: () => boolean, withinMs: number, run: ExitRun): Promise<boolean> {
    const end = clock.elapsed() + withinMs;
    while (!isSo()) {
      if (clock.elapsed() >= end || run.isStopping()) return false;
      await pause(LOOK_EVERY_MS);
    }
    return true;
  }

  const find = (intentId: string): Intent | undefined => {
    const found = journal.get(intentId);
    return found.ok ? found.value : undefined;
  };

  /** Set-aside ones are looked for at leisure; nobody waits for them. */
  const awaited = (symbol: string): number =>
    restingIn(book, symbol).length +
    unsettledIn(journal, symbol).filter(({ state }) => state !== 'set-aside').length;

  const available = (symbol: string) => closingDraft(symbol, book, deps.gate.unknownOrders());

  async function cancelResting(run: ExitRun, isFirst: boolean): Promise<void> {
    const { symbol } = run;
    const began = clock.elapsed();
    /** Once a round: what the broker declines is not asked for without a pause. */
    const asked = new Set<string>();
    const isNew = (id: string) => !asked.has(id);
    const ask = () => {
      const resting = restingIn(book, symbol);
      const working = resting.filter(({ status }) => status !== 'held');
      // A held leg ends with its parent or its twin; one that is alone is canceled like any other.
      const orderIds = (working.length > 0 ? working : resting)
        .map(({ id }) => id)
        .filter((id) => isNew(id) && !trading.isCanceling(id));
      const intentIds = unsettledIn(journal, symbol)
        .filter(({ cancelWhenFound }) => !cancelWhenFound)
        .map(({ intentId }) => intentId)
        .filter(isNew);
      for (const id of [...orderIds, ...intentIds]) asked.add(id);
      if (orderIds.length + intentIds.length > 0) void trading.cancelAll(orderIds, intentIds);
    };
    const isClear = () => {
      if (awaited(symbol) === 0) return true;
      if (run.interruption() === undefined) ask();
      return false;
    };
    /** What no order has a claim on does not wait for one of which nobody knows, nor long for a cancel. */
    const goesBefore = () =>
      isFirst &&
      (restingIn(book, symbol).length === 0 || clock.elapsed() - began >= BEFORE_CANCELS_MS) &&
      available(symbol).ok;
    if (isClear()) return;
    const isOwn = ({ clientOrderId }: Order) => run.intentIds().includes(clientOrderId);
    if (!restingIn(book, symbol).every(isOwn)) bared.add(run);
    run.tell('canceling', `Cancels what rests in ${symbol}.`);
    const isEnough = () => isClear() || goesBefore() || run.interruption() !== undefined;
    await until(isEnough, CANCEL_MS, run);
  }

  /**
   * After the answer positions and fills agree, or have been contradicting each other for too long. Whoever exits need not
   * wait for that while something is there for sure.
   */
  async function read(run: ExitRun, isExiting = false): Promise<Result<unknown>> {
    const { symbol } = run;
    run.tell('reading', `Reads the position in ${symbol}.`);
    for (let doubtedMs = 0; ; doubtedMs += PAUSE_MS) {
      const answer = await readPositions(symbol);
      const isAgreed =
        isZero(book.filledSince(symbol)) || (isExiting && !isZero(standingOf(symbol).held));
      if (!answer.ok || isAgreed || doubtedMs >= DOUBT_MS || run.isStopping()) return answer;
      await pause(PAUSE_MS);
    }
  }

  /** That it is missing among those that could be read does not mean that it is closed. */
  async function readPositions(symbol: string): Promise<Result<unknown>> {
    const answer = await deps.readPositions();
    const isUnread = answer.ok && book.isUnread(symbol);
    return isUnread ? notAllowed(unreadWords({ symbol, where: '' })) : answer;
  }

  function standingOf(symbol: string): Standing {
    const position = positionIn(book.positions(), symbol);
    const held = position ? heldForSure(position, book) : ZERO;
    return { held, resting: awaited(symbol) };
  }

  const isClosedNow = ({ symbol, how }: ExitRun): boolean =>
    how === 'market' &&
    positionIn(book.positions(), symbol) !== undefined &&
    deps.isMarketOpen() === false;

  /** In the extended session a price is needed; at the market nobody is asked. */
  async function termsOf(draft: OrderDraft, { symbol, how }: ExitRun): Promise<Result<Terms>> {
    if (how === 'market') return ok({});
    const quote = await deps.quote(symbol);
    return quote.ok ? atFarSide(draft, quote.value) : quote;
  }

  /** What rests may protect the position: it is not canceled for an exit that cannot be made. */
  async function whyNoExit(run: ExitRun): Promise<Tried | undefined> {
    const { symbol } = run;
    const position = positionIn(book.positions(), symbol);
    const whole = position && wholeDraft(position);
    if (!whole || restingIn(book, symbol).length === 0) return undefined;
    const answer = await readPositions(symbol);
    if (!answer.ok) return unread(answer.failure);
    const terms = await termsOf(whole, run);
    if (!terms.ok) return notNow(terms.failure);
    const draft = { ...whole, ...terms.value };
    const [issue] = draftIssues(draft, deps.draftContext(draft));
    return issue && { why: issue.message, next: 'later' };
  }

  /** One order for all that is available, followed until it is over or has had its time. */
  async function exit(run: ExitRun): Promise<Tried> {
    const intentId = deps.newId();
    const first = available(run.symbol);
    // Before its turn: a slow answer keeps no other symbol waiting.
    const terms = first.ok ? await termsOf(first.value, run) : first;
    if (!terms.ok) return notNow(terms.failure);
    const begun = await inTurn('exit', async () => {
      // The position may have changed meanwhile.
      const draft = available(run.symbol);
      if (!draft.ok) return { failed: notNow(draft.failure) };
      const problem = run.interruption() ?? run.record(intentId);
      if (problem !== undefined) return { failed: { why: problem, next: 'later' as const } };
      run.tell('exiting', `${run.partOf.name}: the exit is sent.`);
      const submitting = trading.submit({
        intentId,
        draft: { ...draft.value, ...terms.value },
        confirmations: ['exit-while-stopped'],
        isExit: true,
        partOf: run.partOf,
      });
      await Promise.race([submitting, pause(NEXT_EXIT_MS)]);
      return { submitting };
    });
    if ('failed' in begun) return begun.failed;
    const submitted = await begun.submitting;
    if (!submitted.ok) return { why: describeFailure(submitted.failure), next: 'never' };
    const isDecided = () => !isUndecided(intentId) || run.interruption() !== undefined;
    await until(isDecided, UNKNOWN_MS, run);
    const intent = find(intentId);
    if (intent?.state === 'accepted') return followed(intent, run);
    const why = intent?.reason ?? 'It is not in the journal.';
    switch (intent?.state) {
      case 'refused':
        if (!isHeldByOrders(intentId)) return { why, next: 'never' };
        // A cancel that has not released its shares yet, or an order that nobody here has heard of.
        void trading.readOpen();
        return { why, next: 'later' };
      case 'not-sent':
        return { why: `The exit was not sent: ${why}`, next: 'later' };
      default:
        return {
          why: 'It is not known whether the exit was placed. It is looked for, and canceled if it appears. Go on when it is settled, or set it aside first: then it no longer counts.',
          next: 'never',
        };
    }
  }

  /** 403: shares that an order holds, or an order that it would trade with (docs/wire.md, "Holdings, wash trades and buying power"). */
  function isHeldByOrders(intentId: string): boolean {
    const lines = journal.evidence(intentId);
    return lines.ok && lines.value.some(({ status }) => status === 403);
  }

  function isUndecided(intentId: string): boolean {
    const intent = find(intentId);
    return intent !== undefined && isUnsettled(intent);
  }

  async function followed({ resultId = '' }: Intent, run: ExitRun): Promise<Tried> {
    const isOver = () => isTerminal(book.order(resultId)?.status ?? '');
    const isDecided = () => isOver() || run.interruption() !== undefined;
    // A stream that is mute is not waited for.
    if (!(await until(isDecided, READ_AFTER_MS, run))) trading.readOrder(resultId);
    await until(isDecided, FILL_MS[run.how] - READ_AFTER_MS, run);
    const order = book.order(resultId);
    const filled = `${qtyText(order?.filledQty ?? ZERO)} of ${qtyText(order?.qty ?? ZERO)}`;
    if (!isOver()) return { why: `The exit did not fill in time (${filled}).`, next: 'now' };
    const why = `The exit ended as ${order?.status ?? 'unknown'}, ${filled} filled.`;
    return { why, next: order?.status === 'rejected' ? 'never' : 'now' };
  }

  /** What is left and why; unless the exit that is taken back had closed it after all. */
  async function leave(run: ExitRun, why: string): Promise<void> {
    if (run.isStopping()) return;
    const { symbol } = run;
    const own = () =>
      run.intentIds().flatMap((intentId) => {
        const intent = find(intentId);
        const order = book.order(intent?.resultId ?? '');
        return intent && (isUnsettled(intent) || (order && !isTerminal(order.status)))
          ? [{ intent, order }]
          : [];
      });
    const rests = own();
    if (rests.length > 0) {
      void trading.cancelAll(
        rests.flatMap(({ order }) => (order && !trading.isCanceling(order.id) ? order.id : [])),
        rests.flatMap(({ intent, order }) => (order ? [] : intent.intentId)),
      );
      await until(() => own().every(({ order }) => !order), CANCEL_MS, run);
    }
    if (run.isStopping()) return;
    const answer = await read(run);
    const { held, resting } = standingOf(symbol);
    if (answer.ok && isZero(held) && resting === 0) return run.tell('closed', 'Closed.', ZERO);
    const isResting = own().some(({ order }) => order);
    const all = isResting
      ? `${why} An exit still rests and may fill; it is being canceled.`
      : bared.has(run) && restingIn(book, symbol).length === 0
        ? `${why} The orders that rested in ${symbol} were canceled.`
        : why;
    if (!answer.ok)
      return run.tell(
        'left',
        `${all}${all.startsWith(UNREAD) ? '' : ` ${UNREAD}.`} Look at it again.`,
      );
    run.tell('left', `${qtyText(held)} ${symbol} left. ${all}`, held);
  }

  async function close(run: ExitRun): Promise<void> {
    const { symbol } = run;
    const began = clock.elapsed();
    let last: Standing | undefined;
    let idle = 0;
    let why = '';
    const rest = ({ why: reason, askAgainMs = PAUSE_MS }: Tried) => {
      run.tell('waiting', `${reason} It is tried again.`);
      return until(
        () => run.interruption() !== undefined,
        Math.min(askAgainMs, LONGEST_PAUSE_MS),
        run,
      );
    };
    const isPatient = ({ askAgainMs }: Tried): boolean =>
      askAgainMs !== undefined && clock.elapsed() - began <= UNANSWERED_MS;
    let tried: Tried = { why, next: 'now' };
    for (;;) {
      if (isClosedNow(run)) return leave(run, MARKET_CLOSED);
      const cannot = await whyNoExit(run);
      if (cannot === undefined) await cancelResting(run, last === undefined);
      const interrupted = run.interruption();
      if (interrupted !== undefined) return leave(run, interrupted);
      if (cannot !== undefined) {
        why = cannot.why;
        if (!isPatient(cannot)) idle++;
        if (idle >= ROUNDS_WITHOUT_PROGRESS) return leave(run, why);
        await rest(cannot);
        continue;
      }
      const answer = await read(run, true);
      const now = answer.ok ? standingOf(symbol) : undefined;
      if (now && isZero(now.held) && now.resting === 0) return run.tell('closed', 'Closed.', ZERO);
      if (!answer.ok) tried = unread(answer.failure);
      why = tried.why;
      const isFirst = now !== undefined && last === undefined;
      if (isFirst || (now && last && isProgress(last, now))) idle = 0;
      else if (!isPatient(tried)) idle++;
      if (idle >= ROUNDS_WITHOUT_PROGRESS) return leave(run, why);
      last = now ?? last;
      const stopped = run.interruption();
      if (stopped !== undefined) return leave(run, stopped);
      if (now) tried = await exit(run);
      if (tried.next === 'never') return leave(run, tried.why);
      if (tried.next === 'later') await rest(tried);
    }
  }

  return {
    async run(run) {
      try {
        await close(run);
      } catch (error) {
        deps.log('error', 'a way out failed', { symbol: run.symbol, error: String(error) });
        run.tell('left', 'Something went wrong inside Ballast. Look at the position, and go on.');
      }
    },
  };
}

const notNow = (failure: Failure, why = describeFailure(failure)): Tried => ({
  why,
  next: 'later',
  ...(isUnanswered(failure) && { askAgainMs: Math.max(PAUSE_MS, retryInMs(failure, PAUSE_MS)) }),
});

const unread = (failure: Failure): Tried =>
  notNow(failure, `${UNREAD}: ${describeFailure(failure)}`);

const isProgress = (before: Standing, now: Standing): boolean =>
  isLess(now.held, before.held) || now.resting < before.resting;
