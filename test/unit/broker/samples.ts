// Records as the brokerage sends them, with members that nobody knows.
export const order = {
  id: '61e69015-8549-4bfd-b9c3-01e75843f47d',
  client_order_id: 'c-1',
  created_at: '2026-01-05T15:00:00.123456789Z',
  updated_at: '2026-01-05T15:00:01Z',
  submitted_at: '2026-01-05T15:00:00.2Z',
  filled_at: null,
  replaced_by: null,
  symbol: 'AAPL',
  qty: '1.5',
  notional: null,
  filled_qty: '0',
  filled_avg_price: null,
  order_class: '',
  type: 'limit',
  order_type: 'limit',
  side: 'buy',
  time_in_force: 'day',
  limit_price: '150.1000',
  status: 'brand_new_status',
  extended_hours: false,
  legs: null,
  never_seen: { inner_one: 1 },
};

export const position = {
  asset_id: 'a',
  symbol: 'AAPL',
  side: 'long',
  qty: '3',
  qty_available: '2',
  avg_entry_price: '100.123456789',
  market_value: '300.5',
  unrealized_plpc: '0.0008',
};

export const account = {
  id: 'x',
  account_number: 'PA1',
  status: 'ACTIVE',
  currency: 'USD',
  equity: '100000.12345678901234',
  last_equity: '100000',
  cash: '5',
  buying_power: '200000',
  crypto_tier: 1,
};

export const fill = {
  activity_type: 'FILL',
  id: '20220202135509981::2d7be4ff',
  order_id: 'o1',
  symbol: 'AAPL',
  side: 'buy',
  qty: '2',
  cum_qty: '5',
  leaves_qty: '0',
  price: '174.78',
  transaction_time: '2022-02-02T18:55:09.981482Z',
  type: 'fill',
};

export const asset = {
  id: 'b0b6dd9d',
  class: 'us_equity',
  exchange: 'NASDAQ',
  symbol: 'AAPL',
  name: 'Apple Inc.',
  status: 'active',
  tradable: true,
  fractionable: true,
  attributes: ['has_options'],
};

export const bar = {
  t: '2026-01-05T05:00:00Z',
  o: 1.5,
  h: 2,
  l: 1,
  c: 1.75,
  v: 1000,
  n: 12,
  vw: 1.6,
};

export const tokenization = {
  tokenization_request_id: '12345-678-90AB',
  created_at: '2025-09-12T17:28:48.642437-04:00',
  type: 'mint',
  status: 'pending',
  underlying_symbol: 'AAPL',
  token_symbol: 'AAPLx',
  qty: '1.23',
  issuer: 'a_new_issuer',
  network: 'solana',
  wallet_address: 'W',
  client_request_id: 'label',
  tx_hash: null,
  fees: '0.567',
};

export const history = {
  timestamp: [1580826600, 1580827500],
  equity: [27423.73, null],
  profit_loss: [11.8, 0.1],
  profit_loss_pct: [0.0004, 0],
  base_value: 27411.93,
  timeframe: '15Min',
};

export const tradingDay = {
  date: '2026-01-05',
  open: '09:30',
  close: '16:00',
  session_open: '0400',
  session_close: '2000',
  settlement_date: '2026-01-06',
};

export const venueClock = {
  market: {
    mic: 'XNYS',
    acronym: 'NYSE',
    name: 'New York Stock Exchange',
    timezone: 'America/New_York',
  },
  timestamp: '2026-01-05T05:00:00-05:00',
  is_market_day: true,
  next_market_open: '2026-01-05T09:30:00-05:00',
  next_market_close: '2026-01-05T16:00:00-05:00',
  phase: 'pre',
  phase_until: '2026-01-05T09:30:00-05:00',
};

export const venueDay = {
  date: '2026-01-05',
  pre_start: '2026-01-05T04:00:00-05:00',
  pre_end: '2026-01-05T09:30:00-05:00',
  core_start: '2026-01-05T09:30:00-05:00',
  core_end: '2026-01-05T16:00:00-05:00',
  post_start: '2026-01-05T16:00:00-05:00',
  post_end: '2026-01-05T20:00:00-05:00',
  settlement_date: '2026-01-06',
};

export const marketClock = {
  timestamp: '2026-01-05T10:00:00.5-05:00',
  is_open: true,
  next_open: '2026-01-06T09:30:00-05:00',
  next_close: '2026-01-05T16:00:00-05:00',
};
