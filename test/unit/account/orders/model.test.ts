// Random lives of a few orders under a broker that answers, stays silent, lands late, goes blind and is cut off, with a
// person who presses everything and a desk that is started anew: compared in the end with what the broker really has.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Intent } from '#contract/intents.ts';
import { isTerminal, type Order } from '#contract/orders.ts';
import type { Behavior, CancelMode, LookupMode } from '#test/unit/account/orders/fake-broker.ts';
import {
  aDraft,
  aMarketDraft,
  createWorld,
  newId,
  type World,
} from '#test/unit/account/orders/world.ts';
import { scaled } from '#test/support/scale.ts';

type Action =
  | { kind: 'submit'; isMarket: boolean; side: 'buy' | 'sell'; how: Behavior[] }
  | { kind: 'submit-again' | 'look-again' | 'cancel-unknown' | 'cancel'; nth: number }
  | { kind: 'send-again'; nth: number; how: Behavior[] }
  | { kind: 'replace'; nth: number; how: Behavior[]; price: number }
  | { kind: 'set-aside'; nth: number; isCanceled: boolean }
  | { kind: 'lookups'; mode: LookupMode }
  | { kind: 'cancels'; modes: CancelMode[] }
  | { kind: 'pass'; ms: number }
  | { kind: 'stream'; isOn: boolean }
  | { kind: 'hear-again' | 'fill' | 'cancel-rejected'; nth: number }
  | { kind: 'kill-switch' | 'wake' | 'restart' };

const refusal = fc.constantFrom(400, 401, 403, 422);
const trouble = fc.constantFrom(404, 408, 425, 429, 500, 503, 504);
const behavior: fc.Arbitrary<Behavior> = fc.oneof(
  fc.constant<Behavior>({ kind: 'honest' }),
  fc.constant<Behavior>({ kind: 'answer-lost' }),
  fc.constant<Behavior>({ kind: 'request-lost' }),
  fc.integer({ min: 1, max: 60_000 }).map((ms): Behavior => ({ kind: 'late', ms })),
  refusal.map((status): Behavior => ({ kind: 'status', status })),
  fc
    .tuple(trouble, fc.boolean())
    .map(([status, isTaken]): Behavior => ({ kind: 'status', status, isTaken })),
  fc.constant<Behavior>({ kind: 'unreadable' }),
  fc.constant<Behavior>({ kind: 'unreachable' }),
  fc.constantFrom('before', 'after').map((when): Behavior => ({ kind: 'throws', when })),
);
const how = fc.array(behavior, { maxLength: 4 });
const nth = fc.nat({ max: 5 });

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      isMarket: fc.boolean(),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      how,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'submit-again' as const,
        'look-again' as const,
        'cancel-unknown' as const,
        'cancel' as const,
      ),
      nth,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('send-again' as const), nth, how }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      nth,
      how,
      price: fc.integer({ min: 180, max: 195 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('set-aside' as const),
      nth,
      isCanceled: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('lookups' as const),
      mode: fc.constantFrom<LookupMode[]>('honest', 'honest', 'blind', 'silent', 'throws'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('cancels' as const),
      modes: fc.array(fc.constantFrom<CancelMode[]>('silent', 'asked-only', 'throws'), {
        maxLength: 4,
      }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 90, 700, 3_000, 12_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stream' as const), isOn: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('hear-again' as const, 'fill' as const, 'cancel-rejected' as const),
      nth,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('kill-switch' as const, 'wake' as const, 'restart' as const),
    }),
  },
);

