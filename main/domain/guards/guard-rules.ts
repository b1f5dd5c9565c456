// Each guard by itself: what it looks at, and what it says. Whether a block stands is decided in guards.ts.
import { sessionText } from '#contract/market-state.ts';
import { choiceOf, sessionsFor } from '#contract/order-choices.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { GuardSettings } from '#contract/trading.ts';
import { isEqual, isLess, isMore, mul, sign, sub, type Decimal } from '#main/domain/decimal.ts';
import { distanceFinding } from '#main/domain/guards/guard-distance.ts';
import { holdText, isHit, lossOf } from '#main/domain/guards/loss-hold.ts';
import { newYorkText } from '#main/domain/new-york.ts';
import { exposureAfter, shareOf } from '#main/domain/orders/exposure.ts';
import {
  block,
  pass,
  standingOf,
  warn,
  type Finding,
  type GuardInput,
  type GuardName,
} from '#main/domain/guards/guard-settings.ts';
import { isSameSymbol, limitOf, qtyOf, reservedPrice } from '#main/domain/orders/order-terms.ts';
import { ageText, moneyText, percentText, priceText, qtyText } from '#main/domain/words.ts';

type Rule = (input: GuardInput, settings: GuardSettings) => Finding;

const MINUTE_MS = 60_000;

const UNREAD = 'The journal cannot be read, so Ballast cannot tell';

const unknownText = (symbol: string, near: readonly string[] = []): string =>
  `The broker does not know ${symbol}: ${near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'check the symbol.'}`;

export const guardRules: Record<GuardName, Rule> = {
  stalePrice: (input, { stalePrice: { maxAgeMs } }) => {
    const { draft, price, asset, session } = input;
    const { symbol } = draft;
    if (!price || sign(price.price) <= 0)
      return block(
        asset?.isListed === false
          ? unknownText(symbol, asset.near)
          : `There is no price for ${symbol} yet: wait for one.`,
      );
    const what = price.by === 'ask' || price.by === 'bid' ? 'quote' : 'price';
    if (price.ageMs <= maxAgeMs)
      return pass(`The ${what} of ${symbol} is ${ageText(price.ageMs)} old.`);
    const text = `The ${what} of ${symbol} is ${ageText(price.ageMs)} old; your limit is ${ageText(maxAgeMs)}`;
    // While nothing that it trades in runs, no price need be fresh, and the order waits for its session.
    if (!isWaiting(input))
      return block(
        price.lateMs === undefined
          ? `${text}: wait for a fresh one.`
          : `${text}, and its feed is always ${ageText(price.lateMs)} late: choose another feed in the account’s settings.`,
      );
    const isClosed = session === undefined || session.phase === 'closed';
    return warn(
      `${text}. ${isClosed ? 'The market is closed' : 'The order waits for its session'}.`,
    );
  },

  size: ({ draft, price }, { size: { maxShares } }) => {
    const qty = qtyOf(draft, price?.price);
    if (qty === undefined)
      return block('The size cannot be checked without a quantity and a price.');
    return isMore(qty, maxShares)
      ? block(
          `${qtyText(qty)} shares is more than your limit of ${qtyText(maxShares)} for one order: enter less.`,
        )
      : pass(`${qtyText(qty)} of at most ${qtyText(maxShares)} shares.`);
  },

  value: ({ draft, price }, { value: { maxDollars } }) => {
    const value = valueOf(draft, price?.price);
    if (value === undefined) return block('The value cannot be checked without a price.');
    return isMore(value, maxDollars)
      ? block(
          `This order is worth ${moneyText(value)}, more than your limit of ${moneyText(maxDollars)}: enter less.`,
        )
      : pass(`Worth ${moneyText(value)} of at most ${moneyText(maxDollars)}.`);
  },

  shareOfEquity: (input, { shareOfEquity: { maxPercent } }) => {
    const { draft, account } = input;
    const exposure = exposureAfter(draft, standingOf(input));
    if (exposure && !exposure.isOpening) return pass('It reduces your position.');
    const share = exposure && account && shareOf(exposure.value, account.equity);
    if (!share)
      return block('The share of your equity cannot be checked without a price and your equity.');
    const text = `${draft.symbol} could become ${percentText(share)} of your equity, including open and unconfirmed orders`;
    return isMore(share, maxPercent)
      ? block(`${text}; your limit is ${percentText(maxPercent)}: enter less.`)
      : pass(`${text}.`);
  },

  distance: ({ draft, price }, { distance }) =>
    distanceFinding(draft, price?.price, distance, marketName(price?.by)),

  repeat: ({ draft, intentId, recentIntents, unknownOrders, now }, { repeat: { withinMs } }) => {
    if (!recentIntents) return block(`${UNREAD} whether the same order was sent before.`);
    const twin = recentIntents.find(
      (recent) =>
        recent.intentId !== intentId &&
        recent.state !== 'refused' &&
        recent.state !== 'not-sent' &&
        // A clock that was set back makes it look as if it were still to come.
        now - recent.confirmedAt < withinMs &&
        recent.draft !== undefined &&
        isSameDraft(recent.draft, draft),
    );
    if (twin) {
      return block(
        `You confirmed the same order ${ageText(now - twin.confirmedAt)} ago: wait ${ageText(withinMs)} between identical orders, or change this one.`,
      );
    }
    const isUnsettled = unknownOrders.some(
      (other) => other.intentId !== intentId && isSameDraft(other.draft, draft),
    );
    return isUnsettled
      ? warn('The same order was sent before and is unconfirmed: this could be a duplicate.')
      : pass('No identical order in the last few seconds.');
  },

  ordersPerMinute: ({ intentId, recentIntents, now }, { ordersPerMinute: { maxOrders } }) => {
    if (!recentIntents) return block(`${UNREAD} how many orders were sent in the last minute.`);
    const count = recentIntents.filter(
      (recent) =>
        recent.intentId !== intentId &&
        recent.state !== 'not-sent' &&
        now - recent.confirmedAt < MINUTE_MS,
    ).length;
    return count >= maxOrders
      ? block(`${count} orders in the last minute, and your limit is ${maxOrders}: wait a moment.`)
      : pass(`${count + 1} of at most ${maxOrders} orders a minute.`);
  },

  marketClosed: ({ draft, isMarketOpen, session, now }) => {
    const { type, timeInForce } = draft;
    if (type !== 'market') return pass('Not a market order.');
    if (timeInForce === 'opg' || timeInForce === 'cls')
      return pass('A market order for an auction.');
    if (isMarketOpen) return pass('The market is open.');
    if (isMarketOpen === undefined)
      return block('It is not known whether the market is open: wait, or use a limit order.');
    const what =
      session === undefined || session.phase === 'closed' || session.phase === 'regular'
        ? 'The market is closed'
        : `It is not regular hours (${sessionText(session, now)})`;
    return block(`${what}, and a market order would fill at the next price: use a limit order.`);
  },

  /** What the stream told since the desk began to listen: a halt that began before that is not known. */
  halt: ({ draft, halt, band }) => {
    const { symbol } = draft;
    if (halt) {
      const why = halt.reason === undefined ? '' : ` (${halt.reason})`;
      return block(
        `Trading in ${symbol} has been halted since ${newYorkText(halt.since)}${why}: wait until it resumes.`,
      );
    }
    const limit = limitOf(draft);
    if (band && limit) {
      const isBuy = draft.side === 'buy';
      const end = isBuy ? band.upper : band.lower;
      if (sign(end) > 0 && (isBuy ? isMore(limit, end) : isLess(limit, end)))
        return warn(
          `${symbol} cannot trade ${isBuy ? 'above' : 'below'} ${priceText(end)} right now (price band): the order would not fill at its limit.`,
        );
    }
    return pass(`No halt reported for ${symbol}.`);
  },

  /** Off until a person sets a loss; one that was hit holds. */
  dailyLoss: ({ account, dayChange, lossHold }, { dailyLoss }) => {
    if (lossHold) return block(holdText(lossHold));
    if (!('maxDollars' in dailyLoss)) return pass('No daily loss limit is set.');
    const { maxDollars } = dailyLoss;
    if (!account) return block('Today’s loss cannot be checked without your equity.');
    const loss = lossOf(dayChange ?? sub(account.equity, account.lastEquity));
    if (!loss) return pass('No loss today.');
    const text = `You have lost ${moneyText(loss)} today`;
    return isHit(loss, maxDollars)
      ? block(`${text}, and your limit is ${moneyText(maxDollars)}: no new positions.`)
      : pass(`${text}; your limit is ${moneyText(maxDollars)}.`);
  },
};

