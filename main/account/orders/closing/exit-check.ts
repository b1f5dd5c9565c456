// Whether an exit can be made, before anything is canceled for it: what rests may be all that protects the position.
import { sessionsFor } from '#contract/order-choices.ts';
import type { OrderDraft, Position } from '#contract/orders.ts';
import type { Result } from '#contract/failure.ts';
import { ok } from '#contract/failure.ts';
import {
  atFarSide,
  inWholeShares,
  wholeDraft,
  type Terms,
} from '#main/account/orders/closing/exit-draft.ts';
import {
  CANCEL_MS,
  notNow,
  unread,
  type createExitSteps,
  type ExitDeps,
  type ExitRun,
  type Tried,
} from '#main/account/orders/closing/exit-steps.ts';
import { restingIn, unsettledIn } from '#main/account/orders/closing/in-the-way.ts';
import { takenByMints } from '#main/account/orders/drafts.ts';
import { isZero, type Decimal } from '#main/domain/decimal.ts';
import { draftIssues } from '#main/domain/orders/draft-issues.ts';
import { availableToExit, positionIn } from '#main/domain/orders/exits.ts';

type Deps = ExitDeps & {
  steps: ReturnType<typeof createExitSteps>;
  /** Of a part: what of it is not closed yet. */
  takes: (run: ExitRun) => Decimal | undefined;
};

const NO_SESSION = 'No session runs now, so an exit could not fill. Close it when one does.';
const notAtNight = (symbol: string): string =>
  `${symbol} does not trade at night, so an exit could not fill. Close it when the session before the opening begins.`;
const IN_EXTENDED_HOURS = {
  kind: 'shares',
  orderClass: 'simple',
  type: 'limit',
  timeInForce: 'day',
} as const;
const allUnknown = (symbol: string): string =>
  `It is not known whether an order for all of your ${symbol} was placed, so what protects it was left as it is. Continue when that is settled, or set that order aside first so that it no longer counts.`;

export function createExitCheck(deps: Deps) {
  const { book, journal, steps, takes } = deps;

  /** In the extended session a price is needed; at the market nobody is asked. */
  async function termsOf(draft: OrderDraft, { symbol, how }: ExitRun): Promise<Result<Terms>> {
    if (how === 'market') return ok({});
    const quote = await deps.quote(symbol);
    return quote.ok ? atFarSide(draft, quote.value) : quote;
  }

  /**
   * Whether unknown orders leave something of it once everything that rests has ended. They are canceled when they are
   * found, and waited for, before anything that may protect the position is. A change is settled by the end of its order.
   */
  async function isAnythingFree(run: ExitRun, position: Position): Promise<boolean> {
    const { symbol } = run;
    const unknown = () =>
      unsettledIn(journal, symbol).filter(
        ({ kind, state }) => kind === 'place' && state !== 'set-aside',
      );
    const isFree = () => {
      const ids = new Set(unknown().map(({ intentId }) => intentId));
      const unknownOrders = deps.gate
        .unknownOrders()
        .filter(({ intentId, isMint }) => isMint || ids.has(intentId));
      const now = positionIn(book.positions(), symbol) ?? position;
      const beside = { openOrders: [], unknownOrders, filledSince: book.filledSince };
      return !isZero(availableToExit(now, beside)) || isZero(steps.heldOf(symbol));
    };
    if (restingIn(book, symbol).length === 0 || isFree()) return true;
    run.tell('canceling', `Looking for an unconfirmed order in ${symbol}, to cancel it.`);
    const asked = new Set<string>();
    const isEnough = () => {
      if (run.interruption() === undefined)
        steps.askToCancel({ orders: [], intents: unknown() }, asked);
      return isFree() || run.interruption() !== undefined;
    };
    await steps.until(isEnough, CANCEL_MS, run);
    return isFree() || run.interruption() !== undefined;
  }

  /** An exit of a way out rests for seconds: where nothing trades it ends as it began, and the stop is gone. */
  function whyNothingTrades({ how, symbol }: ExitRun, whole: OrderDraft): string | undefined {
    const phase = deps.session()?.phase;
    if (how !== 'extended' || phase === undefined) return undefined;
    const { asset } = deps.draftContext(whole);
    const sessions = sessionsFor(IN_EXTENDED_HOURS, true, asset?.attributes);
    if (sessions.includes(phase)) return undefined;
    return phase === 'closed' ? NO_SESSION : notAtNight(symbol);
  }

  /** What rests may protect the position: it is not canceled for an exit that cannot be made. */
  async function whyNoExit(run: ExitRun): Promise<Tried | undefined> {
    const { symbol } = run;
    const held = () => positionIn(book.positions(), symbol);
    const isUncanceled = unsettledIn(journal, symbol).some(
      ({ cancelWhenFound }) => !cancelWhenFound,
    );
    if (restingIn(book, symbol).length === 0 && !isUncanceled) return undefined;
    // One that is gone needs no exit: what is open may open it again.
    if (!held() && !book.isUnread(symbol)) return undefined;
    const answer = await steps.readPositions(symbol);
    if (!answer.ok) return unread(answer.failure);
    const heldBack = deps.gate.whyNoConfirmedExit();
    if (heldBack !== undefined) return { why: `The exit was not sent: ${heldBack}`, next: 'later' };
    const position = held();
    const whole = position && wholeDraft(position);
    if (!whole) return undefined;
    const standstill = whyNothingTrades(run, whole);
    if (standstill !== undefined) return { why: standstill, next: 'later' };
    const minted = takenByMints(symbol, book, deps.gate.unknownOrders());
    if (minted !== undefined) return { why: minted, next: 'later' };
    if (!(await isAnythingFree(run, position))) return { why: allUnknown(symbol), next: 'later' };
    const terms = await termsOf(whole, run);
    if (!terms.ok) return notNow(terms.failure);
    const draft = inWholeShares(
      { ...whole, qty: takes(run) ?? whole.qty, ...terms.value },
      deps.draftContext,
    );
    const [issue] = draftIssues(draft, deps.draftContext(draft));
    return issue && { why: issue.message, next: 'later' };
  }

  return { termsOf, whyNoExit };
}
