import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import {
  aDraft,
  aMarketDraft,
  createWorlds,
  failureOf,
  newId,
  value,
  type World,
} from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const close = aMarketDraft({ side: 'sell', qty: '10' });
const LESS = expect.stringContaining('would close more than is left') as string;

const submitExit = (world: World, intentId = newId()) =>
  world.trading.submit({ intentId, draft: close, confirmations: [], isExit: true });

describe('an order that was confirmed as an exit', () => {
  it('does not open the other side when the position is gone meanwhile', async () => {
    const world = createWorld();
    world.book.putPositions([], 0);
    expect(value(await submitExit(world))).toMatchObject({ state: 'not-sent', reason: LESS });
    // The same order without that word is a short sale, which a person may want.
    expect(value(await world.submit(close)).state).toBe('accepted');
  });

  it('does not when it is sent again, in another run too', async () => {
    const world = createWorld({ refusesReusedIds: false, brokerRefusesReusedIds: false });
    world.hold('10');
    const intentId = newId();
    world.broker.will({ kind: 'request-lost' });
    value(await submitExit(world, intentId));
    world.restart();
    expect(world.intent(intentId).isExit).toBe(true);
    world.book.putPositions([], world.time.clock.wall());
    expect(failureOf(await world.trading.sendAgain(intentId, []))).toContain('more than is left');
    expect(world.broker.ledger).toEqual([]);
  });
});

describe('a change to more shares', () => {
  const sell = aDraft({ side: 'sell', qty: '10', limitPrice: '250' });

  it('that closes more than is left is not sent', async () => {
    const world = createWorld();
    world.hold('15');
    const { resultId = '' } = value(await world.submit(sell));
    expect(value(await world.replace(resultId, { qty: '16' }))).toMatchObject({
      state: 'not-sent',
      reason: LESS,
    });
    expect(value(await world.replace(resultId, { qty: '15' })).state).toBe('accepted');
  });

  it('counts what is filled already, and another price is never stopped by it', async () => {
    const world = createWorld();
    world.hold('15');
    const { resultId = '' } = value(await world.submit(sell));
    world.broker.change(resultId, { status: 'partially_filled', filledQty: decimal('4') });
    world.trading.onOrder(world.broker.ledger[0]!, 'heard');
    world.hold('5');
    expect(value(await world.replace(resultId, { limitPrice: '240' })).state).toBe('accepted');
  });
});
