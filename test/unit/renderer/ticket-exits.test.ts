// Exits in percent and in dollars: what is typed stays, what is sent is a price.
import { describe, expect, it } from 'vitest';
import type { Entry } from '#renderer/trading/exits/exit-prices.ts';
import { buildDraft } from '#renderer/trading/ticket/build-draft.ts';
import { newTicket, reduceTicket, type TicketFields } from '#renderer/trading/ticket/ticket.ts';
import { stepped } from '#renderer/trading/ticket/ticket-prices.ts';

const bracket = (change: Partial<TicketFields> = {}): TicketFields => ({
  ...newTicket('AAPL').fields,
  orderClass: 'bracket',
  qty: '10',
  exitUnit: 'percent',
  takeProfit: '5',
  stopLoss: '2.5',
  ...change,
});
const LONG: Entry = { direction: 'long', price: '190', qty: '10' };

describe('an order with exits', () => {
  it.each([
    ['percent', bracket(), LONG, '199.5', '185.25'],
    [
      'dollars',
      bracket({ exitUnit: 'dollars', takeProfit: '$95', stopLoss: '45' }),
      LONG,
      '199.5',
      '185.5',
    ],
    [
      'percent of a short',
      bracket({ side: 'sell' }),
      { ...LONG, direction: 'short' },
      '180.5',
      '194.75',
    ],
    [
      'price',
      bracket({ exitUnit: 'price', takeProfit: '200', stopLoss: '180' }),
      LONG,
      '200',
      '180',
    ],
  ] as const)('in %s is sent with prices', (_, fields, entry, takeProfit, stopLoss) => {
    expect(buildDraft(fields, entry)).toMatchObject({
      ok: true,
      draft: { takeProfit: { limitPrice: takeProfit }, stopLoss: { stopPrice: stopLoss } },
    });
  });

  it.each([
    ['no entry', bracket(), undefined, /No price is known/],
    ['no limit price', bracket({ type: 'limit' }), undefined, /Enter the limit price first/],
    ['no stop price', bracket({ type: 'stop' }), undefined, /Enter the stop price first/],
    [
      'no position to close',
      bracket({ orderClass: 'oco', symbol: 'jpm', exitUnit: 'dollars' }),
      undefined,
      /^An OCO closes a position, and none in JPM is known\.$/,
    ],
    ['less than a tick', bracket({ takeProfit: '0.0001' }), LONG, /less than one tick/],
    [
      'no quantity',
      bracket({ exitUnit: 'dollars' }),
      { ...LONG, qty: undefined },
      /quantity first/,
    ],
    ['dollars for percent', bracket({ takeProfit: '$5' }), LONG, /./],
  ] as const)('is none with %s, and the field says why', (_, fields, entry, message) => {
    expect(buildDraft(fields, entry)).toMatchObject({
      ok: false,
      issues: expect.arrayContaining([
        { path: 'takeProfit', message: expect.stringMatching(message) as string },
      ]) as unknown,
    });
  });
});

describe('the unit of the exits', () => {
  const ticket = { ...newTicket('AAPL'), fields: bracket() };
  const after = (...actions: Parameters<typeof reduceTicket>[1][]) =>
    actions.reduce(reduceTicket, ticket).fields;

  it('takes no number along into another unit', () => {
    expect(after({ kind: 'edit', change: { exitUnit: 'dollars' } })).toMatchObject({
      exitUnit: 'dollars',
      takeProfit: '',
      stopLoss: '',
    });
    const toPrices = { exitUnit: 'price' as const, takeProfit: '199.5', stopLoss: '185.25' };
    expect(after({ kind: 'edit', change: toPrices })).toMatchObject(toPrices);
  });

  it('keeps percent for another symbol, and no price', () => {
    expect(after({ kind: 'symbol', symbol: 'MSFT' })).toMatchObject({
      takeProfit: '5',
      stopLoss: '2.5',
    });
    expect(
      after(
        { kind: 'edit', change: { exitUnit: 'price', takeProfit: '200', stopLoss: '180' } },
        { kind: 'symbol', symbol: 'MSFT' },
      ),
    ).toMatchObject({ takeProfit: '', stopLoss: '' });
  });

  it('decides the step', () => {
    expect(stepped('takeProfit', bracket(), 1, {})).toBe('5.1');
    expect(stepped('stopLoss', bracket({ exitUnit: 'dollars', stopLoss: '45' }), -10, {})).toBe(
      '35',
    );
    expect(stepped('stopLoss', bracket({ exitUnit: 'price', stopLoss: '185' }), 1, {})).toBe(
      '185.01',
    );
  });
});
