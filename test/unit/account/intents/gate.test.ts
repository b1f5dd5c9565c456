import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import {
  aDraft,
  aMarketDraft,
  createWorlds,
  deferred,
  failureOf,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

it('a price is as old as its feed is late', () => {
  const world = createWorld();
  const stale = () =>
    world.gate.verdicts(aDraft(), newId()).find(({ guard }) => guard === 'stalePrice')?.level;
  expect(stale()).toBe('pass');
  world.settings.lateMs = 900_000;
  expect(stale()).toBe('block');
});

describe('what the broker says about the account', () => {
  const blocked = (world: ReturnType<typeof createWorld>, members: object) => {
    const { account } = world.book.account()!;
    world.book.putAccount({ ...account, ...members }, world.time.clock.wall());
  };

  it.each(['tradingBlocked', 'accountBlocked', 'tradeSuspendedByUser'])(
    '%s: what opens a position is not sent, and what closes one is',
    async (name) => {
      const world = createWorld();
      world.hold('100');
      blocked(world, { [name]: true });
      expect(value(await world.submit(aDraft({ symbol: 'MSFT' })))).toMatchObject({
        state: 'not-sent',
        reason: expect.stringContaining('does not accept orders') as string,
      });
      expect(world.broker.ledger).toEqual([]);
      const exit = aDraft({ side: 'sell', limitPrice: '200' });
      expect(value(await world.submit(exit)).state).toBe('accepted');
      blocked(world, { [name]: false });
      expect(value(await world.submit()).state).toBe('accepted');
    },
  );

  it('a margin call is told and stops nothing', async () => {
    const world = createWorld();
    blocked(world, { longMarketValue: '400000', maintenanceMargin: '120000' });
    expect(world.book.account()?.states).toMatchObject([{ name: 'marginCall' }]);
    expect(value(await world.submit()).state).toBe('accepted');
  });
});

describe('while the journal is still being checked', () => {
  it('no order that opens is sent, and no mint; exits and cancels are', async () => {
    const world = createWorld({ isCheckedLater: true });
    expect(world.gate.armState()).toEqual({ isArmed: true });
    const left = value(await world.submit(aDraft()));
    expect(left.state).toBe('accepted');
    world.restart();
    world.hold('100');
    const why = 'The journal is still being checked. Exits and cancels work meanwhile.';
    expect(world.gate.armState()).toEqual({ isArmed: false, why, takesExits: true });
    const { health } = world.journal;
    world.journal.health = () => ({ ...health(), whyUnchecked: 'It could not be checked.' });
    const instead = 'It could not be checked. Exits and cancels work meanwhile.';
    expect(world.gate.armState()).toEqual({ isArmed: false, why: instead, takesExits: true });
    world.journal.health = health;
    expect(value(await world.submit(aDraft()))).toMatchObject({
      state: 'not-sent',
      reason: expect.stringContaining(why) as string,
    });
    const mint = { ...world.intent(left.intentId), kind: 'mint' as const, body: '{}' };
    expect(world.gate.refusal(mint, new Set())).toBe(why);
    const exit = value(await world.submit(aDraft({ side: 'sell', limitPrice: '200' })));
    expect(exit.state).toBe('accepted');
    value(await world.trading.cancel(exit.resultId ?? ''));
    expect(world.broker.ledger).toHaveLength(2);
    world.journal.setChecked();
    expect(world.gate.armState()).toEqual({ isArmed: true });
    expect(value(await world.submit(aDraft())).state).toBe('accepted');
  });
});

describe('everything is checked at hand-over', () => {
  it.each([
    ['market', aMarketDraft(), 2_000],
    ['limit', aDraft(), 10_000],
  ])('a %s order that waited too long for its turn is not sent', async (_n, draft, ms) => {
    const world = createWorld();
    for (const [waitMs, expected] of [
      [ms - 100, 'accepted'],
      [ms + 100, 'not-sent'],
    ] as const) {
      const gate = deferred();
      world.broker.will({ kind: 'queued', go: gate.promise });
      const submitted = world.submit(draft);
      await world.pass(waitMs, 100);
      world.freshPrice();
      gate.go();
      expect(value(await submitted).state).toBe(expected);
    }
    expect(world.broker.ledger).toHaveLength(1);
  });

  it('a guard that passed at submit and blocks at hand-over keeps it from leaving', async () => {
    const world = createWorld();
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const submitted = world.submit();
    world.settings.guards = {
      ...world.settings.guards,
      size: { isOn: true, maxShares: decimal('5') },
    };
    gate.go();
    expect(value(await submitted)).toMatchObject({
      state: 'not-sent',
      reason: expect.stringContaining('10 shares is more than') as string,
    });
  });

  it('a desk that closes sends nothing any more', async () => {
    const world = createWorld();
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const submitted = world.submit();
    world.trading.stop();
    gate.go();
    expect(value(await submitted).state).toBe('not-sent');
    expect(world.broker.ledger).toEqual([]);
  });

  it('an account that is held back from outside is not armed', async () => {
    const world = createWorld();
    world.settings.heldBack = 'Type the account number first.';
    expect(world.gate.armState()).toEqual({
      isArmed: false,
      why: 'Type the account number first.',
    });
    expect(value(await world.submit()).state).toBe('not-sent');
  });
});

describe('guards', () => {
  it('an unknown order counts as placed', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.settings.guards = {
      ...world.settings.guards,
      shareOfEquity: { isOn: true, maxPercent: decimal('30') },
    };
    world.broker.will({ kind: 'request-lost' });
    const first = value(await world.submit(aDraft({ qty: '100' })));
    expect(first.state).toBe('unknown');
    const second = value(await world.submit(aDraft({ qty: '100' })));
    expect(second).toMatchObject({ state: 'not-sent' });
    expect(second.reason).toContain('38% of your equity');
  });

  it('an unknown change counts as the order that it would make', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const { resultId: orderId } = value(await world.submit(aDraft({ qty: '10' })));
    world.broker.will({ kind: 'request-lost' });
    await world.replace(orderId!, { qty: '100' });
    expect(world.gate.unknownOrders()).toMatchObject([
      { draft: { qty: '100' }, replaces: orderId },
    ]);
  });

  it('a change is judged like the order that it would make', async () => {
    const world = createWorld();
    const { resultId: orderId } = value(await world.submit());
    const { state, reason } = value(await world.replace(orderId!, { qty: '6000' }));
    expect(state).toBe('not-sent');
    expect(reason).toContain('6,000 shares');
  });

  it('a change is no repetition of the order that it replaces', async () => {
    const world = createWorld();
    world.settings.guards = { ...world.settings.guards, repeat: { isOn: true, withinMs: 10_000 } };
    const { resultId: orderId } = value(await world.submit());
    expect(value(await world.replace(orderId!, { timeInForce: 'gtc' })).state).toBe('accepted');
    expect(value(await world.submit()).state).toBe('not-sent');
  });

  it('for exits guards warn and never block; what is working or unknown is no longer there to exit', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.hold('100');
    world.settings.guards = {
      ...world.settings.guards,
      size: { isOn: true, maxShares: decimal('5') },
    };
    world.broker.will({ kind: 'request-lost' });
    const exit = () => world.submit(aMarketDraft({ side: 'sell', qty: '60' }));
    expect(value(await exit()).state).toBe('unknown');
    expect(value(await exit()).state).toBe('not-sent');
  });
});

