// The protection of one position: cancel what it replaces and await its end, read the position, place it once. What an
// earlier try placed is not placed again, and nothing is placed while that is not known. Whatever ends it, it says whether
// the position is protected.
import type { Protection } from '#contract/closings.ts';
import { describeFailure } from '#contract/failure.ts';
import { isUnsettled } from '#contract/intents.ts';
import { isTerminal } from '#contract/orders.ts';
import {
  CANCEL_MS,
  createExitSteps,
  PAUSE_MS,
  UNKNOWN_MS,
  UNREAD,
  type ExitDeps,
  type ExitRun,
} from '#main/account/orders/closing/exit-steps.ts';
import type { InTheWay } from '#main/account/orders/closing/in-the-way.ts';
import {
  exitsOf,
  protecting,
  replacedFor,
  type Protecting,
} from '#main/account/orders/closing/protection.ts';
import { positionIn } from '#main/domain/orders/exits.ts';

type SymbolProtections = { run(run: ExitRun, wanted: Protection): Promise<void> };
type Tried = { isPlaced: true } | { isPlaced: false; why: string; mayTryAgain: boolean };

/** A cancel may be answered before its shares are free. */
const MOST_TRIES = 5;

const NONE = { orders: [], intents: [] };
const NOT_KNOWN =
  'It is not known whether it was placed. Ballast is looking for it. Continue when it is settled.';

const unknownWords = (symbol: string): string =>
  `It is not known whether an earlier order in ${symbol} was placed, so what protects it was left as it is. Continue when that is settled, or set that order aside first so that it no longer counts.`;

