// An alert says what is so; when something else is known it is taken away.
import { describe, expect, it } from 'vitest';
import type { Closing } from '#contract/closings.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import {
  ACCOUNT,
  anIntent,
  anOrder,
  createWorld,
  memoryStore,
} from '#test/unit/desk/alerts/world.ts';

describe('alerts of intents', () => {
  it.each(['accepted', 'refused', 'not-sent', 'set-aside'] as const)(
    'that were unknown and are %s now are not called unknown any more',
    (state) => {
      const world = createWorld();
      world.news({ kind: 'intent', intent: anIntent({}) });
      world.time.advance(4_000);
      world.news({ kind: 'intent', intent: anIntent({ state: 'sent' }) });
      expect(world.notifier.recent()).toMatchObject([{ kind: 'unknown' }]);
      world.news({ kind: 'intent', intent: anIntent({ state }) });
      const unknown = world.heard.filter(({ kind }) => kind === 'unknown');
      expect(unknown.map(({ isOver }) => isOver)).toEqual([undefined, true]);
      expect(world.notifier.recent().some(({ kind }) => kind === 'unknown')).toBe(false);
      expect(world.store.recent()).toEqual(world.notifier.recent());
    },
  );

  it('are told each time that one is sent again and refused, and not when it is merely lost again', () => {
    const world = createWorld();
    const tell = (members: Parameters<typeof anIntent>[0]) => {
      world.news({ kind: 'intent', intent: anIntent(members) });
      world.time.advance(4_000);
    };
    const told = () => world.notified.map(({ text }) => /Reason \d/.exec(text)?.[0]);
    tell({ reason: 'Reason 1.' });
    for (const reason of ['Reason 2.', 'Reason 3.']) {
      tell({ state: 'sent', unanswered: 2 });
      tell({ reason });
      tell({ reason });
    }
    expect(told()).toEqual(['Reason 1', 'Reason 2', 'Reason 3']);
    expect(world.notifier.recent()).toMatchObject([{ kind: 'unknown' }]);
    tell({ state: 'sent', unanswered: 2 });
    tell({ unanswered: 2, reason: 'Reason 4.' });
    expect(told()).toHaveLength(3);
  });

  it('that were refused and exist after all are not called refused any more', () => {
    const world = createWorld();
    world.news({ kind: 'intent', intent: anIntent({ state: 'refused' }) });
    world.news({ kind: 'intent', intent: anIntent({ state: 'refused' }) });
    expect(world.notifier.recent()).toMatchObject([{ kind: 'refusal' }]);
    world.news({ kind: 'intent', intent: anIntent({ state: 'accepted' }) });
    expect(world.notifier.recent()).toEqual([]);
  });

  it.each([
    [
      'place',
      'The broker answered 500: oops.',
      'An order',
      'The broker answered 500: oops. It may have been placed',
    ],
    [
      'place',
      'The broker says that it already has an order with this id.',
      'An order',
      'The broker says that it already has an order with this id. Ballast is reading it.',
    ],
    ['place', undefined, 'An order', 'The broker did not answer. It may have been placed'],
    ['replace', undefined, 'A change', 'The broker did not answer. It may have been made'],
    ['mint', undefined, 'A mint', 'The broker did not answer. It may have been requested'],
  ] as const)(
    'of the kind %s are unknown for the reason there is: %s',
    (kind, reason, what, text) => {
      const world = createWorld();
      world.news({ kind: 'intent', intent: anIntent({ kind, ...(reason && { reason }) }) });
      world.time.advance(4_000);
      expect(world.titles()).toEqual([`${what} is unconfirmed`]);
      expect(world.heard[0]?.text).toContain(text);
    },
  );
});

describe('alerts of orders', () => {
  it('of an order that is back are taken away, and so is that one was not canceled that is', () => {
    const world = createWorld();
    const kinds = () => world.notifier.recent().map(({ title }) => title);
    world.book.putOrders([anOrder({})]);
    world.book.putGone('order-1', world.at(1));
    expect(kinds()).toEqual(['Gone at the broker: Buy 10 AAPL']);
    world.book.putOrders([anOrder({ updatedAt: world.at(2) })]);
    expect(kinds()).toEqual([]);
    // Gone a second time is news again.
    world.book.putGone('order-1', world.at(3));
    expect(kinds()).toEqual(['Gone at the broker: Buy 10 AAPL']);
    world.book.putOrders([anOrder({ updatedAt: world.at(3) })]);
    world.news({ kind: 'cancel-declined', orderId: 'order-1', text: 'Not now.' });
    world.book.putOrders([anOrder({ updatedAt: world.at(4), filledQty: decimal('1') })]);
    expect(kinds()).toEqual(['An order was not canceled']);
    world.book.putOrders([anOrder({ updatedAt: world.at(5), status: 'canceled' })]);
    expect(kinds()).toEqual(['Canceled: Buy 10 AAPL']);
  });
});

