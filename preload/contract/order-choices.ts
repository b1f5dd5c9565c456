// Which choices of an order go together (docs/wire.md, "What an order may be"): one table for the form that offers them
// and for the rules that check them. What depends on the account, the market or the hour is not here.
import {
  isTerminal,
  statusWords,
  type OrderClass,
  type OrderDraft,
  type OrderLeg,
  type OrderType,
  type TimeInForce,
} from '#contract/orders.ts';
import type { SessionPhase } from '#contract/market-state.ts';
import type { z } from 'zod';

type Type = z.infer<typeof OrderType>;
type Time = z.infer<typeof TimeInForce>;
type Class = z.infer<typeof OrderClass>;

export type AssetKind = 'shares' | 'crypto' | 'option';
/** In what the size of an order is given. */
export type SizeUnit = 'shares' | 'dollars' | 'percent' | 'risk';

export type Choice = { kind: AssetKind; orderClass: Class; type: Type; timeInForce: Time };

/** By the broker's word for the class of an asset; without one, a pair is told by its slash. */
export function assetKindOf(symbol: string, assetClass?: string): AssetKind {
  if (assetClass?.startsWith('crypto')) return 'crypto';
  if (assetClass === 'us_option') return 'option';
  return assetClass === undefined && symbol.includes('/') ? 'crypto' : 'shares';
}

/** A contract of options by the way its symbol is written: root, day, call or put, strike. */
const OPTION = /^[A-Z]{1,6}\d{6}[CP]\d{8}$/;

/** Why the desk neither trades nor closes it: only shares are traded here. Undefined for shares. */
export function notTradedHere(symbol: string, assetClass?: string): string | undefined {
  const isShares =
    assetClass === undefined
      ? !symbol.includes('/') && !OPTION.test(symbol)
      : assetClass === 'us_equity';
  if (isShares) return undefined;
  const kind = assetKindOf(symbol, assetClass ?? (OPTION.test(symbol) ? 'us_option' : undefined));
  const what = kind === 'crypto' ? 'crypto' : kind === 'option' ? 'an option' : (assetClass ?? '');
  return `${symbol || 'This'} is ${what}, which Ballast does not trade. Trade and close it at the broker.`;
}

export const classesFor = (kind: AssetKind): readonly Class[] =>
  kind === 'shares' ? ['simple', 'bracket', 'oco', 'oto'] : ['simple'];

const TYPES_OF_SHARES: Record<Class, readonly Type[]> = {
  simple: ['market', 'limit', 'stop', 'stop_limit', 'trailing_stop'],
  bracket: ['market', 'limit'],
  oco: ['limit'],
  oto: ['market', 'limit', 'stop', 'stop_limit'],
};

export function typesFor(kind: AssetKind, orderClass: Class): readonly Type[] {
  if (kind === 'crypto') return ['market', 'limit', 'stop_limit'];
  return kind === 'option' ? ['market', 'limit'] : TYPES_OF_SHARES[orderClass];
}

export function timesFor({
  kind,
  orderClass,
  type,
}: Pick<Choice, 'kind' | 'orderClass' | 'type'>): readonly Time[] {
  if (kind === 'crypto') return ['gtc', 'ioc'];
  if (kind === 'option') return ['day'];
  const isPlain = type === 'market' || type === 'limit';
  return orderClass === 'simple' && isPlain
    ? ['day', 'gtc', 'opg', 'cls', 'ioc', 'fok']
    : ['day', 'gtc'];
}

export const canExtendHours = ({ kind, orderClass, type, timeInForce }: Choice): boolean =>
  kind === 'shares' &&
  orderClass === 'simple' &&
  type === 'limit' &&
  (timeInForce === 'day' || timeInForce === 'gtc');

/**
 * In which sessions an order of this choice can trade. At night the asset must take part; one of which nothing is known
 * is not said not to.
 */
export function sessionsFor(
  choice: Choice,
  isExtended: boolean,
  attributes: readonly string[] | undefined,
): readonly SessionPhase[] {
  if (choice.kind === 'crypto') return ['overnight', 'pre', 'regular', 'post', 'closed'];
  if (!isExtended || !canExtendHours(choice)) return ['regular'];
  const isOfTheNight =
    attributes === undefined ||
    (attributes.includes('overnight_tradable') && !attributes.includes('overnight_halted'));
  return isOfTheNight ? ['overnight', 'pre', 'regular', 'post'] : ['pre', 'regular', 'post'];
}

