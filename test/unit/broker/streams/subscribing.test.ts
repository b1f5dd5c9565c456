import { describe, expect, it } from 'vitest';
import { createSubscribing } from '#main/broker/streams/subscribing.ts';
import type { Subscriptions } from '#main/wire/data-stream.ts';

type Limits = { most?: number; bad?: readonly string[]; absent?: readonly string[] };
type Message = { action: string } & Record<string, readonly string[]>;

/** A service as others met it: what it refuses it refuses whole. */
function setUp(limits: Limits = {}) {
  const subscribing = createSubscribing();
  const asked: Message[] = [];
  let state: Record<string, readonly string[]> = {};

  function answer({ action, ...channels }: Message): void {
    const named = Object.entries(channels);
    if (action === 'subscribe') {
      if (named.some(([channel]) => limits.absent?.includes(channel)))
        return void subscribing.onRefused(410);
      if (named.some(([, symbols]) => symbols.some((symbol) => limits.bad?.includes(symbol))))
        return void subscribing.onRefused(400);
    }
    const next = { ...state };
    for (const [channel, symbols] of named) {
      const before = state[channel] ?? [];
      next[channel] =
        action === 'subscribe'
          ? [...new Set([...before, ...symbols])]
          : before.filter((symbol) => !symbols.includes(symbol));
    }
    const count = [...(next['trades'] ?? []), ...(next['quotes'] ?? [])].length;
    if (count > (limits.most ?? Infinity)) return void subscribing.onRefused(405);
    state = next;
    subscribing.onGranted({ trades: [], bars: [], ...next });
  }

  /** Until there is nothing to ask. Answers what was asked. */
  function talk(): Message[] {
    const from = asked.length;
    for (let turns = 0; turns < 100; turns++) {
      const message = subscribing.next() as Message | undefined;
      if (!message) return asked.slice(from);
      asked.push(message);
      answer(message);
    }
    throw new Error('it never comes to an end');
  }

  return {
    ...subscribing,
    limits,
    talk,
    carries: () => [...subscribing.carried().symbols],
    notes: () => subscribing.carried().notes,
    reconnect() {
      state = {};
      subscribing.begin();
    },
  };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, nth) => `S${nth}`);
const both = (symbols: readonly string[]): Subscriptions => ({ trades: symbols, bars: symbols });
const sizes = (messages: readonly Message[]) =>
  messages.map(
    ({ action, trades = [] }) => `${action === 'subscribe' ? '+' : '-'}${trades.length}`,
  );

describe('a plan that carries fewer symbols than are wanted', () => {
  it('is asked for what the free plan has, and the first ones are carried', () => {
    const { want, talk, carries, notes, carried } = setUp({ most: 30 });
    want(both(names(45)));
    expect(sizes(talk())).toEqual(['+45', '+30']);
    expect(carries()).toEqual(names(30));
    expect(carried().wanted).toBe(45);
    expect(notes()).toEqual([
      'The market data plan streams 30 symbols live, visible ones first. 15 more are read by snapshot. A larger plan at the broker streams all of them.',
    ]);
  });

  it('is asked again after a reconnect, with as many questions, and for all when the plan has grown', () => {
    const { want, talk, carries, notes, reconnect, limits } = setUp({ most: 7 });
    want(both(names(45)));
    talk();
    expect(carries()).toEqual(names(7));
    reconnect();
    expect(carries()).toEqual([]);
    expect(sizes(talk())).toEqual(['+45', '+7']);
    delete limits.most;
    reconnect();
    expect(sizes(talk())).toEqual(['+45']);
    expect([carries().length, notes()]).toEqual([45, []]);
  });

  it.each([0, 1, 2, 3, 15, 29, 31, 44])('is found where it ends, at %i', (most) => {
    const { want, talk, carries } = setUp({ most });
    want(both(names(45)));
    const messages = talk();
    expect(carries()).toEqual(names(Math.min(most, 30)));
    expect(messages.length).toBeLessThan(12);
  });

  it('gives up what is out of sight before it asks for what came in sight', () => {
    const { want, talk, carries } = setUp({ most: 30 });
    const all = names(45);
    want(both(all));
    talk();
    want(both([...all.slice(40), ...all.slice(0, 40)]));
    expect(sizes(talk())).toEqual(['-5', '+5']);
    expect(carries().toSorted()).toEqual([...all.slice(40), ...all.slice(0, 25)].toSorted());
  });

  it('counts quotes beside trades, and carries more trades where there are fewer quotes', () => {
    const { want, talk, carries } = setUp({ most: 30 });
    const wanted = (quoted: number) =>
      ({ ...both(names(45)), quotes: names(quoted) }) as Subscriptions;
    want(wanted(10));
    talk();
    expect(carries()).toHaveLength(20);
    want(wanted(2));
    talk();
    expect(carries()).toHaveLength(28);
  });
});

