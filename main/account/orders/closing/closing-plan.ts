// All that a way out would do, named before it is confirmed: what is closed, which orders are canceled first, and what is
// held and not closed here.
import type { ClosingKind, ClosingPlan } from '#contract/closings.ts';
import type { Intent } from '#contract/intents.ts';
import { notTradedHere } from '#contract/order-choices.ts';
import type { Order, OrderDraft, Position } from '#contract/orders.ts';
import type { TradingGate } from '#main/account/intents/gate.ts';
import { atFarSide, wholeDraft } from '#main/account/orders/closing/exit-draft.ts';
import type { Book } from '#main/account/standing/book.ts';
import { unreadWords } from '#main/account/standing/unread-positions.ts';
import { abs, decimal } from '#main/domain/decimal.ts';
import { draftIssues, type DraftContext } from '#main/domain/orders/draft-issues.ts';
import { isShort } from '#main/domain/orders/holdings.ts';
import { isSameSymbol } from '#main/domain/orders/order-terms.ts';
import { orderWords } from '#main/domain/words.ts';
import type { Journal } from '#main/journal/types.ts';

/** Which price it will be is asked for when it goes. */
const ANY_QUOTE = { bid: decimal('1'), ask: decimal('1') };

export type PlanDeps = {
  book: Pick<Book, 'standingPositions' | 'positions' | 'openOrders'>;
  journal: Pick<Journal, 'unsettled'>;
  gate: Pick<TradingGate, 'armState' | 'isStopped'>;
  draftContext: (draft: OrderDraft) => DraftContext;
  isMarketOpen: () => boolean | undefined;
};

/** Without symbols: everything that is held. */
export function closingPlan(
  deps: PlanDeps,
  {
    closingId,
    kind,
    symbols,
    isBusy,
  }: {
    closingId: string;
    kind: ClosingKind;
    symbols?: readonly string[];
    /** It is on its way out already. */
    isBusy: (symbol: string) => boolean;
  },
): ClosingPlan {
  const { book, gate } = deps;
  const arm = gate.armState();
  const isMeant = (symbol: string | undefined): boolean =>
    !symbols || symbol === undefined || symbols.some((one) => isSameSymbol(one, symbol));
  const held = book
    .standingPositions()
    .filter(({ symbol }) => isMeant(symbol))
    .map((position) => ({
      position,
      why: isBusy(position.symbol)
        ? `${position.symbol} is being closed already.`
        : whyNot(deps, position),
    }));
  return {
    closingId,
    kind,
    symbols: held
      .filter(({ why }) => why === undefined)
      .map(({ position }) => ({
        symbol: position.symbol,
        side: isShort(position) ? ('short' as const) : ('long' as const),
        qty: abs(position.qty),
        cancels: [
          ...restingIn(book, position.symbol).map((order) => orderWords(order)),
          ...unsettledIn(deps.journal, position.symbol).map(unsettledWords),
        ],
      })),
    leftOut: [
      ...held.flatMap(({ position: { symbol, qty }, why }) =>
        why === undefined ? [] : [{ symbol, qty: abs(qty), why }],
      ),
      ...(book.positions().unread ?? [])
        .filter(({ symbol }) => isMeant(symbol))
        .map((one) => ({ symbol: one.symbol ?? 'a position', why: unreadWords(one) })),
    ],
    isMarketOpen: deps.isMarketOpen() !== false,
    isStopped: gate.isStopped(),
    ...(!arm.isArmed && !arm.takesExits && { heldBack: arm.why }),
  };
}

/** What the broker would not take here, in the session that is offered. */
function whyNot(deps: PlanDeps, position: Position): string | undefined {
  const refusal = notTradedHere(position.symbol, position.assetClass);
  if (refusal !== undefined) return refusal;
  const whole = wholeDraft(position);
  if (!whole) return `${position.symbol} cannot be traded here.`;
  const terms = deps.isMarketOpen() === false ? atFarSide(whole, ANY_QUOTE) : undefined;
  const draft = { ...whole, ...(terms?.ok && terms.value) };
  return draftIssues(draft, deps.draftContext(draft))[0]?.message;
}

/** What was set aside no longer counts. If it was placed after all, more is closed than is held. */
const unsettledWords = ({ title, state }: Intent): string =>
  state === 'set-aside'
    ? `${title} (set aside: should it appear, it is canceled, and may have filled as well)`
    : `${title} (unknown)`;

export const restingIn = (book: Pick<Book, 'openOrders'>, symbol: string): Order[] =>
  book.openOrders().filter((order) => isSameSymbol(order.symbol, symbol));

/** Orders and changes whose fate is not known yet. */
export const unsettledIn = (journal: Pick<Journal, 'unsettled'>, symbol: string): Intent[] =>
  journal
    .unsettled()
    .filter((intent) => intent.kind !== 'mint' && isSameSymbol(intent.symbol, symbol));
