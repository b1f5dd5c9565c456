// Channels of the stock stream and the feeds they are served on.
export const CHANNELS = [
  'trades',
  'quotes',
  'bars',
  'updatedBars',
  'dailyBars',
  'statuses',
  'lulds',
  'corrections',
  'cancelErrors',
  'imbalances',
] as const;
export type Channel = (typeof CHANNELS)[number];

/** Channels that exist, but not on a stock feed: asking for them is a 410, not a syntax error. */
export const FOREIGN_CHANNELS: readonly string[] = ['orderbooks', 'news'];

export type Feed = {
  path: string;
  name: string;
  /** How far this feed runs behind the market. */
  delayMs: number;
};

const FIFTEEN_MINUTES_MS = 900_000;

export const FEEDS: readonly Feed[] = [
  { path: '/v2/iex', name: 'iex', delayMs: 0 },
  { path: '/v2/sip', name: 'sip', delayMs: 0 },
  { path: '/v2/delayed_sip', name: 'delayed_sip', delayMs: FIFTEEN_MINUTES_MS },
  { path: '/v2/test', name: 'test', delayMs: 0 },
  { path: '/v1beta1/boats', name: 'boats', delayMs: 0 },
  { path: '/v1beta1/overnight', name: 'overnight', delayMs: 0 },
];

/** The one symbol of the test feed, which borrows the prices of another. */
export const TEST_SYMBOL = 'FAKEPACA';
