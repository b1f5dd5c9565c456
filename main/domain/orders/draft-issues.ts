// What the broker would refuse about a draft, said before it is sent (docs/wire.md, "What an order may be"). A rule
// whose facts the context does not give is left to the broker.
import type { Issue } from '#contract/failure.ts';
import { hasStop } from '#contract/order-choices.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { decimal, decimalsOf, isLess, round, sign, type Decimal } from '#main/domain/decimal.ts';
import { accountIssues } from '#main/domain/orders/draft-account-issues.ts';
import { classIssues } from '#main/domain/orders/draft-class-issues.ts';
import { issue, kindIn, type DraftContext } from '#main/domain/orders/draft-context.ts';
import { supportIssues } from '#main/domain/orders/draft-support-issues.ts';
import { limitOf } from '#main/domain/orders/order-terms.ts';
import { priceText } from '#main/domain/words.ts';

export type { AssetTraits, DraftContext } from '#main/domain/orders/draft-context.ts';

type Check = (draft: OrderDraft, context: DraftContext) => Issue[];

const ONE_DOLLAR = decimal('1');
const HUNDRED = decimal('100');

/** Every problem at once, each with the member it is about and what to do. Empty when the draft may be sent. */
export function draftIssues(draft: OrderDraft, context: DraftContext = {}): Issue[] {
  return CHECKS.flatMap((check) => check(draft, context));
}

const CHECKS: readonly Check[] = [
  amountIssues,
  priceIssues,
  tickIssues,
  trailIssues,
  supportIssues,
  classIssues,
  accountIssues,
];

function amountIssues(draft: OrderDraft, context: DraftContext): Issue[] {
  const { qty, notional, type, timeInForce } = draft;
  if (qty !== undefined && notional !== undefined) {
    return [issue('notional', 'Give either a quantity or an amount in dollars, not both.')];
  }
  if (qty !== undefined) {
    return sign(qty) > 0 ? [] : [issue('qty', 'Enter a quantity above zero.')];
  }
  if (notional === undefined) return [issue('qty', 'Enter a quantity or an amount in dollars.')];
  return [
    ...(isLess(notional, ONE_DOLLAR) ? [issue('notional', 'Enter at least 1 dollar.')] : []),
    ...(decimalsOf(notional) > 2
      ? [issue('notional', `Dollars go in cents: use ${round(notional, 2, 'down')}.`)]
      : []),
    ...(type === 'market'
      ? []
      : [
          issue(
            'type',
            'An amount in dollars needs a market order: choose market, or enter shares.',
          ),
        ]),
    ...(timeInForce === 'day' || kindIn(draft.symbol, context) === 'crypto'
      ? []
      : [
          issue(
            'timeInForce',
            'An amount in dollars needs a day order: choose day, or enter shares.',
          ),
        ]),
  ];
}

/** Which prices belong to which type. */
function priceIssues(draft: OrderDraft): Issue[] {
  const { type, stopPrice, limitPrice } = draft;
  const needsLimit = type === 'limit' || type === 'stop_limit';
  const needsStop = hasStop(type);
  const name = type.replace('_', ' ');
  const issues: Issue[] = [];
  const limitPath =
    draft.orderClass === 'oco' && limitPrice === undefined ? 'takeProfit.limitPrice' : 'limitPrice';
  if (needsLimit && limitOf(draft) === undefined) {
    issues.push(issue(limitPath, `Enter a limit price: a ${name} order needs one.`));
  }
  if (needsStop && stopPrice === undefined) {
    issues.push(issue('stopPrice', `Enter a stop price: a ${name} order needs one.`));
  }
  if (!needsLimit && limitPrice !== undefined) {
    issues.push(issue('limitPrice', `Remove the limit price: a ${name} order takes none.`));
  }
  if (!needsStop && stopPrice !== undefined) {
    issues.push(issue('stopPrice', `Remove the stop price: a ${name} order takes none.`));
  }
  return issues;
}

/** At least 1.00: whole cents; below: four decimals. */
function tickIssues(draft: OrderDraft, context: DraftContext): Issue[] {
  const prices: [path: string, price: Decimal | undefined][] = [
    ['limitPrice', draft.limitPrice],
    ['stopPrice', draft.stopPrice],
    ['takeProfit.limitPrice', draft.takeProfit?.limitPrice],
    ['stopLoss.stopPrice', draft.stopLoss?.stopPrice],
    ['stopLoss.limitPrice', draft.stopLoss?.limitPrice],
  ];
  return prices.flatMap(([path, price]) => {
    if (price === undefined) return [];
    if (sign(price) <= 0) return [issue(path, 'Enter a price above zero.')];
    if (kindIn(draft.symbol, context) === 'crypto') return [];
    const decimals = isLess(price, ONE_DOLLAR) ? 4 : 2;
    if (decimalsOf(price) <= decimals) return [];
    const nearest = priceText(round(price, decimals, 'half'));
    return [
      issue(
        path,
        `Prices ${decimals === 2 ? 'from 1.00 up go in cents' : 'below 1.00 have at most 4 decimals'}: use ${nearest}.`,
      ),
    ];
  });
}

function trailIssues({ type, trailPrice, trailPercent }: OrderDraft): Issue[] {
  const path = trailPercent === undefined ? 'trailPrice' : 'trailPercent';
  const trail = trailPercent ?? trailPrice;
  if (type !== 'trailing_stop') {
    if (trail === undefined) return [];
    return [issue(path, 'Remove the trail: only a trailing stop takes one.')];
  }
  if (trail === undefined) return [issue('trailPrice', 'Enter a trail, in dollars or in percent.')];
  if (trailPrice !== undefined && trailPercent !== undefined) {
    return [issue('trailPercent', 'Give the trail in dollars or in percent, not both.')];
  }
  if (sign(trail) <= 0) return [issue(path, 'Enter a trail above zero.')];
  if (trailPercent !== undefined && !isLess(trailPercent, HUNDRED)) {
    return [issue(path, 'Enter a trail below 100 %: this one would never be reached.')];
  }
  return [];
}
