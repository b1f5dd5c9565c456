// What must not keep a person in a position, and what must not be sold behind their back.
import { describe, expect, it } from 'vitest';
import { fail } from '#contract/failure.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createClosingWorld } from '#test/unit/account/orders/closing-world.ts';
import { aMarketDraft, createWorlds, failureOf, value } from '#test/unit/account/orders/world.ts';

const open = createWorlds();
const createDesk = (options?: Parameters<typeof open>[0]) => createClosingWorld(open, options);

describe('an exit that the broker refuses because of other orders', () => {
  const refusal = {
    kind: 'status' as const,
    status: 403,
    message: 'insufficient qty available for order (requested: 100, available: 0)',
  };

  it('is tried again: a cancel releases its shares a moment later', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.rest({ qty: '100' });
    desk.world.broker.will(refusal);
    const { closingId } = desk.begin();
    await desk.world.pass(2_000);
    expect(desk.held()).toBe('0');
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
    expect(desk.world.broker.calls.place).toHaveLength(2);
  });

  it('is given up after three tries, and says why', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.world.broker.will(...Array.from({ length: 9 }, () => refusal));
    const { closingId } = desk.begin();
    await desk.world.pass(6_000);
    expect(desk.now(closingId).symbols[0]).toMatchObject({
      step: 'left',
      text: expect.stringContaining('100 AAPL left. The broker refused (403): insuff') as string,
    });
    expect(desk.world.broker.calls.place).toHaveLength(3);
  });

  it('is tried again without the order that was placed elsewhere and that no stream told of', async () => {
    const desk = createDesk({ shares: '100' });
    await desk.hold('AAPL', '100');
    desk.state.isMute = true;
    desk.rest({ qty: '100', type: 'stop', stopPrice: '100' });
    const { closingId } = desk.begin();
    await desk.world.pass(6_000);
    expect(desk.held()).toBe('0');
    expect(desk.open()).toEqual([]);
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
  });
});

describe('a stop that protects a position', () => {
  it('is not canceled while nobody can say what is held', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    const stop = desk.rest({ qty: '100', type: 'stop', stopPrice: '100' });
    desk.state.reads = 'silent';
    const { closingId } = desk.begin();
    await desk.world.pass(70_000, 200);
    expect(desk.now(closingId).symbols[0]).toMatchObject({
      step: 'left',
      text: expect.stringMatching(
        /^The position could not be read: .*\. Check it again\.$/,
      ) as string,
    });
    expect(desk.open()).toMatchObject([{ id: stop.id }]);
    expect(desk.world.broker.calls.cancel).toEqual([]);
  });
});

describe('a stop that was canceled for an exit that was not taken', () => {
  it.each([
    [true, 'The broker refused (422): no. The open orders in AAPL were canceled.'],
    [false, 'The broker refused (422): no.'],
  ])('is named where there was one: %s', async (isThere, words) => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    if (isThere) desk.rest({ qty: '100', type: 'stop', stopPrice: '100' });
    desk.world.broker.will({ kind: 'status', status: 422 });
    const { closingId } = desk.begin();
    await desk.world.pass(3_000);
    expect(desk.now(closingId).symbols[0]?.text).toBe(`100 AAPL left. ${words}`);
  });
});

describe('a line that needs five seconds for a connection', () => {
  function slow({ world }: ReturnType<typeof createDesk>): void {
    const { broker } = world.broker;
    const { place } = broker;
    broker.place = async (...order) => {
      await new Promise<void>((resolve) => void world.time.delay(5_000, resolve));
      return place(...order);
    };
  }

  it('delays a way out and does not keep anybody in', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    slow(desk);
    const { closingId } = desk.begin();
    await desk.world.pass(7_000);
    expect(desk.held()).toBe('0');
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
    expect(desk.exits()).toHaveLength(1);
  });

  it('is waited for by a market order that closes, and not by one that opens', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    slow(desk);
    const submitted = ['sell', 'buy'].map((side) => desk.world.submit(aMarketDraft({ side })));
    await desk.world.pass(6_000);
    const states = (await Promise.all(submitted)).map((answer) => value(answer).state);
    expect(states).toEqual(['accepted', 'not-sent']);
  });
});

