import { describe, expect, it } from 'vitest';
import type { Closing } from '#contract/closings.ts';
import type { UnitNews } from '#main/account/account-unit.ts';
import { decimal } from '#main/domain/decimal.ts';
import {
  ACCOUNT,
  anExecution,
  anIntent,
  anOrder,
  createWorld,
  memoryStore,
} from '#test/unit/desk/alerts/world.ts';

describe('a way out', () => {
  const symbol = (name: string, step: 'closed' | 'left' | 'exiting', text = '') => ({
    symbol: name,
    side: 'long' as const,
    qty: decimal('100'),
    step,
    text,
    intentIds: ['018f0000-0000-7000-8000-000000000001'],
  });
  const closing = (members: Partial<Closing>): UnitNews => ({
    kind: 'closing',
    closing: {
      closingId: '018f0000-0000-7000-8000-000000000009',
      kind: 'flatten',
      how: 'market',
      confirmedAt: 0,
      state: 'running',
      symbols: [symbol('AAPL', 'exiting'), symbol('MSFT', 'closed')],
      ...members,
    },
  });
  const left = [symbol('AAPL', 'left', '70 AAPL left. Refused.'), symbol('MSFT', 'closed')];

  it('that leaves something is told once, with what is left and why', () => {
    const world = createWorld();
    world.news(closing({}));
    world.news(closing({ symbols: left }));
    expect(world.heard).toEqual([]);
    world.news(closing({ symbols: left, state: 'waiting', note: 'The computer slept.' }));
    world.news(closing({ symbols: left, state: 'ended' }));
    expect(world.heard).toMatchObject([
      {
        title: 'Flatten: 1 of 2 closed',
        text: 'The computer slept. 70 AAPL left. Refused. Practice, PRACTICE.',
      },
    ]);
  });

  it.each([
    ['half', 'Half AAPL: not done'],
    ['reverse', 'Reverse AAPL: not closed'],
    ['protect', 'Protect AAPL: not protected'],
  ] as const)('of one position names it: %s', (kind, title) => {
    const world = createWorld();
    world.news(closing({ kind, symbols: [symbol('AAPL', 'left', 'Refused.')], state: 'ended' }));
    expect(world.heard).toMatchObject([{ title }]);
  });

  it('that closed everything is told by its fills', () => {
    const world = createWorld();
    world.news(closing({ symbols: [symbol('AAPL', 'closed')], state: 'ended' }));
    expect(world.heard).toEqual([]);
  });
});

it('shows what the broker wrote, and no line, mark of direction or endless text of it', () => {
  const world = createWorld();
  const reason = `no\n\u202ehg\u0007in${'x'.repeat(5_000)}`;
  const title = 'Buy\u2066 1\rA';
  world.news({ kind: 'intent', intent: anIntent({ state: 'refused', reason, title }) });
  for (const list of [world.heard, world.notified])
    expect(list).toMatchObject([
      { title: 'Refused: Buy 1 A', text: expect.stringMatching(/^no hg inx{100,991}…$/) },
    ]);
});

