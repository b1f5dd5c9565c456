import { describe, expect, it } from 'vitest';
import { createRig, DAY, HOUR, MONDAY, refusal } from './rig.ts';

const LIMIT = { type: 'limit', limit_price: '90' };

describe('canceling', () => {
  it('passes through pending_cancel', () => {
    const rig = createRig();
    const { id } = rig.place(LIMIT);
    rig.events();
    rig.engine.cancel(rig.account, id);
    expect(rig.events()).toEqual(['pending_cancel pending_cancel', 'canceled canceled']);
    const { canceled_at, cancel_requested_at } = rig.get(id);
    expect([typeof canceled_at, typeof cancel_requested_at]).toEqual(['string', 'string']);
  });

  it('is refused once the order is done, and says how it ended', () => {
    const rig = createRig();
    const { id } = rig.place();
    expect(refusal(() => rig.engine.cancel(rig.account, id))).toEqual({
      status: 422,
      code: 42210000,
      message: 'order is already in "filled" state',
    });
  });

  it('loses to a fill that happened before it', () => {
    const rig = createRig();
    const { id } = rig.place(LIMIT);
    rig.market.set('AAPL', 80, rig.now() + 10);
    rig.wait(20);
    expect(refusal(() => rig.engine.cancel(rig.account, id))['message']).toBe(
      'order is already in "filled" state',
    );
  });

  it('answers 404 for an unknown id and 422 for what is no id', () => {
    const rig = createRig();
    const unknown = '11111111-1111-4111-8111-111111111111';
    expect(refusal(() => rig.engine.cancel(rig.account, unknown))).toMatchObject({
      status: 404,
      code: 40410000,
    });
    expect(refusal(() => rig.engine.cancel(rig.account, 'order-1'))).toMatchObject({ status: 422 });
  });

  it('takes all open orders at once, of this account only', () => {
    const rig = createRig();
    const ids = ['AAPL', 'MSFT', 'TSLA'].map((symbol) => rig.place({ ...LIMIT, symbol }).id);
    const other = rig.engine.createAccount({});
    const body = { symbol: 'AAPL', qty: 1, side: 'buy', time_in_force: 'day', ...LIMIT };
    const foreign = rig.engine.place(other, body);
    expect(rig.engine.cancelAll(rig.account)).toEqual(ids.map((id) => ({ id, status: 200 })));
    expect(rig.engine.cancelAll(rig.account)).toEqual([]);
    expect(rig.engine.get(other, foreign.id, false)['status']).toBe('new');
  });
});

