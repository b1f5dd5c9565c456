// Every way in which a person may want out, each with how it ends and how long that takes at most, in virtual time. The
// table of docs/faults.md, "The way out", is this one.
import { describe, expect, it } from 'vitest';
import type { ClosingKind, ExitHow } from '#contract/closings.ts';
import { isOpen } from '#contract/orders.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createClosingWorld, type ClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { createFaultyDisk } from '#test/unit/journal/harness.ts';
import { aDraft, createWorlds } from '#test/unit/account/orders/world.ts';

type Options = NonNullable<Parameters<ReturnType<typeof createWorlds>>[0]>;
type Way = {
  what: string;
  /** 'closed': nothing is held. 'left': it says what is, and why. 'waits': it goes on when the person says so. */
  ends: 'closed' | 'left' | 'waits';
  withinMs: number;
  options?: Options;
  /** What is held when it is confirmed; 100 AAPL otherwise. */
  held?: Record<string, string>;
  how?: ExitHow;
  kind?: ClosingKind;
  before?: (desk: ClosingWorld) => unknown;
  /** Right after the confirmation. */
  after?: (desk: ClosingWorld) => unknown;
  /** How many orders of its own the broker got; one for each position otherwise. */
  exits?: number;
};

const disk = createFaultyDisk();
const SECOND = 1_000;
const MANY = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`SYM${n}`, '10']));
const sell = (qty: string) => aDraft({ side: 'sell', qty, limitPrice: '250' });

