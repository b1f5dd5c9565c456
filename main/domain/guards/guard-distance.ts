// How far an order's prices are from the market, and on which side. Through the market a typing error costs money, so
// it blocks; away from it an order only waits, so it warns.
import type { OrderDraft } from '#contract/orders.ts';
import type { GuardSettings } from '#contract/trading.ts';
import {
  decimal,
  div,
  isLess,
  isMore,
  mul,
  negate,
  sign,
  sub,
  type Decimal,
} from '#main/domain/decimal.ts';
import { block, warn, type Finding } from '#main/domain/guards/guard-settings.ts';
import { estimatedPrice, limitOf } from '#main/domain/orders/order-terms.ts';
import { percentText, priceText } from '#main/domain/words.ts';

type Limits = GuardSettings['distance'];
type Maybe = Finding | undefined;

const HUNDRED = decimal('100');

/** The first block counts, then the first warning. */
export function distanceFinding(
  draft: OrderDraft,
  marketPrice: Decimal | undefined,
  limits: Limits,
  name = 'the market',
): Finding {
  if (!marketPrice || sign(marketPrice) <= 0) {
    return block('The distance from the market cannot be checked without a price.');
  }
  const findings = [
    ...entryFindings(draft, marketPrice, limits, name),
    profitFinding(draft, marketPrice),
  ].filter((finding) => finding !== undefined);
  return (
    findings.find(({ level }) => level === 'block') ??
    findings[0] ?? { level: 'pass', text: `Close to ${name} (${priceText(marketPrice)}).` }
  );
}

function entryFindings(draft: OrderDraft, market: Decimal, limits: Limits, name: string): Maybe[] {
  const limit = limitOf(draft);
  const { side, stopPrice } = draft;
  switch (draft.type) {
    case 'market':
      return [];
    case 'limit':
      return [
        limit
          ? limitFinding(side, limit, market, name, limits)
          : block('There is no limit price: enter one.'),
      ];
    case 'stop':
      return [
        stopPrice
          ? stopFinding(side, stopPrice, market, limits)
          : block('There is no stop price: enter one.'),
      ];
    case 'stop_limit':
      return limit && stopPrice
        ? [
            stopFinding(side, stopPrice, market, limits),
            limitFinding(side, limit, stopPrice, 'the stop', limits),
          ]
        : [block('There is no stop or limit price: enter both.')];
    case 'trailing_stop':
      return [trailFinding(draft, market, limits)];
    default:
      return draft.type satisfies never;
  }
}

function limitFinding(
  side: string,
  limit: Decimal,
  base: Decimal,
  name: string,
  limits: Limits,
): Maybe {
  const through = percentFrom(base, side === 'buy' ? sub(limit, base) : sub(base, limit));
  const words = side === 'buy' ? ['Buying', 'above', 'below'] : ['Selling', 'below', 'above'];
  const [doing, worse, better] = words;
  const at = `${doing} at ${priceText(limit)} is`;
  if (isMore(through, limits.throughPercent)) {
    return block(
      `${at} ${percentText(through)} ${worse} ${name} (${priceText(base)}); your limit is ${percentText(limits.throughPercent)}: check the price.`,
    );
  }
  const away = negate(through);
  return isMore(away, limits.awayPercent)
    ? warn(`${at} ${percentText(away)} ${better} ${name} (${priceText(base)}): it may never fill.`)
    : undefined;
}

function stopFinding(side: string, stop: Decimal, market: Decimal, limits: Limits): Maybe {
  const away = percentFrom(market, side === 'buy' ? sub(stop, market) : sub(market, stop));
  if (sign(away) <= 0) {
    const where = side === 'buy' ? 'above' : 'below';
    return block(
      `A stop at ${priceText(stop)} would trigger immediately: a ${side} stop belongs ${where} the market (${priceText(market)}).`,
    );
  }
  return isMore(away, limits.awayPercent)
    ? warn(
        `The stop at ${priceText(stop)} is ${percentText(away)} from the market (${priceText(market)}).`,
      )
    : undefined;
}

function trailFinding(draft: OrderDraft, market: Decimal, limits: Limits): Maybe {
  const { trailPrice, trailPercent } = draft;
  const trail = trailPercent ?? (trailPrice && percentFrom(market, trailPrice));
  if (!trail) return block('There is no trail: enter one.');
  if (!isLess(trail, HUNDRED)) {
    return block(`A trail of ${percentText(trail)} of the price would never be reached: check it.`);
  }
  return isMore(trail, limits.awayPercent)
    ? warn(`The trail is ${percentText(trail)} of the price.`)
    : undefined;
}

/** A take-profit on the losing side of its entry would sell at a loss at once. */
function profitFinding(draft: OrderDraft, market: Decimal): Maybe {
  const profit = draft.orderClass === 'oco' ? undefined : draft.takeProfit?.limitPrice;
  const entry = estimatedPrice(draft, market);
  if (!profit || !entry) return undefined;
  const isWrong = draft.side === 'buy' ? !isMore(profit, entry) : !isLess(profit, entry);
  return isWrong
    ? block(
        `A take profit at ${priceText(profit)} would be a loss from the entry (${priceText(entry)}): check the price.`,
      )
    : undefined;
}

const percentFrom = (base: Decimal, difference: Decimal): Decimal =>
  div(mul(difference, HUNDRED), base, 2, 'up');
