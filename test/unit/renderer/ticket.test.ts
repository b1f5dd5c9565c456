import { describe, expect, it } from 'vitest';
import { OrderDraft } from '#contract/orders.ts';
import { neededConfirmations } from '#renderer/trading/review/use-needed.ts';
import { buildDraft, placeIssues } from '#renderer/trading/ticket/build-draft.ts';
import {
  heldBack,
  newTicket,
  priceWords,
  reduceTicket,
  timesFor,
  type Ticket,
  type TicketAction,
  type TicketFields,
} from '#renderer/trading/ticket/ticket.ts';

const run = (ticket: Ticket, ...actions: TicketAction[]): Ticket =>
  actions.reduce(reduceTicket, ticket);
const edit = (change: Partial<TicketFields>): TicketAction => ({ kind: 'edit', change });
const opened = newTicket('AAPL');
const fieldsWith = (change: Partial<TicketFields>): TicketFields => ({
  ...newTicket('AAPL').fields,
  ...change,
});

describe('the fields', () => {
  it('are kept once main recorded it only if nothing was placed', () => {
    const sent = run(opened, edit({ qty: '3' }));
    for (const state of ['refused', 'not-sent'] as const)
      expect(run(sent, { kind: 'recorded', state }).fields.qty).toBe('3');
    for (const state of ['accepted', 'unknown'] as const)
      expect(run(sent, { kind: 'recorded', state }).fields.qty).toBe('');
  });

  it('forget prices that were meant for another symbol, and nothing for the same', () => {
    const priced = run(opened, edit({ type: 'limit', limitPrice: '190', qty: '5' }));
    expect(run(priced, { kind: 'symbol', symbol: 'AAPL' })).toBe(priced);
    const { symbol, limitPrice, qty } = run(priced, { kind: 'symbol', symbol: 'MSFT' }).fields;
    expect([symbol, limitPrice, qty]).toEqual(['MSFT', '', '5']);
  });

  it('forget those prices as well when the other symbol was typed or taken from the offers', () => {
    const priced = run(opened, edit({ type: 'limit', limitPrice: '190', qty: '5' }));
    const typed = run(priced, { kind: 'hold-symbol' }, edit({ symbol: 'M' }));
    expect(typed.fields).toMatchObject({ limitPrice: '', qty: '5' });
    expect(run(priced, edit({ symbol: 'MSFT' })).fields.limitPrice).toBe('');
    expect(run(priced, edit({ symbol: 'AAPL ' })).fields.limitPrice).toBe('190');
    const both = edit({ symbol: 'MSFT', limitPrice: '410' });
    expect(run(priced, both).fields.limitPrice).toBe('410');
  });

  it('keep prices that were typed before any symbol, letter by letter', () => {
    const priced = run(newTicket(''), edit({ type: 'limit', limitPrice: '190' }));
    const typed = run(
      priced,
      { kind: 'hold-symbol' },
      edit({ symbol: 'K' }),
      edit({ symbol: 'KO' }),
    );
    expect(typed.fields.limitPrice).toBe('190');
  });

  it('go back to a day order when the type does not take the time in force', () => {
    const ticket = run(opened, edit({ timeInForce: 'ioc' }), edit({ type: 'stop' }));
    expect(ticket.fields.timeInForce).toBe('day');
    expect(timesFor('trailing_stop')).toEqual(['day', 'gtc']);
  });

  it('are filled from a draft', () => {
    const { fields } = run(opened, { kind: 'fill', draft: sell('TSLA') });
    expect(fields).toMatchObject({ symbol: 'TSLA', side: 'sell', type: 'market', qty: '4' });
    expect(buildDraft(fields)).toEqual({ ok: true, draft: sell('TSLA') });
  });
});