describe('a symbol that the feed does not take', () => {
  it.each([1, 2, 3, 10, 45, 100])('is found among %i with few questions, and told', (count) => {
    const { want, talk, carries, notes } = setUp({ bad: ['BTC/USD'] });
    const good = names(count - 1);
    want(both([...good.slice(0, 5), 'BTC/USD', ...good.slice(5)]));
    const messages = talk();
    expect(messages.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)) + 3);
    expect(carries().toSorted()).toEqual(good.toSorted());
    expect(notes()).toEqual([
      'The feed has no prices for BTC/USD: remove it from the list. The others continue.',
    ]);
  });

  it('is not asked for again, neither with others nor after a reconnect, until it is wanted anew', () => {
    const { want, talk, reconnect, notes, limits } = setUp({ bad: ['BTC/USD'] });
    want(both(['BTC/USD', 'A', 'B']));
    talk();
    reconnect();
    expect(talk()).toEqual([{ action: 'subscribe', trades: ['A', 'B'], bars: ['A', 'B'] }]);
    limits.bad = [];
    want(both(['A', 'B']));
    expect(notes()).toEqual([]);
    want(both(['A', 'B', 'BTC/USD']));
    expect(talk()).toEqual([{ action: 'subscribe', trades: ['BTC/USD'], bars: ['BTC/USD'] }]);
  });

  it('is found beside a plan’s limit', () => {
    const { want, talk, carries, notes } = setUp({ most: 30, bad: ['BTC/USD', 'ETH/USD'] });
    want(both(['BTC/USD', ...names(44), 'ETH/USD']));
    talk();
    expect(carries()).toEqual(names(30));
    expect(notes()).toHaveLength(2);
  });
});

describe('a channel that the feed does not have', () => {
  it('is left out, and the others go on', () => {
    const { want, talk, carries, notes } = setUp({ absent: ['bars'] });
    want(both(['A', 'B']));
    talk();
    expect([carries(), notes()]).toEqual([['A', 'B'], []]);
  });

  it('is told where it is the one of the halts: a guard hears nothing then', () => {
    const { want, talk, carries, notes } = setUp({ absent: ['statuses'] });
    want({ ...both(['A', 'B']), statuses: ['A', 'B'] });
    talk();
    expect([carries(), notes()]).toEqual([
      ['A', 'B'],
      ['This feed does not report trading halts, so the trading halt guard cannot see any.'],
    ]);
  });

  it('is told where it is the one of the trades', () => {
    const { want, talk, carries, notes } = setUp({ absent: ['trades'] });
    want(both(['A', 'B']));
    talk();
    expect([carries(), notes()]).toEqual([
      [],
      ['This feed has no live trades: prices are read by snapshot. Choose another feed.'],
    ]);
  });
});

describe('a question', () => {
  it('is asked alone: the next one waits for its answer', () => {
    const { want, next, onGranted } = setUp();
    want(both(['A']));
    expect(next()).toEqual({ action: 'subscribe', trades: ['A'], bars: ['A'] });
    want(both(['A', 'B']));
    expect(next()).toBeUndefined();
    onGranted(both(['A']));
    expect(next()).toEqual({ action: 'subscribe', trades: ['B'], bars: ['B'] });
  });

  it('without an answer is asked again when it is time, and what was not granted too', () => {
    const { want, next, onGranted, isUnsettled, askAgain } = setUp();
    want(both(['A', 'B']));
    const first = next();
    expect([next(), isUnsettled()]).toEqual([undefined, true]);
    askAgain();
    expect(next()).toEqual(first);
    onGranted(both(['A']));
    expect([next(), isUnsettled()]).toEqual([undefined, true]);
    askAgain();
    expect(next()).toEqual({ action: 'subscribe', trades: ['B'], bars: ['B'] });
  });

  it('is not what a code answers that says something else, nor one that comes when none is open', () => {
    const { want, next, onRefused, onGranted } = setUp();
    expect(onRefused(405)).toBe(false);
    want(both(['A']));
    next();
    expect(onRefused(500)).toBe(false);
    onGranted(both(['A']));
    expect(onRefused(400)).toBe(false);
  });

  it('to give up something that stays granted does not go on for ever', () => {
    const { want, next, onGranted } = setUp();
    want(both(['A']));
    next();
    onGranted(both(['A']));
    want(both([]));
    expect(next()).toMatchObject({ action: 'unsubscribe' });
    onGranted(both(['A']));
    expect(next()).toBeUndefined();
  });
});
