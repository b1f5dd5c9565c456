// A plan that carries fewer symbols than are followed: those in sight come by the stream, the rest by snapshot, and the
// desk says so.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StreamState } from '#contract/records.ts';
import { until, untilArmed, type TestAccount } from '#test/faults/support/desk.ts';
import { createRig, type Rig } from '#test/faults/support/rig.ts';

describe('the free plan', () => {
  let rig: Rig;
  let account: TestAccount;
  let symbols: string[];
  beforeAll(async () => {
    rig = await createRig(19);
    await rig.paper().control('PUT', '/plan', { plan: 'free' });
    account = rig.open(await rig.newSeat());
    await untilArmed(account);
    const assets = await account.unit.client.assets();
    if (!assets.ok) throw new Error(assets.failure.kind);
    symbols = assets.value.map(({ symbol }) => symbol).slice(0, 45);
    account.unit.watchSymbols(symbols);
  });
  afterAll(() => rig.stop());

  const stream = (): StreamState | undefined =>
    account.unit.book.streams().find((each) => each.stream === 'prices');
  const readAt = (symbol: string): number | undefined => account.unit.book.price(symbol)?.readAt;
  const bySnapshot = (): string[] => symbols.filter((symbol) => readAt(symbol) !== undefined);
  const untilCarried = (carries: StreamState['carries']): Promise<void> =>
    until('it is known what is carried', () => {
      const now = stream();
      return now?.phase === 'live' && JSON.stringify(now.carries) === JSON.stringify(carries);
    });

  it('carries the first thirty, and the rest is read by snapshot again and again', async () => {
    await untilCarried({ symbols: 30, of: 45 });
    expect(stream()?.notes).toEqual([expect.stringContaining('15 more are read by snapshot')]);
    await until('the rest was read', () => bySnapshot().length === 15);
    expect(bySnapshot()).toEqual(symbols.slice(30));
    const before = readAt(symbols[44] ?? '') ?? 0;
    await until('it is read again', () => (readAt(symbols[44] ?? '') ?? 0) > before);
  });

  it('carries what comes in sight, in place of another', async () => {
    const last = symbols[44] ?? '';
    const release = account.unit.follow(last);
    await until('it comes by the stream', () => readAt(last) === undefined);
    expect(stream()?.carries).toEqual({ symbols: 30, of: 45 });
    await until('another is read', () => readAt(symbols[29] ?? '') !== undefined);
    release();
  });

  it('is asked for no more than it has after a cut, and for all when it has grown', async () => {
    await rig.cut('data');
    await until('the cut is known', () => stream()?.carries === undefined);
    await untilCarried({ symbols: 30, of: 45 });
    await rig.paper().control('PUT', '/plan', { plan: 'plus' });
    await untilCarried(undefined);
    await until('all come by the stream', () => bySnapshot().length === 0);
    expect(stream()?.notes).toBeUndefined();
  });

  it('leaves out what is no symbol of the feed, and the others go on', async () => {
    account.unit.watchSymbols(['AAPL', 'AAPL_W', 'MSFT']);
    await untilCarried({ symbols: 2, of: 3 });
    expect(stream()?.notes).toEqual([expect.stringContaining('no prices for AAPL_W')]);
    const heard = (symbol: string): number => account.unit.book.price(symbol)?.tradedAt ?? 0;
    await until('a price is heard', () => heard('AAPL') > 0);
    const before = heard('AAPL');
    await until('the others go on', () => heard('AAPL') > before);
  });
});
