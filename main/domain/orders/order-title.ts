// An order in the words of the button that confirms it: everything that decides what will happen.
import type { OrderDraft } from '#contract/orders.ts';
import { ENVIRONMENT_WORDS, type Environment } from '#contract/records.ts';
import type { Decimal } from '#main/domain/decimal.ts';
import { limitOf } from '#main/domain/orders/order-terms.ts';
import { moneyText, percentText, priceText, qtyText, sideText } from '#main/domain/words.ts';

const TYPE_WORDS: Record<OrderDraft['type'], string> = {
  market: 'market',
  limit: 'limit',
  stop: 'stop',
  stop_limit: 'stop limit',
  trailing_stop: 'trailing stop',
};

/** Nothing is said about `day`, which is what people expect. */
const TIME_WORDS: Record<OrderDraft['timeInForce'], string | undefined> = {
  day: undefined,
  gtc: 'good till canceled',
  opg: 'at the open',
  cls: 'at the close',
  ioc: 'immediate or cancel',
  fok: 'fill or kill',
};

/** 'Buy 10 AAPL at 190.00, limit, PRACTICE' */
export function orderTitle(draft: OrderDraft, environment: Environment, isShort = false): string {
  const side = sideText(isShort ? 'sell_short' : draft.side);
  const action = [side, amountWords(draft), priceWords(draft)];
  return [
    action.filter((word) => word !== undefined).join(' '),
    TYPE_WORDS[draft.type],
    TIME_WORDS[draft.timeInForce],
    draft.extendedHours ? 'extended hours' : undefined,
    classWords(draft),
    ENVIRONMENT_WORDS[environment],
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

function amountWords({ qty, notional, symbol }: OrderDraft): string {
  if (qty !== undefined) return `${qtyText(qty)} ${symbol}`;
  return notional === undefined ? symbol : `$${moneyText(notional)} of ${symbol}`;
}

function priceWords(draft: OrderDraft): string | undefined {
  const limit = limitOf(draft);
  switch (draft.type) {
    case 'market':
      return undefined;
    case 'limit':
      return limit && `at ${priceText(limit)}`;
    case 'stop':
      return draft.stopPrice && triggerWords(draft.side, draft.stopPrice);
    case 'stop_limit':
      return (
        limit &&
        draft.stopPrice &&
        `at ${priceText(limit)} ${triggerWords(draft.side, draft.stopPrice)}`
      );
    case 'trailing_stop':
      return trailWords(draft);
    default:
      return draft.type satisfies never;
  }
}

const triggerWords = (side: string, stopPrice: Decimal): string =>
  `once it ${side === 'buy' ? 'rises' : 'falls'} to ${priceText(stopPrice)}`;

function trailWords({ side, trailPrice, trailPercent }: OrderDraft): string | undefined {
  const trail = trailPercent ? percentText(trailPercent) : trailPrice && priceText(trailPrice);
  if (!trail) return undefined;
  return side === 'buy'
    ? `once it rises ${trail} from its low`
    : `once it falls ${trail} from its high`;
}

function classWords({ orderClass, takeProfit, stopLoss }: OrderDraft): string | undefined {
  const takeProfitWords =
    takeProfit && orderClass !== 'oco'
      ? `take profit ${priceText(takeProfit.limitPrice)}`
      : undefined;
  const stopLossWords =
    stopLoss &&
    `stop loss ${priceText(stopLoss.stopPrice)}${
      stopLoss.limitPrice ? ` (limit ${priceText(stopLoss.limitPrice)})` : ''
    }`;
  const legs = [takeProfitWords, stopLossWords].filter((leg) => leg !== undefined).join(' and ');
  switch (orderClass) {
    case 'bracket':
      return `bracket with ${legs}`;
    case 'oto':
      return `then ${legs}`;
    case 'oco':
      return `or ${legs}`;
    case 'simple':
    case undefined:
      return undefined;
    default:
      return orderClass satisfies never;
  }
}