describe('a person who stops it', () => {
  it('finds the cancel begun while the exit waits for its answer', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = 'none';
    const { place } = desk.world.broker.broker;
    desk.world.broker.broker.place = async (body, options) => {
      const answer = await place(body, options);
      await new Promise<void>((resolve) => void desk.world.time.delay(8_000, resolve));
      return answer;
    };
    const { closingId } = desk.begin();
    await desk.world.pass(1_000);
    expect(desk.open()).toHaveLength(1);
    value(desk.closings.stop(closingId));
    await desk.world.pass(500);
    expect(desk.open()).toEqual([]);
    await desk.world.pass(10_000);
    expect(desk.now(closingId)).toMatchObject({ state: 'ended', symbols: [{ left: '100' }] });
  });

  it('does not wait for an exit that stays unknown, and it is not sent again', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = 'none';
    desk.world.broker.will(...Array.from({ length: 9 }, () => ({ kind: 'request-lost' as const })));
    const { closingId } = desk.begin();
    await desk.world.pass(500);
    value(desk.closings.stop(closingId));
    const sent = desk.world.broker.calls.place.length;
    await desk.world.pass(12_000);
    expect(desk.now(closingId).state).toBe('ended');
    expect(desk.world.broker.calls.place).toHaveLength(sent);
  });
});

describe('a machine that slept', () => {
  it('sells nothing more, though nobody has told of the sleep yet', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.fills = decimal('30');
    const { closingId } = desk.begin();
    await desk.world.pass(100);
    const sent = desk.exits().length;
    desk.world.time.sleep(8 * 3_600_000);
    await desk.world.pass(5_000);
    expect(desk.exits()).toHaveLength(sent);
    expect(desk.open()).toEqual([]);
    expect(desk.now(closingId)).toMatchObject({
      state: 'waiting',
      note: 'The computer went to sleep while this was in progress.',
    });
    desk.state.fills = 'all';
    value(desk.closings.goOn(closingId));
    await desk.world.pass(5_000);
    expect(desk.held()).toBe('0');
  });
});

describe('the extended session', () => {
  it('cancels nothing that rests for an exit that cannot be made', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.rest({ type: 'stop', stopPrice: '100', qty: '100' });
    desk.state.quote = undefined;
    const { closingId } = desk.begin('close', ['AAPL'], 'extended');
    await desk.world.pass(10_000);
    expect(desk.now(closingId).symbols[0]!.text).toContain('There is no bid for AAPL');
    expect(desk.open()).toHaveLength(1);
    expect(desk.world.broker.calls.cancel).toEqual([]);
  });

  it('leaves out of its plan what it does not take', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '0.5');
    desk.state.traits = { attributes: [] };
    expect(desk.plan().leftOut).toEqual([]);
    desk.world.settings.isMarketOpen = false;
    expect(desk.plan()).toMatchObject({
      symbols: [],
      leftOut: [{ symbol: 'AAPL', why: expect.stringContaining('regular hours') as string }],
    });
  });

  it('keeps no symbol waiting for the quote of another', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    await desk.hold('MSFT', '10');
    desk.state.slow.add('AAPL');
    desk.begin('flatten', undefined, 'extended');
    await desk.world.pass(2_000);
    expect(desk.held('MSFT')).toBe('0');
    await desk.world.pass(12_000);
    expect(desk.held()).toBe('0');
  });
});

describe('other positions', () => {
  it('are flattened while one of them is on its way out already', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    await desk.hold('MSFT', '10');
    desk.world.broker.will({ kind: 'request-lost' });
    const before = desk.plan();
    const stuck = desk.begin('close', ['AAPL']);
    await desk.world.pass(2_000);
    expect(desk.now(stuck.closingId).state).toBe('running');
    expect(desk.plan()).toMatchObject({
      symbols: [{ symbol: 'MSFT' }],
      leftOut: [{ symbol: 'AAPL', why: 'AAPL is already being closed.' }],
    });
    // One that was named before the other began goes as well, without that symbol.
    expect(before.symbols).toHaveLength(2);
    const { closingId } = value(desk.closings.begin(before.closingId, 'market'));
    await desk.world.pass(2_000);
    expect(desk.held('MSFT')).toBe('0');
    expect(desk.now(closingId)).toMatchObject({ state: 'ended', symbols: [{ symbol: 'MSFT' }] });
    expect(failureOf(desk.closings.begin(desk.plan('close', ['AAPL']).closingId, 'market'))).toBe(
      '{"kind":"not-allowed","message":"There is nothing to close."}',
    );
  });

  it('are gone on with while one of them is closed by another way out', async () => {
    const desk = createDesk({ refusesReusedIds: false });
    await desk.hold('AAPL', '100');
    await desk.hold('MSFT', '10');
    const first = desk.begin();
    desk.world.settings.stops++;
    await desk.world.pass(2_000);
    expect(desk.now(first.closingId).state).toBe('waiting');
    desk.world.broker.will({ kind: 'request-lost' });
    const other = desk.begin('close', ['AAPL']);
    await desk.world.pass(1_000);
    value(desk.closings.goOn(first.closingId));
    await desk.world.pass(3_000);
    expect(desk.held('MSFT')).toBe('0');
    expect(desk.now(other.closingId).state).toBe('running');
    expect(desk.world.broker.calls.place).toHaveLength(2);
  });

  it('do not wait for the slow answers to each other’s exits', async () => {
    const desk = createDesk();
    const symbols = Array.from({ length: 10 }, (_, n) => `SYM${n}`);
    for (const symbol of symbols) await desk.hold(symbol, '10');
    const { broker } = desk.world.broker;
    const { place } = broker;
    broker.place = async (...order) => {
      const answer = await place(...order);
      await new Promise<void>((resolve) => void desk.world.time.delay(8_000, resolve));
      return answer;
    };
    desk.begin();
    await desk.world.pass(6_000);
    expect(symbols.map((symbol) => desk.held(symbol))).toEqual(symbols.map(() => '0'));
    await desk.world.pass(15_000);
    expect(desk.exits()).toHaveLength(10);
  });
});

