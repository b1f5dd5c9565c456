import { describe, expect, it } from 'vitest';
import { createRig, DAY, HOUR, MINUTE } from './rig.ts';

describe('market orders', () => {
  it('answers pending_new and then fills at the far side of the quote', () => {
    const rig = createRig();
    rig.market.set('AAPL', { bid: 99.98, ask: 100.02 }, rig.now());
    const order = rig.place();
    expect(order).toMatchObject({ status: 'pending_new', filled_qty: '0', filled_avg_price: null });
    expect(rig.get(order.id)).toMatchObject({
      status: 'filled',
      filled_qty: '10',
      filled_avg_price: '100.02',
    });
    expect(rig.events()).toEqual(['pending_new pending_new', 'new new', 'fill filled']);
    expect(rig.engine.account(rig.account)['cash']).toBe('98999.8');
  });

  it('tells the stream what was executed, and the position after it', () => {
    const rig = createRig();
    rig.place();
    rig.place({ side: 'sell', qty: '4' });
    const [first, second] = rig.updates.filter(({ event }) => event === 'fill');
    expect(first).toMatchObject({ qty: '10', price: '100.01', position_qty: '10' });
    expect(second).toMatchObject({ qty: '4', price: '99.99', position_qty: '6' });
    expect(first?.['timestamp']).toBe(first?.order['filled_at']);
    expect(first?.['execution_id']).not.toBe(second?.['execution_id']);
  });

  it('fills a random part one time in ten and tries the rest on the next trade', () => {
    const rig = createRig();
    rig.chance.push(0.05, 0.5);
    const { id } = rig.place();
    expect(rig.get(id)).toMatchObject({ status: 'partially_filled', filled_qty: '5' });
    rig.tick('AAPL', 101);
    expect(rig.get(id)).toMatchObject({ status: 'filled', filled_avg_price: '100.51' });
    expect(rig.events()).toEqual([
      'pending_new pending_new',
      'new new',
      'partial_fill partially_filled',
      'fill filled',
    ]);
  });

  it('never splits a single share, and never when told not to', () => {
    const rig = createRig();
    rig.chance.push(0.01, 0.01);
    expect(rig.get(rig.place({ qty: '1' }).id)['status']).toBe('filled');
    const whole = createRig({ partialFillShare: 0 });
    whole.chance.push(0, 0);
    expect(whole.get(whole.place().id)['status']).toBe('filled');
  });

  it('waits as accepted while the market is closed and fills at the open', () => {
    const rig = createRig({ startMs: Date.parse('2026-01-05T02:00:00Z') });
    const order = rig.place();
    expect(order['status']).toBe('accepted');
    expect(rig.get(order.id)['status']).toBe('accepted');
    rig.market.set('AAPL', 120, Date.parse('2026-01-05T14:00:00Z'));
    rig.advance(12 * HOUR + 29 * MINUTE);
    expect(rig.get(order.id)['status']).toBe('accepted');
    rig.advance(2 * MINUTE);
    expect(rig.get(order.id)).toMatchObject({ status: 'filled', filled_avg_price: '120.01' });
    expect(rig.events()).toEqual([
      'accepted accepted',
      'pending_new pending_new',
      'new new',
      'fill filled',
    ]);
  });
});

describe('limit orders', () => {
  it('rests until the ask comes down to a buy limit, and fills at the better price', () => {
    const rig = createRig();
    const { id } = rig.place({ type: 'limit', limit_price: '99' });
    rig.tick('AAPL', { bid: 98.99, ask: 99.01 });
    expect(rig.get(id)['status']).toBe('new');
    rig.tick('AAPL', { bid: 98.5, ask: 98.52 });
    expect(rig.get(id)).toMatchObject({ status: 'filled', filled_avg_price: '98.52' });
  });

  it('rests until the bid comes up to a sell limit', () => {
    const rig = createRig();
    rig.place();
    const { id } = rig.place({ side: 'sell', type: 'limit', limit_price: '101' });
    rig.tick('AAPL', { bid: 100.99, ask: 101.01 });
    expect(rig.get(id)['status']).toBe('new');
    rig.tick('AAPL', { bid: 101, ask: 101.02 });
    expect(rig.get(id)).toMatchObject({ status: 'filled', filled_avg_price: '101' });
  });
});

