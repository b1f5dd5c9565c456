// What one data connection wants to hear: per channel a set of symbols, '*' for all.
import type { Channel } from '#main/paper/streams/channels.ts';
import { CHANNELS } from '#main/paper/streams/channels.ts';

export type Change = ReadonlyMap<Channel, readonly string[]>;

export type Subscription = {
  add(change: Change): void;
  remove(change: Change): void;
  wants(channel: Channel, symbol: string): boolean;
  /** The whole state, as the reply tells it. */
  toWire(): Record<string, readonly string[]>;
  symbols(channel: Channel): ReadonlySet<string>;
  /** The same text for connections that want the same: they share frames. */
  key(): string;
  /** After the change: trades and quotes count against a plan's limit, bars do not; '*' is more than any limit. */
  sizeWith(change: Change): number;
};

const COUNTED: readonly Channel[] = ['trades', 'quotes'];
const ALL = '*';

export function createSubscription(): Subscription {
  const wanted = new Map<Channel, Set<string>>(CHANNELS.map((channel) => [channel, new Set()]));
  let key = '';

  function rekey(): void {
    key = [...wanted].map(([channel, set]) => `${channel}:${[...set].sort().join(',')}`).join(';');
  }

  return {
    add(change) {
      for (const [channel, symbols] of change)
        for (const symbol of symbols) wanted.get(channel)?.add(symbol);
      rekey();
    },
    remove(change) {
      for (const [channel, symbols] of change)
        for (const symbol of symbols) wanted.get(channel)?.delete(symbol);
      rekey();
    },
    wants(channel, symbol) {
      const set = wanted.get(channel);
      return set !== undefined && (set.has(symbol) || set.has(ALL));
    },
    toWire() {
      const state = Object.fromEntries([...wanted].map(([channel, set]) => [channel, [...set]]));
      // trades bring their corrections and cancellations with them
      const trades = state['trades'] ?? [];
      for (const implied of ['corrections', 'cancelErrors']) {
        state[implied] = [...new Set([...(state[implied] ?? []), ...trades])];
      }
      // the reply's documented members do not name imbalances: they are told when asked for
      if (state['imbalances']?.length === 0) delete state['imbalances'];
      return state;
    },
    symbols: (channel) => wanted.get(channel) ?? new Set(),
    key: () => key,
    sizeWith: (change) =>
      COUNTED.map((channel) => {
        const symbols = new Set(wanted.get(channel));
        for (const symbol of change.get(channel) ?? []) symbols.add(symbol);
        return symbols.has(ALL) ? Number.POSITIVE_INFINITY : symbols.size;
      }).reduce((sum, size) => sum + size, 0),
  };
}
