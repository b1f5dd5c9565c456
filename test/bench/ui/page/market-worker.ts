// Main's place, in a thread of its own: answers watches with the present state and pours what comes, once in 16 ms, the
// way the gateway does (prices keep the newest of a symbol, bars keep every one). What it makes crosses as a copy.
import type { Bar } from '#contract/bars.ts';
import type { FeedEvent } from '#contract/bridge.ts';
import type { FeedName } from '#contract/feeds.ts';
import {
  barAt,
  fillOf,
  MINUTE_MS,
  orderAt,
  priceAfter,
  PROFILE,
  readingAt,
  symbolAt,
  type World,
} from './world.ts';

export type ToWorker =
  | { kind: 'begin'; world: World; startedAt: number }
  | { kind: 'watch'; id: number; feed: FeedName; symbol: string | undefined }
  | { kind: 'unwatch'; id: number }
  /** Bars a second over all symbols; 0 pauses. */
  | { kind: 'rate'; barsPerSecond: number }
  | { kind: 'fill' }
  /** Asks for a sign that comes behind everything that was poured before. */
  | { kind: 'echo' };

export type FromWorker = {
  delivery: { id: number; event: FeedEvent<unknown> }[];
  /** The row of a fill that is in here, and when it left, by the clock that all threads share. */
  fill?: { key: string; postedAt: number };
  /** Bars that have arrived so far. */
  bars: number;
  isEcho?: true;
};

const EVERY_MS = 16;
const PART = 2_000;
/** A pause of the machine is not made up for by a flood of more than this. */
const MOST_OWED_MS = 100;

const PAST_BARS = 120;

type Watch = { feed: FeedName; symbol: string | undefined; seq: number };

const watches = new Map<number, Watch>();
let world: World = { symbols: 0, orders: 0, charts: 4 };
let symbols: string[] = [];
let startedAt = 0;
let rate = 0;
let bars = 0;
let owed = 0;
let filled = 0;
let pouredAt = performance.now();

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'begin':
      ({ world, startedAt } = data);
      symbols = Array.from({ length: world.symbols }, (_, n) => symbolAt(n));
      setInterval(pour, EVERY_MS);
      return;
    case 'watch':
      watches.set(data.id, { feed: data.feed, symbol: data.symbol, seq: 0 });
      sendState(data.id, presentOf(data.feed, data.symbol));
      return;
    case 'unwatch':
      watches.delete(data.id);
      return;
    case 'rate':
      rate = data.barsPerSecond;
      owed = 0;
      return;
    case 'fill':
      fill();
      return;
    case 'echo':
      postMessage({ delivery: [], bars, isEcho: true } satisfies FromWorker);
      return;
    default:
      data satisfies never;
  }
});

/** A long one in parts, as the gateway sends it. */
function sendState(id: number, items: unknown[], from = 0): void {
  const to = from + PART;
  const event = eventFor(id, items.slice(from, to), from === 0);
  const isPart = to < items.length && event.event.kind === 'batch';
  if (isPart) Object.assign(event.event, { isPart });
  send([event]);
  if (isPart) setTimeout(() => sendState(id, items, to), EVERY_MS);
}

function pour(): void {
  const now = performance.now();
  owed = Math.min(rate * MOST_OWED_MS, owed * 1_000 + rate * (now - pouredAt)) / 1_000;
  pouredAt = now;
  const count = Math.floor(owed);
  if (count === 0) return;
  owed -= count;
  const newest = new Map<number, Bar>();
  const ofSymbol = new Map<string, unknown[]>();
  const watched = new Set([...watches.values()].map(({ symbol }) => symbol));
  for (let n = 0; n < count; n++, bars++) {
    const number = bars % world.symbols;
    const symbol = symbols[number] ?? '';
    const time = startedAt + Math.floor(bars / world.symbols) * MINUTE_MS;
    const bar = barAt(number, symbol, time);
    newest.set(number, bar);
    if (watched.has(symbol)) ofSymbol.set(symbol, [...(ofSymbol.get(symbol) ?? []), bar]);
  }
  const prices = [...newest].map(([number, bar]) => priceAfter(number, bar, Date.now()));
  const delivery: FromWorker['delivery'] = [];
  for (const [id, { feed, symbol }] of watches) {
    if (feed === 'prices') delivery.push(eventFor(id, prices));
    const mine = feed === 'bars' && symbol !== undefined ? ofSymbol.get(symbol) : undefined;
    if (mine) delivery.push(eventFor(id, mine));
  }
  send(delivery);
}

/** The next open order is filled: its new state and the fill, together. */
function fill(): void {
  const number = filled++ * 10;
  const order = orderAt(number % world.orders, world.symbols, 'filled');
  const execution = fillOf({ ...order, id: `${order.id}-${filled}` }, Date.now() + filled);
  const delivery: FromWorker['delivery'] = [];
  for (const [id, { feed }] of watches) {
    if (feed === 'orders') delivery.push(eventFor(id, [order]));
    if (feed === 'executions') delivery.push(eventFor(id, [execution]));
  }
  const key = `${execution.orderId}:${execution.cumQty}`;
  send(delivery, { key, postedAt: performance.timeOrigin + performance.now() });
}

function presentOf(feed: FeedName, ofSymbol: string | undefined): unknown[] {
  switch (feed) {
    case 'desk':
      return [
        { isLocked: false, canLock: false, lockAfterMinutes: 0, notes: [], isStopped: false },
      ];
    case 'accounts':
      return [{ accounts: [PROFILE] }];
    case 'account':
      return [readingAt(Date.now())];
    case 'streams':
      return ['orders', 'prices'].map((stream) => ({ stream, phase: 'live', since: startedAt }));
    case 'trading':
      return [{ isArmed: true, isStopped: false }];
    case 'positions':
      return [{ positions: [], receivedAt: Date.now() }];
    case 'orders':
      return Array.from({ length: world.orders }, (_, n) => orderAt(n, world.symbols));
    case 'bars':
      return pastBars(ofSymbol ?? '');
    case 'prices':
      return symbols.map((symbol, n) =>
        priceAfter(n, barAt(n, symbol, startedAt - MINUTE_MS), Date.now()),
      );
    default:
      return [];
  }
}

/** The past two hours of a symbol, as main tells them to whoever begins to watch. */
function pastBars(symbol: string): unknown[] {
  const number = symbols.indexOf(symbol);
  const heard = Math.floor((bars + world.symbols - 1 - number) / world.symbols);
  return Array.from({ length: PAST_BARS }, (_, n) =>
    barAt(number, symbol, startedAt + (heard - PAST_BARS + n) * MINUTE_MS),
  );
}

function eventFor(id: number, items: unknown[], reset = false): FromWorker['delivery'][number] {
  const watch = watches.get(id);
  const seq = watch ? ++watch.seq : 0;
  return { id, event: { kind: 'batch', seq, reset, items } };
}

function send(delivery: FromWorker['delivery'], withFill?: FromWorker['fill']): void {
  const message: FromWorker = { delivery, bars, ...(withFill && { fill: withFill }) };
  postMessage(message);
}
