import { describe, expect, it } from 'vitest';
import { fail, ok, type Failure } from '#contract/failure.ts';
import { createLeases } from '#main/account/prices/leases.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

function setUp(failures: Record<string, Failure> = {}) {
  const time = createFakeTime();
  const asked: string[] = [];
  let changes = 0;
  const leases = createLeases({
    client: {
      asset: async (symbol) => {
        asked.push(symbol);
        const failure = failures[symbol];
        return failure ? fail(failure) : ok({ symbol } as never);
      },
    },
    signal: new AbortController().signal,
    delay: time.delay,
    onChange: () => changes++,
    log: () => undefined,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { leases, asked, time, settle, failures, changes: () => changes };
}

describe('leases', () => {
  it('follow a symbol until the last holder lets go, and a little longer', async () => {
    const { leases, time, settle, asked } = setUp();
    const first = leases.take('KO');
    const second = leases.take('KO');
    await settle();
    expect([leases.symbols(), asked.length > 0]).toEqual([['KO'], true]);
    first();
    first();
    time.advance(60_000);
    expect(leases.symbols()).toEqual(['KO']);
    second();
    time.advance(4_999);
    expect(leases.symbols()).toEqual(['KO']);
    time.advance(1);
    expect(leases.symbols()).toEqual([]);
  });

  it('do not flap when a panel lets go and takes hold again', async () => {
    const { leases, time, settle, changes } = setUp();
    const first = leases.take('KO');
    await settle();
    first();
    time.advance(100);
    leases.take('KO');
    time.advance(60_000);
    expect([leases.symbols(), changes()]).toEqual([['KO'], 1]);
  });

  it('never follow what the broker does not know, and ask again after silence', async () => {
    const { leases, time, settle, asked, failures } = setUp({
      ZZ: { kind: 'refused', status: 404, message: 'asset not found' },
      KO: { kind: 'offline', message: 'gone' },
    });
    leases.take('ZZ');
    leases.take('KO');
    await settle();
    expect(leases.symbols()).toEqual([]);
    delete failures['KO'];
    time.advance(2_000);
    await settle();
    expect([leases.symbols(), asked]).toEqual([['KO'], ['ZZ', 'KO', 'KO']]);
  });
});