describe('alerts of what happens again', () => {
  it('a second time that an order is not canceled is told', () => {
    const world = createWorld();
    world.book.putOrders([anOrder({})]);
    for (const text of ['Not now.', 'Not now either.'])
      world.news({ kind: 'cancel-declined', orderId: 'order-1', text });
    expect(world.heard.filter(({ isOver }) => !isOver).map(({ text }) => text)).toEqual([
      expect.stringContaining('Not now.'),
      expect.stringContaining('Not now either.'),
    ]);
    expect(world.notifier.recent()).toHaveLength(1);
  });

  it('a way out that went on says again what it left, and nothing once nothing is', () => {
    const world = createWorld();
    const kinds = () => world.notifier.recent().map(({ title }) => title);
    const tell = (state: Closing['state'], step: Closing['symbols'][number]['step']): void => {
      const symbol = { symbol: 'AAPL', side: 'long' as const, qty: decimal('10') };
      const symbols = [{ ...symbol, step, text: 'The broker is away.', intentIds: [] }];
      const closingId = '018f0000-0000-7000-8000-000000000009';
      const closing = { closingId, kind: 'close' as const, how: 'market' as const, confirmedAt: 0 };
      world.news({ kind: 'closing', closing: { ...closing, state, symbols } });
    };
    for (let time = 1; time <= 2; time++) {
      tell('running', 'reading');
      expect(kinds()).toEqual([]);
      tell('ended', 'left');
      tell('ended', 'left');
      expect(world.heard.filter(({ isOver }) => !isOver)).toHaveLength(time);
    }
    expect(kinds()).toEqual(['Close AAPL: not closed']);
    tell('ended', 'closed');
    expect(kinds()).toEqual([]);
  });
});

describe('alerts of an account that was first opened by a wrong clock', () => {
  const DAY_MS = 24 * 3_600_000;

  it('are told although that clock was ahead, and what is kept is not changed by one that is behind', () => {
    const store = memoryStore();
    const now = Date.UTC(2026, 0, 5, 15);
    store.saveSince(ACCOUNT, now + 365 * DAY_MS);
    const world = createWorld(store, createFakeTime(now));
    world.book.putOrders([anOrder({ status: 'canceled', canceledAt: world.at(1_000) })]);
    expect(world.titles()).toEqual(['Canceled: Buy 10 AAPL']);
    expect(store.since(ACCOUNT)).toBe(now + 365 * DAY_MS);
  });
});

it('takes the notification of the system away with what it said', () => {
  const world = createWorld();
  const away = { stream: 'orders', phase: 'reconnecting', since: world.time.clock.wall() } as const;
  world.book.putStream(away);
  world.time.advance(15_000);
  expect(world.notified.map(({ title }) => title)).toEqual(['The order stream is down']);
  world.book.putStream({ ...away, phase: 'live' });
  expect(world.takenBack).toMatchObject([{ alertId: world.notified[0]?.alertId, isOver: true }]);
});

it('withdraws what an earlier run said of a stream that is heard in this one', () => {
  const first = createWorld();
  const since = first.time.clock.wall();
  first.book.putStream({ stream: 'orders', phase: 'reconnecting', since });
  first.time.advance(15_000);
  first.stop();
  const second = createWorld(first.store, first.time);
  second.book.putStream({ stream: 'orders', phase: 'live', since });
  expect(second.store.recent()).toEqual([]);
});

it('goes on when a listener throws: neither the other listeners nor the system nor who notifies notice', () => {
  const world = createWorld();
  world.notifier.onAlert(() => {
    throw new Error('a window that is gone');
  });
  const order = anOrder({ status: 'expired', expiredAt: world.at() });
  const after: string[] = [];
  world.notifier.onAlert(({ title }) => after.push(title));
  expect(() => world.book.putOrders([order])).not.toThrow();
  expect([after, world.notified.length]).toEqual([['Expired: Buy 10 AAPL'], 1]);
  expect(world.logged).toEqual(['a listener failed']);
});
