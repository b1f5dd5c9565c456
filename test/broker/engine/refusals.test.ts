import { describe, expect, it } from 'vitest';
import { createRig, refusal } from './rig.ts';

const LIMIT = { type: 'limit', limit_price: '90' };
const BRACKET = {
  order_class: 'bracket',
  take_profit: { limit_price: '110' },
  stop_loss: { stop_price: '95' },
};

describe('bodies that cannot be read', () => {
  it.each([[null], [undefined], ['text'], [42], [[]], [true]])('refuses %j as a body', (body) => {
    const rig = createRig();
    expect(refusal(() => rig.engine.place(rig.account, body))).toMatchObject({
      status: 400,
      code: 40010000,
    });
  });

  it.each([
    [{ symbol: null }, 'symbol is required'],
    [{ symbol: '' }, 'symbol is required'],
    [{ symbol: 7 }, 'symbol must be a string'],
    [{ symbol: ['AAPL'] }, 'symbol must be a string'],
    [{ qty: null }, 'qty or notional is required'],
    [{ notional: '10' }, 'only one of qty or notional is accepted'],
    [{ qty: 'ten' }, 'qty must be a number'],
    [{ qty: '' }, 'qty must be a number'],
    [{ qty: '.' }, 'qty must be a number'],
    [{ qty: ' 1' }, 'qty must be a number'],
    [{ qty: '0x10' }, 'qty must be a number'],
    [{ qty: '1e9999' }, 'qty must be a number'],
    [{ qty: '9'.repeat(61) }, 'qty must be a number'],
    [{ qty: Number.POSITIVE_INFINITY }, 'qty must be a number'],
    [{ qty: Number.NaN }, 'qty must be a number'],
    [{ qty: [1] }, 'qty must be a number'],
    [{ qty: { value: 1 } }, 'qty must be a number'],
    [{ qty: true }, 'qty must be a number'],
    [{ side: null }, 'side is required'],
    [{ side: 'BUY' }, 'invalid side'],
    [{ side: '__proto__' }, 'invalid side'],
    [{ type: null }, 'type is required'],
    [{ type: 'iceberg' }, 'invalid type'],
    [{ type: 'constructor' }, 'invalid type'],
    [{ time_in_force: null }, 'time_in_force is required'],
    [{ time_in_force: 'forever' }, 'invalid time_in_force'],
    [{ order_class: 'triple' }, 'invalid order_class'],
    [{ extended_hours: 'yes' }, 'extended_hours must be a boolean'],
    [{ client_order_id: 5 }, 'client_order_id must be a string'],
    [{ client_order_id: 'x'.repeat(129) }, 'client_order_id must be no more than 128 characters'],
    [{ client_order_id: '\ud800' }, 'client_order_id is not valid text'],
    [{ limit_price: '90' }, 'market orders require no stop or limit price'],
    [{ type: 'limit' }, 'limit orders require a limit price'],
    [{ ...LIMIT, stop_price: '80' }, 'limit orders require no stop price'],
    [{ type: 'stop' }, 'stop orders require a stop price'],
    [{ type: 'stop', stop_price: '110', limit_price: '111' }, 'stop orders require no limit price'],
    [
      { type: 'stop_limit', limit_price: '90' },
      'stop limit orders require both stop and limit price',
    ],
    [
      { type: 'trailing_stop' },
      'trailing stop orders require exactly one of trail_price or trail_percent',
    ],
    [
      { type: 'trailing_stop', trail_price: '1', trail_percent: '1' },
      'trailing stop orders require exactly one of trail_price or trail_percent',
    ],
    [{ trail_price: '1' }, 'trail_price and trail_percent are only for trailing_stop orders'],
    [{ take_profit: 'high' }, 'take_profit must be an object'],
    [{ ...BRACKET, take_profit: {} }, 'take_profit.limit_price is required'],
    [{ ...BRACKET, stop_loss: { limit_price: '90' } }, 'stop_loss.stop_price is required'],
    [{ position_intent: 'buy_to_hold' }, 'invalid position_intent'],
  ])('refuses %j with 422 and code 40010001', (body, message) => {
    const rig = createRig();
    expect(refusal(() => rig.place(body))).toEqual({ status: 422, code: 40010001, message });
    expect(rig.engine.audit().orders).toEqual([]);
  });
});

