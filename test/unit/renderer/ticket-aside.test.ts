// What a person typed stays theirs when something else fills the ticket.
import { expect, it } from 'vitest';
import { OrderDraft } from '#contract/orders.ts';
import {
  newTicket,
  reduceTicket,
  type Ticket,
  type TicketAction,
  type TicketFields,
} from '#renderer/trading/ticket/ticket.ts';

const run = (ticket: Ticket, ...actions: TicketAction[]): Ticket =>
  actions.reduce(reduceTicket, ticket);
const edit = (change: Partial<TicketFields>): TicketAction => ({ kind: 'edit', change });
const fill = (qty: string): TicketAction => ({
  kind: 'fill',
  draft: OrderDraft.parse({
    symbol: 'TSLA',
    side: 'sell',
    type: 'market',
    timeInForce: 'day',
    qty,
  }),
});
const typed = run(newTicket('MSFT'), edit({ type: 'limit', qty: '10', limitPrice: '410' }));
const BACK: TicketAction = { kind: 'bring-back' };

it('sets a draft aside that something else fills over, and brings it back as it was', () => {
  const filled = run(typed, fill('4'));
  expect(filled.fields).toMatchObject({ symbol: 'TSLA', side: 'sell', qty: '4', limitPrice: '' });
  expect(filled.aside).toEqual(typed.fields);
  const back = run(filled, BACK);
  expect(back.fields).toEqual(typed.fields);
  // Neither is lost: the other one waits now.
  expect(back.aside).toEqual(filled.fields);
  expect(run(back, BACK).fields).toEqual(filled.fields);
});

it.each<[string, TicketAction[]]>([
  ['nothing', []],
  ['a side and a type alone', [edit({ side: 'sell', type: 'limit', timeInForce: 'gtc' })]],
  ['spaces', [edit({ qty: '  ' })]],
  ['what was sent', [edit({ qty: '10' }), { kind: 'recorded', state: 'accepted' }]],
])('sets aside nothing of %s', (_what, before) => {
  expect(run(newTicket('MSFT'), ...before, fill('4')).aside).toBeUndefined();
});

it.each<[string, Partial<TicketFields>]>([
  ['dollars', { dollars: '250' }],
  ['a price alone', { limitPrice: '410' }],
  ['an exit', { orderClass: 'bracket', stopLoss: '400' }],
])('takes %s for a draft', (_what, change) => {
  expect(run(newTicket('MSFT'), edit(change), fill('4')).aside).toMatchObject(change);
});

it('keeps what was typed, and not what was filled in between, until that is changed by hand', () => {
  expect(run(typed, fill('4'), fill('5')).aside).toEqual(typed.fields);
  const changed = run(typed, fill('4'), edit({ qty: '6' }));
  expect(run(changed, fill('5')).aside).toEqual(changed.fields);
});

it('keeps it beyond the order that took its place, until it is discarded', () => {
  const sent = run(typed, fill('4'), { kind: 'recorded', state: 'accepted' });
  expect(sent.aside).toEqual(typed.fields);
  const back = run(sent, BACK);
  expect(back.fields).toEqual(typed.fields);
  expect(back.aside).toBeUndefined();
  expect(run(sent, { kind: 'drop-aside' }).aside).toBeUndefined();
  expect(run(newTicket('MSFT'), BACK)).toEqual(newTicket('MSFT'));
});

it('has nothing to set aside where the same is filled in', () => {
  const again = run(newTicket('TSLA'), edit({ side: 'sell', qty: '4' }), fill('4'));
  expect(again.aside).toBeUndefined();
});