describe('replacing', () => {
  it('makes a new order with a new id that takes the place of the old one', () => {
    const rig = createRig();
    const { id } = rig.place({ ...LIMIT, client_order_id: 'one' });
    rig.events();
    const next = rig.engine.replace(rig.account, id, {
      qty: 12,
      limit_price: '91.5',
      time_in_force: 'gtc',
      client_order_id: 'two',
    });
    expect(next).toMatchObject({
      replaces: id,
      client_order_id: 'two',
      qty: '12',
      limit_price: '91.5',
      time_in_force: 'gtc',
      status: 'pending_new',
    });
    expect(rig.get(id)).toMatchObject({ status: 'replaced', replaced_by: next.id });
    expect(rig.events()).toEqual([
      'pending_replace pending_replace',
      'replaced replaced',
      'pending_new pending_new',
      'new new',
    ]);
    expect(rig.engine.account(rig.account)['buying_power']).toBe('398902');
  });

  it('fills at once when the new price is marketable', () => {
    const rig = createRig();
    const { id } = rig.place(LIMIT);
    const next = rig.engine.replace(rig.account, id, { limit_price: 101 });
    expect(rig.get(next.id)).toMatchObject({ status: 'filled', filled_avg_price: '100.01' });
  });

  it('buys only the difference when part is filled', () => {
    const rig = createRig();
    const { id } = rig.place(LIMIT);
    rig.chance.push(0.05, 0.3);
    rig.tick('AAPL', 89);
    rig.tick('AAPL', 95);
    expect(rig.get(id)).toMatchObject({ filled_qty: '3', status: 'partially_filled' });
    const next = rig.engine.replace(rig.account, id, { qty: '8', limit_price: '96' });
    expect(next).toMatchObject({ qty: '5', filled_qty: '0' });
    expect(rig.position()).toBe('8');
  });

  it('changes the distance of a trailing stop and keeps its high-water mark', () => {
    const rig = createRig();
    rig.place();
    const { id } = rig.place({ side: 'sell', type: 'trailing_stop', trail_percent: '10' });
    rig.tick('AAPL', 110);
    const next = rig.engine.replace(rig.account, id, { trail: '5' });
    expect(next).toMatchObject({ trail_percent: '5', hwm: '110', stop_price: '104.5' });
  });

  it('keeps a stop elected when only its limit changes', () => {
    const rig = createRig();
    rig.place();
    const body = { side: 'sell', type: 'stop_limit', stop_price: '95', limit_price: '94.9' };
    const { id } = rig.place(body);
    rig.tick('AAPL', 94);
    rig.tick('AAPL', 96.5);
    expect(rig.get(id)['status']).toBe('filled');
    const second = createRig();
    second.place();
    const stopped = second.place(body);
    second.tick('AAPL', 94);
    const next = second.engine.replace(second.account, stopped.id, { limit_price: '93.5' });
    expect(second.get(next.id)['status']).toBe('filled');
  });

  it('hands held legs over, and lets them grow with their entry', () => {
    const rig = createRig();
    const { id } = rig.place({
      ...LIMIT,
      order_class: 'bracket',
      take_profit: { limit_price: '110' },
      stop_loss: { stop_price: '85' },
    });
    const next = rig.engine.replace(rig.account, id, { qty: '20', limit_price: '101' });
    expect(rig.legs(next.id)).toMatchObject([
      { status: 'new', qty: '20' },
      { status: 'new', qty: '20' },
    ]);
    expect(rig.legs(id)).toEqual([]);
  });

  it('lets held legs live as long as the entry that takes over', () => {
    const rig = createRig();
    const { id } = rig.place({
      ...LIMIT,
      limit_price: '50',
      time_in_force: 'gtc',
      order_class: 'bracket',
      take_profit: { limit_price: '110' },
      stop_loss: { stop_price: '45' },
    });
    rig.advance(60 * DAY);
    const next = rig.engine.replace(rig.account, id, { limit_price: '51' });
    rig.advance(60 * DAY);
    expect(rig.get(next.id)['status']).toBe('new');
    expect(rig.legs(next.id).map((leg) => leg['expires_at'])).toEqual([
      next['expires_at'],
      next['expires_at'],
    ]);
    rig.advance(40 * DAY);
    expect(rig.legs(next.id).map((leg) => leg['status'])).toEqual(['canceled', 'canceled']);
  });

  it('keeps a held leg held that was changed at night, until its entry is filled', () => {
    const night = MONDAY + 12 * HOUR;
    const place = (price: string) => {
      const rig = createRig({ startMs: night });
      const { id } = rig.place({
        ...LIMIT,
        limit_price: price,
        time_in_force: 'gtc',
        order_class: 'bracket',
        take_profit: { limit_price: '110' },
        stop_loss: { stop_price: '45' },
      });
      rig.engine.replace(rig.account, String(rig.legs(id)[0]?.['id']), { limit_price: '111' });
      rig.advance(DAY);
      return rig.legs(id).map((leg) => leg['status']);
    };
    expect(place('50')).toEqual(['held', 'held']);
    expect(place('101')).toEqual(['new', 'new']);
  });

  it('moves a leg without letting it pass its sibling', () => {
    const rig = createRig();
    const { id } = rig.place({
      order_class: 'bracket',
      take_profit: { limit_price: '110' },
      stop_loss: { stop_price: '95' },
    });
    const stop = String(rig.legs(id)[1]?.['id']);
    expect(
      refusal(() => rig.engine.replace(rig.account, stop, { stop_price: '110' })),
    ).toMatchObject({ message: 'take_profit.limit_price must be > stop_loss.stop_price' });
    expect(refusal(() => rig.engine.replace(rig.account, stop, { qty: '5' }))['status']).toBe(422);
    rig.engine.replace(rig.account, stop, { stop_price: '98' });
    expect(rig.legs(id)).toMatchObject([{ limit_price: '110' }, { stop_price: '98' }]);
    rig.tick('AAPL', 97.5);
    expect(rig.legs(id).map((leg) => leg['status'])).toEqual(['canceled', 'filled']);
    expect(rig.position()).toBe('0');
  });

  it.each([
    [{}, 422],
    [{ qty: '1.5' }, 422],
    [{ qty: 0 }, 422],
    [{ limit_price: '90.001' }, 422],
    [{ stop_price: '80' }, 422],
    [{ trail: '2' }, 422],
    [{ notional: '10' }, 422],
    [{ time_in_force: 'later' }, 422],
    [{ client_order_id: 'used' }, 422],
    [{ qty: '100000' }, 403],
    [[], 400],
  ])('refuses %j', (body, status) => {
    const rig = createRig();
    const { id } = rig.place({ ...LIMIT, client_order_id: 'used' });
    expect(refusal(() => rig.engine.replace(rig.account, id, body))['status']).toBe(status);
    expect(rig.get(id)['status']).toBe('new');
  });

  it('is refused for orders that wait, are done, or were placed by value', () => {
    const night = createRig({ startMs: Date.parse('2026-01-05T02:00:00Z') });
    const waiting = night.place(LIMIT);
    const change = { limit_price: '91' };
    expect(refusal(() => night.engine.replace(night.account, waiting.id, change))).toMatchObject({
      status: 422,
      message: 'unable to replace order, order is in "accepted" state',
    });
    const rig = createRig();
    const done = rig.place();
    expect(refusal(() => rig.engine.replace(rig.account, done.id, { qty: '5' }))['message']).toBe(
      'order is already in "filled" state',
    );
    rig.chance.push(0.05, 0.5);
    const value = rig.place({ qty: null, notional: '500' });
    expect(refusal(() => rig.engine.replace(rig.account, value.id, { qty: '5' }))['message']).toBe(
      'notional orders cannot be replaced',
    );
  });

  it('keeps the order as it was when the new one does not fit the buying power', () => {
    const rig = createRig();
    const { id } = rig.place({ ...LIMIT, qty: '4000' });
    expect(rig.engine.replace(rig.account, id, { limit_price: '95' })['limit_price']).toBe('95');
  });
});