/** An amount in dollars may go to the broker as it is; otherwise it is turned into shares first. */
export const canBeNotional = ({ kind, orderClass, type, timeInForce }: Choice): boolean =>
  kind !== 'option' &&
  orderClass === 'simple' &&
  type === 'market' &&
  (timeInForce === 'day' || kind === 'crypto');

/** An OCO only closes what is held: it is sized by that. */
export const sizesFor = (orderClass: Class): readonly SizeUnit[] =>
  orderClass === 'oco' ? ['shares'] : ['shares', 'dollars', 'percent', 'risk'];

/** `either`: exactly one of the two. */
type Leg = 'needed' | 'either' | 'none';
export const legsFor: Record<Class, { takeProfit: Leg; stopLoss: Leg }> = {
  simple: { takeProfit: 'none', stopLoss: 'none' },
  bracket: { takeProfit: 'needed', stopLoss: 'needed' },
  oco: { takeProfit: 'needed', stopLoss: 'needed' },
  oto: { takeProfit: 'either', stopLoss: 'either' },
};

/** The limit of an OCO is its take profit. */
export const hasLimit = ({ orderClass, type }: Pick<Choice, 'orderClass' | 'type'>): boolean =>
  orderClass !== 'oco' && (type === 'limit' || type === 'stop_limit');
export const hasStop = (type: Type): boolean => type === 'stop' || type === 'stop_limit';
export const hasTrail = (type: Type): boolean => type === 'trailing_stop';

export type ChangeMember = 'qty' | 'limitPrice' | 'stopPrice' | 'trail';
export type Changeable = {
  /** Why nothing about it can be changed now. */
  why: string | undefined;
  members: readonly ChangeMember[];
  /** The times in force it may have; its own alone when that cannot be changed. */
  times: readonly string[];
};

/** The broker refuses a change meanwhile (docs/wire.md, "Statuses, changes and cancels"). */
const BETWEEN = new Set(['accepted', 'pending_new', 'pending_cancel', 'pending_replace']);

/** What the broker lets a person change about an order as it stands. */
export function changeableOf(order: OrderLeg, isLeg: boolean): Changeable {
  const { type, timeInForce } = order;
  const kind = assetKindOf(order.symbol, order.assetClass);
  const isSimple = !isLeg && (order.orderClass ?? 'simple') in { simple: 1, '': 1 };
  const hasWholeQty = order.qty !== undefined && /^\d+(\.0*)?$/.test(order.qty);
  const isType = (...types: Type[]): boolean => types.some((each) => each === type);
  return {
    why: whyUnchangeable(order),
    members: [
      ...(hasWholeQty && !isLeg ? (['qty'] as const) : []),
      ...(isType('stop', 'stop_limit') ? (['stopPrice'] as const) : []),
      ...(isType('limit', 'stop_limit') ? (['limitPrice'] as const) : []),
      ...(isType('trailing_stop') ? (['trail'] as const) : []),
    ],
    times:
      isSimple && hasWholeQty
        ? timesFor({ kind, orderClass: 'simple', type: type as Type })
        : [timeInForce],
  };
}

function whyUnchangeable(order: OrderLeg): string | undefined {
  const { status, notional, symbol, assetClass, orderClass } = order;
  const word = statusWords(status);
  if (isTerminal(status)) return `This order is already ${word} and cannot be changed.`;
  const refusal = notTradedHere(symbol, orderClass === 'mleg' ? 'us_option' : assetClass);
  if (refusal !== undefined) return refusal;
  if (order.unread)
    return `Its record could not be read completely (${order.unread.join(', ')}), so it cannot be changed here: cancel it, or change it at the broker.`;
  if (BETWEEN.has(status))
    return `The broker does not accept changes while an order is ${word}: wait until it is working.`;
  if (notional !== undefined)
    return 'An order for a dollar amount cannot be changed: cancel it and place another.';
  return undefined;
}

/** The choice that a draft amounts to. */
export const choiceOf = (draft: OrderDraft, assetClass?: string): Choice => ({
  kind: assetKindOf(draft.symbol, assetClass),
  orderClass: draft.orderClass ?? 'simple',
  type: draft.type,
  timeInForce: draft.timeInForce,
});