describe('stop orders', () => {
  it('elects a sell stop on a trade at its price and then takes the bid', () => {
    const rig = createRig();
    rig.place();
    const { id } = rig.place({ side: 'sell', type: 'stop', stop_price: '95' });
    rig.tick('AAPL', { bid: 94, ask: 95.1, last: 95.01 });
    expect(rig.get(id)['status']).toBe('new');
    rig.tick('AAPL', { bid: 94.4, ask: 95, last: 95 });
    expect(rig.get(id)).toMatchObject({ status: 'filled', filled_avg_price: '94.4', type: 'stop' });
  });

  it.each([
    { stop: '40', within: 41.6, beyond: 41.61 },
    { stop: '110', within: 112.75, beyond: 112.76 },
  ])('does not chase a buy stop of $stop past its collar', ({ stop, within, beyond }) => {
    const rig = createRig();
    rig.market.set('AAPL', Number(stop) - 5, rig.now());
    const { id } = rig.place({ type: 'stop', stop_price: stop });
    rig.tick('AAPL', { bid: beyond - 0.01, ask: beyond, last: Number(stop) });
    expect(rig.get(id)).toMatchObject({ status: 'new', limit_price: null });
    rig.tick('AAPL', { bid: within - 0.01, ask: within, last: within });
    expect(rig.get(id)).toMatchObject({ status: 'filled', filled_avg_price: String(within) });
  });

  it('turns a stop-limit into a limit when its stop is reached', () => {
    const rig = createRig();
    rig.place();
    const body = { side: 'sell', type: 'stop_limit', stop_price: '95', limit_price: '94.5' };
    const { id } = rig.place(body);
    rig.tick('AAPL', { bid: 94, ask: 94.2, last: 94.1 });
    expect(rig.get(id)['status']).toBe('new');
    rig.tick('AAPL', { bid: 94.6, ask: 94.8, last: 96 });
    expect(rig.get(id)).toMatchObject({ status: 'filled', filled_avg_price: '94.6' });
  });
});

describe('trailing stops', () => {
  it('follows the highest price by its distance and sells when the stop is reached', () => {
    const rig = createRig();
    rig.place();
    const { id } = rig.place({ side: 'sell', type: 'trailing_stop', trail_price: '2' });
    expect(rig.get(id)).toMatchObject({ hwm: '100', stop_price: '98', trail_price: '2' });
    rig.tick('AAPL', 105);
    expect(rig.get(id)).toMatchObject({ hwm: '105', stop_price: '103', status: 'new' });
    rig.tick('AAPL', 103.5);
    expect(rig.get(id)).toMatchObject({ hwm: '105', stop_price: '103', status: 'new' });
    rig.tick('AAPL', 103);
    expect(rig.get(id)).toMatchObject({ status: 'filled', filled_avg_price: '102.99' });
  });

  it('follows the lowest price by a percentage when it buys', () => {
    const rig = createRig();
    const { id } = rig.place({ type: 'trailing_stop', trail_percent: 5 });
    expect(rig.get(id)).toMatchObject({ hwm: '100', stop_price: '105', trail_percent: '5' });
    rig.tick('AAPL', 80);
    expect(rig.get(id)).toMatchObject({ hwm: '80', stop_price: '84' });
    rig.tick('AAPL', 84);
    expect(rig.get(id)).toMatchObject({ status: 'filled', filled_avg_price: '84.01' });
  });
});

