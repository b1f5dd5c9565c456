// The prices that the ticket begins with: what a press on a side of the quote does, where a step starts, and the price at
// which the order would open a position. Pure.
import type { Entry } from '#renderer/trading/exits/exit-prices.ts';
import { inCents, stepBy, stepPriceOf } from '#renderer/trading/exits/price-steps.ts';
import { isMore } from '#renderer/core/exact.ts';
import { readField, type NumberName } from '#renderer/trading/ticket/build-draft.ts';
import type { TicketFields } from '#renderer/trading/ticket/ticket.ts';

/** What is known of a symbol now; a side that is old or that nobody is on is not known. */
export type KnownPrices = {
  bid?: string | undefined;
  ask?: string | undefined;
  last?: string | undefined;
  /** What the position in it was opened at. */
  heldAt?: string | undefined;
};

type Press = { field: 'limitPrice' | 'stopPrice'; words: string } | { why: string };

/** What a press on a side of the quote does to these fields, or why it does nothing. */
export function pressOf({ type, orderClass }: Pick<TicketFields, 'type' | 'orderClass'>): Press {
  if (orderClass === 'oco') return { why: 'an OCO has no entry price' };
  switch (type) {
    case 'market':
      return { field: 'limitPrice', words: 'make it a limit order at this price' };
    case 'limit':
    case 'stop_limit':
      return { field: 'limitPrice', words: 'use as limit price' };
    case 'stop':
      return { field: 'stopPrice', words: 'use as stop price' };
    case 'trailing_stop':
      return { why: 'a trailing stop has no price of its own' };
    default:
      return type satisfies never;
  }
}

/** The fields with the price of a side in the one that a press is for. */
export function pressed(fields: TicketFields, price: string): Partial<TicketFields> {
  const press = pressOf(fields);
  if ('why' in press) return {};
  return {
    [press.field]: inCents(price),
    ...(fields.type === 'market' && { type: 'limit' as const }),
  };
}

/** The side of the quote that an order of this side would meet, or else the last price. */
const marketPrice = ({ side }: TicketFields, { bid, ask, last }: KnownPrices): string | undefined =>
  (side === 'buy' ? ask : bid) ?? last;

/** What the order would open, at which price; of an OCO what it closes. Undefined while no price is known. */
export function entryOf(fields: TicketFields, known: KnownPrices): Entry | undefined {
  const typed = (name: NumberName): string | undefined => {
    const read = readField(name, fields);
    return read.ok && isMore(read.value, '0') ? read.value : undefined;
  };
  const price =
    fields.orderClass === 'oco'
      ? known.heldAt
      : {
          market: () => marketPrice(fields, known),
          limit: () => typed('limitPrice'),
          stop_limit: () => typed('limitPrice'),
          stop: () => typed('stopPrice'),
          trailing_stop: () => undefined,
        }[fields.type]();
  if (price === undefined) return undefined;
  const isLong = (fields.side === 'buy') !== (fields.orderClass === 'oco');
  return {
    direction: isLong ? 'long' : 'short',
    price,
    qty: fields.sizeIn === 'shares' ? typed('qty') : undefined,
  };
}

const EXIT_STEP = { price: undefined, percent: '0.1', dollars: '1' } as const;

/** A step of a field that is no price. */
const STEP: Partial<Record<NumberName, (fields: TicketFields) => string | undefined>> = {
  qty: () => '1',
  dollars: () => '1',
  percent: () => '1',
  risk: () => '1',
  trail: ({ trailUnit }) => (trailUnit === 'percent' ? '0.1' : '0.01'),
  takeProfit: ({ exitUnit }) => EXIT_STEP[exitUnit],
  stopLoss: ({ exitUnit }) => EXIT_STEP[exitUnit],
};

/** A field so many steps further: a price by its tick, from the market's where it is empty. Undefined: no such step. */
export function stepped(
  name: NumberName,
  fields: TicketFields,
  steps: number,
  known: KnownPrices,
): string | undefined {
  const isEmpty = fields[name].trim() === '';
  const read = readField(name, fields);
  if (!read.ok && !isEmpty) return undefined;
  const step = STEP[name]?.(fields);
  if (step !== undefined) return stepBy(read.ok ? read.value : '0', step, steps);
  if (!read.ok) {
    const start = startOf(name, fields, known);
    return start && inCents(start);
  }
  return stepPriceOf(fields.symbol, read.value, steps);
}

function startOf(name: NumberName, fields: TicketFields, known: KnownPrices): string | undefined {
  const isEntry = name === 'limitPrice' || name === 'stopPrice';
  return (isEntry ? undefined : entryOf(fields, known)?.price) ?? marketPrice(fields, known);
}