describe('fills', () => {
  it('of one order within a few seconds are one alert, with what is filled by then', () => {
    const world = createWorld();
    for (const cumQty of ['4', '7', '9']) {
      const filledQty = decimal(cumQty);
      world.book.putOrders([
        anOrder({ filledQty, filledAvgPrice: decimal('190.5'), updatedAt: world.at() }),
      ]);
      world.book.putExecutions([anExecution({ cumQty: filledQty, at: world.at() })]);
      world.time.advance(500);
    }
    expect(world.heard).toEqual([]);
    world.time.advance(3_000);
    expect(world.heard).toHaveLength(1);
    expect(world.heard[0]).toMatchObject({
      kind: 'fill',
      title: 'Bought 9 of 10 AAPL',
      text: 'At 190.50, a limit order. Practice, PRACTICE.',
      target: { accountId: ACCOUNT, orderId: 'order-1' },
    });
    expect(world.notified).toEqual(world.heard);
    // The one that completes it is told at once.
    const last = { qty: decimal('1'), cumQty: decimal('10') };
    world.book.putExecutions([anExecution({ ...last, at: world.at() })]);
    expect(world.titles()).toEqual(['Bought 9 of 10 AAPL', 'Bought 10 AAPL']);
    world.time.advance(3_000);
    expect(world.heard).toHaveLength(2);
  });

  it('that are partial say how much of what', () => {
    const world = createWorld();
    world.book.putOrders([anOrder({ side: 'sell', filledQty: decimal('4') })]);
    world.book.putExecutions([anExecution({ at: world.at() })]);
    world.time.advance(3_000);
    expect(world.titles()).toEqual(['Sold 4 of 10 AAPL']);
  });

  it('that are known before the record of the order are told by themselves', () => {
    const world = createWorld();
    world.book.putOrders([anOrder({ status: 'pending_new' })]);
    const whole = { qty: decimal('10'), cumQty: decimal('10') };
    world.book.putExecutions([anExecution({ ...whole, at: world.at() })]);
    world.time.advance(3_000);
    expect(world.heard).toMatchObject([
      { title: 'Bought 10 AAPL', text: 'At 190.00, a limit order. Practice, PRACTICE.' },
    ]);
  });

  it('that happened while the desk was closed say when', () => {
    const store = memoryStore();
    createWorld(store).stop();
    const [order, whole] = [
      anOrder({ filledQty: decimal('10') }),
      { qty: decimal('10'), cumQty: decimal('10') },
    ];
    const world = createWorld(store);
    const filledAt = world.at(1_000);
    world.time.advance(60_000);
    world.book.putOrders([order]);
    world.book.putExecutions([anExecution({ ...whole, at: filledAt })]);
    const clock = new Date(filledAt).toLocaleTimeString('en-US', {
      timeZone: 'America/New_York',
      hourCycle: 'h23',
    });
    expect(world.heard).toMatchObject([
      { text: `A limit order, filled at ${clock} New York time. Practice, PRACTICE.` },
    ]);
    world.time.advance(86_400_000);
    world.book.putOrders([{ ...order, id: 'order-2' }]);
    world.book.putExecutions([anExecution({ ...whole, orderId: 'order-2', at: filledAt })]);
    expect(world.heard[1]?.text).toMatch(/, filled on [A-Z][a-z]+ \d+ at [\d:]+ New York time\./);
  });

  it('from before alerts began are history, not news', () => {
    const world = createWorld();
    world.book.putOrders([anOrder({ filledQty: decimal('4') })]);
    world.book.putExecutions([anExecution({ at: world.at(-60_000) })]);
    world.time.advance(10_000);
    expect(world.heard).toEqual([]);
  });

  it('from while the desk was closed are told at the next start, and only then', () => {
    const store = memoryStore();
    const first = createWorld(store);
    const at = first.at(5_000);
    first.stop();
    first.time.advance(3_600_000);
    for (const expected of [1, 0]) {
      const later = createWorld(store, first.time);
      later.book.putOrders([anOrder({ filledQty: decimal('4') })]);
      later.book.putExecutions([anExecution({ at })]);
      later.time.advance(3_000);
      later.stop();
      expect(later.heard).toHaveLength(expected);
    }
  });

  it('that are being gathered are told when the desk ends', () => {
    const world = createWorld();
    world.book.putOrders([anOrder({ filledQty: decimal('4') })]);
    for (const cumQty of ['2', '4'])
      world.book.putExecutions([anExecution({ at: world.at(), cumQty: decimal(cumQty) })]);
    world.stop();
    expect(world.heard).toHaveLength(1);
    expect(world.time.pending()).toBe(0);
  });
});

