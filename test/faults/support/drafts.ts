import type { OrderDraft } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';

/** Fills at once. */
export const marketDraft = (
  symbol: string,
  qty: string,
  side: 'buy' | 'sell' = 'buy',
): OrderDraft => ({
  symbol,
  side,
  type: 'market',
  timeInForce: 'day',
  qty: decimal(qty),
});

/** Far from the market, so that it rests. */
export const restingDraft = (symbol: string, qty = '1', limitPrice = '1'): OrderDraft => ({
  symbol,
  side: 'buy',
  type: 'limit',
  timeInForce: 'gtc',
  qty: decimal(qty),
  limitPrice: decimal(limitPrice),
});