const WAYS: Way[] = [
  { what: 'a long position', ends: 'closed', withinMs: SECOND },
  { what: 'a short position', ends: 'closed', withinMs: SECOND, held: { AAPL: '-100' } },
  { what: 'half a share', ends: 'closed', withinMs: SECOND, held: { AAPL: '0.5' } },
  { what: 'twenty positions at once', ends: 'closed', withinMs: 2 * SECOND, held: MANY, exits: 20 },
  {
    what: 'a position that grew since it was named',
    ends: 'closed',
    withinMs: SECOND,
    after: ({ hold }) => hold('AAPL', '150'),
  },
  {
    what: 'a position that shrank since it was named',
    ends: 'closed',
    withinMs: SECOND,
    after: ({ hold }) => hold('AAPL', '60'),
  },
  {
    what: 'a position that is gone since it was named',
    ends: 'closed',
    withinMs: SECOND,
    after: ({ hold }) => hold('AAPL', '0'),
    exits: 0,
  },
  {
    what: 'a position that changed its side since it was named',
    ends: 'closed',
    withinMs: SECOND,
    after: ({ hold }) => hold('AAPL', '-20'),
  },
  {
    what: 'a resting sale of a part',
    ends: 'closed',
    withinMs: SECOND,
    options: { shares: '100' },
    before: ({ rest }) => rest({ qty: '30' }),
  },
  {
    what: 'a resting sale of all',
    ends: 'closed',
    withinMs: SECOND,
    options: { shares: '100' },
    before: ({ rest }) => rest({ qty: '100' }),
  },
  {
    what: 'a resting buy of its own',
    ends: 'closed',
    withinMs: SECOND,
    before: ({ rest }) => rest({ side: 'buy', limitPrice: '100' }),
  },
  {
    what: 'a resting stop',
    ends: 'closed',
    withinMs: SECOND,
    before: ({ rest }) => rest({ type: 'stop', stopPrice: '100', qty: '100' }),
  },
  {
    what: 'an OCO, of which one leg is held',
    ends: 'closed',
    withinMs: SECOND,
    before({ rest }) {
      rest({ qty: '100', orderClass: 'oco' });
      rest({ qty: '100', orderClass: 'oco', type: 'stop', stopPrice: '100', status: 'held' });
    },
  },
  {
    what: 'fifty resting orders',
    ends: 'closed',
    withinMs: 2 * SECOND,
    before: ({ rest }) => Array.from({ length: 50 }, () => rest({ qty: '2' })),
  },
  {
    what: 'a resting order that is being changed',
    ends: 'closed',
    withinMs: 4 * SECOND,
    before({ rest, world }) {
      const { id } = rest({ status: 'pending_replace' });
      world.time.delay(2 * SECOND, () => world.broker.change(id, { status: 'new' }));
    },
  },
  {
    what: 'a resting sale that fills before it is canceled',
    ends: 'closed',
    withinMs: SECOND,
    before({ rest, world }) {
      const { id } = rest({ qty: '30' });
      world.broker.state.onCancel = () => {
        world.broker.state.onCancel = undefined;
        world.broker.change(id, { status: 'filled', filledQty: decimal('30') });
      };
    },
  },
  {
    what: 'a sale of which nobody knows whether it was placed, and which was not',
    ends: 'left',
    withinMs: 60 * SECOND,
    options: { refusesReusedIds: false },
    before({ world }) {
      world.broker.will({ kind: 'request-lost' });
      return world.submit(sell('30'));
    },
  },
  {
    what: 'a sale of which nobody knows, and which appears after five seconds',
    ends: 'closed',
    withinMs: 10 * SECOND,
    options: { refusesReusedIds: false },
    before({ world }) {
      world.broker.will({ kind: 'late', ms: 5 * SECOND });
      return world.submit(sell('30'));
    },
  },
  {
    what: 'cancels that are not answered, three times',
    ends: 'closed',
    withinMs: 3 * SECOND,
    before({ rest, world }) {
      rest({});
      world.broker.cancelModes.push('silent', 'silent', 'silent');
    },
  },
  {
    what: 'a cancel that is taken and comes to nothing at first',
    ends: 'closed',
    withinMs: 70 * SECOND,
    before({ rest, world }) {
      rest({});
      world.broker.cancelModes.push('asked-only');
    },
  },
  {
    what: 'an order that cannot be canceled: the rest of the position goes',
    ends: 'left',
    withinMs: 60 * SECOND,
    before({ rest, world }) {
      rest({ qty: '30' });
      world.broker.cancelModes.push(...Array.from({ length: 200 }, () => 'asked-only' as const));
    },
  },
  {
    what: 'an exit whose answer is lost',
    ends: 'closed',
    withinMs: 2 * SECOND,
    before: ({ world }) => world.broker.will({ kind: 'answer-lost' }),
  },
  {
    what: 'an exit that is lost on the way, at a broker that refuses used ids',
    ends: 'closed',
    withinMs: 3 * SECOND,
    before: ({ world }) => world.broker.will({ kind: 'request-lost' }),
  },
  {
    what: 'an exit that lands three seconds late',
    ends: 'closed',
    withinMs: 8 * SECOND,
    options: { refusesReusedIds: false },
    before: ({ world }) => world.broker.will({ kind: 'late', ms: 3 * SECOND }),
  },
  {
    what: 'an exit that is lost on the way, at a broker that may take an id twice',
    ends: 'left',
    withinMs: 35 * SECOND,
    options: { refusesReusedIds: false },
    before: ({ world }) => world.broker.will({ kind: 'request-lost' }),
    exits: 0,
  },
  {
    what: 'an exit that is answered with 503 and was taken',
    ends: 'closed',
    withinMs: 2 * SECOND,
    before: ({ world }) => world.broker.will({ kind: 'status', status: 503, isTaken: true }),
  },
  {
    what: 'an exit that the broker refuses',
    ends: 'left',
    withinMs: SECOND,
    before: ({ world }) => world.broker.will({ kind: 'status', status: 422 }),
    exits: 0,
  },
  {
    what: 'a broker that cannot be reached once',
    ends: 'closed',
    withinMs: 3 * SECOND,
    before: ({ world }) => world.broker.will({ kind: 'unreachable' }),
  },
  {
    what: 'a broker that cannot be reached',
    ends: 'left',
    withinMs: 6 * SECOND,
    before: ({ world }) =>
      world.broker.will(...Array.from({ length: 9 }, () => ({ kind: 'unreachable' as const }))),
    exits: 0,
  },
  {
    what: 'exits that fill in parts of 25',
    ends: 'closed',
    withinMs: 5 * SECOND,
    before: ({ state }) => (state.fills = decimal('25')),
    exits: 4,
  },
  {
    what: 'exits that do not fill',
    ends: 'left',
    withinMs: 60 * SECOND,
    before: ({ state }) => (state.fills = 'none'),
    exits: 3,
  },
  {
    what: 'a position whose reading is not answered once',
    ends: 'closed',
    withinMs: 3 * SECOND,
    before: ({ state }) => (state.silentReads = 1),
  },
  {
    what: 'a position that cannot be read',
    ends: 'left',
    withinMs: 70 * SECOND,
    before: ({ state }) => (state.reads = 'silent'),
    exits: 0,
  },
  {
    what: 'a broker whose positions lag behind its fills',
    ends: 'closed',
    withinMs: 6 * SECOND,
    before: ({ state }) => (state.staleReads = 4),
  },
  {
    what: 'an order stream that is down',
    ends: 'closed',
    withinMs: SECOND,
    before: ({ world }) => world.stream('reconnecting'),
  },
  {
    what: 'an order stream that is mute',
    ends: 'closed',
    withinMs: 2 * SECOND,
    before: ({ state }) => (state.isMute = true),
  },
  {
    what: 'all trading stopped before',
    ends: 'closed',
    withinMs: SECOND,
    before: ({ world }) => (world.settings.isStopped = true),
  },
  {
    what: 'all trading stopped after the confirmation',
    ends: 'waits',
    withinMs: 2 * SECOND,
    after({ world }) {
      world.settings.isStopped = true;
      world.settings.stops++;
    },
    exits: 0,
  },
  {
    what: 'a live account whose desk is locked after the confirmation',
    ends: 'closed',
    withinMs: SECOND,
    options: { environment: 'live' },
    after({ world }) {
      world.settings.isLocked = true;
      world.settings.heldBack = 'This live account is not armed.';
    },
  },
  {
    what: 'a live account that is disarmed by hand after the confirmation',
    ends: 'left',
    withinMs: 6 * SECOND,
    options: { environment: 'live' },
    after: ({ world }) => (world.settings.heldBack = 'This live account is not armed.'),
    exits: 0,
  },
  {
    what: 'a disk that is full after the confirmation',
    ends: 'left',
    withinMs: 6 * SECOND,
    options: { connect: disk.connect },
    after: () => (disk.state.fault = { errcode: 13, at: 'commit' }),
    exits: 0,
  },
  {
    what: 'the market closed',
    ends: 'left',
    withinMs: SECOND,
    before: ({ world }) => (world.settings.isMarketOpen = false),
    exits: 0,
  },
  {
    what: 'the market closed, in the extended session',
    ends: 'closed',
    withinMs: SECOND,
    how: 'extended',
    before: ({ world }) => (world.settings.isMarketOpen = false),
  },
  {
    what: 'the extended session, without a bid',
    ends: 'left',
    withinMs: 6 * SECOND,
    how: 'extended',
    before: ({ state }) => (state.quote = undefined),
    exits: 0,
  },
  {
    what: 'a sleep after the confirmation',
    ends: 'waits',
    withinMs: 2 * SECOND,
    after({ world }) {
      world.time.sleep(3_600 * SECOND);
      world.trading.wake();
    },
    exits: 0,
  },
  {
    what: 'a crash after the confirmation',
    ends: 'waits',
    withinMs: SECOND,
    after: (desk) => desk.restart(),
    exits: 0,
  },
];

