// A stop limit is a limit order once its stop is reached. Where the limit is on the other side of the stop, the market has
// to come back before it can fill: some mean that, most have mixed up two prices, and the broker takes both.
import type { OrderDraft } from '#contract/orders.ts';
import { isLess, isMore, type Decimal } from '#main/domain/decimal.ts';
import { isClass } from '#main/domain/orders/order-terms.ts';
import { priceText } from '#main/domain/words.ts';

export function limitWarnings(draft: OrderDraft): string[] {
  const { type, side, stopPrice, limitPrice, stopLoss } = draft;
  const warnings: string[] = [];
  if (type === 'stop_limit' && isBeyond(side, stopPrice, limitPrice))
    warnings.push(warningOf(side, 'stop', stopPrice, limitPrice));
  // The exits of an OCO are on the side of the order, those of an entry on the other.
  const exit = (side === 'sell') === isClass(draft, 'oco') ? 'sell' : 'buy';
  if (stopLoss && isBeyond(exit, stopLoss.stopPrice, stopLoss.limitPrice))
    warnings.push(warningOf(exit, 'stop loss', stopLoss.stopPrice, stopLoss.limitPrice));
  return warnings;
}

function isBeyond(
  side: OrderDraft['side'],
  stop: Decimal | undefined,
  limit: Decimal | undefined,
): boolean {
  if (stop === undefined || limit === undefined) return false;
  return side === 'sell' ? isMore(limit, stop) : isLess(limit, stop);
}

function warningOf(
  side: OrderDraft['side'],
  stopName: 'stop' | 'stop loss',
  stop: Decimal | undefined,
  limit: Decimal | undefined,
): string {
  const [above, fallen, rises, falls] =
    side === 'sell'
      ? ['above', 'fallen', 'rises back', 'falls further']
      : ['below', 'risen', 'falls back', 'rises further'];
  const [at, from] = [limit, stop].map((price) => price && priceText(price));
  const left = stopName === 'stop' ? 'it does not fill' : 'the position stays open';
  return `The limit of ${at} is ${above} the ${stopName} of ${from}: once the price has ${fallen} to ${from}, the order waits until it ${rises} to ${at}. If the price ${falls}, ${left}.`;
}
