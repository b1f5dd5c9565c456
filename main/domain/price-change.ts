import type { Account, Price } from '#contract/records.ts';
import {
  decimal,
  div,
  isEqual,
  isZero,
  mul,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';

const HUNDRED = decimal('100');

/** How far a price is from the close before it; the percentage has two decimals. */
export function changeSince(previousClose: Decimal, price: Decimal) {
  const change = sub(price, previousClose);
  const changePercent = percentOf(change, previousClose);
  return { previousClose, change, ...(changePercent && { changePercent }) };
}

/** News of a price as it is kept beside what was known; undefined when it is older than that, and that still holds. */
export function newerPrice(
  known: Price | undefined,
  news: Price,
  isTakenBack = false,
): Price | undefined {
  if (known && known.tradedAt > news.tradedAt && !isTakenBack) return undefined;
  const previousClose = news.previousClose ?? known?.previousClose;
  const isSameTrade = known?.tradedAt === news.tradedAt && isEqual(known.price, news.price);
  return {
    ...news,
    // A trade that is told again is as old as it was.
    ...(isSameTrade && { receivedAt: known.receivedAt }),
    ...(previousClose && changeSince(previousClose, news.price)),
  };
}

/** What moved in or out is no profit and no loss. */
export function dayChangeOf(
  { equity, lastEquity }: Pick<Account, 'equity' | 'lastEquity'>,
  transfers: Decimal = ZERO,
) {
  const dayChange = sub(sub(equity, lastEquity), transfers);
  const dayChangePercent = percentOf(dayChange, lastEquity);
  return { dayChange, ...(dayChangePercent && { dayChangePercent }) };
}

/** Undefined when there is nothing to compare with. */
function percentOf(part: Decimal, whole: Decimal): Decimal | undefined {
  return isZero(whole) ? undefined : div(mul(part, HUNDRED), whole, 2, 'half');
}
