// An order that was typed, in words: what it is before main has seen it.
import type { OrderDraft } from '#contract/orders.ts';
import { legWords, TIME_WORDS, typeWord } from '#renderer/trading/ticket/ticket-words.ts';
import { formatMoney, formatPrice, formatQuantity } from '#renderer/ui/format.ts';

/** 'Buy 10 MSFT at 330.00, limit'; nothing is said about `day`. */
export function draftWords(draft: OrderDraft): string {
  const { side, symbol, type, timeInForce, extendedHours } = draft;
  const price = priceWords(draft);
  return [
    `${side === 'buy' ? 'Buy' : 'Sell'} ${sizeWords(draft)} ${symbol}${price && ` ${price}`}`,
    typeWord(type).toLowerCase(),
    ...(timeInForce === 'day' ? [] : [TIME_WORDS[timeInForce].toLowerCase()]),
    ...(extendedHours ? ['extended hours'] : []),
    ...legWords(draft, formatPrice),
  ].join(', ');
}

const sizeWords = ({ qty, notional }: OrderDraft): string =>
  qty === undefined ? `$${formatMoney(notional ?? '0')} of` : formatQuantity(qty);

function priceWords({ limitPrice, stopPrice, trailPrice, trailPercent }: OrderDraft): string {
  return [
    limitPrice !== undefined && `at ${formatPrice(limitPrice)}`,
    stopPrice !== undefined && `when it trades at ${formatPrice(stopPrice)}`,
    trailPrice !== undefined && `${formatPrice(trailPrice)} behind the market`,
    trailPercent !== undefined && `${formatQuantity(trailPercent)}% behind the market`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}