it('an exit that the broker does not cancel is said to rest', async () => {
  const desk = createDesk();
  await desk.hold('AAPL', '100');
  desk.state.fills = 'none';
  desk.world.broker.cancelModes.push(...Array.from({ length: 200 }, () => 'asked-only' as const));
  const { closingId } = desk.begin();
  await desk.world.pass(120_000, 200);
  expect(desk.open()).toHaveLength(1);
  const { text } = desk.now(closingId).symbols[0]!;
  expect(text).toContain('An exit is still open and may fill');
  expect(text).not.toContain('was canceled');
});

it('what waits since an earlier run is told at the start, whoever looks', async () => {
  const desk = createDesk();
  await desk.hold('AAPL', '100');
  const { closingId } = desk.begin();
  desk.seen.length = 0;
  desk.restart();
  expect(desk.seen).toMatchObject([
    { closingId, state: 'waiting', note: 'Ballast closed while this was in progress.' },
  ]);
});

describe('a broker that asks for a wait', () => {
  const failure = { kind: 'throttled', status: 429, message: 'rate limit exceeded' } as const;
  const THROTTLED = fail({ ...failure, retryAfterMs: 1_000 });

  it.each([
    ['asks for a wait', THROTTLED],
    ['cannot answer', fail({ kind: 'unavailable', status: 503, message: 'not now' })],
    ['cannot be reached', fail({ kind: 'offline', message: 'No answer.' })],
  ])('and one that %s is asked for the position for a minute', async (_what, reads) => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.reads = reads;
    const { closingId } = desk.begin();
    await desk.world.pass(40_000, 200);
    expect(desk.now(closingId).state).toBe('running');
    expect(desk.now(closingId).symbols[0]?.text).toMatch(/^The position could not be read: /);
    desk.state.reads = 'honest';
    await desk.world.pass(3_000);
    expect(desk.held()).toBe('0');
    expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
  });

  it.each([[''], ['stop']])(
    'is asked for a quote as seldom as it says, and goes then %s',
    async (resting) => {
      const desk = createDesk();
      await desk.hold('AAPL', '100');
      if (resting !== '') desk.rest({ type: 'stop', stopPrice: '100', qty: '100' });
      const { quote } = desk.state;
      desk.state.quote = fail({ ...failure, retryAfterMs: 8_000 });
      const { closingId } = desk.begin('close', ['AAPL'], 'extended');
      await desk.world.pass(30_000, 200);
      expect(desk.now(closingId).state).toBe('running');
      expect(desk.state.quotesAsked).toBeLessThanOrEqual(4);
      desk.state.quote = quote;
      await desk.world.pass(10_000, 200);
      expect(desk.now(closingId).symbols[0]).toMatchObject({ step: 'closed' });
    },
  );

  it('is not waited for by a person who stops it', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.quote = fail({ ...failure, retryAfterMs: 60_000 });
    const { closingId } = desk.begin('close', ['AAPL'], 'extended');
    await desk.world.pass(1_000);
    value(desk.closings.stop(closingId));
    await desk.world.pass(500);
    expect(desk.now(closingId).state).toBe('ended');
  });

  it('and not for ever', async () => {
    const desk = createDesk();
    await desk.hold('AAPL', '100');
    desk.state.reads = THROTTLED;
    const { closingId } = desk.begin();
    await desk.world.pass(70_000, 200);
    expect(desk.now(closingId).symbols[0]!.text).toContain('could not be read');
  });
});
