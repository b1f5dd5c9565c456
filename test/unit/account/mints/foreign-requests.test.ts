import { describe, expect, it } from 'vitest';
import { MINT_AGAIN } from '#contract/mint-guards.ts';
import type { ForeignNews } from '#main/account/mints/foreign-requests.ts';
import type { JournalResult } from '#main/journal/failure.ts';
import { aForm, createWorlds, type World } from '#test/unit/account/mints/world.ts';
import { newId, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
function stored<T>(result: JournalResult<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}
const MINUTE = 60_000;
const DAY = 86_400_000;
const aMint = { underlyingSymbol: 'AAPL', qty: '1', issuer: 'ondo', network: 'base' };
const aRedeem = { ...aMint, type: 'redeem', status: 'completed' };

const KINDS: ReadonlySet<string> = new Set(['foreign-request', 'foreign-over', 'requests-found']);
const told = (world: World) =>
  world.news.filter((news): news is ForeignNews => KINDS.has(news.kind));
const foreign = (world: World) => world.newsOf('foreign-request').map(({ request }) => request);
const origins = (world: World) =>
  world.mints.requests
    .known()
    .map(({ request, origin }) => [request.clientRequestId, origin?.kind]);
const events = (world: World): string[] =>
  stored(world.journal.activity({ kinds: ['desk'], text: '', limit: 100 })).lines.map(
    ({ text }) => text,
  );

/** Its first list has been read. */
async function aReadWorld(): Promise<World> {
  const world = createWorld();
  world.mints.start();
  await world.pass(1_000);
  return world;
}

describe('a mint or redeem that this desk did not send', () => {
  it('is told each, also several at once that were over when they were seen', async () => {
    const world = await aReadWorld();
    for (const qty of ['1', '2', '3', '4']) world.broker.add({ ...aRedeem, qty });
    world.broker.add({ ...aMint, clientRequestId: 'theirs', walletAddress: 'W' });
    await world.pass(2 * MINUTE, 1_000);
    expect(foreign(world).map(({ type, qty }) => `${type} ${qty}`)).toEqual([
      'redeem 1',
      'redeem 2',
      'redeem 3',
      'redeem 4',
      'mint 1',
    ]);
    expect(world.newsOf('foreign-request').every(({ isSure }) => isSure)).toBe(true);
    expect(events(world)).toHaveLength(5);
    expect(events(world).join()).toContain('From elsewhere: mint of 1 AAPL to W, ondo on base');
  });

  it('is told after the start when it happened while the desk was off, however long, and not at the next', async () => {
    const world = await aReadWorld();
    world.mints.stop();
    world.time.advance(DAY);
    world.broker.add(aRedeem);
    world.time.advance(30 * DAY);
    world.restart();
    await world.pass(1_000);
    expect(foreign(world)).toHaveLength(1);
    expect(events(world)).toHaveLength(1);
    await world.pass(20 * MINUTE, 20_000);
    world.restart();
    await world.pass(2 * MINUTE, 1_000);
    expect(foreign(world)).toHaveLength(1);
    expect(events(world)).toHaveLength(1);
  });

  it('is told when it happened while the computer slept', async () => {
    const world = await aReadWorld();
    world.time.sleep(DAY / 2);
    world.broker.add(aRedeem);
    world.time.sleep(DAY / 2);
    world.mints.wake();
    await world.pass(1_000);
    expect(foreign(world)).toHaveLength(1);
  });

  it('is looked for within ten seconds when shares have moved, and not at every move', async () => {
    const world = await aReadWorld();
    let lists = 0;
    const { list } = world.broker.broker;
    world.broker.broker.list = (...args) => {
      lists++;
      return list(...args);
    };
    world.broker.add(aRedeem);
    for (let second = 0; second < 20; second++) {
      world.mints.lookSoon();
      await world.pass(1_000);
      if (second === 10) expect([foreign(world).length, lists]).toEqual([1, 1]);
    }
    expect(lists).toBe(2);
    await world.pass(30_000);
    expect(lists).toBeLessThanOrEqual(3);
  });

  it('is said again after a restart that came at once, without another line, for whoever may not have heard', async () => {
    const world = await aReadWorld();
    world.broker.add(aRedeem);
    await world.pass(2 * MINUTE, 1_000);
    world.restart();
    await world.pass(1_000);
    expect(foreign(world)).toHaveLength(2);
    expect(events(world)).toHaveLength(1);
  });

  it('is no news when it was there at the very first reading, which says how many there were', async () => {
    const world = createWorld();
    world.broker.add(aRedeem);
    world.broker.add(aMint);
    world.broker.add(aMint);
    world.mints.start();
    await world.pass(2 * MINUTE, 1_000);
    expect(told(world)).toEqual([{ kind: 'requests-found', mints: 2, redeems: 1 }]);
    expect(events(world)).toEqual([
      '2 mints and 1 redeem were already at the broker when this account was first read. This desk sent none of them.',
    ]);
    world.restart();
    await world.pass(2 * MINUTE, 1_000);
    expect(told(world)).toHaveLength(1);
  });

  it('is counted at the first reading also when a window had asked for it before', async () => {
    const world = createWorld();
    world.broker.add(aMint);
    value(await world.mints.requests.list({}));
    world.mints.start();
    await world.pass(1_000);
    expect(told(world)).toEqual([{ kind: 'requests-found', mints: 1, redeems: 0 }]);
  });

  it('is no news when it is older than the first reading and somebody reads back', async () => {
    const world = createWorld();
    world.broker.add({
      ...aMint,
      createdAt: new Date(world.time.clock.wall() - 30 * DAY).toISOString(),
    });
    world.mints.start();
    await world.pass(1_000);
    expect(value(await world.mints.requests.list({}))).toHaveLength(1);
    expect(told(world)).toEqual([]);
    expect(origins(world)).toEqual([[undefined, 'elsewhere']]);
  });

  it('names the applications that were allowed here, by the last decision about each', async () => {
    const world = await aReadWorld();
    const grant = { at: 1, accountId: newId(), scope: 'trading' };
    const save = (clientId: string, appName: string, kind: 'token' | 'denied', at: number) =>
      stored(world.journal.saveGrant({ ...grant, clientId, appName, kind, at }));
    save('a', 'Robot', 'token', 1);
    save('b', 'Gone', 'token', 1);
    save('b', 'Gone', 'denied', 2);
    world.broker.add(aMint);
    await world.pass(2 * MINUTE, 1_000);
    expect(world.newsOf('foreign-request')).toMatchObject([{ applications: ['Robot'] }]);
  });
});

describe('a mint of this desk', () => {
  it('is its own, in the form and in a batch, and never told as another’s', async () => {
    const world = await aReadWorld();
    world.hold('100');
    const id = newId();
    await world.mints.submit(id, aForm({ label: 'form' }));
    const csv = `underlying_symbol,qty,issuer,network,wallet_address,client_request_id\nAAPL,2,xstocks,solana,${aForm().walletAddress},row`;
    const batch = value(world.mints.batches.dryRun('B300', csv));
    value(world.mints.batches.start(batch.batchId));
    await world.pass(2 * MINUTE, 1_000);
    expect(
      new Map(
        world.mints.requests
          .known()
          .map(({ request, origin }) => [request.clientRequestId, origin]),
      ),
    ).toEqual(
      new Map([
        ['form', { kind: 'desk' }],
        ['row', { kind: 'batch', batchId: batch.batchId, name: 'B300' }],
      ]),
    );
    expect(foreign(world)).toEqual([]);
    const [row] = world.batch(batch.batchId).rows;
    expect(world.intent(row?.intentId ?? '').title).toMatch(/, batch B300$/);
    world.restart();
    expect(new Set(origins(world).map(([, kind]) => kind))).toEqual(new Set(['batch', 'desk']));
  });

  it('whose answer was lost is not taken for another’s, under a label of the person’s too', async () => {
    const world = await aReadWorld();
    world.hold('100');
    world.broker.will({ kind: 'answer-lost' });
    await world.mints.submit(newId(), aForm({ label: 'mine' }));
    await world.pass(3 * MINUTE, 1_000);
    expect(origins(world)).toEqual([['mine', 'desk']]);
    expect(foreign(world)).toEqual([]);
  });

  it('that was refused owns the rejected request that it left behind', async () => {
    const world = await aReadWorld();
    world.hold('100');
    world.broker.will({ kind: 'rejects' }, { kind: 'rejects' });
    const id = newId();
    await world.mints.submit(id, aForm());
    await world.mints.submit(newId(), aForm({ label: 'mine' }));
    await world.pass(3 * MINUTE, 1_000);
    expect(world.state(id)).toBe('refused');
    expect(origins(world)).toEqual(
      expect.arrayContaining([
        [id, 'desk'],
        ['mine', 'desk'],
      ]),
    );
    expect(foreign(world)).toEqual([]);
  });

  it('that has its request does not own a second one under its label', async () => {
    const world = await aReadWorld();
    world.hold('100');
    const id = newId();
    await world.mints.submit(id, aForm());
    const { walletAddress } = aForm();
    world.broker.add({ ...aMint, ...aForm(), walletAddress, clientRequestId: id });
    await world.pass(3 * MINUTE, 1_000);
    expect(foreign(world)).toMatchObject([{ clientRequestId: id }]);
    expect(new Set(origins(world).map(([, kind]) => kind))).toEqual(new Set(['desk', 'elsewhere']));
  });

  it('that could be it leaves the origin open, and after two minutes that is told', async () => {
    const world = await aReadWorld();
    world.hold('100');
    // Two that are alike, and one request: neither may have it.
    world.broker.will({ kind: 'request-lost' }, { kind: 'request-lost' });
    world.broker.state.looks = 'silent';
    const [first, second] = [newId(), newId()];
    void world.mints.submit(first, aForm({ label: 'same' }));
    void world.mints.submit(second, aForm({ label: 'same' }), MINT_AGAIN);
    await world.pass(1_000);
    world.settings.isStopped = true;
    world.broker.add({ ...aForm(), clientRequestId: 'same' });
    world.broker.state.looks = 'honest';
    await world.pass(MINUTE, 1_000);
    expect([origins(world), foreign(world)]).toEqual([[['same', undefined]], []]);
    await world.pass(3 * MINUTE, 1_000);
    expect(world.newsOf('foreign-request')).toMatchObject([{ isSure: false }]);
    expect(events(world).at(0)).toContain('It may be a mint from this desk whose answer was lost.');
  });
});
