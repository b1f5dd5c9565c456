// What one data connection wants to hear: per channel a set of symbols, '*' for all. Beside it, the channels and the feeds
// that they are served on.
import { DELAY_MS } from '#main/paper/plan.ts';

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
export const FOREIGN_CHANNELS: readonly string[] = ['orderbooks', 'news', 'pricing'];

export type Feed = {
  path: string;
  name: string;
  /** How far this feed runs behind the market. */
  delayMs: number;
};

export const FEEDS: readonly Feed[] = [
  { path: '/v2/iex', name: 'iex', delayMs: 0 },
  { path: '/v2/sip', name: 'sip', delayMs: 0 },
  { path: '/v2/delayed_sip', name: 'delayed_sip', delayMs: DELAY_MS },
  { path: '/v2/test', name: 'test', delayMs: 0 },
  { path: '/v1beta1/boats', name: 'boats', delayMs: 0 },
  { path: '/v1beta1/overnight', name: 'overnight', delayMs: 0 },
];

/** The one symbol of the test feed, which borrows the prices of another. */
export const TEST_SYMBOL = 'FAKEPACA';

const COUNTED: readonly Channel[] = ['trades', 'quotes'];
const ALL = '*';

export type Change = ReadonlyMap<Channel, readonly string[]>;
export type Subscription = ReturnType<typeof createSubscription>;

export function createSubscription() {
  const wanted = new Map<Channel, Set<string>>(CHANNELS.map((channel) => [channel, new Set()]));
  let key = '';

  function rekey(): void {
    key = [...wanted].map(([channel, set]) => `${channel}:${[...set].sort().join(',')}`).join(';');
  }

  return {
    add(change: Change) {
      for (const [channel, symbols] of change)
        for (const symbol of symbols) wanted.get(channel)?.add(symbol);
      rekey();
    },
    remove(change: Change) {
      for (const [channel, symbols] of change)
        for (const symbol of symbols) wanted.get(channel)?.delete(symbol);
      rekey();
    },
    wants(channel: Channel, symbol: string): boolean {
      const set = wanted.get(channel);
      return set !== undefined && (set.has(symbol) || set.has(ALL));
    },
    /** The whole state, as the reply tells it. */
    toWire(): Record<string, readonly string[]> {
      const state: Record<string, string[]> = Object.fromEntries(
        [...wanted].map(([channel, set]) => [channel, [...set]]),
      );
      // trades bring their corrections and cancellations with them
      const trades = state['trades'] ?? [];
      for (const implied of ['corrections', 'cancelErrors']) {
        state[implied] = [...new Set([...(state[implied] ?? []), ...trades])];
      }
      // the reply's documented members do not name imbalances: they are told when asked for
      if (state['imbalances']?.length === 0) delete state['imbalances'];
      return state;
    },
    symbols: (channel: Channel): ReadonlySet<string> => wanted.get(channel) ?? new Set(),
    /** The same text for connections that want the same: they share frames. */
    key: () => key,
    /** After the change: trades and quotes count against a plan's limit, bars do not; '*' is more than any limit. */
    sizeWith: (change: Change): number =>
      COUNTED.map((channel) => {
        const symbols = new Set(wanted.get(channel));
        for (const symbol of change.get(channel) ?? []) symbols.add(symbol);
        return symbols.has(ALL) ? Number.POSITIVE_INFINITY : symbols.size;
      }).reduce((sum, size) => sum + size, 0),
  };
}