export function createSymbolProtections(deps: ExitDeps): SymbolProtections {
  const { book, trading } = deps;
  const steps = createExitSteps(deps);
  const { until, find, pause } = steps;

  const positionOf = (symbol: string) => positionIn(book.positions(), symbol);

  function judge({ symbol }: ExitRun, wanted: Protection): Protecting {
    const position = positionOf(symbol);
    if (!position) return { ok: false, why: `You have no ${symbol} any more.` };
    return protecting(deps, position, wanted);
  }

  /** What the person has set aside does not count. */
  const isUndecided = (run: ExitRun): boolean =>
    run.intentIds().some((intentId) => {
      const intent = find(intentId);
      return intent !== undefined && isUnsettled(intent) && intent.state !== 'set-aside';
    });

  /** One that it placed, before a restart perhaps, works or has done its work. */
  const isPlaced = (run: ExitRun): boolean =>
    run.intentIds().some((intentId) => {
      const intent = find(intentId);
      if (intent?.state !== 'accepted') return false;
      const status = book.order(intent.resultId ?? '')?.status ?? '';
      return !isTerminal(status) || status === 'filled';
    });

  function done(run: ExitRun): void {
    run.tell('closed', 'Protected.', steps.heldOf(run.symbol));
  }

  /** Whether the position is bare is said first. */
  function leave(run: ExitRun, why: string): void {
    if (run.isStopping()) return;
    const { symbol } = run;
    const position = positionOf(symbol);
    const { orders, intents } = position ? exitsOf(deps, position) : NONE;
    const isBare = position !== undefined && orders.length + intents.length === 0;
    const bare = `${symbol} is NOT protected: no order would end it. `;
    run.tell('left', `${isBare ? bare : ''}${why}`, steps.heldOf(symbol));
  }

  /** Why not all of it has ended. */
  async function cancelReplaced(run: ExitRun, wanted: Protection): Promise<string | undefined> {
    const asked = new Set<string>();
    const replacing = (among: typeof exitsOf): InTheWay => {
      const position = wanted.replaces ? positionOf(run.symbol) : undefined;
      return position ? among(deps, position) : NONE;
    };
    const isEnded = (): boolean => {
      const { orders, intents } = replacing(exitsOf);
      return orders.length + intents.length === 0;
    };
    const isClear = () => {
      if (run.interruption() === undefined) steps.askToCancel(replacing(replacedFor), asked);
      return isEnded();
    };
    // An order of which nobody knows may hold the shares for as long as it is not found: nothing ends for it.
    const unknown = () => replacing(exitsOf).intents.filter(({ kind }) => kind === 'place');
    const areKnown = () => {
      if (run.interruption() === undefined)
        steps.askToCancel({ orders: [], intents: unknown() }, asked);
      return unknown().length === 0 || run.interruption() !== undefined;
    };
    if (!areKnown()) {
      run.tell('canceling', `Looking for an unconfirmed order in ${run.symbol}, to cancel it.`);
      await until(areKnown, CANCEL_MS * 3, run);
    }
    if (unknown().length > 0) return run.interruption() ?? unknownWords(run.symbol);
    if (isClear()) return undefined;
    run.tell('canceling', `Canceling what protected ${run.symbol}.`);
    await until(() => isClear() || run.interruption() !== undefined, CANCEL_MS * 3, run);
    if (isEnded()) return undefined;
    return (
      run.interruption() ??
      'The orders before it are still being canceled. Continue when they have ended.'
    );
  }

  async function place(run: ExitRun, { draft }: Protecting & { ok: true }): Promise<Tried> {
    const intentId = deps.newId();
    const problem = run.interruption() ?? run.record(intentId);
    if (problem !== undefined) return { isPlaced: false, why: problem, mayTryAgain: false };
    run.tell('exiting', `${run.partOf.name}: placing it.`);
    const submitted = await trading.submit({
      intentId,
      draft,
      confirmations: ['exit-while-stopped'],
      isExit: true,
      partOf: run.partOf,
    });
    if (!submitted.ok)
      return { isPlaced: false, why: describeFailure(submitted.failure), mayTryAgain: false };
    await until(() => !isUndecided(run) || run.interruption() !== undefined, UNKNOWN_MS, run);
    const intent = find(intentId);
    if (intent?.state === 'accepted') return { isPlaced: true };
    const isOver = intent?.state === 'refused' || intent?.state === 'not-sent';
    return {
      isPlaced: false,
      why: isOver ? (intent.reason ?? 'It was not placed.') : NOT_KNOWN,
      mayTryAgain: isOver,
    };
  }

  async function protect(run: ExitRun, wanted: Protection): Promise<void> {
    await until(() => !isUndecided(run) || run.interruption() !== undefined, UNKNOWN_MS, run);
    if (isPlaced(run)) return done(run);
    if (isUndecided(run)) return leave(run, NOT_KNOWN);
    // What rests is not canceled for what cannot be placed.
    const first = await steps.readPositions(run.symbol);
    if (!first.ok) return leave(run, `${UNREAD}: ${describeFailure(first.failure)}`);
    const heldBack = deps.gate.whyNoConfirmedExit();
    if (heldBack !== undefined) return leave(run, `It was not placed: ${heldBack}`);
    const planned = judge(run, wanted);
    if (!planned.ok) return leave(run, planned.why);
    const notEnded = await cancelReplaced(run, wanted);
    if (notEnded !== undefined) return leave(run, notEnded);
    for (let tries = 1; ; tries++) {
      const stopped = run.interruption();
      if (stopped !== undefined) return leave(run, stopped);
      const answer = await steps.read(run, true);
      if (!answer.ok) return leave(run, `${UNREAD}: ${describeFailure(answer.failure)}`);
      const now = judge(run, wanted);
      if (!now.ok) return leave(run, now.why);
      const tried = await place(run, now);
      if (tried.isPlaced) return done(run);
      if (!tried.mayTryAgain || tries === MOST_TRIES) return leave(run, tried.why);
      run.tell('waiting', `${tried.why} Trying again.`);
      void trading.readOpen();
      await pause(PAUSE_MS);
    }
  }

  return {
    async run(run, wanted) {
      try {
        await protect(run, wanted);
      } catch (error) {
        deps.log('error', 'protecting a position failed', {
          symbol: run.symbol,
          error: String(error),
        });
        leave(run, 'Something went wrong inside Ballast. Check its open orders.');
      }
    },
  };
}
