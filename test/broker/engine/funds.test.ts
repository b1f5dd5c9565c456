import { describe, expect, it } from 'vitest';
import { createRig, DAY, HOUR, refusal } from './rig.ts';

const power = (rig: ReturnType<typeof createRig>) =>
  rig.engine.account(rig.account)['buying_power'];

describe('buying power', () => {
  it('is four times the equity of an account above 25,000 dollars', () => {
    const rig = createRig();
    expect(rig.engine.account(rig.account)).toMatchObject({
      multiplier: '4',
      buying_power: '400000',
      regt_buying_power: '200000',
      non_marginable_buying_power: '100000',
      equity: '100000',
      last_equity: '100000',
    });
  });

  it.each([
    { cash: '10000', multiplier: '2', buying_power: '20000' },
    { cash: '1500', multiplier: '1', buying_power: '1500' },
  ])(
    'is $multiplier times the equity of an account with $cash dollars',
    ({ cash, ...expected }) => {
      const rig = createRig({ cash });
      expect(rig.engine.account(rig.account)).toMatchObject(expected);
    },
  );

  it('is taken by positions at their cost and by open orders at their limit', () => {
    const rig = createRig();
    rig.place({ qty: '100' });
    expect(power(rig)).toBe('389996'); // four times what is left after the spread, less 100 x 100
    rig.place({ type: 'limit', limit_price: '90', qty: '100' });
    expect(power(rig)).toBe('380996');
  });

  it('comes back when an order is canceled or a position closed', () => {
    const rig = createRig();
    const { id } = rig.place({ type: 'limit', limit_price: '90', qty: '100' });
    rig.engine.cancel(rig.account, id);
    expect(power(rig)).toBe('400000');
  });

  it('follows the formula of the day before after the close', () => {
    const rig = createRig();
    rig.place({ qty: '1000' });
    rig.advance(DAY);
    const { equity, last_equity, last_maintenance_margin, balance_asof, buying_power } =
      rig.engine.account(rig.account);
    expect({ equity, last_equity, last_maintenance_margin, balance_asof }).toEqual({
      equity: '99990',
      last_equity: '99990',
      last_maintenance_margin: '30000',
      balance_asof: '2026-01-05',
    });
    expect(buying_power).toBe('279960'); // (99990 - 30000) x 4
  });

  it('refuses what it does not cover, with both sums', () => {
    const rig = createRig();
    const answer = refusal(() => rig.place({ type: 'limit', limit_price: '100', qty: '4001' }));
    expect(answer).toEqual({
      status: 403,
      code: 40310000,
      message: 'insufficient buying power',
      buying_power: '400000',
      cost_basis: '400100',
    });
  });

  it('counts a market buy at the ask, and a short sale at the ask and three percent', () => {
    const rig = createRig({ cash: '10000' });
    expect(refusal(() => rig.place({ qty: '200' }))['cost_basis']).toBe('20002');
    expect(refusal(() => rig.place({ side: 'sell', qty: '200' }))['cost_basis']).toBe('20602.06');
  });

  it('lends nothing to a cash account, whatever the asset', () => {
    const rig = createRig({ cash: '1500' });
    rig.place({ qty: '10' });
    expect(rig.engine.account(rig.account)).toMatchObject({
      multiplier: '1',
      buying_power: '499.9',
      non_marginable_buying_power: '499.9',
    });
    expect(refusal(() => rig.place({ symbol: 'CASHONLY', qty: '6' }))).toMatchObject({
      buying_power: '499.9',
    });
  });

  it('lends nothing on an asset that is not marginable', () => {
    const rig = createRig();
    expect(refusal(() => rig.place({ symbol: 'CASHONLY', qty: '1001' }))).toMatchObject({
      buying_power: '100000',
    });
  });

  it('limits an account to closing when its positions outgrow six times its equity', () => {
    const rig = createRig();
    rig.place({ qty: '3900' });
    rig.tick('AAPL', 77);
    const again = () => rig.place({ symbol: 'MSFT', type: 'limit', limit_price: '1', qty: '1' });
    expect(refusal(again)['message']).toBe('account is restricted to closing positions');
    expect(rig.get(rig.place({ side: 'sell', qty: '3900' }).id)['status']).toBe('filled');
  });
});

describe('an account that the brokerage restricts', () => {
  it.each(['account_blocked', 'trading_blocked'])('takes no orders while %s', (name) => {
    const rig = createRig();
    rig.engine.restrict(rig.account, { [name]: true });
    expect(rig.engine.account(rig.account)).toMatchObject({ [name]: true });
    expect(refusal(() => rig.place())).toMatchObject({
      status: 403,
      message: 'account is not authorized to trade',
    });
    rig.engine.restrict(rig.account, { [name]: false });
    expect(rig.place()['status']).toBe('pending_new');
  });

  it('shows its flags, and keeps those that a change leaves out', () => {
    const rig = createRig();
    expect(rig.engine.account(rig.account)).not.toHaveProperty('pattern_day_trader');
    rig.engine.restrict(rig.account, { pattern_day_trader: true, daytrade_count: 4 });
    rig.engine.restrict(rig.account, { status: 'LIMITED' });
    expect(rig.engine.account(rig.account)).toMatchObject({
      pattern_day_trader: true,
      daytrade_count: 4,
      status: 'LIMITED',
    });
    expect(rig.place()['status']).toBe('pending_new');
  });
});

