import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Behavior } from '#test/unit/account/mints/fake-mint-broker.ts';
import { createWorlds, WALLET, type World } from '#test/unit/account/mints/world.ts';
import { createFaultyDisk } from '#test/unit/journal/harness.ts';
import { failureOf, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const MINUTE = 60_000;
const HEAD = 'symbol,qty,issuer,network,wallet,label';

const table = (rows: number, qty = '1') =>
  [
    HEAD,
    ...Array.from({ length: rows }, (_, n) => `AAPL,${qty},xstocks,solana,${WALLET},row ${n}`),
  ].join('\n');
const states = (world: World, batchId: string) =>
  world.batch(batchId).rows.map(({ state }) => state);
const dry = (world: World, csv: string) => value(world.mints.batches.dryRun('January', csv));
const times = (n: number, behavior: Behavior) => Array.from({ length: n }, () => behavior);

describe('the dry run', () => {
  it('says of each row what is wrong with it, and sends nothing', () => {
    const world = createWorld();
    world.hold('10');
    const csv = [
      HEAD,
      `AAPL,1.5,xstocks,solana,${WALLET},a`,
      `AAPL,1.5,xstocks,solana,${WALLET},a`,
      `AAPL,0,xstocks,solana,${WALLET},b`,
      `AAPL,1.0000000001,xstocks,solana,${WALLET},c`,
      `AAPL,1,xstocks,Ethereum,${WALLET},d`,
      '',
      `AAPL,1,xstocks,solana,,e`,
      `AAPL,7,Ondo,SOLANA,${WALLET},f`,
      `AAPL,2,xstocks,solana,${WALLET},g`,
      `AAPL,1.5,xstocks,solana,${WALLET},h`,
      `MSFT,1,xstocks,solana,${WALLET},i`,
      `AAPL,1,xstocks,solana,${WALLET},j,more`,
      `AAPL,1,xstocks,novachain,whatever,k`,
    ].join('\r\n');
    const { rows, state } = dry(world, csv);
    expect(state).toBe('dry');
    expect(rows.map(({ line, state: one, issues }) => [line, one, issues.join(' ')])).toEqual([
      [2, 'ready', ''],
      [3, 'wrong', 'It repeats line 2. If you want both, give each its own label.'],
      [4, 'wrong', 'The quantity must be greater than zero.'],
      [
        5,
        'wrong',
        'The quantity "1.0000000001" must have at most 12 digits before the point and 9 after it.',
      ],
      [6, 'wrong', 'An address of this network is 0x and 40 hexadecimal digits.'],
      [8, 'wrong', 'The wallet address is missing.'],
      [9, 'ready', ''],
      [10, 'wrong', 'After the lines above: 2 AAPL requested, but only 1.5 can leave the account.'],
      [11, 'ready', ''],
      [12, 'wrong', '1 MSFT requested, but none can leave the account.'],
      [
        13,
        'wrong',
        'This line has more cells than the header row. Write numbers with a decimal point: a decimal comma splits one cell into two.',
      ],
      [14, 'wrong', 'After the lines above: 1 AAPL requested, but none can leave the account.'],
    ]);
    expect(rows[6]?.form).toMatchObject({ issuer: 'ondo', network: 'solana' });
    expect(world.broker.calls.mint).toEqual([]);
    expect(new Set(rows.flatMap(({ intentId }) => intentId ?? [])).size).toBe(3);
  });

  it.each([
    [
      'tabs and other names',
      `Underlying Symbol\tQuantity\tIssuer\tNetwork\tWallet-Address\nAAPL\t1\txstocks\tsolana\t${WALLET}\n`,
    ],
    [
      'semicolons and a mark at the beginning',
      `\uFEFFSYMBOL;QTY;ISSUER;NETWORK;WALLET;NOTES\nAAPL;1;xstocks;solana;${WALLET};hello\n`,
    ],
    [
      'quotes',
      `"symbol","qty","issuer","network","wallet","label"\n"AAPL","1","xstocks","solana","${WALLET}","a, b"\n`,
    ],
  ])('reads %s', (_what, csv) => {
    const world = createWorld();
    expect(dry(world, csv).rows).toMatchObject([
      { state: 'ready', form: { underlyingSymbol: 'AAPL', qty: '1' } },
    ]);
  });

  it.each([
    ['nothing', '', 'needs a header row and at least one mint'],
    ['names alone', HEAD, 'needs a header row and at least one mint'],
    ['missing columns', 'symbol,qty\nAAPL,1', 'missing these columns: issuer, network, wallet.'],
    [
      'a column twice',
      `${HEAD},quantity\nAAPL,1`,
      'The quantity has two columns: "qty", "quantity"',
    ],
    ['an open quote', `${HEAD}\n"AAPL,1`, 'cannot be read'],
  ])('refuses %s', (_what, csv, words) => {
    const world = createWorld();
    expect(failureOf(world.mints.batches.dryRun('x', csv))).toContain(words);
    expect(world.mints.batches.list()).toEqual([]);
  });

  it('points out rows that were minted here before', async () => {
    const world = createWorld();
    const { batchId } = dry(world, table(1));
    value(world.mints.batches.start(batchId));
    await world.pass(1_000);
    expect(dry(world, table(2)).rows.map(({ note }) => note)).toEqual([
      'Already minted 1 s ago: row 0, pending.',
      undefined,
    ]);
  });

  it('keeps the fingerprint of its table, what wrong rows said and what was chosen, over a restart', () => {
    const world = createWorld();
    const csv = `Papier;Anzahl;issuer;network;wallet\nAAPL;x;xstocks;solana;${WALLET}`;
    const columns = { underlyingSymbol: 0, qty: 1, issuer: 2, network: 3, walletAddress: 4 };
    value(world.mints.batches.dryRun('x', csv, { columns }));
    world.restart();
    const [head] = world.mints.batches.list();
    expect(head?.fingerprint).toBe(createHash('sha256').update(csv).digest('hex'));
    expect(world.batch(head?.batchId ?? '').rows).toMatchObject([
      { state: 'wrong', said: { qty: 'x' } },
    ]);
    expect(dry(world, csv.replace('x;', '1;')).rows).toMatchObject([{ form: { qty: '1' } }]);
  });

  it('of many rows is told more seldom than one of few', async () => {
    const world = createWorld();
    const told = () => world.changes.filter(({ kind }) => kind === 'batch').length;
    dry(world, table(2));
    await world.pass(250, 50);
    expect(told()).toBe(1);
    dry(world, table(8_000));
    await world.pass(750, 50);
    expect(told()).toBe(1);
    await world.pass(100, 50);
    expect(told()).toBe(2);
  });

  it('is not there when its keys could not be written', () => {
    const disk = createFaultyDisk();
    const world = createWorld({ connect: disk.connect });
    disk.state.fault = { errcode: 13, at: 'commit' };
    expect(failureOf(world.mints.batches.dryRun('x', table(2)))).toContain('disk is full');
    disk.state.fault = undefined;
    expect(world.mints.batches.list()).toEqual([]);
  });
});

describe('a batch', () => {
  it('mints each row under the key of the dry run, and awaits the issuer', async () => {
    const world = createWorld();
    const batch = dry(world, table(10));
    expect(value(world.mints.batches.start(batch.batchId)).state).toBe('running');
    await world.pass(2_000, 50);
    expect(world.batch(batch.batchId).state).toBe('awaiting');
    expect(new Set(states(world, batch.batchId))).toEqual(new Set(['pending']));
    expect(world.broker.ledger.map(({ key }) => key)).toEqual(
      batch.rows.map(({ intentId }) => intentId),
    );
    expect(world.batch(batch.batchId).rows[0]?.tokenizationRequestId).toBeDefined();
    expect(failureOf(world.mints.batches.start(batch.batchId))).toContain('Every row was sent');
    const told = world.changes.flatMap((change) =>
      change.kind === 'batch' ? [change.batch.state] : [],
    );
    expect(told.at(-1)).toBe('awaiting');
  });

  it('goes on past a row that is refused, and sends again by itself what got no answer', async () => {
    const world = createWorld();
    world.broker.will(
      { kind: 'status', status: 400, message: 'insufficient position in AAPL' },
      { kind: 'request-lost' },
      { kind: 'answer-lost' },
    );
    const { batchId } = dry(world, table(6));
    value(world.mints.batches.start(batchId));
    await world.pass(10_000);
    expect(world.batch(batchId).state).toBe('awaiting');
    expect(states(world, batchId)).toEqual([
      'refused',
      'pending',
      'pending',
      'pending',
      'pending',
      'pending',
    ]);
    expect(world.broker.ledger).toHaveLength(5);
    expect(world.batch(batchId).rows[0]?.note).toContain('insufficient position');
  });

  it('pauses when the account may not mint: the other rows would hear the same', async () => {
    const world = createWorld();
    world.broker.will(...times(3, { kind: 'status', status: 403, message: 'forbidden' }));
    const { batchId } = dry(world, table(10));
    value(world.mints.batches.start(batchId));
    await world.pass(5_000);
    expect(world.batch(batchId).state).toBe('paused');
    expect(states(world, batchId).filter((state) => state === 'waiting')).toHaveLength(7);
    expect(world.broker.calls.mint).toHaveLength(3);
  });

  it('pauses with the kill switch, and goes on when it is off and the person says so', async () => {
    const world = createWorld();
    const { batchId } = dry(world, table(10));
    world.broker.will({ kind: 'honest' }, { kind: 'honest' }, { kind: 'request-lost' });
    value(world.mints.batches.start(batchId));
    await world.pass(0);
    world.settings.isStopped = true;
    await world.pass(5_000);
    expect(world.batch(batchId).state).toBe('paused');
    expect(failureOf(world.mints.batches.start(batchId))).toContain('stopped');
    const before = world.broker.calls.mint.length;
    await world.pass(MINUTE);
    expect(world.broker.calls.mint).toHaveLength(before);
    world.settings.isStopped = false;
    value(world.mints.batches.start(batchId));
    await world.pass(20_000);
    expect(world.batch(batchId).state).toBe('awaiting');
    expect(world.broker.ledger).toHaveLength(10);
  });

  it('pauses also when the kill switch was taken back while a row was under way', async () => {
    const world = createWorld();
    const { batchId } = dry(world, table(10));
    value(world.mints.batches.start(batchId));
    world.settings.stops++;
    await world.pass(20_000);
    expect(world.batch(batchId).state).toBe('paused');
    expect(world.broker.ledger.length).toBeLessThanOrEqual(3);
  });

  it('pauses when asked, finishes what is under way, and goes on', async () => {
    const world = createWorld();
    const { batchId } = dry(world, table(10));
    expect(world.mints.batches.isRunning()).toBe(false);
    value(world.mints.batches.start(batchId));
    expect(world.mints.batches.isRunning()).toBe(true);
    expect(value(world.mints.batches.pause(batchId)).state).toBe('paused');
    expect(world.mints.batches.isRunning()).toBe(false);
    await world.pass(5_000);
    expect(world.broker.ledger.length).toBeLessThanOrEqual(3);
    value(world.mints.batches.start(batchId));
    await world.pass(5_000);
    expect([world.batch(batchId).state, world.broker.ledger.length]).toEqual(['awaiting', 10]);
  });

  it('pauses when the broker cannot be reached; what never left goes later under a fresh key', async () => {
    const world = createWorld();
    const batch = dry(world, table(5));
    world.broker.will(...times(3, { kind: 'unreachable' }));
    value(world.mints.batches.start(batch.batchId));
    await world.pass(2_000);
    expect(world.batch(batch.batchId).state).toBe('paused');
    expect(states(world, batch.batchId)).toEqual([
      'not-sent',
      'not-sent',
      'not-sent',
      'waiting',
      'waiting',
    ]);
    value(world.mints.batches.start(batch.batchId));
    await world.pass(2_000);
    expect(world.batch(batch.batchId).state).toBe('awaiting');
    expect(world.broker.ledger).toHaveLength(5);
    const keys = world.batch(batch.batchId).rows.map(({ intentId }) => intentId);
    expect(keys.slice(3)).toEqual(batch.rows.slice(3).map(({ intentId }) => intentId));
    expect(keys[0]).not.toBe(batch.rows[0]?.intentId);
  });

  it('waits after a restart, then goes on under the same keys, however the rows were left', async () => {
    const world = createWorld();
    const batch = dry(world, table(12));
    world.broker.state.looks = 'blind';
    world.broker.will(
      { kind: 'honest' },
      { kind: 'answer-lost' },
      ...times(2, { kind: 'request-lost' }),
    );
    value(world.mints.batches.start(batch.batchId));
    await world.pass(100, 50);
    world.broker.state.looks = 'honest';
    world.restart();
    expect(world.batch(batch.batchId).state).toBe('paused');
    await world.pass(MINUTE);
    const unsent = states(world, batch.batchId).filter((state) => state === 'waiting');
    expect(unsent.length).toBeGreaterThan(5);
    value(world.mints.batches.start(batch.batchId));
    await world.pass(10_000);
    expect(world.batch(batch.batchId).state).toBe('awaiting');
    expect(world.broker.ledger).toHaveLength(12);
    expect(new Set(world.broker.ledger.map(({ key }) => key))).toEqual(
      new Set(batch.rows.map(({ intentId }) => intentId)),
    );
  });

  it('lets one batch run at a time, and none in which no row can go', () => {
    const world = createWorld();
    const [first, second] = [dry(world, table(2)), dry(world, table(3))];
    value(world.mints.batches.start(first.batchId));
    expect(failureOf(world.mints.batches.start(second.batchId))).toContain('Another batch');
    const wrong = dry(world, `${HEAD}\nAAPL,0,xstocks,solana,${WALLET},x`);
    expect(failureOf(world.mints.batches.start(wrong.batchId))).toContain('No row');
    expect(
      failureOf(world.mints.batches.start(wrong.batchId.replace(/^.{8}/, '99999999'))),
    ).toContain('no such batch');
  });

  it('pauses with a row that got no answer for fifteen minutes, and finishes it on the next start', async () => {
    const world = createWorld();
    const { batchId } = dry(world, table(4));
    world.broker.will(
      { kind: 'honest' },
      { kind: 'honest' },
      ...times(40, { kind: 'request-lost' }),
    );
    value(world.mints.batches.start(batchId));
    await world.pass(20 * MINUTE, 1_000);
    expect(world.batch(batchId).state).toBe('paused');
    expect(states(world, batchId).filter((state) => state === 'unknown').length).toBeGreaterThan(0);
    world.broker.will(...times(40, { kind: 'honest' }));
    value(world.mints.batches.start(batchId));
    await world.pass(20 * MINUTE, 1_000);
    expect(world.batch(batchId).state).toBe('awaiting');
    expect(world.broker.ledger).toHaveLength(4);
  });
});

it('keeps with a batch that its table has decimal commas, also over a restart', () => {
  const world = createWorld();
  const csv = `symbol;qty;issuer;network;wallet\nAAPL;1,5;xstocks;solana;${WALLET}`;
  const { batchId } = value(world.mints.batches.dryRun('January', csv));
  const point = value(world.mints.batches.dryRun('February', csv.replace('1,5', '2.5')));
  world.restart();
  const known = world.mints.batches.list().map((head) => [head.batchId, head.decimal]);
  expect(new Map(known as [string, unknown][])).toEqual(
    new Map([
      [batchId, 'comma'],
      [point.batchId, undefined],
    ]),
  );
  expect(world.batch(batchId).decimal).toBe('comma');
});