describe('endings', () => {
  it.each([
    ['canceled', 'cancel', 'Canceled: Buy 10 AAPL'],
    ['expired', 'expired', 'Expired: Buy 10 AAPL'],
    ['rejected', 'refusal', 'Rejected by the broker: Buy 10 AAPL'],
  ])('%s is told once, however often it is heard', (status, kind, title) => {
    const world = createWorld();
    world.book.putOrders([anOrder({})]);
    world.book.putOrders([anOrder({ status, updatedAt: world.at(1) })]);
    world.book.putOrders([anOrder({ status, updatedAt: world.at(2), hwm: decimal('1') })]);
    expect(world.heard.map((alert) => [alert.kind, alert.title])).toEqual([[kind, title]]);
  });

  it('from before alerts began are history, not news', () => {
    const world = createWorld();
    world.book.putOrders([anOrder({ status: 'canceled', canceledAt: world.at(-60_000) })]);
    expect(world.heard).toEqual([]);
  });

  it('of a leg whose brother filled is no news', () => {
    const world = createWorld();
    const leg = anOrder({ id: 'leg-1' });
    world.book.putOrders([anOrder({ legs: [leg] })]);
    world.book.putOrders([{ ...leg, status: 'canceled', updatedAt: world.at(1) }]);
    expect(world.heard).toEqual([]);
  });
});

describe('intents', () => {
  it('that are unknown for a moment only are not spoken of', () => {
    const world = createWorld();
    world.news({ kind: 'intent', intent: anIntent({}) });
    world.time.advance(2_000);
    world.news({ kind: 'intent', intent: anIntent({ state: 'accepted' }) });
    world.time.advance(60_000);
    expect(world.heard).toEqual([]);
  });

  it('that stay unknown are told once', () => {
    const world = createWorld();
    for (let round = 0; round < 3; round++) {
      world.news({ kind: 'intent', intent: anIntent({}) });
      world.time.advance(4_000);
    }
    expect(world.heard).toHaveLength(1);
    expect(world.heard[0]).toMatchObject({ kind: 'unknown', way: 'notify' });
    expect(world.heard[0]?.text).toContain('It may have been placed');
  });

  it.each([
    ['refused', 'refusal', 'Refused: Buy'],
    ['not-sent', 'guard-stop', 'Not sent: Buy'],
  ] as const)('%s is told with its reason', (state, kind, title) => {
    const world = createWorld();
    world.news({ kind: 'intent', intent: anIntent({ state, reason: 'Too large.' }) });
    expect(world.heard[0]).toMatchObject({ kind, text: 'Too large. Practice, PRACTICE.' });
    expect(world.heard[0]?.title).toContain(title);
  });

  it('late evidence is told', () => {
    const world = createWorld();
    world.news({
      kind: 'late',
      intent: anIntent({ state: 'accepted' }),
      order: anOrder({}),
      before: 'unknown',
    });
    expect(world.titles()).toEqual(['It was placed after all: Buy 10 AAPL']);
  });

  it('a journal that cannot be written is told', () => {
    const world = createWorld();
    world.breakJournal('The disk is full.');
    world.news({ kind: 'intent', intent: anIntent({ state: 'not-sent', reason: 'x' }) });
    expect(world.titles()[0]).toBe('Orders cannot be recorded');
  });
});