describe('the draft', () => {
  it.each<[Partial<TicketFields>, object]>([
    [{ qty: '1,000' }, { type: 'market', qty: '1000' }],
    [
      { qty: '1', type: 'limit', limitPrice: ' 190.5 ' },
      { type: 'limit', limitPrice: '190.5' },
    ],
    [
      { qty: '1', type: 'stop', stopPrice: '180' },
      { type: 'stop', stopPrice: '180' },
    ],
    [{ qty: '1', type: 'trailing_stop', trail: '2' }, { trailPrice: '2' }],
    [{ qty: '1', type: 'trailing_stop', trail: '2', trailUnit: 'percent' }, { trailPercent: '2' }],
    [{ qty: '1', symbol: ' brk.b ' }, { symbol: 'BRK.B' }],
  ])('is built from %o', (change, draft) => {
    expect(buildDraft(fieldsWith(change))).toMatchObject({ ok: true, draft });
  });

  it('leaves out what does not belong to its type', () => {
    const built = buildDraft(fieldsWith({ qty: '1', limitPrice: 'junk', stopPrice: '5' }));
    expect(built).toEqual({
      ok: true,
      draft: { symbol: 'AAPL', side: 'buy', type: 'market', timeInForce: 'day', qty: '1' },
    });
  });

  it.each<[Partial<TicketFields>, string, string]>([
    [{}, 'qty', 'Enter a quantity.'],
    [{ qty: 'ten' }, 'qty', '"ten": write a number such as 1.5.'],
    [{ qty: '1,5' }, 'qty', '"1,5": write 1.5 with a point.'],
    [
      { qty: '1234567890123' },
      'qty',
      'Quantity must have at most 12 digits before the point and 9 after it.',
    ],
    [{ qty: '1', symbol: ' ' }, 'symbol', 'Enter a symbol, for example AAPL.'],
    [{ qty: '1', symbol: '../x' }, 'symbol', 'Symbol must be a symbol such as AAPL or BRK.B.'],
    [{ qty: '1', type: 'limit' }, 'limitPrice', 'Enter a limit price.'],
    [
      { qty: '1', type: 'limit', limitPrice: '1.00001' },
      'limitPrice',
      'Limit price must have at most 9 digits before the point and 4 after it.',
    ],
    [{ qty: '1', type: 'stop' }, 'stopPrice', 'Enter a stop price.'],
    [{ qty: '1', type: 'trailing_stop' }, 'trail', 'Enter a trail.'],
    [
      { qty: '1', type: 'trailing_stop', trail: '$2', trailUnit: 'percent' },
      'trail',
      '"$2": write it without a dollar sign.',
    ],
  ])('is refused in words for %o', (change, path, message) => {
    expect(buildDraft(fieldsWith(change))).toEqual({ ok: false, issues: [{ path, message }] });
  });
});

describe('what is told', () => {
  const issues = [
    { path: 'qty', message: 'Enter a quantity.' },
    { path: 'trailPrice', message: 'Too far.' },
    { path: 'takeProfit.limitPrice', message: 'Elsewhere.' },
  ];

  it('stands beside the fields that a person has been in, and all once a review was tried', () => {
    const ticket = run(opened, edit({ type: 'trailing_stop' }));
    expect(placeIssues(issues, ticket)).toEqual({ byField: {}, general: ['Elsewhere.'] });
    expect(placeIssues(issues, run(ticket, edit({ qty: '' }))).byField).toEqual({
      qty: 'Enter a quantity.',
    });
    expect(placeIssues(issues, run(ticket, { kind: 'tried' })).byField).toEqual({
      qty: 'Enter a quantity.',
      trail: 'Too far.',
    });
  });

  it('says why nothing can be placed', () => {
    expect(heldBack(undefined, false)).toBe('Checking whether trading is allowed.');
    expect(heldBack({ isArmed: false, why: 'Reading.', isStopped: false }, true)).toBe('Reading.');
    expect(heldBack({ isArmed: true, isStopped: true }, false)).toContain('All trading is stopped');
    expect(heldBack({ isArmed: true, isStopped: true }, true)).toBeUndefined();
    expect(heldBack({ isArmed: true, isStopped: false }, false)).toBeUndefined();
  });

  it('asks for a second confirmation only where main does', () => {
    const calm = { isExit: false, isStopped: false, isOrderStreamLive: true };
    expect(neededConfirmations(calm)).toEqual([]);
    expect(neededConfirmations({ ...calm, isOrderStreamLive: false })).toEqual(['stream-down']);
    expect(neededConfirmations({ ...calm, isExit: true, isStopped: true })).toEqual([
      'exit-while-stopped',
    ]);
    expect(
      neededConfirmations({ isExit: true, isStopped: false, isOrderStreamLive: false }),
    ).toEqual([]);
  });

  it('names the price of an order in few words', () => {
    const format = (price: string) => price;
    const stopLimit = OrderDraft.parse({
      ...sell('AAPL'),
      type: 'stop_limit',
      limitPrice: '9',
      stopPrice: '10',
    });
    expect(priceWords(stopLimit, format)).toBe('9, stop 10');
    expect(priceWords({}, format)).toBe('–');
  });
});

function sell(symbol: string): OrderDraft {
  return OrderDraft.parse({ symbol, side: 'sell', type: 'market', timeInForce: 'day', qty: '4' });
}
