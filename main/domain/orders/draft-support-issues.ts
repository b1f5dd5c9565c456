// What each kind of asset can do, and which times, sessions and fractions go with which types (docs/wire.md, "What an
// order may be").
import { classesFor, timesFor, typesFor } from '#contract/order-choices.ts';
import type { OrderDraft } from '#contract/orders.ts';
import { isWhole, kindIn, type DraftContext, type Say } from '#main/domain/orders/draft-context.ts';
import { isClass } from '#main/domain/orders/order-terms.ts';

const OPG_ENDS = 9 * 60 + 28;
const CLS_ENDS = 15 * 60 + 50;
const AUCTION_BOOK_OPENS = 19 * 60;

const NAMES = { shares: 'Shares', crypto: 'Crypto', option: 'Options' } as const;

/** What the kind of asset can do at all, then which times go with the type. */
export function checkCombination(say: Say, draft: OrderDraft, context: DraftContext): void {
  const { type, timeInForce } = draft;
  const kind = kindIn(draft.symbol, context);
  const name = NAMES[kind];
  const types = typesFor(kind, 'simple');
  const times = timesFor({ kind, orderClass: 'simple', type });
  if (!types.includes(type)) {
    say('type', `${name} can be traded with ${listed(types)} orders only: choose one of them.`);
  }
  if (!times.includes(timeInForce)) {
    say(
      'timeInForce',
      kind === 'shares'
        ? `A ${type.replace('_', ' ')} order is good for the day or till canceled: choose day or gtc.`
        : `${name} can be traded with ${listed(times)} only: choose it.`,
    );
  }
  if (!classesFor(kind).includes(draft.orderClass ?? 'simple')) {
    say('orderClass', `${name} can be traded with simple orders only: choose simple.`);
  }
}

export function checkFraction(say: Say, draft: OrderDraft, context: DraftContext): void {
  const { qty, notional, type } = draft;
  const isFraction = notional !== undefined || (qty !== undefined && !isWhole(qty));
  const kind = kindIn(draft.symbol, context);
  if (!isFraction || kind === 'crypto') return;
  const { asset } = context;
  const path = notional === undefined ? 'qty' : 'notional';
  if (asset?.fractionable === false || kind === 'option') {
    say(path, `${draft.symbol} does not trade in fractions: enter whole shares.`);
  }
  if (notional === undefined && draft.timeInForce !== 'day') {
    say('timeInForce', 'Fractional shares need a day order: choose day, or enter whole shares.');
  }
  if (!isClass(draft, 'simple')) {
    say(
      'orderClass',
      'Fractional shares need a simple order: choose simple, or enter whole shares.',
    );
  }
  if (type === 'trailing_stop') {
    say('type', 'A trailing stop needs whole shares: enter whole shares, or choose another type.');
  }
  if (
    draft.extendedHours &&
    asset?.attributes &&
    !asset.attributes.includes('fractional_eh_enabled')
  ) {
    say(
      'extendedHours',
      `${draft.symbol} trades in fractions only during regular hours: turn extended hours off, or enter whole shares.`,
    );
  }
}

export function checkHours(say: Say, draft: OrderDraft): void {
  if (!draft.extendedHours) return;
  if (draft.type !== 'limit') {
    say('extendedHours', 'Extended hours need a limit order: choose limit, or turn them off.');
  }
  if (draft.timeInForce !== 'day' && draft.timeInForce !== 'gtc') {
    say(
      'timeInForce',
      'Extended hours need a day or gtc order: choose one of them, or turn extended hours off.',
    );
  }
  if (!isClass(draft, 'simple')) {
    say('extendedHours', 'Extended hours need a simple order: choose simple, or turn them off.');
  }
}

export function checkAuction(
  say: Say,
  { timeInForce }: OrderDraft,
  { exchangeMinute }: DraftContext,
): void {
  if (exchangeMinute === undefined || exchangeMinute >= AUCTION_BOOK_OPENS) return;
  if (timeInForce === 'opg' && exchangeMinute >= OPG_ENDS) {
    return say(
      'timeInForce',
      'Orders for the open are accepted until 09:28 and again from 19:00 New York time: wait, or choose day.',
    );
  }
  if (timeInForce === 'cls' && exchangeMinute >= CLS_ENDS) {
    say(
      'timeInForce',
      'Orders for the close are accepted until 15:50 and again from 19:00 New York time: wait, or choose day.',
    );
  }
}

export function checkAsset(say: Say, { symbol }: OrderDraft, { asset }: DraftContext): void {
  if (asset?.status !== undefined && asset.status !== 'active') {
    return say('symbol', `${symbol} is no longer active at the broker: choose another symbol.`);
  }
  if (asset?.tradable === false) {
    say('symbol', `${symbol} cannot be traded at the broker: choose another symbol.`);
  }
}

const listed = (values: readonly string[]): string =>
  values.map((value) => value.replace('_', ' ')).join(' or ');