describe('orders that break a rule', () => {
  it.each([
    [{ qty: '0' }, 'qty must be > 0'],
    [{ qty: -1 }, 'qty must be > 0'],
    [{ qty: '-0.0' }, 'qty must be > 0'],
    [{ qty: '1e10' }, 'qty must be <= 1000000000'],
    [{ qty: '0.0000000001' }, 'qty can have at most 9 decimals'],
    [
      { type: 'limit', limit_price: '290.123' },
      'invalid limit_price 290.123. sub-penny increment does not fulfill minimum pricing criteria',
    ],
    [
      { type: 'limit', limit_price: 0.12345 },
      'invalid limit_price 0.12345. sub-penny increment does not fulfill minimum pricing criteria',
    ],
    [
      { type: 'stop', stop_price: '1.001' },
      'invalid stop_price 1.001. sub-penny increment does not fulfill minimum pricing criteria',
    ],
    [{ type: 'limit', limit_price: '0' }, 'limit_price must be > 0'],
    [{ type: 'limit', limit_price: '1e40' }, 'limit_price must be <= 100000000'],
    [{ type: 'trailing_stop', trail_percent: '100' }, 'trail_percent must be <= 99.9999'],
    [{ type: 'trailing_stop', trail_price: '0.00001' }, 'trail_price can have at most 4 decimals'],
    [{ symbol: 'NOPE' }, 'asset "NOPE" not found'],
    [{ symbol: '__proto__' }, 'asset "__proto__" not found'],
    [{ symbol: 'HALTED' }, 'asset "HALTED" is not tradable'],
    [{ symbol: 'GONE' }, 'asset "GONE" is not active'],
    [{ ...LIMIT, qty: '1.5', time_in_force: 'gtc' }, 'fractional orders must be DAY orders'],
    [{ ...BRACKET, qty: '1.5' }, 'fractional orders must be simple orders'],
    [
      { qty: '1.5', type: 'trailing_stop', trail_price: '1' },
      'fractional orders must be market, limit, stop or stop_limit orders',
    ],
    [
      { ...LIMIT, qty: '1.5', extended_hours: true },
      'asset "AAPL" does not take fractional orders in extended hours',
    ],
    [{ ...LIMIT, qty: null, notional: '10' }, 'notional orders must be market orders'],
    [{ extended_hours: true }, 'extended hours order must be DAY or GTC limit orders'],
    [
      { ...LIMIT, ...BRACKET, stop_loss: { stop_price: '80' }, extended_hours: true },
      'extended hours order must be a simple order',
    ],
    [
      { type: 'stop', stop_price: '110', time_in_force: 'ioc' },
      'ioc orders must be market or limit orders',
    ],
    [
      { take_profit: { limit_price: '110' } },
      'take_profit and stop_loss require order_class to be bracket, oco or oto',
    ],
    [{ ...BRACKET, time_in_force: 'ioc' }, 'bracket orders must be DAY or GTC orders'],
    [
      { ...BRACKET, type: 'stop', stop_price: '101' },
      'bracket orders must be entered with a market or limit order',
    ],
    [{ ...BRACKET, take_profit: null }, 'bracket orders require take_profit.limit_price'],
    [{ ...BRACKET, stop_loss: null }, 'bracket orders require stop_loss.stop_price'],
    [
      { ...BRACKET, take_profit: { limit_price: '95' } },
      'take_profit.limit_price must be > stop_loss.stop_price',
    ],
    [{ ...BRACKET, side: 'sell' }, 'take_profit.limit_price must be < stop_loss.stop_price'],
    [{ order_class: 'oco' }, 'oco orders must be limit orders'],
    [{ ...LIMIT, order_class: 'oco' }, 'oco orders require stop_loss.stop_price'],
    [{ order_class: 'oto' }, 'oto orders require exactly one of take_profit and stop_loss'],
    [
      { ...BRACKET, order_class: 'oto' },
      'oto orders require exactly one of take_profit and stop_loss',
    ],
    [{ order_class: 'mleg' }, 'order class mleg is for options, which are not traded here'],
    [{ time_in_force: 'opg' }, 'opg orders are not accepted between 09:28 and 19:00 New York time'],
    [
      { position_intent: 'buy_to_close' },
      'position intent mismatch, inferred: buy_to_open, specified: buy_to_close',
    ],
    [
      {
        ...LIMIT,
        order_class: 'oco',
        side: 'sell',
        limit_price: '110',
        stop_loss: { stop_price: '95' },
      },
      'oco orders are exit orders: there is no position to close',
    ],
  ])('refuses %j with 422 and code 42210000', (body, message) => {
    const rig = createRig();
    expect(refusal(() => rig.place(body))).toEqual({ status: 422, code: 42210000, message });
  });

  it('names the base price that a stop-loss is too close to', () => {
    const rig = createRig();
    expect(refusal(() => rig.place({ ...BRACKET, stop_loss: { stop_price: '100' } }))).toEqual({
      status: 422,
      code: 42210000,
      message: 'stop_loss.stop_price must be <= base_price - 0.01',
      base_price: '100',
    });
  });

  it('takes closing auction orders until 15:50 only', () => {
    const rig = createRig({ startMs: Date.parse('2026-01-05T20:50:00Z') });
    expect(refusal(() => rig.place({ time_in_force: 'cls' }))['status']).toBe(422);
    const later = createRig({ startMs: Date.parse('2026-01-06T00:00:00Z') });
    expect(later.place({ time_in_force: 'cls' })['expires_at']).toBe('2026-01-06T21:00:00Z');
  });

  it.each([
    [{ symbol: 'WHOLE', qty: '0.5' }, 'asset "WHOLE" is not fractionable'],
    [{ qty: null, notional: '0.99' }, 'cost basis must be >= minimal amount of order 1'],
  ])('refuses %j with 403', (body, message) => {
    const rig = createRig();
    expect(refusal(() => rig.place(body))).toEqual({ status: 403, code: 40310000, message });
  });
});

