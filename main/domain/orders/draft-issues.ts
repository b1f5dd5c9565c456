// What the broker would refuse about a draft, said before it is sent (docs/wire.md, "What an order may be"). A rule
// whose facts the context does not give is left to the broker.
import type { Issue } from '#contract/failure.ts';
import { hasStop, notTradedHere } from '#contract/order-choices.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { decimal, decimalsOf, isLess, round, sign, type Decimal } from '#main/domain/decimal.ts';
import {
  checkBuyingPower,
  checkShares,
  checkWashTrades,
} from '#main/domain/orders/draft-account-issues.ts';
import { checkClass } from '#main/domain/orders/draft-class-issues.ts';
import { issue, kindIn, type DraftContext, type Say } from '#main/domain/orders/draft-context.ts';
import {
  checkAsset,
  checkAuction,
  checkCombination,
  checkFraction,
  checkHours,
} from '#main/domain/orders/draft-support-issues.ts';
import { limitOf } from '#main/domain/orders/order-terms.ts';
import { priceText } from '#main/domain/words.ts';

export type { AssetTraits, DraftContext } from '#main/domain/orders/draft-context.ts';

type Check = (say: Say, draft: OrderDraft, context: DraftContext) => void;

const ONE_DOLLAR = decimal('1');
const HUNDRED = decimal('100');

/** The same, and before it what this desk does not do whatever the broker would take. */
export function deskIssues(draft: OrderDraft, context: DraftContext): Issue[] {
  const { symbol } = draft;
  const refusal =
    notTradedHere(symbol, context.asset?.class) ??
    (context.isUnread &&
      `The broker's record of the position in ${symbol} could not be read, so Ballast cannot tell what this order would leave: trade it at the broker.`);
  return refusal ? [issue('symbol', refusal)] : draftIssues(draft, context);
}

/** Every problem at once, each with the member it is about and what to do. Empty when the draft may be sent. */
export function draftIssues(draft: OrderDraft, context: DraftContext = {}): Issue[] {
  const issues: Issue[] = [];
  const say: Say = (path, message) => issues.push(issue(path, message));
  for (const check of CHECKS) check(say, draft, context);
  return issues;
}

const CHECKS: readonly Check[] = [
  checkAmount,
  checkPrices,
  checkTicks,
  checkTrail,
  checkCombination,
  checkFraction,
  checkHours,
  checkAuction,
  checkAsset,
  checkClass,
  checkShares,
  checkWashTrades,
  checkBuyingPower,
];

function checkAmount(say: Say, draft: OrderDraft, context: DraftContext): void {
  const { qty, notional, type, timeInForce } = draft;
  if (qty !== undefined && notional !== undefined) {
    return say('notional', 'Enter either a quantity or an amount in dollars, not both.');
  }
  if (qty !== undefined) {
    if (sign(qty) <= 0) say('qty', 'Enter a quantity above zero.');
    return;
  }
  if (notional === undefined) return say('qty', 'Enter a quantity or an amount in dollars.');
  if (isLess(notional, ONE_DOLLAR)) say('notional', 'Enter at least 1 dollar.');
  if (decimalsOf(notional) > 2) {
    say('notional', `Dollar amounts go down to the cent: use ${round(notional, 2, 'down')}.`);
  }
  if (type !== 'market') {
    say('type', 'An amount in dollars needs a market order: choose market, or enter shares.');
  }
  if (timeInForce !== 'day' && kindIn(draft.symbol, context) !== 'crypto') {
    say('timeInForce', 'An amount in dollars needs a day order: choose day, or enter shares.');
  }
}

/** Which prices belong to which type. */
function checkPrices(say: Say, draft: OrderDraft): void {
  const { type, stopPrice, limitPrice } = draft;
  const needsLimit = type === 'limit' || type === 'stop_limit';
  const needsStop = hasStop(type);
  const name = type.replace('_', ' ');
  const limitPath =
    draft.orderClass === 'oco' && limitPrice === undefined ? 'takeProfit.limitPrice' : 'limitPrice';
  if (needsLimit && limitOf(draft) === undefined) {
    say(limitPath, `Enter a limit price: a ${name} order needs one.`);
  }
  if (needsStop && stopPrice === undefined) {
    say('stopPrice', `Enter a stop price: a ${name} order needs one.`);
  }
  if (!needsLimit && limitPrice !== undefined) {
    say('limitPrice', `Remove the limit price: a ${name} order does not use one.`);
  }
  if (!needsStop && stopPrice !== undefined) {
    say('stopPrice', `Remove the stop price: a ${name} order does not use one.`);
  }
}

/** At least 1.00: whole cents; below: four decimals. */
function checkTicks(say: Say, draft: OrderDraft, context: DraftContext): void {
  const prices: [path: string, price: Decimal | undefined][] = [
    ['limitPrice', draft.limitPrice],
    ['stopPrice', draft.stopPrice],
    ['takeProfit.limitPrice', draft.takeProfit?.limitPrice],
    ['stopLoss.stopPrice', draft.stopLoss?.stopPrice],
    ['stopLoss.limitPrice', draft.stopLoss?.limitPrice],
  ];
  for (const [path, price] of prices) {
    if (price === undefined) continue;
    if (sign(price) <= 0) {
      say(path, 'Enter a price above zero.');
      continue;
    }
    const decimals = isLess(price, ONE_DOLLAR) ? 4 : 2;
    if (kindIn(draft.symbol, context) === 'crypto' || decimalsOf(price) <= decimals) continue;
    const nearest = priceText(round(price, decimals, 'half'));
    say(
      path,
      `Prices ${decimals === 2 ? 'of 1.00 or more go down to the cent' : 'below 1.00 have at most 4 decimals'}: use ${nearest}.`,
    );
  }
}

function checkTrail(say: Say, { type, trailPrice, trailPercent }: OrderDraft): void {
  const path = trailPercent === undefined ? 'trailPrice' : 'trailPercent';
  const trail = trailPercent ?? trailPrice;
  if (type !== 'trailing_stop') {
    if (trail === undefined) return;
    return say(path, 'Remove the trail: only a trailing stop uses one.');
  }
  if (trail === undefined) return say('trailPrice', 'Enter a trail, in dollars or in percent.');
  if (trailPrice !== undefined && trailPercent !== undefined) {
    return say('trailPercent', 'Enter the trail in dollars or in percent, not both.');
  }
  if (sign(trail) <= 0) return say(path, 'Enter a trail above zero.');
  if (trailPercent !== undefined && !isLess(trailPercent, HUNDRED)) {
    say(path, 'Enter a trail below 100%: this one would never be reached.');
  }
}
