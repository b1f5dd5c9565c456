import { describe, expect, it } from 'vitest';
import { fail, ok, type Failure } from '#contract/failure.ts';
import { createTemporarySubscriptions } from '#main/account/prices/temporary-subscriptions.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const UNKNOWN: Failure = { kind: 'refused', status: 404, message: 'asset not found' };
const OFFLINE: Failure = { kind: 'offline', message: 'gone' };

function setUp(failures: Record<string, Failure | Error> = {}, followed: readonly string[] = []) {
  const time = createFakeTime();
  const asked: string[] = [];
  const log: unknown[] = [];
  let changes = 0;
  const subscriptions = createTemporarySubscriptions({
    client: {
      asset: async (symbol) => {
        asked.push(symbol);
        const failure = failures[symbol];
        if (failure instanceof Error) throw failure;
        return failure ? fail(failure) : ok({ symbol, name: symbol, tradable: true } as never);
      },
    },
    isFollowed: (symbol) => followed.includes(symbol),
    signal: new AbortController().signal,
    delay: time.delay,
    onChange: () => changes++,
    log: (...line) => void log.push(line),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const touch = async (...symbols: string[]) => {
    for (const symbol of symbols) {
      subscriptions.touch(symbol);
      await settle();
    }
  };
  return { subscriptions, asked, time, settle, touch, failures, log, changes: () => changes };
}

describe('a symbol that is held', () => {
  it('is followed until its last holder releases it, and a little longer', async () => {
    const { subscriptions, time, settle, asked } = setUp();
    const first = subscriptions.hold('KO');
    const second = subscriptions.hold('KO');
    await settle();
    expect([subscriptions.symbols(), asked.length > 0]).toEqual([['KO'], true]);
    first();
    first();
    time.advance(60_000);
    expect(subscriptions.symbols()).toEqual(['KO']);
    second();
    time.advance(4_999);
    expect(subscriptions.symbols()).toEqual(['KO']);
    time.advance(1);
    expect(subscriptions.symbols()).toEqual([]);
  });

  it('does not flap when a panel releases it and holds it again', async () => {
    const { subscriptions, time, settle, changes } = setUp();
    const first = subscriptions.hold('KO');
    await settle();
    first();
    time.advance(100);
    subscriptions.hold('KO');
    time.advance(60_000);
    expect([subscriptions.symbols(), changes()]).toEqual([['KO'], 1]);
  });

  it('is not followed while the broker does not know it, and asked for again after silence', async () => {
    const { subscriptions, time, settle, asked, failures } = setUp({ ZZ: UNKNOWN, KO: OFFLINE });
    subscriptions.hold('ZZ');
    subscriptions.hold('KO');
    await settle();
    expect(subscriptions.symbols()).toEqual([]);
    delete failures['KO'];
    time.advance(2_000);
    await settle();
    expect([subscriptions.symbols(), asked]).toEqual([['KO'], ['ZZ', 'KO', 'KO']]);
  });

  it('is not asked for again once nobody holds it', async () => {
    const { subscriptions, time, settle, asked } = setUp({ KO: OFFLINE });
    const release = subscriptions.hold('KO');
    await settle();
    release();
    time.advance(60_000);
    await settle();
    expect([asked, time.pending()]).toEqual([['KO'], 0]);
  });

  it('leaves no timer behind', async () => {
    const { subscriptions, time, settle } = setUp({ KO: OFFLINE });
    subscriptions.hold('KO');
    subscriptions.hold('MSFT')();
    await settle();
    expect(time.pending()).toBe(2);
    subscriptions.stop();
    expect([time.pending(), subscriptions.symbols()]).toEqual([0, []]);
  });
});

describe('a symbol that is touched', () => {
  it('is followed once the broker knows it, and asked for once', async () => {
    const { subscriptions, touch, asked, changes } = setUp();
    await touch('KO', 'KO', 'KO');
    expect([subscriptions.symbols(), asked, changes()]).toEqual([['KO'], ['KO'], 1]);
  });

  it('is never followed when the broker does not know it, and not asked for again', async () => {
    const { subscriptions, touch, asked } = setUp({ ZZ: UNKNOWN });
    await touch('ZZ', 'ZZ');
    expect([subscriptions.symbols(), asked]).toEqual([[], ['ZZ']]);
  });

  it('is asked for again after an answer that proves nothing', async () => {
    const { touch, asked, log } = setUp({ KO: OFFLINE, MSFT: new Error('broken') });
    await touch('KO', 'KO', 'MSFT', 'MSFT');
    expect(asked).toEqual(['KO', 'KO', 'MSFT', 'MSFT']);
    expect(log[0]).toEqual([
      'error',
      'asking about a symbol failed',
      { symbol: 'MSFT', error: 'Error: broken' },
    ]);
  });

  it('is followed while it is among the last few', async () => {
    const { subscriptions, touch } = setUp();
    await touch('A', 'B', 'C', 'D', 'E', 'F');
    expect(subscriptions.symbols()).toEqual(['F', 'E', 'D', 'C']);
  });
});

describe('what is looked at', () => {
  it('comes first, also where it is followed anyway, and nobody is asked about it', async () => {
    const { subscriptions, asked, touch, changes } = setUp({}, ['A', 'B', 'C']);
    subscriptions.hold('A');
    subscriptions.hold('B');
    subscriptions.hold('B');
    await touch('C');
    expect([subscriptions.symbols(), asked]).toEqual([['C', 'B', 'A'], []]);
    const before = changes();
    await touch('C', 'C');
    expect(changes()).toBe(before);
    await touch('B', 'C');
    expect(subscriptions.symbols().slice(0, 2)).toEqual(['C', 'B']);
  });
});
