// One symbol on its way out, round by round: cancel what is in the way and await its end, read the position, exit all of
// it, or the part that is meant. A refusal ends it, unless other orders may be the reason, and so do three rounds without
// progress. Whatever ends it, an exit of its own is canceled; it says so where that is not known to be done.
import { describeFailure, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { ExitHow } from '#contract/closings.ts';
import { isUnsettled, type Intent } from '#contract/intents.ts';
import { isTerminal, type Order, type OrderDraft } from '#contract/orders.ts';
import { CANCELED_BY_PERSON } from '#main/account/orders/cancel-orders.ts';
import { createExitCheck } from '#main/account/orders/closing/exit-check.ts';
import { inWholeShares } from '#main/account/orders/closing/exit-draft.ts';
import {
  CANCEL_MS,
  createExitSteps,
  notNow,
  PAUSE_MS,
  unread,
  UNKNOWN_MS,
  UNREAD,
  type ExitDeps,
  type ExitRun,
  type Tried,
} from '#main/account/orders/closing/exit-steps.ts';
import { inTheWay, restingIn, type InTheWay } from '#main/account/orders/closing/in-the-way.ts';
import { closingDraft } from '#main/account/orders/drafts.ts';
import { add, isLess, isZero, max, min, sub, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { positionIn } from '#main/domain/orders/exits.ts';
import { qtyText } from '#main/domain/words.ts';
import { createTurns } from '#main/tools/turns.ts';

type Standing = { held: Decimal; resting: number };

const ROUNDS_WITHOUT_PROGRESS = 3;
/** Most cancels are done by then, and one exit for everything is better than two. */
const BEFORE_CANCELS_MS = 2_000;
const FILL_MS: Record<ExitHow, number> = { market: 15_000, extended: 30_000 };
const READ_AFTER_MS = 1_000;
/** An exit whose answer is slow keeps the other symbols waiting for so long. */
const NEXT_EXIT_MS = 500;
/** A broker that does not answer, or asks for a wait, is asked again for so long: its limits are by the minute. */
const UNANSWERED_MS = 60_000;
const LONGEST_PAUSE_MS = 10_000;

const MARKET_CLOSED =
  'The market is closed. Close it in the extended session, or when the market is open.';
const halted = (symbol: string): string =>
  `Trading in ${symbol} is halted: the exit stays at the broker and can fill when it resumes. Stop here takes it back.`;
const mayOpen = (symbol: string): string =>
  `An order in ${symbol} is open or unconfirmed and may open a position again; Ballast is canceling it.`;

type SymbolExits = { run(run: ExitRun): Promise<void> };

export function createSymbolExits(deps: ExitDeps): SymbolExits {
  const { book, journal, trading, clock } = deps;
  const steps = createExitSteps(deps);
  const { pause, until, find, ownOpen, read } = steps;
  const { termsOf, whyNoExit } = createExitCheck({ ...deps, steps, takes: toTake });
  /** One exit after the other. */
  const inTurn = createTurns();
  /** Those for which orders of the person's were canceled. */
  const bared = new WeakSet<ExitRun>();

  /** Of a part: what of it is not closed yet, by its own fills and by what is held, whichever is less. */
  function toTake(run: ExitRun): Decimal | undefined {
    const part = run.part?.();
    if (!part) return undefined;
    const filled = run
      .intentIds()
      .map((intentId) => book.order(find(intentId)?.resultId ?? '')?.filledQty ?? ZERO)
      .reduce(add, ZERO);
    const left = max(sub(part.takes, filled), ZERO);
    if (part.stays === undefined) return left;
    return min(left, max(sub(steps.heldOf(run.symbol), part.stays), ZERO));
  }

  /** Its own exits, without what the person has given up. */
  const ownAwaited = (run: ExitRun) =>
    ownOpen(run).filter(({ intent }) => intent.state !== 'set-aside');

  function wayOf(run: ExitRun): InTheWay {
    const { symbol } = run;
    if (!run.part) return inTheWay(deps, symbol);
    const own = ownAwaited(run);
    // Its own exit goes first: nothing else is canceled for the shares that it holds.
    if (own.length === 0) return inTheWay(deps, symbol, toTake(run));
    return {
      orders: own.flatMap(({ order }) => order ?? []),
      intents: own.flatMap(({ intent, order }) => (order ? [] : intent)),
    };
  }

  /** Set-aside ones are looked for at leisure; nobody waits for them. */
  function awaited(run: ExitRun): number {
    const { orders, intents } = wayOf(run);
    return orders.length + intents.filter(({ state }) => state !== 'set-aside').length;
  }

  function available(run: ExitRun): Result<OrderDraft> {
    const { symbol } = run;
    const draft = closingDraft(symbol, book, deps.gate.unknownOrders());
    const most = toTake(run);
    const isGone = !positionIn(book.positions(), symbol) && !book.isUnread(symbol);
    if (isGone && awaited(run) > 0) return notAllowed(mayOpen(symbol));
    if (!draft.ok || most === undefined) return draft;
    // Beside one that may fill, a second exit of the same part would close twice as much.
    if (ownAwaited(run).length > 0) return notAllowed('Its last exit has not ended yet.');
    if (isZero(most)) return notAllowed('Nothing of it is left to close.');
    return ok({ ...draft.value, qty: min(draft.value.qty ?? ZERO, most) });
  }

  async function cancelResting(run: ExitRun, isFirst: boolean): Promise<Tried | undefined> {
    const { symbol } = run;
    const began = clock.elapsed();
    /** Once a round: what the broker declines is not asked for without a pause. */
    const asked = new Set<string>();
    let unnoted: string | undefined;
    /** One that was set aside to be told of only is waited for by nobody, and would keep its claim. */
    const isClear = () => {
      const way = wayOf(run);
      if (run.interruption() === undefined) {
        unnoted = run.noteCancels(way.orders.map(({ id }) => id));
        if (unnoted === undefined) steps.askToCancel(way, asked);
      }
      return awaited(run) === 0;
    };
    /**
     * What no order has a claim on does not wait for one of which nobody knows, nor long for a cancel. A part does: how
     * much it is must be judged after the cancels.
     */
    const goesBefore = () =>
      isFirst &&
      !run.part &&
      (restingIn(book, symbol).length === 0 || clock.elapsed() - began >= BEFORE_CANCELS_MS) &&
      available(run).ok;
    const refused = (): Tried | undefined =>
      unnoted === undefined ? undefined : { why: unnoted, next: 'later' };
    if (isClear()) return undefined;
    if (unnoted !== undefined) return refused();
    const isOwn = ({ clientOrderId }: Order) => run.intentIds().includes(clientOrderId);
    if (!wayOf(run).orders.every(isOwn)) bared.add(run);
    run.tell('canceling', `Canceling open orders in ${symbol}.`);
    const isEnough = () =>
      isClear() || unnoted !== undefined || goesBefore() || run.interruption() !== undefined;
    await until(isEnough, CANCEL_MS, run);
    return refused();
  }

  const standingOf = (run: ExitRun): Standing => ({
    held: steps.heldOf(run.symbol),
    resting: awaited(run),
  });

  function isDone(run: ExitRun, { held, resting }: Standing): boolean {
    const left = toTake(run);
    if (left === undefined) return isZero(held) && resting === 0;
    return isZero(left) && ownAwaited(run).length === 0;
  }

  const isClosedNow = ({ symbol, how }: ExitRun): boolean =>
    how === 'market' &&
    positionIn(book.positions(), symbol) !== undefined &&
    deps.isMarketOpen() === false;

  /** One order for all that is available, followed until it is over or has had its time. */
  async function exit(run: ExitRun): Promise<Tried> {
    const intentId = deps.newId();
    const first = available(run);
    // Before its turn: a slow answer keeps no other symbol waiting.
    const terms = first.ok ? await termsOf(first.value, run) : first;
    if (!terms.ok) return notNow(terms.failure);
    const begun = await inTurn('exit', async () => {
      // The position may have changed meanwhile.
      const draft = available(run);
      if (!draft.ok) return { failed: notNow(draft.failure) };
      const problem = run.interruption() ?? run.record(intentId);
      if (problem !== undefined) return { failed: { why: problem, next: 'later' as const } };
      run.tell('exiting', `${run.partOf.name}: sending the exit.`);
      const submitting = trading.submit({
        intentId,
        draft: inWholeShares({ ...draft.value, ...terms.value }, deps.draftContext),
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
          why: 'It is not known whether the exit was placed. Ballast is looking for it and cancels it if it appears. Continue when it is settled, or set it aside first so that it no longer counts.',
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

  /** Here, while it was followed: the way out itself cancels an exit only after that. */
  function isCanceledByPerson(intentId: string): boolean {
    const lines = journal.evidence(intentId);
    return (
      lines.ok &&
      lines.value.some(({ kind, text }) => kind === 'person' && text.startsWith(CANCELED_BY_PERSON))
    );
  }

  async function followed({ intentId, resultId = '' }: Intent, run: ExitRun): Promise<Tried> {
    const isOver = () => isTerminal(book.order(resultId)?.status ?? '');
    const isDecided = () => isOver() || run.interruption() !== undefined;
    // A stream that is mute is not waited for.
    if (!(await until(isDecided, READ_AFTER_MS, run))) trading.readOrder(resultId);
    await until(isDecided, FILL_MS[run.how] - READ_AFTER_MS, run);
    await waitForHalt(run, isDecided);
    const order = book.order(resultId);
    const filled = `${qtyText(order?.filledQty ?? ZERO)} of ${qtyText(order?.qty ?? ZERO)}`;
    if (!isOver()) return { why: `The exit did not fill in time (${filled}).`, next: 'now' };
    const isCanceled = order?.status === 'canceled' && isCanceledByPerson(intentId);
    if (isCanceled && run.interruption() === undefined)
      return { why: `You canceled the exit, ${filled} filled.`, next: 'never' };
    const why = `The exit ended as ${order?.status ?? 'unknown'}, ${filled} filled.`;
    return { why, next: order?.status === 'rejected' ? 'never' : 'now' };
  }

  /**
   * Taken back in a halt, an exit at the market would miss the moment in which it can fill, and nothing would protect the
   * position until then. A limit goes by a quote, which is another one after the halt.
   */
  async function waitForHalt(run: ExitRun, isDecided: () => boolean): Promise<void> {
    const { symbol, how } = run;
    const isHalted = () => how === 'market' && deps.isHalted(symbol);
    while (!isDecided() && isHalted() && !run.isStopping()) {
      run.tell('exiting', halted(symbol));
      await until(() => isDecided() || !isHalted(), Infinity, run);
      await until(isDecided, FILL_MS[how], run);
    }
  }

  /** What is left and why; unless the exit that is taken back had closed it after all. */
  async function leave(run: ExitRun, why: string): Promise<void> {
    if (run.isStopping()) return;
    const { symbol } = run;
    const own = () => ownOpen(run);
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
    const now = standingOf(run);
    const { held } = now;
    if (answer.ok && isDone(run, now)) return run.tell('closed', 'Closed.', held);
    const isResting = own().some(({ order }) => order);
    const all = isResting
      ? `${why} An exit is still open and may fill; it is being canceled.`
      : bared.has(run) && restingIn(book, symbol).length === 0
        ? `${why} The open orders in ${symbol} were canceled.`
        : restingIn(book, symbol).some(({ id }) => trading.isCanceling(id))
          ? `${why} Open orders in ${symbol} are still being canceled.`
          : why;
    if (!answer.ok)
      return run.tell(
        'left',
        `${all}${all.startsWith(UNREAD) ? '' : ` ${UNREAD}.`} Check it again.`,
      );
    const part = run.part?.();
    const what = part
      ? `${qtyText(toTake(run) ?? ZERO)} of ${qtyText(part.takes)} ${symbol} not closed.`
      : isZero(held)
        ? `No ${symbol} is held now.`
        : `${qtyText(held)} ${symbol} left.`;
    run.tell('left', `${what} ${all}`, held);
  }

  async function close(run: ExitRun): Promise<void> {
    const { symbol } = run;
    const began = clock.elapsed();
    let last: Standing | undefined;
    let counted = steps.count(run);
    let idle = 0;
    let why = '';
    const rest = ({ why: reason, askAgainMs = PAUSE_MS }: Tried) => {
      run.tell('waiting', `${reason} Trying again.`);
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
      const cannot = (await whyNoExit(run)) ?? (await cancelResting(run, last === undefined));
      const interrupted = run.interruption();
      if (interrupted !== undefined) return leave(run, interrupted);
      if (cannot !== undefined) {
        why = cannot.why;
        if (!isPatient(cannot)) idle++;
        if (idle >= ROUNDS_WITHOUT_PROGRESS) return leave(run, why);
        await rest(cannot);
        continue;
      }
      const answer = await read(run, true, counted);
      if (answer.ok) counted = steps.count(run);
      const unjudged = answer.ok && run.part && run.part().stays === undefined;
      const none = unjudged ? run.judgePart?.(steps.heldOf(symbol)) : undefined;
      if (none !== undefined) return leave(run, none);
      const now = answer.ok ? standingOf(run) : undefined;
      if (now && isDone(run, now)) return run.tell('closed', 'Closed.', now.held);
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
        run.tell('left', 'Something went wrong inside Ballast. Check the position, then continue.');
      }
    },
  };
}

const isProgress = (before: Standing, now: Standing): boolean =>
  isLess(now.held, before.held) || now.resting < before.resting;