describe('closing positions', () => {
  it('sells what is asked for, by quantity or by percentage', () => {
    const rig = createRig();
    rig.place();
    const close = (closing: object) => rig.engine.closePosition(rig.account, 'AAPL', closing);
    expect(close({ qty: '2.5' })).toMatchObject({ side: 'sell', qty: '2.5', type: 'market' });
    expect(close({ percentage: '50' })['qty']).toBe('3.75');
    expect(close({})['qty']).toBe('3.75');
    expect(refusal(() => close({}))).toMatchObject({ status: 404, code: 40410000 });
  });

  it('closes whole shares by whole shares', () => {
    const rig = createRig();
    rig.place({ qty: '3' });
    expect(
      rig.engine.closePosition(rig.account, 'AAPL', { percentage: '50' as never })['qty'],
    ).toBe('1');
  });

  it('closes all, longs and shorts, and says for each how it went', () => {
    const rig = createRig();
    rig.place();
    rig.place({ symbol: 'MSFT', side: 'sell' });
    rig.place({ symbol: 'TSLA' });
    rig.place({ symbol: 'TSLA', side: 'sell', type: 'limit', limit_price: '200' });
    const closed = rig.engine.closePositions(rig.account, false);
    expect(closed.map(({ symbol, status }) => [symbol, status])).toEqual([
      ['AAPL', 200],
      ['MSFT', 200],
      ['TSLA', 403],
    ]);
    expect(rig.engine.closePositions(rig.account, true)).toMatchObject([
      { symbol: 'TSLA', status: 200, body: { side: 'sell', qty: '10' } },
    ]);
    expect(rig.engine.positions(rig.account)).toEqual([]);
  });
});