describe('shares', () => {
  it('are held by an open sell order and not sold twice', () => {
    const rig = createRig();
    rig.place();
    const { id } = rig.place({ side: 'sell', type: 'limit', limit_price: '110', qty: '7' });
    expect(rig.engine.position(rig.account, 'AAPL')).toMatchObject({ qty_available: '3' });
    expect(refusal(() => rig.place({ side: 'sell', qty: '4' }))).toEqual({
      status: 403,
      code: 40310000,
      message: 'insufficient qty available for order (requested: 4, available: 3)',
      symbol: 'AAPL',
      available: '3',
      existing_qty: '10',
      held_for_orders: '7',
      related_orders: [id],
    });
  });

  it('move in and out by journal, never beyond what is available', () => {
    const rig = createRig();
    rig.place();
    rig.place({ side: 'sell', type: 'limit', limit_price: '110', qty: '7' });
    const out = (qty: string) =>
      rig.engine.move({ accountId: rig.account, symbol: 'AAPL', qty: qty as never });
    expect(rig.engine.availableQty(rig.account, 'AAPL')).toBe('3');
    expect(refusal(() => out('-3.000000001'))).toMatchObject({ status: 403, available: '3' });
    const id = out('-2.5');
    expect(rig.engine.availableQty(rig.account, 'AAPL')).toBe('0.5');
    expect(rig.position()).toBe('7.5');
    out('1');
    expect(rig.position()).toBe('8.5');
    const [into, outof] = rig.engine.activities(rig.account, {
      types: ['JNLS'],
      direction: 'desc',
      pageSize: 10,
    });
    expect(into).toMatchObject({ activity_type: 'JNLS', qty: '1', net_amount: '0' });
    expect(outof).toMatchObject({ id, qty: '-2.5', symbol: 'AAPL', status: 'executed' });
  });

  it('are not moved when the transaction around the journal fails', () => {
    const rig = createRig();
    rig.place();
    expect(() =>
      rig.ledger.transaction(() => {
        rig.engine.move({
          accountId: rig.account,
          symbol: 'AAPL',
          qty: '-4' as never,
        });
        throw new Error('the mint could not be recorded');
      }),
    ).toThrow('the mint could not be recorded');
    expect(rig.position()).toBe('10');
    expect(rig.get(rig.place({ side: 'sell' }).id)['status']).toBe('filled');
  });
});

describe('short sales', () => {
  it('open a position with a negative quantity, and a buy covers it', () => {
    const rig = createRig();
    const short = rig.place({ side: 'sell' });
    expect(short['position_intent']).toBe('sell_to_open');
    rig.tick('AAPL', 90);
    expect(rig.engine.position(rig.account, 'AAPL')).toMatchObject({
      qty: '-10',
      side: 'short',
      avg_entry_price: '99.99',
      market_value: '-900',
      cost_basis: '-999.9',
      unrealized_pl: '99.9',
    });
    expect(refusal(() => rig.place({ qty: '11' }))).toMatchObject({ status: 403, available: '10' });
    expect(rig.place({ qty: '10' })['position_intent']).toBe('buy_to_close');
    expect(rig.position()).toBe('0');
    expect(rig.engine.account(rig.account)['cash']).toBe('100099.8');
  });

  it.each([
    [{ symbol: 'HARD' }, 422, 'asset "HARD" cannot be sold short'],
    [{ qty: '1.5' }, 422, 'fractional orders cannot be sold short'],
    [{ qty: null, notional: '50' }, 422, 'fractional orders cannot be sold short'],
  ])('are refused for %j', (body, status, message) => {
    const rig = createRig();
    expect(refusal(() => rig.place({ side: 'sell', ...body }))).toMatchObject({ status, message });
  });

  it('are refused to an account that may not short', () => {
    const poor = createRig({ cash: '1999' });
    const message = 'account is not allowed to short';
    expect(refusal(() => poor.place({ side: 'sell', qty: '1' }))['message']).toBe(message);
    const rig = createRig();
    rig.engine.configure(rig.account, { no_shorting: true });
    expect(refusal(() => rig.place({ side: 'sell' }))).toMatchObject({ status: 403, message });
    expect(rig.engine.account(rig.account)['shorting_enabled']).toBe(false);
  });
});

