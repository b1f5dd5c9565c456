import { describe, expect, it } from 'vitest';
import { createRig, HOUR, refusal } from './rig.ts';

const BRACKET = {
  order_class: 'bracket',
  type: 'limit',
  limit_price: '99',
  take_profit: { limit_price: '110' },
  stop_loss: { stop_price: '95', limit_price: '94.5' },
};
const OCO = {
  order_class: 'oco',
  side: 'sell',
  type: 'limit',
  take_profit: { limit_price: '110' },
  stop_loss: { stop_price: '95' },
};
const statuses = (legs: Record<string, unknown>[]) => legs.map((leg) => leg['status']);

describe('brackets', () => {
  it('are answered with both legs held', () => {
    const rig = createRig();
    const order = rig.place(BRACKET);
    expect(order['legs']).toMatchObject([
      { type: 'limit', side: 'sell', limit_price: '110', status: 'held', legs: null },
      { type: 'stop_limit', side: 'sell', stop_price: '95', limit_price: '94.5', status: 'held' },
    ]);
    expect(rig.engine.account(rig.account)['buying_power']).toBe('399010');
  });

  it('put their exits to work only when the entry is completely filled', () => {
    const rig = createRig();
    const { id } = rig.place(BRACKET);
    rig.chance.push(0.05, 0.5);
    rig.tick('AAPL', 98.5);
    expect(rig.get(id)['status']).toBe('partially_filled');
    expect(statuses(rig.legs(id))).toEqual(['held', 'held']);
    rig.tick('AAPL', 98.5);
    expect(statuses(rig.legs(id))).toEqual(['new', 'new']);
    expect(rig.engine.position(rig.account, 'AAPL')['qty_available']).toBe('0');
  });

  it('cancel the stop when the take-profit is filled', () => {
    const rig = createRig();
    const { id } = rig.place({ ...BRACKET, type: 'market', limit_price: null });
    rig.tick('AAPL', 111);
    expect(statuses(rig.legs(id))).toEqual(['filled', 'canceled']);
    expect(rig.position()).toBe('0');
  });

  it('cancel the take-profit when the stop is filled', () => {
    const rig = createRig();
    const { id } = rig.place({ ...BRACKET, type: 'market', limit_price: null });
    rig.tick('AAPL', 94.9);
    expect(statuses(rig.legs(id))).toEqual(['canceled', 'filled']);
  });

  it('shrink the stop by what the take-profit has sold', () => {
    const rig = createRig();
    const { id } = rig.place({ ...BRACKET, type: 'market', limit_price: null });
    rig.chance.push(0.05, 0.3);
    rig.tick('AAPL', 111);
    expect(rig.legs(id)).toMatchObject([
      { status: 'partially_filled', filled_qty: '3', qty: '10' },
      { status: 'new', qty: '7' },
    ]);
    rig.tick('AAPL', 94.9);
    expect(statuses(rig.legs(id))).toEqual(['canceled', 'filled']);
    expect(rig.position()).toBe('0');
  });

  it('are canceled as a whole, whichever order is canceled', () => {
    const rig = createRig();
    const { id } = rig.place(BRACKET);
    rig.engine.cancel(rig.account, String(rig.legs(id)[0]?.['id']));
    expect(rig.get(id)['status']).toBe('canceled');
    expect(statuses(rig.legs(id))).toEqual(['canceled', 'canceled']);
    expect(rig.engine.account(rig.account)['buying_power']).toBe('400000');
  });

  it('expire as a whole', () => {
    const rig = createRig();
    const { id } = rig.place(BRACKET);
    rig.advance(7 * HOUR);
    expect(rig.get(id)['status']).toBe('expired');
    expect(statuses(rig.legs(id))).toEqual(['expired', 'expired']);
  });

  it('sell no more than is left when part of the entry was sold by hand', () => {
    const rig = createRig();
    const { id } = rig.place(BRACKET);
    rig.chance.push(0.05, 0.5);
    rig.tick('AAPL', 98.5);
    rig.place({ side: 'sell', type: 'trailing_stop', trail_price: '0.01', qty: '5' });
    rig.tick('AAPL', 98.4);
    expect(rig.legs(id)).toMatchObject([{ qty: '5' }, { qty: '5' }]);
    rig.tick('AAPL', 94.9);
    expect(rig.position()).toBe('0');
  });

  it('do not start from an order that closes a position', () => {
    const rig = createRig();
    rig.place({ side: 'sell' });
    expect(refusal(() => rig.place(BRACKET))).toMatchObject({
      message: 'bracket orders must be entry orders',
    });
  });

  it('work the other way round for a short sale', () => {
    const rig = createRig();
    const { id } = rig.place({
      side: 'sell',
      order_class: 'bracket',
      take_profit: { limit_price: '90' },
      stop_loss: { stop_price: '105' },
    });
    expect(rig.legs(id)).toMatchObject([{ side: 'buy' }, { side: 'buy', stop_price: '105' }]);
    rig.tick('AAPL', 105);
    expect(statuses(rig.legs(id))).toEqual(['canceled', 'filled']);
    expect(rig.position()).toBe('0');
  });
});

describe('ocos', () => {
  it('show the take-profit with the stop as its leg, both working, the shares held once', () => {
    const rig = createRig();
    rig.place();
    const order = rig.place(OCO);
    expect(order).toMatchObject({ limit_price: '110', legs: [{ stop_price: '95', type: 'stop' }] });
    expect(statuses([rig.get(order.id), ...rig.legs(order.id)])).toEqual(['new', 'new']);
    expect(rig.engine.position(rig.account, 'AAPL')['qty_available']).toBe('0');
  });

  it.each([
    [111, ['filled', 'canceled']],
    [94.9, ['canceled', 'filled']],
  ])('end with one order filled and the other canceled at %d', (price, expected) => {
    const rig = createRig();
    rig.place();
    const { id } = rig.place(OCO);
    rig.tick('AAPL', price);
    expect(statuses([rig.get(id), ...rig.legs(id)])).toEqual(expected);
    expect(rig.position()).toBe('0');
  });

  it('need the shares', () => {
    const rig = createRig();
    rig.place({ qty: '5' });
    expect(refusal(() => rig.place(OCO))).toMatchObject({ status: 403, available: '5' });
  });
});

describe('otos', () => {
  it('start their one exit after the entry', () => {
    const rig = createRig();
    const { id } = rig.place({ order_class: 'oto', stop_loss: { stop_price: '95' } });
    expect(rig.legs(id)).toMatchObject([{ type: 'stop', status: 'new' }]);
    expect(rig.engine.position(rig.account, 'AAPL')['qty_available']).toBe('0');
    rig.tick('AAPL', 94);
    expect(rig.legs(id)).toMatchObject([{ status: 'filled' }]);
  });
});

it('lists legs under their parent when nested, and by themselves when the parent is done', () => {
  const rig = createRig();
  const { id } = rig.place({ ...BRACKET, type: 'market', limit_price: null });
  const list = (status: 'open' | 'closed' | 'all', nested: boolean) =>
    rig.engine
      .list(rig.account, { status, nested, direction: 'asc', limit: 50 })
      .map((order) => [order.id === id ? 'entry' : 'leg', (order['legs'] as [] | null)?.length]);
  expect(list('all', false)).toEqual([
    ['entry', undefined],
    ['leg', undefined],
    ['leg', undefined],
  ]);
  expect(list('all', true)).toEqual([['entry', 2]]);
  expect(list('open', true)).toEqual([
    ['leg', undefined],
    ['leg', undefined],
  ]);
});
