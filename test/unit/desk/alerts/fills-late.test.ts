// Fills that were heard and could not be told at once.
import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { anExecution, anOrder, createWorld, memoryStore } from '#test/unit/desk/alerts/world.ts';

describe('fills', () => {
  it('that are known before their order are told once it is found', () => {
    const world = createWorld();
    const whole = { qty: decimal('10'), cumQty: decimal('10') };
    world.book.putExecutions([anExecution({ ...whole, at: world.at() })]);
    world.time.advance(60_000);
    expect(world.heard).toEqual([]);
    world.book.putOrders([anOrder({ status: 'filled', filledQty: decimal('10') })]);
    world.time.advance(3_000);
    expect(world.titles()).toEqual(['Bought 10 AAPL']);
    world.time.advance(60_000);
    expect([world.heard.length, world.time.pending()]).toEqual([1, 0]);
  });

  it('that a killed desk had heard and not told are told by the next one, and no others again', () => {
    const store = memoryStore();
    const first = createWorld(store);
    const at = first.at();
    const parts = ['2', '4'].map((cumQty) => anExecution({ at, cumQty: decimal(cumQty) }));
    first.book.putOrders([
      anOrder({ filledQty: decimal('4') }),
      anOrder({ id: 'told', status: 'filled', filledQty: decimal('10') }),
    ]);
    const whole = { qty: decimal('10'), cumQty: decimal('10') };
    first.book.putExecutions([anExecution({ orderId: 'told', at, ...whole }), ...parts]);
    expect(first.titles()).toEqual(['Bought 10 AAPL']);
    // Killed: nothing of it is called any more.
    const later = createWorld(store, createFakeTime(), first.book);
    later.time.advance(3_000);
    expect(later.titles()).toEqual(['Bought 4 of 10 AAPL']);
  });
});