describe('a person who wants out of', () => {
  const open = createWorlds();

  it.each(WAYS)('$what: $ends', async (way) => {
    const desk = createClosingWorld(open, way.options);
    const held = way.held ?? { AAPL: '100' };
    for (const [symbol, qty] of Object.entries(held)) await desk.hold(symbol, qty);
    await way.before?.(desk);
    const { closingId } = desk.begin(way.kind ?? 'flatten', undefined, way.how);
    await way.after?.(desk);
    let ms = 0;
    while (desk.now(closingId).state === 'running' && ms < 120 * SECOND) {
      await desk.world.pass(50);
      ms += 50;
    }
    disk.state.fault = undefined;
    const { state, symbols } = desk.now(closingId);
    expect(ms).toBeLessThanOrEqual(way.withinMs);
    expect(state).toBe(way.ends === 'waits' ? 'waiting' : 'ended');
    for (const { symbol, step, text } of symbols) {
      if (way.ends === 'waits') continue;
      expect([step, text]).toEqual([way.ends, expect.stringMatching(/\S/)]);
      if (way.ends === 'closed') expect(desk.held(symbol)).toBe('0');
      else expect(text).toMatch(/\. ?\S/);
    }
    // Whatever came of it: nothing was sold twice, and no exit of its own is left to fill by itself.
    const ids = new Set(symbols.flatMap(({ intentIds }) => intentIds));
    const own = desk.exits().filter(({ clientOrderId }) => ids.has(clientOrderId));
    expect(own.filter(({ status }) => isOpen(status))).toEqual([]);
    if (way.exits !== undefined) expect(own).toHaveLength(way.exits);
    for (const [symbol, qty] of Object.entries(held))
      if (!qty.startsWith('-') && way.after === undefined)
        expect(desk.held(symbol).startsWith('-')).toBe(false);
  });
});