describe('the kill switch', () => {
  it('what is queued becomes not sent', async () => {
    const world = createWorld();
    const { resultId: orderId } = value(await world.submit());
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise }, { kind: 'queued', go: gate.promise });
    const placed = world.submit();
    const changed = world.replace(orderId!);
    world.settings.isStopped = true;
    gate.go();
    expect(value(await placed)).toMatchObject({
      state: 'not-sent',
      reason: 'All trading is stopped.',
    });
    expect(value(await changed)).toMatchObject({
      state: 'not-sent',
      reason: 'All trading is stopped.',
    });
    expect(world.broker.ledger).toHaveLength(1);
  });

  it('cancels and lookups go on', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const { resultId: orderId } = value(await world.submit());
    world.broker.will({ kind: 'answer-lost' });
    const lost = newId();
    await world.submit(undefined, lost);
    world.settings.isStopped = true;
    value(await world.trading.cancel(orderId!));
    await world.pass(1_000);
    expect(world.broker.ledger[0]).toMatchObject({ status: 'canceled' });
    expect(world.state(lost)).toBe('accepted');
  });

  it('what was queued, or would be sent again, stays stopped when that is taken back', async () => {
    const world = createWorld();
    const { promise: go, resolve } = Promise.withResolvers<void>();
    world.broker.will({ kind: 'queued', go });
    const queued = world.submit(aDraft());
    world.settings.stops++;
    resolve();
    expect(value(await queued)).toMatchObject({
      state: 'not-sent',
      reason: 'All trading was stopped while this was waiting to be sent.',
    });
    const lost = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(aDraft(), lost);
    world.settings.stops++;
    await world.pass(20_000);
    expect(world.state(lost)).toBe('unknown');
    expect(world.broker.ledger).toEqual([]);
  });

  it('exits pass one by one, each confirmed', async () => {
    const world = createWorld();
    world.hold('100');
    world.settings.isStopped = true;
    const exit = aMarketDraft({ side: 'sell', qty: '50' });
    expect(value(await world.submit(exit)).reason).toContain('need a separate confirmation');
    expect(value(await world.submit(exit, newId(), ['exit-while-stopped'])).state).toBe('accepted');
    const buy = aDraft();
    expect(value(await world.submit(buy, newId(), ['exit-while-stopped'])).state).toBe('not-sent');
    const tooMuch = aMarketDraft({ side: 'sell', qty: '51' });
    expect(value(await world.submit(tooMuch, newId(), ['exit-while-stopped'])).state).toBe(
      'not-sent',
    );
  });

  it('changes are stopped, also those of exits', async () => {
    const world = createWorld();
    world.hold('100');
    const { resultId: orderId } = value(
      await world.submit(aDraft({ side: 'sell', limitPrice: '200' })),
    );
    world.settings.isStopped = true;
    const change = { limitPrice: aDraft({ limitPrice: '199' }).limitPrice };
    const changed = await world.trading.replace({
      intentId: newId(),
      orderId: orderId!,
      change,
      confirmations: ['exit-while-stopped'],
    });
    expect(value(changed).state).toBe('not-sent');
  });

  it('stops what the person sends again too', async () => {
    const world = createWorld({ refusesReusedIds: false });
    world.broker.will({ kind: 'request-lost' });
    const { intentId } = value(await world.submit());
    world.settings.isStopped = true;
    expect(failureOf(await world.trading.sendAgain(intentId, []))).toContain(
      'All trading is stopped',
    );
    expect(world.state(intentId)).toBe('unknown');
  });
});