/** One thing that happens. What it answers does not matter here: only what is true afterwards. */
async function act(world: World, ids: string[], happening: Action): Promise<void> {
  const { broker, trading } = world;
  world.freshPrice();
  const pick = <T>(items: readonly T[], at: number): T | undefined =>
    items[at % Math.max(1, items.length)];
  const id = 'nth' in happening ? pick(ids, happening.nth) : undefined;
  const order = 'nth' in happening ? pick(broker.ledger, happening.nth) : undefined;
  switch (happening.kind) {
    case 'submit': {
      const { isMarket, side } = happening;
      broker.will(...happening.how);
      const next = newId();
      ids.push(next);
      await world.submit(
        isMarket ? aMarketDraft({ side, qty: '1' }) : aDraft({ side, qty: '1' }),
        next,
      );
      return;
    }
    case 'submit-again':
      if (id)
        await Promise.all([
          world.submit(aDraft({ qty: '1' }), id),
          world.submit(aMarketDraft({ qty: '1' }), id),
        ]);
      return;
    case 'send-again':
      broker.will(...happening.how);
      if (id) await trading.sendAgain(id, []);
      return;
    case 'replace': {
      broker.will(...happening.how);
      if (!order) return;
      const next = newId();
      const result = await world.replace(order.id, { limitPrice: String(happening.price) }, next);
      if (result.ok) ids.push(next);
      return;
    }
    case 'look-again':
      if (id) await trading.lookAgain(id);
      return;
    case 'set-aside':
      if (id) trading.setAside(id, happening.isCanceled);
      return;
    case 'cancel-unknown':
      if (id) void trading.cancelUnknown(id);
      return;
    case 'cancel':
      if (order) await trading.cancel(order.id);
      return;
    case 'lookups':
      broker.state.lookups = happening.mode;
      return;
    case 'cancels':
      broker.cancelModes.push(...happening.modes);
      return;
    case 'pass':
      return world.pass(happening.ms, 100);
    case 'stream':
      world.stream(happening.isOn ? 'live' : 'reconnecting');
      if (happening.isOn) world.listen();
      else broker.state.onEvent = undefined;
      return;
    case 'hear-again':
      if (order) trading.onOrder(order, 'heard');
      return;
    case 'fill':
      if (order && !isTerminal(order.status))
        broker.change(order.id, { status: 'filled', filledQty: order.qty! });
      return;
    case 'cancel-rejected':
      if (order) trading.onCancelRejected(order.id);
      return;
    case 'kill-switch':
      world.settings.isStopped = !world.settings.isStopped;
      return;
    case 'wake':
      return trading.wake();
    case 'restart':
      return world.restart();
    default:
      return happening satisfies never;
  }
}

/** Every fault is over, and everything that was still on its way has landed. */
async function calmDown(world: World): Promise<void> {
  world.broker.forget();
  world.broker.state.lookups = 'honest';
  world.broker.cancelModes.length = 0;
  await world.pass(160_000, 500);
}

function check(world: World, ids: readonly string[], { isUnique }: { isUnique: boolean }): void {
  for (const id of ids) {
    const orders = world.broker.ordersOf(id);
    const found = world.journal.get(id);
    const intent = found.ok ? found.value : undefined;
    // A change that was refused before it was recorded is no intent.
    if (!intent) {
      expect(orders).toEqual([]);
      continue;
    }
    const what = `${id} is ${intent.state}\n${world.evidence(id).join('\n')}`;
    if (isUnique) expect(orders.length, what).toBeLessThanOrEqual(1);
    expect(['recorded', 'sent'], what).not.toContain(intent.state);
    if (orders.length > 0) expect(intent.state, what).toBe('accepted');
    else expect(intent.state, what).not.toBe('accepted');
    if (intent.state === 'accepted')
      expect(
        orders.map((order) => order.id),
        what,
      ).toContain(intent.resultId);
    if (intent.cancelWhenFound) expect(isStillOpen(world, intent), what).toBe(false);
  }
}

function isStillOpen(world: World, { state, resultId: orderId }: Intent): boolean {
  if (state !== 'accepted') return false;
  let order: Order | undefined = world.broker.ledger.find(({ id }) => id === orderId);
  for (let next = order; next;) {
    order = next;
    const { replacedBy }: Order = next;
    next = world.broker.ledger.find(({ id }) => id === replacedBy);
  }
  return order !== undefined && !isTerminal(order.status);
}

async function live(actions: Action[], isCapable: boolean): Promise<void> {
  const world = createWorld({ refusesReusedIds: isCapable, shares: '3' });
  const ids: string[] = [];
  const accepted = new Set<string>();
  try {
    for (const happening of actions) {
      await act(world, ids, happening);
      for (const id of ids) {
        const found = world.journal.get(id);
        const state = found.ok ? found.value?.state : undefined;
        if (accepted.has(id)) expect(state).toBe('accepted');
        if (state === 'accepted') accepted.add(id);
      }
    }
    await calmDown(world);
    check(world, ids, { isUnique: true });
  } finally {
    world.end();
  }
}

const RUNS = scaled(40);
const lives = fc.array(action, { minLength: 3, maxLength: 25 });

it.each([true, false])(
  'places each order once, or says with truth that it did not (a broker known to refuse reused ids: %s)',
  { timeout: 600_000 },
  async (isCapable) => {
    await fc.assert(
      fc.asyncProperty(lives, (actions) => live(actions, isCapable)),
      {
        numRuns: RUNS,
        interruptAfterTimeLimit: 500_000,
      },
    );
  },
);
