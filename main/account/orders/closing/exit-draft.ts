// The order that ends a position as it stands: at the market in regular hours, in the extended session by a limit at the
// far side, which is where somebody trades now.
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import { LimitPrice, OrderDraft, type Position } from '#contract/orders.ts';
import {
  abs,
  decimal,
  isLess,
  isZero,
  round,
  sign,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import { draftIssues, type DraftContext } from '#main/domain/orders/draft-issues.ts';
import { exitSideOf } from '#main/domain/orders/exits.ts';
import { qtyText } from '#main/domain/words.ts';
import type { Quote } from '#main/wire/records.ts';

const ONE = decimal('1');

/** All of a position, at the market. Undefined for what no order can be made of. */
export function wholeDraft(position: Position): OrderDraft | undefined {
  const draft = OrderDraft.safeParse({
    symbol: position.symbol,
    side: exitSideOf(position),
    type: 'market',
    timeInForce: 'day',
    qty: abs(position.qty),
  });
  return draft.success ? draft.data : undefined;
}

/** Where a fraction is not taken now, as in the extended session, what is whole of it goes. */
export function inWholeShares(
  draft: OrderDraft,
  contextOf: (draft: OrderDraft) => DraftContext,
): OrderDraft {
  const isTaken = (one: OrderDraft) => draftIssues(one, contextOf(one)).length === 0;
  const whole = { ...draft, qty: round(draft.qty ?? ZERO, 0, 'down') };
  return isTaken(draft) || isZero(whole.qty) || !isTaken(whole) ? draft : whole;
}

export const noHalf = (symbol: string, held: Decimal): string =>
  isZero(held)
    ? `You have no ${symbol} any more.`
    : `Half of ${qtyText(abs(held))} ${symbol} is not a whole share: close all of it instead.`;

/** What the extended session asks of an order besides. */
export type Terms = Partial<Pick<OrderDraft, 'type' | 'limitPrice' | 'extendedHours'>>;

export function atFarSide({ side, symbol }: OrderDraft, quote: Quote | undefined): Result<Terms> {
  const price = side === 'sell' ? quote?.bid : quote?.ask;
  if (price === undefined || sign(price) <= 0)
    return notAllowed(
      `There is no ${side === 'sell' ? 'bid' : 'offer'} for ${symbol} in the extended session right now.`,
    );
  const limitPrice = LimitPrice.parse(atTick(price, side));
  return ok({ type: 'limit', limitPrice, extendedHours: true });
}

/** Whole cents from a dollar on, and never a better price for us than the one that is quoted. */
const atTick = (price: Decimal, side: string): Decimal =>
  round(price, isLess(price, ONE) ? 4 : 2, side === 'sell' ? 'down' : 'up');