describe('time in force', () => {
  it('expires a day order at the close', () => {
    const rig = createRig();
    const { id } = rig.place({ type: 'limit', limit_price: '90' });
    expect(rig.get(id)['expires_at']).toBe('2026-01-05T21:00:00Z');
    rig.advance(6 * HOUR - 1);
    expect(rig.get(id)['status']).toBe('new');
    rig.advance(1);
    expect(rig.get(id)).toMatchObject({ status: 'expired' });
    expect(String(rig.get(id)['expired_at']).slice(0, 23)).toBe('2026-01-05T21:00:00.000');
    expect(rig.events().at(-1)).toBe('expired expired');
  });

  it('cancels a gtc order ninety days after it was placed', () => {
    const rig = createRig();
    const { id } = rig.place({ type: 'limit', limit_price: '90', time_in_force: 'gtc' });
    expect(rig.get(id)['expires_at']).toBe('2026-04-06T21:15:00Z'); // the 5th is a Sunday
    rig.advance(90 * DAY);
    expect(rig.get(id)['status']).toBe('new');
    rig.advance(2 * DAY);
    expect(rig.get(id)['status']).toBe('canceled');
    expect(rig.events().slice(-2)).toEqual(['pending_cancel pending_cancel', 'canceled canceled']);
  });

  it('fills what it can of an ioc order and cancels the rest', () => {
    const rig = createRig();
    rig.chance.push(0.05, 0.5);
    const part = rig.place({ time_in_force: 'ioc' });
    expect(rig.get(part.id)).toMatchObject({ status: 'canceled', filled_qty: '5' });
    const none = rig.place({ type: 'limit', limit_price: '90', time_in_force: 'ioc' });
    expect(rig.get(none.id)).toMatchObject({ status: 'canceled', filled_qty: '0' });
  });

  it('fills a fok order whole or not at all', () => {
    const rig = createRig();
    rig.chance.push(0.05, 0.5);
    expect(rig.get(rig.place({ time_in_force: 'fok' }).id)).toMatchObject({ status: 'filled' });
    const none = rig.place({ type: 'limit', limit_price: '90', time_in_force: 'fok' });
    expect(rig.get(none.id)).toMatchObject({ status: 'canceled', filled_qty: '0' });
  });

  it('fills an opg order only at the open', () => {
    const rig = createRig({ startMs: Date.parse('2026-01-05T12:00:00Z') });
    const market = rig.place({ time_in_force: 'opg' });
    const limit = rig.place({ time_in_force: 'opg', type: 'limit', limit_price: '99', qty: '1' });
    rig.market.set('AAPL', 101, Date.parse('2026-01-05T14:29:00Z'));
    rig.advance(3 * HOUR);
    expect(rig.get(market.id)).toMatchObject({ status: 'filled', filled_avg_price: '101' });
    expect(rig.get(limit.id)).toMatchObject({ status: 'canceled', filled_qty: '0' });
  });

  it('fills a cls order only at the close', () => {
    const rig = createRig();
    const { id } = rig.place({ time_in_force: 'cls' });
    rig.tick('AAPL', 105);
    expect(rig.get(id)['status']).toBe('new');
    rig.advance(6 * HOUR);
    expect(rig.get(id)).toMatchObject({ status: 'filled', filled_avg_price: '105' });
  });
});

describe('fractions and values', () => {
  it('buys by value as many shares as it pays for, to nine decimals', () => {
    const rig = createRig();
    rig.market.set('AAPL', { bid: 29.99, ask: 30 }, rig.now());
    const { id } = rig.place({ qty: null, notional: 100 });
    expect(rig.get(id)).toMatchObject({
      status: 'filled',
      notional: '100',
      qty: null,
      filled_qty: '3.333333333',
    });
    expect(rig.engine.account(rig.account)['cash']).toBe('99900.00000001');
  });

  it('never sells by value more than there is', () => {
    const rig = createRig({ startMs: Date.parse('2026-01-05T12:00:00Z') });
    rig.place({ qty: '1.5' });
    rig.advance(3 * HOUR);
    rig.advance(8 * HOUR);
    const { id } = rig.place({ qty: null, notional: '150', side: 'sell' });
    rig.market.set('AAPL', 50, Date.parse('2026-01-06T14:00:00Z'));
    rig.advance(DAY);
    expect(rig.get(id)).toMatchObject({ status: 'filled', filled_qty: '1.5' });
    expect(rig.position()).toBe('0');
  });

  it('takes JSON numbers exactly', () => {
    const rig = createRig();
    const { id } = rig.place({ qty: 0.1 });
    expect(rig.get(id)).toMatchObject({ qty: '0.1', filled_qty: '0.1' });
    expect(rig.place({ qty: '1e-7' })['qty']).toBe('0.0000001');
  });
});

describe('extended hours', () => {
  it('fills an extended-hours limit order before the open, and no other', () => {
    const rig = createRig({ startMs: Date.parse('2026-01-05T13:00:00Z') });
    const early = rig.place({ type: 'limit', limit_price: '99', extended_hours: true });
    const plain = rig.place({ type: 'limit', limit_price: '98' });
    expect(early['status']).toBe('pending_new');
    expect(plain['status']).toBe('accepted');
    rig.tick('AAPL', 97);
    expect(rig.get(early.id)['status']).toBe('filled');
    expect(rig.get(plain.id)['status']).toBe('accepted');
  });

  it('trades overnight only what is tradable overnight', () => {
    const rig = createRig({ startMs: Date.parse('2026-01-05T07:00:00Z') });
    const body = { type: 'limit', limit_price: '99', extended_hours: true, qty: '1' };
    const aapl = rig.place(body);
    const night = rig.place({ ...body, symbol: 'NIGHT' });
    rig.tick('AAPL', 97);
    rig.tick('NIGHT', 97);
    expect(rig.get(aapl.id)['status']).toBe('new');
    expect(rig.get(night.id)['status']).toBe('filled');
  });

  it('lets an order placed after the close live until 20:00', () => {
    const rig = createRig({ startMs: Date.parse('2026-01-05T22:00:00Z') });
    const order = rig.place({ type: 'limit', limit_price: '9', extended_hours: true });
    expect(order['expires_at']).toBe('2026-01-06T01:00:00Z');
  });
});
