import { describe, expect, it } from 'vitest';
import { newTicket, type TicketFields } from '#renderer/trading/ticket/ticket.ts';
import {
  entryOf,
  pressed,
  pressOf,
  stepped,
  type KnownPrices,
} from '#renderer/trading/ticket/ticket-prices.ts';

const fieldsWith = (change: Partial<TicketFields> = {}): TicketFields => ({
  ...newTicket('AAPL').fields,
  ...change,
});
const KNOWN: KnownPrices = { bid: '190.1', ask: '190.12', last: '190.05', heldAt: '181.2345' };

describe('a press on a side of the quote', () => {
  it.each([
    [{ type: 'market' }, { type: 'limit', limitPrice: '190.10' }],
    [{ type: 'limit', limitPrice: '5' }, { limitPrice: '190.10' }],
    [{ type: 'stop_limit', stopPrice: '5' }, { limitPrice: '190.10' }],
    [{ type: 'stop' }, { stopPrice: '190.10' }],
    [{ type: 'trailing_stop' }, {}],
    [{ type: 'limit', orderClass: 'oco' }, {}],
  ] as const)('of %o changes %o', (fields, change) => {
    expect(pressed(fieldsWith(fields), '190.1')).toEqual(change);
  });

  it('says what it does, or why it does nothing', () => {
    expect(pressOf(fieldsWith({ type: 'stop' }))).toEqual({
      field: 'stopPrice',
      words: 'use as stop price',
    });
    expect(pressOf(fieldsWith({ type: 'trailing_stop' }))).toHaveProperty('why');
  });
});

describe('a step', () => {
  it.each([
    // Empty: from the side that the order would meet, or the last price.
    ['limitPrice', { type: 'limit' }, 1, KNOWN, '190.12'],
    ['limitPrice', { type: 'limit', side: 'sell' }, -1, KNOWN, '190.10'],
    ['limitPrice', { type: 'limit' }, 1, { last: '190.05' }, '190.05'],
    ['limitPrice', { type: 'limit' }, 1, {}, undefined],
    ['takeProfit', { type: 'limit', limitPrice: '150', orderClass: 'bracket' }, 1, KNOWN, '150.00'],
    ['limitPrice', { limitPrice: '190.19' }, 1, KNOWN, '190.20'],
    ['limitPrice', { limitPrice: '$1,190.5' }, -10, KNOWN, '1190.40'],
    ['stopPrice', { stopPrice: '0.5' }, 1, KNOWN, '0.5001'],
    ['stopPrice', { stopPrice: 'junk' }, 1, KNOWN, undefined],
    ['limitPrice', { symbol: 'BTC/USD', limitPrice: '97000.125' }, 1, {}, '97000.126'],
    ['limitPrice', { symbol: 'DOGE/USD', limitPrice: '0.4' }, -1, {}, '0.39'],
    ['trail', { trail: '1', trailUnit: 'percent' }, 1, KNOWN, '1.1'],
    ['trail', { trail: '1', trailUnit: 'dollars' }, 1, KNOWN, '1.01'],
    ['qty', {}, 1, KNOWN, '1'],
    ['qty', {}, -1, KNOWN, undefined],
    ['qty', { qty: '3' }, 10, KNOWN, '13'],
    ['qty', { qty: '3' }, -10, KNOWN, '1'],
    ['qty', { qty: '0.5' }, -1, KNOWN, undefined],
    ['qty', { qty: '0.5' }, 1, KNOWN, '1.5'],
  ] as const)('of %s with %o by %i', (name, fields, steps, known, text) => {
    expect(stepped(name, fieldsWith(fields), steps, known)).toBe(text);
  });
});

describe('the entry', () => {
  it.each([
    [{ qty: '10' }, { direction: 'long', price: '190.12', qty: '10' }],
    [
      { side: 'sell', qty: '10' },
      { direction: 'short', price: '190.1', qty: '10' },
    ],
    [
      { type: 'limit', limitPrice: '189' },
      { direction: 'long', price: '189', qty: undefined },
    ],
    [{ type: 'limit', limitPrice: '' }, undefined],
    [
      { type: 'stop', stopPrice: '195' },
      { direction: 'long', price: '195', qty: undefined },
    ],
    // What an OCO sells is held: it was opened at what the position says.
    [
      { type: 'limit', orderClass: 'oco', side: 'sell', qty: '4' },
      { direction: 'long', price: '181.2345', qty: '4' },
    ],
    [
      { sizeIn: 'dollars', qty: '10', dollars: '500' },
      { direction: 'long', price: '190.12', qty: undefined },
    ],
  ] as const)('of %o', (fields, entry) => {
    expect(entryOf(fieldsWith(fields), KNOWN)).toEqual(entry);
  });

  it('of a market order is the last price where nobody is on its side', () => {
    expect(entryOf(fieldsWith(), { last: '190.05' })?.price).toBe('190.05');
    expect(entryOf(fieldsWith(), {})).toBeUndefined();
  });
});
