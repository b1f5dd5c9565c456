// A way out beside an order of which nobody knows.
import { describe, expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import {
  anUnknownMint,
  aStop,
  createClosingWorld,
  openIds,
} from '#test/unit/account/orders/closing-world.ts';
import {
  aDraft,
  aMarketDraft,
  createWorlds,
  newId,
  value,
} from '#test/unit/account/orders/world.ts';

const open = createWorlds();
const createDesk = (options?: Parameters<typeof open>[0]) => createClosingWorld(open, options);

type Desk = ReturnType<typeof createDesk>;

describe('an exit of which nobody knows', () => {
  it('no longer keeps the position from being closed once it is set aside', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'status', status: 429 });
    const { closingId } = desk.begin();
    await desk.world.pass(50_000, 200);
    const { intentIds, text } = desk.now(closingId).symbols[0]!;
    expect(text).toContain('set it aside');
    value(desk.closings.goOn(closingId));
    await desk.world.pass(50_000, 200);
    expect(desk.held()).toBe('100');

    value(desk.world.trading.setAside(intentIds[0]!));
    expect(desk.plan().symbols[0]!.cancels).toEqual([expect.stringContaining('set aside')]);
    value(desk.closings.goOn(closingId));
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('0');
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
  });
});

describe('a sale of which nobody knows, set aside to be told of only', () => {
  it('keeps nobody in: it is to be canceled from then on, as the plan said', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'status', status: 429 });
    const intentId = newId();
    void desk.world.submit(aMarketDraft({ side: 'sell', qty: '100' }), intentId);
    await desk.world.pass(50_000, 200);
    expect(desk.world.state(intentId)).toBe('unknown');
    value(desk.world.trading.setAside(intentId, false));
    expect(desk.plan().symbols[0]!.cancels).toEqual([
      expect.stringContaining('set aside: if it appears, it is canceled'),
    ]);
    const { closingId } = desk.begin();
    await desk.world.pass(5_000);
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
    expect(desk.held()).toBe('0');
    expect(desk.world.intent(intentId)).toMatchObject({
      state: 'set-aside',
      cancelWhenFound: true,
    });
  });
});

describe('half beside a sale that was set aside to be told of only', () => {
  it('cancels that one, and no stop in vain', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'status', status: 429 });
    const intentId = newId();
    void desk.world.submit(aDraft({ side: 'sell', qty: '100', limitPrice: '250' }), intentId);
    await desk.world.pass(50_000, 200);
    value(desk.world.trading.setAside(intentId, false));
    const stop = aStop(desk, '40');
    desk.begin('half', ['AAPL']);
    await desk.world.pass(10_000);
    expect([desk.held(), openIds(desk)]).toEqual(['50', [stop.id]]);
    expect(desk.world.intent(intentId).cancelWhenFound).toBe(true);
  });
});

describe('a mint of which nobody knows', () => {
  it.each(['close', 'half'] as const)(
    'that may have taken everything is named, and no stop is canceled for it (%s)',
    async (kind) => {
      const desk = createDesk();
      await desk.hold('AAPL', '100');
      const mint = anUnknownMint(desk, '100');
      const stop = aStop(desk, '60');
      const { closingId } = desk.begin(kind, ['AAPL']);
      await desk.world.pass(60_000, 100);
      expect([desk.held(), openIds(desk)]).toEqual(['100', [stop.id]]);
      expect(desk.now(closingId).symbols[0]?.text).toContain(
        'An unconfirmed mint may have taken all of your AAPL. Set it aside in Tokenization',
      );

      desk.world.journal.advance(mint, { step: 'set-aside' }, { kind: 'person', text: 'aside' });
      value(desk.closings.goOn(closingId));
      await desk.world.pass(10_000);
      expect(desk.held()).toBe(kind === 'close' ? '0' : '50');
    },
  );

  it('that may have taken a part is named for what is left', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    anUnknownMint(desk, '40');
    const { closingId } = desk.begin();
    await desk.world.pass(60_000, 100);
    expect(desk.held()).toBe('40');
    expect(desk.now(closingId).symbols[0]?.text).toContain('An unconfirmed mint may have taken');
  });

  it('that may have taken everything is why nothing can be protected', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    anUnknownMint(desk, '100');
    for (const replaces of [true, false]) {
      const protection = { stop: decimal('100'), replaces };
      const plan = desk.closings.plan('protect', ['AAPL'], protection);
      expect(plan.leftOut[0]?.why).toContain('An unconfirmed mint may have taken all of your AAPL');
    }
  });
});

describe('half a share of which nobody knows, in the extended session', () => {
  it('does not keep the whole ones where that session takes no fractions', async () => {
    const traits = { attributes: [] as string[], fractionable: true };
    const desk = createDesk({ refusesReusedIds: false, traits });
    desk.state.traits = traits;
    await desk.hold('AAPL', '100');
    desk.world.broker.will({ kind: 'late', ms: 5_000 });
    void desk.world.submit(aDraft({ side: 'sell', qty: '0.5', limitPrice: '250' }));
    await desk.world.pass(500);
    desk.world.settings.isMarketOpen = false;
    desk.begin('close', ['AAPL'], 'extended');
    await desk.world.pass(30_000, 100);
    expect(desk.held()).toBe('0');
  });
});

describe('a desk that ends while a way out has canceled nothing yet', () => {
  /** The next start knows the orders of before, as the stored book does. */
  function restart(desk: Desk): void {
    desk.world.settings.accountDoubt = 'not read yet';
    desk.restart();
    desk.world.book.putOrders(desk.world.broker.ledger);
    desk.world.settings.accountDoubt = undefined;
  }

  it.each([
    ['is running', false],
    ['waits since all trading was stopped', true],
  ])('leaves the stop of one that %s', async (_what, isStopped) => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    const stop = aStop(desk, '100');
    desk.state.reads = 'silent';
    const { closingId } = desk.begin();
    await desk.world.pass(5_000);
    if (isStopped) desk.world.settings.stops++;
    await desk.world.pass(30_000);
    if (isStopped) expect(desk.now(closingId).state).toBe('waiting');
    expect(openIds(desk)).toEqual([stop.id]);
    restart(desk);
    await desk.world.pass(10_000);
    expect(openIds(desk)).toEqual([stop.id]);
  });

  it('goes on with a cancel that was asked for', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    aStop(desk, '100');
    for (let tries = 0; tries < 40; tries++) desk.world.broker.cancelModes.push('silent');
    desk.begin();
    await desk.world.pass(1_000);
    expect(openIds(desk)).toHaveLength(1);
    desk.world.broker.cancelModes.length = 0;
    restart(desk);
    await desk.world.pass(20_000);
    expect(openIds(desk)).toEqual([]);
  });
});