describe('wash trades', () => {
  const resting = { side: 'buy', type: 'limit', limit_price: '99', qty: '1' };

  it.each([
    ['market against limit', { type: 'market' }, 'opposite side limit order exists'],
    ['stop against limit', { type: 'stop', stop_price: '95' }, 'opposite side limit order exists'],
    [
      'limit that crosses',
      { type: 'limit', limit_price: '99' },
      'opposite side limit order exists',
    ],
    [
      'stop-limit that crosses',
      { type: 'stop_limit', stop_price: '98', limit_price: '97' },
      'opposite side limit order exists',
    ],
  ])('are refused: %s', (_name, body, reject_reason) => {
    const rig = createRig();
    rig.place();
    const { id } = rig.place(resting);
    expect(refusal(() => rig.place({ side: 'sell', qty: '1', ...body }))).toEqual({
      status: 403,
      code: 40310000,
      message: 'potential wash trade detected. use complex orders',
      existing_order_id: id,
      reject_reason,
    });
  });

  it('are refused against a resting stop whatever the price', () => {
    const rig = createRig();
    rig.place();
    rig.place({ side: 'sell', type: 'stop', stop_price: '90', qty: '1' });
    expect(refusal(() => rig.place(resting))['reject_reason']).toBe(
      'opposite side market/stop order exists',
    );
  });

  it('are refused in an oto, which is not among the exempt', () => {
    const rig = createRig();
    rig.place();
    rig.place(resting);
    const oto = { order_class: 'oto', take_profit: { limit_price: '80' } };
    expect(
      refusal(() => rig.place({ symbol: 'AAPL', side: 'sell', qty: '1', ...oto }))['message'],
    ).toBe('potential wash trade detected. use complex orders');
  });

  it('are not seen in a leg that waits for its parent', () => {
    const rig = createRig();
    rig.place({ ...resting, order_class: 'oto', stop_loss: { stop_price: '90' } });
    expect(rig.place({ side: 'buy', qty: '1' })['status']).toBe('pending_new');
  });

  it.each([
    ['a limit that does not cross', { type: 'limit', limit_price: '99.01' }],
    ['a trailing stop', { type: 'trailing_stop', trail_price: '5' }],
    [
      'an oco',
      {
        type: 'limit',
        order_class: 'oco',
        limit_price: '99',
        stop_loss: { stop_price: '95' },
      },
    ],
  ])('are not seen in %s', (_name, body) => {
    const rig = createRig();
    rig.place();
    rig.place({ ...resting, limit_price: '99' });
    expect(rig.place({ side: 'sell', qty: '1', ...body })['status']).toBe('pending_new');
  });
});

describe('configurations', () => {
  it('suspend new orders, and let cancels pass', () => {
    const rig = createRig();
    const { id } = rig.place({ type: 'limit', limit_price: '90' });
    rig.engine.configure(rig.account, { suspend_trade: true });
    expect(refusal(() => rig.place())).toMatchObject({ status: 403 });
    rig.engine.cancel(rig.account, id);
    expect(rig.engine.account(rig.account)['trade_suspended_by_user']).toBe(true);
  });

  it('turn fractional trading off and lower the multiplier', () => {
    const rig = createRig();
    rig.engine.configure(rig.account, { fractional_trading: false, max_margin_multiplier: '1' });
    expect(refusal(() => rig.place({ qty: '0.5' }))['status']).toBe(403);
    expect(rig.engine.account(rig.account)).toMatchObject({
      multiplier: '1',
      buying_power: '100000',
    });
  });

  it.each([
    [[]],
    ['on'],
    [{ no_shorting: 'yes' }],
    [{ max_margin_multiplier: 4 }],
    [{ max_options_trading_level: 4 }],
    [{ trade_confirm_email: 'some' }],
  ])('refuse %j', (body) => {
    const rig = createRig();
    expect(refusal(() => rig.engine.configure(rig.account, body))['status']).toBe(422);
  });

  it('keep what a change does not name, and ignore what they do not know', () => {
    const rig = createRig();
    const changed = rig.engine.configure(rig.account, { no_shorting: true, pdt_check: 'both' });
    expect(changed).toEqual({ ...rig.engine.configurations(rig.account), no_shorting: true });
    expect(changed).not.toHaveProperty('pdt_check');
  });
});

it('values a position against its cost and against the close of the day before', () => {
  const rig = createRig();
  rig.place();
  rig.market.set('AAPL', 110, rig.now() + 5 * HOUR);
  rig.advance(DAY);
  rig.place();
  rig.tick('AAPL', 121);
  expect(rig.engine.position(rig.account, 'AAPL')).toMatchObject({
    qty: '20',
    avg_entry_price: '105.01',
    current_price: '121',
    lastday_price: '110',
    change_today: '0.1',
    market_value: '2420',
    cost_basis: '2100.2',
    unrealized_pl: '319.8',
    unrealized_plpc: '0.1522712123',
    unrealized_intraday_pl: '269.9', // 2420 - (10 x 110 + 10 x 105.01)
  });
});

it('covers a short position by value', () => {
  const rig = createRig();
  rig.place({ side: 'sell' });
  const { id } = rig.place({ qty: null, notional: '200.02' });
  expect(rig.get(id)).toMatchObject({ status: 'filled', filled_qty: '2' });
  expect(rig.position()).toBe('-8');
});
