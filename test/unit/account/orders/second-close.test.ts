import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { aMarketDraft, createWorlds, failureOf, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();

describe('a second close', () => {
  const close = aMarketDraft({ side: 'sell', qty: '10' });

  it('is not sent once the first has filled, although the positions were not read since', async () => {
    const world = createWorld();
    world.hold('10');
    const { resultId: orderId = '' } = value(await world.submit(close));
    world.broker.change(orderId, { status: 'filled', filledQty: decimal('10') });
    world.trading.onOrder(world.broker.ledger[0]!, 'heard');
    expect(failureOf(world.trading.closingDraft('AAPL'))).toContain(
      'You have no AAPL left to close',
    );
    expect(value(await world.submit(close))).toMatchObject({
      state: 'not-sent',
      reason: expect.stringContaining('would close more than is left') as string,
    });
    expect(world.broker.ledger).toHaveLength(1);
  });

  it('is not sent while the first is on its way', async () => {
    const world = createWorld();
    world.hold('10');
    world.broker.will({ kind: 'late', ms: 500 });
    const first = world.submit(close);
    expect(value(await world.submit(close)).state).toBe('not-sent');
    await world.pass(1_000);
    value(await first);
    expect(world.broker.ledger).toHaveLength(1);
  });

  it('goes, for what is left, when a part was closed', async () => {
    const world = createWorld();
    world.hold('10');
    const part = aMarketDraft({ side: 'sell', qty: '4' });
    const { resultId: orderId = '' } = value(await world.submit(part));
    world.broker.change(orderId, { status: 'filled', filledQty: decimal('4') });
    world.trading.onOrder(world.broker.ledger[0]!, 'heard');
    expect(value(world.trading.closingDraft('AAPL')).qty).toBe('6');
    expect(value(await world.submit(aMarketDraft({ side: 'sell', qty: '7' }))).state).toBe(
      'not-sent',
    );
    expect(value(await world.submit(aMarketDraft({ side: 'sell', qty: '6' }))).state).toBe(
      'accepted',
    );
  });
});
