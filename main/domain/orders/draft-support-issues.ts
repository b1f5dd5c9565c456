// What each kind of asset can do, and which times, sessions and fractions go with which types (docs/wire.md, "What an
// order may be").
import type { Issue } from '#contract/failure.ts';
import { classesFor, timesFor, typesFor } from '#contract/order-choices.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { issue, isWhole, kindIn, type DraftContext } from '#main/domain/orders/draft-context.ts';
import { isClass } from '#main/domain/orders/order-terms.ts';

const OPG_ENDS = 9 * 60 + 28;
const CLS_ENDS = 15 * 60 + 50;
const AUCTION_BOOK_OPENS = 19 * 60;

export const supportIssues = (draft: OrderDraft, context: DraftContext): Issue[] => [
  ...combinationIssues(draft, context),
  ...fractionIssues(draft, context),
  ...hoursIssues(draft),
  ...auctionIssues(draft, context),
  ...assetIssues(draft, context),
];

const NAMES = { shares: 'Shares', crypto: 'Crypto', option: 'Options' } as const;

/** What the kind of asset can do at all, then which times go with the type. */
function combinationIssues(draft: OrderDraft, context: DraftContext): Issue[] {
  const { type, timeInForce } = draft;
  const kind = kindIn(draft.symbol, context);
  const name = NAMES[kind];
  const issues: Issue[] = [];
  const types = typesFor(kind, 'simple');
  const times = timesFor({ kind, orderClass: 'simple', type });
  if (!types.includes(type)) {
    issues.push(
      issue('type', `${name} can be traded with ${listed(types)} orders only: choose one of them.`),
    );
  }
  if (!times.includes(timeInForce)) {
    issues.push(
      issue(
        'timeInForce',
        kind === 'shares'
          ? `A ${type.replace('_', ' ')} order is good for the day or till canceled: choose day or gtc.`
          : `${name} can be traded with ${listed(times)} only: choose it.`,
      ),
    );
  }
  if (!classesFor(kind).includes(draft.orderClass ?? 'simple')) {
    issues.push(
      issue('orderClass', `${name} can be traded with simple orders only: choose simple.`),
    );
  }
  return issues;
}

function fractionIssues(draft: OrderDraft, context: DraftContext): Issue[] {
  const { qty, notional, type } = draft;
  const isFraction = notional !== undefined || (qty !== undefined && !isWhole(qty));
  const kind = kindIn(draft.symbol, context);
  if (!isFraction || kind === 'crypto') return [];
  const { asset } = context;
  const path = notional === undefined ? 'qty' : 'notional';
  const issues: Issue[] = [];
  if (asset?.fractionable === false || kind === 'option') {
    issues.push(issue(path, `${draft.symbol} cannot be divided: enter whole shares.`));
  }
  if (notional === undefined && draft.timeInForce !== 'day') {
    issues.push(
      issue(
        'timeInForce',
        'Fractions of a share need a day order: choose day, or enter whole shares.',
      ),
    );
  }
  if (!isClass(draft, 'simple')) {
    issues.push(
      issue(
        'orderClass',
        'Fractions of a share need a simple order: choose simple, or enter whole shares.',
      ),
    );
  }
  if (type === 'trailing_stop') {
    issues.push(
      issue(
        'type',
        'A trailing stop needs whole shares: enter whole shares, or choose another type.',
      ),
    );
  }
  if (
    draft.extendedHours &&
    asset?.attributes &&
    !asset.attributes.includes('fractional_eh_enabled')
  ) {
    issues.push(
      issue(
        'extendedHours',
        `${draft.symbol} trades in fractions during regular hours only: switch extended hours off, or enter whole shares.`,
      ),
    );
  }
  return issues;
}

function hoursIssues(draft: OrderDraft): Issue[] {
  if (!draft.extendedHours) return [];
  const issues: Issue[] = [];
  if (draft.type !== 'limit') {
    issues.push(
      issue(
        'extendedHours',
        'Extended hours need a limit order: choose limit, or switch them off.',
      ),
    );
  }
  // The schema allows gtc, the guide does not: the broker decides.
  if (draft.timeInForce !== 'day' && draft.timeInForce !== 'gtc') {
    issues.push(
      issue('timeInForce', 'Extended hours need a day order: choose day, or switch them off.'),
    );
  }
  if (!isClass(draft, 'simple')) {
    issues.push(
      issue(
        'extendedHours',
        'Extended hours need a simple order: choose simple, or switch them off.',
      ),
    );
  }
  return issues;
}

function auctionIssues({ timeInForce }: OrderDraft, { exchangeMinute }: DraftContext): Issue[] {
  if (exchangeMinute === undefined || exchangeMinute >= AUCTION_BOOK_OPENS) return [];
  if (timeInForce === 'opg' && exchangeMinute >= OPG_ENDS) {
    return [
      issue(
        'timeInForce',
        'Orders for the open are taken until 09:28 and again from 19:00 New York time: wait, or choose day.',
      ),
    ];
  }
  if (timeInForce === 'cls' && exchangeMinute >= CLS_ENDS) {
    return [
      issue(
        'timeInForce',
        'Orders for the close are taken until 15:50 and again from 19:00 New York time: wait, or choose day.',
      ),
    ];
  }
  return [];
}

function assetIssues({ symbol }: OrderDraft, { asset }: DraftContext): Issue[] {
  if (asset?.status !== undefined && asset.status !== 'active') {
    return [issue('symbol', `${symbol} is no longer active at the broker: choose another symbol.`)];
  }
  if (asset?.tradable === false) {
    return [issue('symbol', `${symbol} cannot be traded at the broker: choose another symbol.`)];
  }
  return [];
}

const listed = (values: readonly string[]): string =>
  values.map((value) => value.replace('_', ' ')).join(' or ');
