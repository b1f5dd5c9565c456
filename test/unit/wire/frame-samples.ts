// Frames as the two streams send them.
const bar = {
  T: 'b',
  S: 'AAPL',
  o: 1,
  h: 2,
  l: 0.5,
  c: 1.5,
  v: 9,
  n: 2,
  vw: 1.2,
  t: '2026-01-05T15:00:00Z',
};
const trade = {
  T: 't',
  S: 'AAPL',
  p: 190.12,
  s: 1,
  t: '2026-01-05T15:00:00.123456789Z',
  i: 1,
  c: ['@'],
};
const symbolAt = { S: 'AAPL', x: 'V', z: 'C', t: trade.t };
/** Messages of the price stream, one of each kind. */
export const samples = [
  bar,
  trade,
  { T: 'q', ...symbolAt, bp: 190.1, bs: 300, ap: 190.12, as: 200, c: ['R'] },
  { T: 'c', ...symbolAt, oi: 1, op: 190.12, oc: ['@'], ci: 2, cp: 190, cs: 1, cc: ['@'] },
  { T: 'x', ...symbolAt, i: 1, p: 190.12, s: 1, a: 'C' },
  { T: 's', ...symbolAt, sc: 'H', sm: 'Trading Halt', rc: 'T1', rm: 'News Pending' },
  { T: 'l', ...symbolAt, u: 199.5, d: 180.5, i: 'B' },
  { T: 'success', msg: 'connected' },
  { T: 'subscription', trades: ['AAPL'], bars: ['AAPL'] },
  { T: 'error', code: 405, msg: 'symbol limit exceeded' },
];
/** A frame of the order stream. */
export const update = {
  stream: 'trade_updates',
  data: {
    event: 'fill',
    price: '1.5',
    qty: '2',
    timestamp: '2026-01-05T15:00:00Z',
    execution_id: 'e1',
    order: {
      id: 'o1',
      client_order_id: 'c1',
      symbol: 'AAPL',
      side: 'buy',
      type: 'market',
      time_in_force: 'day',
      status: 'filled',
      qty: '2',
      filled_qty: '2',
      legs: null,
    },
  },
};