describe('time', () => {
  it('a limit counts on either clock: a sleep that only the date shows ends a resend', async () => {
    const world = createWorld();
    const id = newId();
    world.broker.will({ kind: 'request-lost' });
    await world.submit(undefined, id);
    world.time.sleep(31_000);
    world.freshPrice();
    await world.pass(20_000);
    expect(world.broker.calls.place).toHaveLength(1);
  });

  it('a clock that is set back makes no limit longer and no price younger', async () => {
    const world = createWorld();
    const id = newId();
    const lost = Array.from({ length: 30 }, () => ({ kind: 'request-lost' as const }));
    world.broker.will(...lost);
    await world.submit(aMarketDraft(), id);
    world.time.sleep(-3_600_000);
    await world.pass(6_000, 100);
    const sent = world.broker.calls.place.length;
    await world.pass(30_000, 200);
    expect(world.broker.calls.place).toHaveLength(sent);
    expect(value(await world.submit()).reason).toContain('The price of AAPL is 36 s old');
  });

  it('waking ends every limit at once: what waits is not sent, what was sent is looked for, prices are old', async () => {
    const world = createWorld({ refusesReusedIds: false });
    const never = new Promise<void>(() => undefined);
    world.broker.will({ kind: 'queued', go: never });
    const waiting = world.submit();
    const onItsWay = newId();
    const { place } = world.broker.broker;
    world.broker.broker.place = async (body, options) => {
      await place(body, options);
      return new Promise((resolve) => {
        options.signal.addEventListener('abort', () =>
          resolve({ kind: 'lost', reason: 'canceled' }),
        );
      });
    };
    const sent = world.submit(undefined, onItsWay);
    await world.pass(100);
    expect(world.state(onItsWay)).toBe('sent');
    world.trading.wake();
    expect(value(await waiting).state).toBe('not-sent');
    expect(value(await sent).state).toBe('unknown');
    await world.pass(1);
    expect(world.state(onItsWay)).toBe('accepted');
    expect(world.gate.verdicts(aDraft()).find(({ guard }) => guard === 'stalePrice')?.level).toBe(
      'block',
    );
    world.freshPrice();
    expect(world.gate.verdicts(aDraft()).find(({ guard }) => guard === 'stalePrice')?.level).toBe(
      'pass',
    );
  });

  it('an order that waited through a sleep is not sent, however short the sleep', async () => {
    const world = createWorld();
    const gate = deferred();
    world.broker.will({ kind: 'queued', go: gate.promise });
    const submitted = world.submit();
    world.gate.onSleep();
    world.freshPrice();
    gate.go();
    expect(value(await submitted).reason).toContain('The computer went to sleep');
  });
});