/** Nothing that the order can trade in runs now. */
function isWaiting({ draft, asset, session, isMarketOpen }: GuardInput): boolean {
  if (!session) return isMarketOpen === false && !draft.extendedHours;
  const choice = choiceOf(draft, asset?.class);
  const isExtended = draft.extendedHours === true;
  return !sessionsFor(choice, isExtended, asset?.attributes).includes(session.phase);
}
const marketName = (by: 'ask' | 'bid' | 'last' | undefined): string =>
  by === 'ask' || by === 'bid' ? `the ${by}` : 'the market';

function valueOf(draft: OrderDraft, marketPrice: Decimal | undefined): Decimal | undefined {
  if (draft.qty === undefined) return draft.notional;
  const price = reservedPrice(draft, marketPrice);
  return price && mul(draft.qty, price);
}

/** The same trade: neither time in force nor legs make it another one. Numbers are compared as numbers. */
function isSameDraft(a: OrderDraft, b: OrderDraft): boolean {
  return (
    isSameSymbol(a.symbol, b.symbol) &&
    a.side === b.side &&
    a.type === b.type &&
    (a.orderClass ?? 'simple') === (b.orderClass ?? 'simple') &&
    isSameNumber(a.qty, b.qty) &&
    isSameNumber(a.notional, b.notional) &&
    isSameNumber(a.limitPrice, b.limitPrice) &&
    isSameNumber(a.stopPrice, b.stopPrice) &&
    isSameNumber(a.trailPrice, b.trailPrice) &&
    isSameNumber(a.trailPercent, b.trailPercent)
  );
}

const isSameNumber = (a: Decimal | undefined, b: Decimal | undefined): boolean =>
  a === undefined || b === undefined ? a === b : isEqual(a, b);