describe('streams', () => {
  const down = { stream: 'orders', phase: 'reconnecting', since: 7 } as const;

  it('that are down for long are told once', () => {
    const world = createWorld();
    world.book.putStream(down);
    world.time.advance(14_000);
    expect(world.heard).toEqual([]);
    world.book.putStream({ ...down, phase: 'connecting' });
    world.time.advance(2_000);
    expect(world.titles()).toEqual(['The order stream is down']);
  });

  it('say why in a sentence, also in the words of a library', () => {
    const world = createWorld();
    world.book.putStream({ ...down, message: 'the broker did not answer the sign-in' });
    world.time.advance(16_000);
    expect(world.heard[0]?.text).toMatch(/^The broker did not answer the sign-in\. \S/);
  });

  it('are told with what is so by then, and one outage once however often its reason changes', () => {
    const world = createWorld();
    world.book.putStream({ ...down, phase: 'connecting' });
    world.book.putStream({ ...down, phase: 'stopped', since: 9, message: 'The key was refused.' });
    world.time.advance(16_000);
    expect(world.heard.map(({ text }) => text)).toEqual([
      expect.stringContaining('The key was refused.'),
    ]);
    world.book.putStream({ ...down, since: 11, message: 'No route.' });
    world.time.advance(60_000);
    expect(world.heard).toHaveLength(1);
    world.book.putStream({ ...down, phase: 'live', since: 12 });
    expect(world.heard.at(-1)).toMatchObject({ kind: 'stream-down', isOver: true });
    expect(world.notifier.recent()).toEqual([]);
    world.book.putStream({ ...down, since: 13 });
    world.time.advance(16_000);
    expect(world.notifier.recent()).toHaveLength(1);
  });

  it('that are quiet are not down', () => {
    const world = createWorld();
    world.book.putStream({ ...down, phase: 'live' });
    world.book.putStream({ ...down, phase: 'quiet', message: 'No trade for 4 min.' });
    world.time.advance(600_000);
    expect(world.heard).toEqual([]);
  });

  it('that come back in time are not', () => {
    const world = createWorld();
    world.book.putStream(down);
    world.time.advance(14_000);
    world.book.putStream({ ...down, phase: 'live' });
    world.time.advance(60_000);
    expect(world.heard).toEqual([]);
  });
});

describe('loudness', () => {
  const tellOne = (change: Partial<ReturnType<typeof memoryStore>['settings']> & object) => {
    const world = createWorld();
    world.store.saveSettings({ ...world.store.settings(), ...change });
    world.news({ kind: 'intent', intent: anIntent({ state: 'refused' }) });
    return world;
  };
  const local = (offsetMinutes: number): string => {
    const at = new Date(createWorld().time.clock.wall() + offsetMinutes * 60_000);
    return `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
  };

  it('do not disturb leaves the line in the tray', () => {
    const { heard, notified } = tellOne({ isDoNotDisturb: true });
    expect(heard[0]?.way).toBe('tray');
    expect(notified).toEqual([]);
  });

  it.each([
    ['within', -60, 60, 'tray'],
    ['ended', -120, -60, 'notify'],
    ['ends this minute', -60, 0, 'notify'],
    ['begins this minute', 0, 60, 'tray'],
    ['over midnight, within', -60, -120, 'tray'],
  ])('quiet hours: %s', (_what, from, to, way) => {
    const { heard } = tellOne({ quietHours: { from: local(from), to: local(to) } });
    expect(heard[0]?.way).toBe(way);
  });

  it('off is not told, and not told later either', () => {
    const world = tellOne({ ways: { ...memoryStore().settings().ways, refusal: 'off' } });
    expect(world.heard).toEqual([]);
    world.store.saveSettings(memoryStore().settings());
    world.news({ kind: 'intent', intent: anIntent({ state: 'refused' }) });
    expect(world.heard).toEqual([]);
  });
});

describe('mints', () => {
  it('are told when they are final', () => {
    const world = createWorld();
    const request = {
      tokenizationRequestId: 'r1',
      type: 'mint',
      status: 'pending',
      underlyingSymbol: 'AAPL',
      issuer: 'xstocks',
      network: 'solana',
      qty: decimal('1.5'),
      createdAt: world.at(),
    };
    const done = { ...request, status: 'completed' };
    world.news({ kind: 'tokenization', request, before: undefined });
    world.news({ kind: 'tokenization', request: done, before: undefined });
    expect(world.titles()).toEqual([]);
    world.news({ kind: 'tokenization', request: done, before: 'pending' });
    world.news({ kind: 'tokenization', request: done, before: 'pending' });
    expect(world.titles()).toEqual(['Mint completed: 1.5 AAPL']);
  });
});
