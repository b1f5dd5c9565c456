// The guards of habit look as far back, and at as many orders, as their limits say.
import { describe, expect, it } from 'vitest';
import type { GuardSettings } from '#contract/trading.ts';
import {
  ACCOUNT,
  aDraft,
  aMarketDraft,
  createWorlds,
  newId,
  value,
  type World,
} from '#test/unit/account/orders/world.ts';
import { encodeOrder } from '#main/wire/order-body.ts';

const createWorld = createWorlds();
const guard = ({ settings }: World, guards: Partial<GuardSettings>): void => {
  settings.guards = { ...settings.guards, ...guards };
};
const verdictOf = ({ gate }: World, name: string, draft = aDraft()) =>
  gate.verdicts(draft).find((verdict) => verdict.guard === name);

/** As if so many had been sent, or kept from leaving, at this moment. */
function record(
  { journal, time }: World,
  count: number,
  step: 'sent' | 'not-sent' = 'sent',
  draft = aDraft({ symbol: 'MSFT' }),
): void {
  for (let n = 0; n < count; n++) {
    const intentId = newId();
    const body = encodeOrder(draft, intentId);
    const { symbol } = draft;
    const confirmedAt = time.clock.wall();
    journal.record({
      intentId,
      accountId: ACCOUNT,
      kind: 'place',
      body,
      symbol,
      title: 'x',
      confirmedAt,
    });
    journal.advance(intentId, { step }, { kind: step, text: step });
  }
}

describe('a repetition', () => {
  it('is seen for as long as the limit says, also when that is minutes', async () => {
    const world = createWorld();
    guard(world, { repeat: { isOn: true, withinMs: 300_000 } });
    value(await world.submit());
    await world.pass(240_000, 10_000);
    expect(verdictOf(world, 'repeat')).toMatchObject({ level: 'block' });
    await world.pass(70_000, 10_000);
    expect(verdictOf(world, 'repeat')).toMatchObject({ level: 'pass' });
  });

  it('is seen behind hundreds of other orders', () => {
    const world = createWorld();
    guard(world, { repeat: { isOn: true, withinMs: 10_000 } });
    record(world, 1, 'sent', aDraft());
    record(world, 510);
    expect(verdictOf(world, 'repeat')).toMatchObject({ level: 'block' });
  });
});

describe('orders per minute', () => {
  it('are counted beyond five hundred, and those that never left hide none', () => {
    const world = createWorld();
    guard(world, { ordersPerMinute: { isOn: true, maxOrders: 510 } });
    record(world, 509);
    record(world, 510, 'not-sent');
    expect(verdictOf(world, 'ordersPerMinute')).toMatchObject({ level: 'pass' });
    record(world, 1);
    expect(verdictOf(world, 'ordersPerMinute')).toMatchObject({ level: 'block' });
  });

  it('include changes', async () => {
    const world = createWorld();
    guard(world, { ordersPerMinute: { isOn: true, maxOrders: 3 } });
    const first = value(await world.submit()).resultId!;
    const second = value(await world.replace(first, { limitPrice: '180' })).resultId!;
    const third = value(await world.replace(second, { limitPrice: '181' })).resultId!;
    expect(value(await world.replace(third, { limitPrice: '182' }))).toMatchObject({
      state: 'not-sent',
      reason: '3 orders in the last minute, and your limit is 3: wait a moment.',
    });
  });
});

describe('a journal that cannot be read', () => {
  it('lets no order pass that opens, and every exit', () => {
    const world = createWorld();
    guard(world, { repeat: { isOn: true, withinMs: 10_000 } });
    world.hold('100');
    world.journal.list = () => ({
      ok: false,
      failure: { kind: 'disk', cause: 'io', message: 'broken', isKept: false },
    });
    for (const name of ['repeat', 'ordersPerMinute']) {
      expect(verdictOf(world, name)).toMatchObject({
        level: 'block',
        text: expect.stringContaining('journal cannot be read') as string,
      });
      expect(verdictOf(world, name, aMarketDraft({ side: 'sell' }))?.level).toBe('warn');
    }
  });
});