describe('client order ids', () => {
  it('refuses an id that was used before, even after its order was canceled', () => {
    const rig = createRig();
    const { id } = rig.place({ ...LIMIT, client_order_id: 'mine' });
    const again = () => rig.place({ ...LIMIT, client_order_id: 'mine' });
    const answer = { status: 422, code: 40010001, message: 'client_order_id must be unique' };
    expect(refusal(again)).toEqual(answer);
    rig.engine.cancel(rig.account, id);
    expect(refusal(again)).toEqual(answer);
    expect(rig.engine.getByClientOrderId(rig.account, 'mine')['id']).toBe(id);
  });

  it('says so before anything else that the second attempt would be refused for', () => {
    const rig = createRig();
    rig.place({ qty: '3999', client_order_id: 'big' });
    expect(refusal(() => rig.place({ qty: '3999', client_order_id: 'big' }))['message']).toBe(
      'client_order_id must be unique',
    );
  });

  it('belongs to one account: another may use the same', () => {
    const rig = createRig();
    rig.place({ ...LIMIT, client_order_id: 'mine' });
    const other = rig.engine.createAccount({});
    const body = { symbol: 'AAPL', qty: 1, side: 'buy', time_in_force: 'day', ...LIMIT };
    const placed = rig.engine.place(other, { ...body, client_order_id: 'mine' });
    expect(refusal(() => rig.get(placed.id))).toMatchObject({ status: 404, code: 40410000 });
    expect(refusal(() => rig.engine.cancel(rig.account, placed.id))['status']).toBe(404);
  });
});
