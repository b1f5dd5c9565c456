// The choices of the ticket and the prices of an order, in words.
import type { SizeUnit } from '#contract/order-choices.ts';
import type { Order, OrderDraft } from '#contract/orders.ts';

export type OrderType = OrderDraft['type'];
export type TimeInForce = OrderDraft['timeInForce'];
export type OrderClass = NonNullable<OrderDraft['orderClass']>;

export const TYPE_WORDS: readonly (readonly [OrderType, string])[] = [
  ['market', 'Market'],
  ['limit', 'Limit'],
  ['stop', 'Stop'],
  ['stop_limit', 'Stop limit'],
  ['trailing_stop', 'Trailing stop'],
];

export const TIME_WORDS: Record<TimeInForce, string> = {
  day: 'Day',
  gtc: 'Good till canceled',
  opg: 'At the open',
  cls: 'At the close',
  ioc: 'Immediate or cancel',
  fok: 'Fill or kill',
};

export const CLASS_WORDS: Record<OrderClass, string> = {
  simple: 'Simple',
  bracket: 'Bracket',
  oco: 'OCO',
  oto: 'OTO',
};

/** What a class does, for the review. */
export const CLASS_MEANING: Record<OrderClass, string> = {
  simple: 'Simple',
  bracket: 'Bracket, both exits follow the entry',
  oco: 'OCO, one exit cancels the other',
  oto: 'OTO, one exit follows the entry',
};

export const SIZE_WORDS: Record<SizeUnit, string> = {
  shares: 'Shares',
  dollars: 'Dollars',
  percent: '% of buying power',
  risk: 'Risk to stop',
};

export const typeWord = (type: string): string =>
  TYPE_WORDS.find(([name]) => name === type)?.[1] ?? type.replaceAll('_', ' ');

export const timeWord = (time: string): string =>
  (TIME_WORDS as Record<string, string>)[time] ?? time;

/** The price of an order in few words: a limit, a stop, a trail, or none. */
export function priceWords(
  order: Partial<Pick<Order, 'limitPrice' | 'stopPrice' | 'trailPrice' | 'trailPercent'>>,
  format: (price: string) => string,
): string {
  const { limitPrice, stopPrice, trailPrice, trailPercent } = order;
  const parts = [
    limitPrice !== undefined && format(limitPrice),
    stopPrice !== undefined && `stop ${format(stopPrice)}`,
    trailPrice !== undefined && `trail ${format(trailPrice)}`,
    trailPercent !== undefined && `trail ${trailPercent}%`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '–' : parts.join(', ');
}

/** What follows the entry: the exits of a bracket, OCO or OTO. */
export function legWords(
  { takeProfit, stopLoss }: Pick<OrderDraft, 'takeProfit' | 'stopLoss'>,
  format: (price: string) => string,
): string[] {
  return [
    takeProfit && `take profit ${format(takeProfit.limitPrice)}`,
    stopLoss &&
      `stop loss ${format(stopLoss.stopPrice)}${
        stopLoss.limitPrice === undefined ? '' : `, limit ${format(stopLoss.limitPrice)}`
      }`,
  ].filter((part) => part !== undefined);
}

/** What the small buttons beside a number are called. */
export const ONE_STEP = { down: 'One less', up: 'One more' };
export const ONE_TICK = { down: 'Down one tick', up: 'Up one tick' };
