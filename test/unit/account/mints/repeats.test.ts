import { describe, expect, it } from 'vitest';
import { MINT_AGAIN } from '#contract/mint-guards.ts';
import { DEFAULT_GUARDS, GuardSettings } from '#contract/trading.ts';
import {
  aForm,
  createWorlds,
  UNPRICED,
  WALLET,
  type World,
} from '#test/unit/account/mints/world.ts';
import { failureOf, newId, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const MINUTE = 60_000;
const DAY = 86_400_000;
const HEAD = 'symbol,qty,issuer,network,wallet,label';
const table = (labels: readonly string[], qty = '1') =>
  [HEAD, ...labels.map((label) => `AAPL,${qty},xstocks,solana,${WALLET},${label}`)].join('\n');

const dry = (world: World, csv: string, name = 'January') =>
  value(world.mints.batches.dryRun(name, csv));
const start = (world: World, batchId: string, meant?: string) =>
  world.mints.batches.start(batchId, meant);
async function run(world: World, csv: string, meant?: string): Promise<string> {
  const { batchId } = dry(world, csv);
  value(start(world, batchId, meant));
  await world.pass(2_000, 50);
  return batchId;
}
const heldOf = (world: World, batchId: string) =>
  world.batch(batchId).rows.map(({ state, held, note }) => [state, held, note]);
const repeatOf = (world: World, members: Record<string, string> = {}) =>
  world.mints.preview(newId(), aForm(members)).verdicts.find(({ guard }) => guard === 'repeated');

describe('a single mint', () => {
  it('that repeats another goes only when that was typed, and says so in its evidence', async () => {
    const world = createWorld();
    const first = newId();
    value(await world.mints.submit(first, aForm({ qty: '1' })));
    await world.pass(3_000);
    expect(repeatOf(world, { qty: '1.0' })).toMatchObject({
      level: 'block',
      text: 'Already minted 3 s ago: 1 AAPL, pending.',
      canMean: true,
    });
    const second = newId();
    const form = aForm({ qty: '1.0' });
    for (const meant of [undefined, '', 'yes', 'Mint again'])
      expect(failureOf(await world.mints.submit(second, form, meant))).toContain('Already minted');
    expect(world.broker.ledger).toHaveLength(1);
    value(await world.mints.submit(second, form, MINT_AGAIN));
    expect(world.broker.ledger).toHaveLength(2);
    expect(world.evidence(second).join(' ')).toContain('You typed “mint again”');
    expect(world.evidence(first).join(' ')).not.toContain('mint again');
  });

  it('comes second in one of two windows, and not in both', async () => {
    const world = createWorld();
    const both = await Promise.all([
      world.mints.submit(newId(), aForm()),
      world.mints.submit(newId(), aForm()),
    ]);
    expect(both.map(({ ok }) => ok)).toEqual([true, false]);
    expect(world.broker.ledger).toHaveLength(1);
  });

  it('is told again under its own key without being a repetition of itself', async () => {
    const world = createWorld();
    const id = newId();
    value(await world.mints.submit(id, aForm()));
    expect(value(await world.mints.submit(id, aForm())).intentId).toBe(id);
    expect(world.broker.ledger).toHaveLength(1);
  });

  it('is known from the journal after a restart, also when its outcome is unknown', async () => {
    const world = createWorld();
    world.broker.state.looks = 'silent';
    world.broker.will({ kind: 'answer-lost' });
    await world.mints.submit(newId(), aForm({ label: 'a' }));
    world.restart();
    expect(repeatOf(world, { label: 'a' })?.text).toContain('and its outcome is not known: a.');
  });

  it('may be tried again when nothing came of the first', async () => {
    const world = createWorld();
    world.broker.will({ kind: 'status', status: 400, message: 'no' }, { kind: 'unreachable' });
    for (let n = 0; n < 2; n++) await world.mints.submit(newId(), aForm());
    expect(repeatOf(world)?.level).toBe('pass');
    const id = newId();
    value(await world.mints.submit(id, aForm()));
    expect(repeatOf(world)?.level).toBe('block');
    world.broker.settle(id, 'rejected');
    await world.pass(5_000);
    expect(repeatOf(world)?.level).toBe('pass');
  });

  it('repeats what somebody else asked the broker for, under whatever label', async () => {
    const world = createWorld();
    const { label: _, ...contents } = aForm();
    world.broker.add({ ...contents, clientRequestId: 'theirs', status: 'completed' });
    world.mints.start();
    await world.pass(MINUTE);
    expect(repeatOf(world, { label: 'mine' })?.text).toMatch(
      /^Already minted .+ ago, not by this desk: theirs, completed\.$/,
    );
  });
});

describe('a file that is run again', () => {
  it('has the mints of both dry runs once, and twice only when that was typed', async () => {
    const world = createWorld();
    const csv = table(['a', 'b', 'c']);
    const [first, second] = [dry(world, csv, 'First'), dry(world, csv, 'Second')];
    value(start(world, first.batchId));
    await world.pass(2_000, 50);
    expect(failureOf(start(world, second.batchId))).toMatch(
      /All 3 rows left repeat earlier mints\. Already minted 2 s ago from the same file: a, pending\. To mint anyway, type: mint again/,
    );
    expect(failureOf(start(world, second.batchId, 'again'))).toContain('type exactly: mint again');
    expect(world.broker.ledger).toHaveLength(3);
    value(start(world, second.batchId, MINT_AGAIN));
    await world.pass(2_000, 50);
    expect(world.batch(second.batchId).state).toBe('awaiting');
    expect(world.broker.ledger).toHaveLength(6);
    const { intentId = '' } = world.batch(second.batchId).rows[0] ?? {};
    expect(world.evidence(intentId).join(' ')).toContain('You typed “mint again”');
  });

  it('says of each row what it repeats, and sends the others', async () => {
    const world = createWorld();
    await run(world, table(['a', 'b']));
    await world.pass(4 * MINUTE, MINUTE);
    const { batchId } = dry(world, table(['a', 'c'], '1.0'));
    expect(heldOf(world, batchId)).toEqual([
      ['ready', 'repeats', 'Already minted 4 min ago: a, pending.'],
      ['ready', undefined, undefined],
    ]);
    value(start(world, batchId));
    await world.pass(2_000, 50);
    expect(world.broker.ledger).toHaveLength(3);
    expect(world.batch(batchId).state).toBe('paused');
    expect(heldOf(world, batchId)).toEqual([
      ['waiting', 'repeats', 'Already minted 4 min ago: a, pending.'],
      ['pending', undefined, undefined],
    ]);
  });

  it('leaves what can go to the rows that are new, wherever they stand in it', async () => {
    const world = createWorld();
    world.hold('5');
    await run(world, table(['a', 'b', 'c']));
    world.hold('2');
    const { batchId } = dry(world, table(['a', 'b', 'c', 'new', 'newer', 'too much']));
    const again = (label: string) => `Already minted 2 s ago: ${label}, pending.`;
    const short =
      'Minting it again would exceed what is available. After the lines above: 1 AAPL requested';
    expect(heldOf(world, batchId)).toEqual([
      ['ready', 'repeats', `${again('a')} ${short}, but none can leave the account.`],
      ['ready', 'repeats', `${again('b')} ${short}, but none can leave the account.`],
      ['ready', 'repeats', `${again('c')} ${short}, but none can leave the account.`],
      ['ready', undefined, undefined],
      ['ready', undefined, undefined],
      ['wrong', undefined, undefined],
    ]);
    value(start(world, batchId));
    await world.pass(2_000, 50);
    expect(world.broker.ledger).toHaveLength(5);
    const after = heldOf(world, batchId).map(([state]) => state);
    expect(after).toEqual(['waiting', 'waiting', 'waiting', 'pending', 'pending', 'wrong']);
  });

  it('is known by its contents where rows have no labels, also days later', async () => {
    const world = createWorld();
    const csv = `${HEAD}\nAAPL,1,xstocks,solana,${WALLET},`;
    await run(world, csv);
    await world.pass(3 * DAY, DAY / 2);
    const [row] = dry(world, `${csv.replaceAll('\n', '\r\n')}\r\n`).rows;
    expect(row?.note).toContain('3 days ago from the same file');
    // Another file with the same mint is another one by then.
    expect(dry(world, csv.replace(',1,', ',1.0,')).rows[0]?.held).toBeUndefined();
  });

  it('repeats the rows that wait in the batch before, which itself goes on', async () => {
    const world = createWorld();
    world.broker.will({ kind: 'unreachable' }, { kind: 'unreachable' }, { kind: 'unreachable' });
    const csv = table(['a', 'b', 'c', 'd']);
    const batchId = await run(world, csv);
    expect(world.batch(batchId).state).toBe('paused');
    await world.pass(1_000);
    const second = dry(world, csv, 'February').batchId;
    expect(heldOf(world, second)[3]).toEqual([
      'ready',
      'repeats',
      'Already in another batch, January, where line 5 is waiting: d.',
    ]);
    expect(repeatOf(world, { qty: '1', label: 'd' })?.text).toContain(
      'where line 5 is waiting: d.',
    );
    value(start(world, batchId));
    await world.pass(2_000, 50);
    expect(world.batch(batchId).state).toBe('awaiting');
    expect(world.broker.ledger).toHaveLength(4);
  });
});

it.each([
  ['1 and 1.0', ['1,xstocks,solana,W,', '1.0,xstocks,solana,W,'], 'It repeats line 2.'],
  ['one without a label', ['1,xstocks,solana,W,a', '1,xstocks,solana,W,'], 'It repeats line 2.'],
  ['names in another case', ['1,xstocks,solana,W,', '1,XStocks,Solana,W,'], 'It repeats line 2.'],
  [
    'a label for two mints',
    ['1,xstocks,solana,W,a', '2,xstocks,solana,W,a'],
    'Its label, a, is also used on line 2.',
  ],
])('two rows of one table are one mint: %s', (_what, rows, words) => {
  const world = createWorld();
  const csv = [HEAD, ...rows.map((row) => `AAPL,${row.replace('W', WALLET)}`)].join('\n');
  expect(dry(world, csv).rows[1]?.issues.join()).toContain(words);
});

it('a request of a row whose answer was lost is that row, and holds no other back', async () => {
  const world = createWorld();
  world.mints.start();
  world.broker.will({ kind: 'answer-lost' });
  const { batchId } = dry(world, table(['a', 'b', 'c', 'd', 'e', 'f']));
  value(start(world, batchId));
  await world.pass(10_000);
  expect(world.batch(batchId).state).toBe('awaiting');
  expect(world.broker.ledger).toHaveLength(6);
});

describe('before each row', () => {
  it('what became a repetition meanwhile waits with its reason, and the rest goes on', async () => {
    const world = createWorld();
    const { batchId } = dry(world, table(['a', 'b', 'c', 'd', 'e']));
    world.broker.will({ kind: 'honest' }, { kind: 'honest' }, { kind: 'honest' });
    value(start(world, batchId));
    // The first three are on their way. Somebody mints the fifth by hand before it has its turn.
    value(await world.mints.submit(newId(), aForm({ qty: '2', label: 'e' }), MINT_AGAIN));
    await world.pass(2_000, 50);
    expect(new Set(world.broker.ledger.map(({ request }) => request.clientRequestId))).toEqual(
      new Set(['a', 'b', 'c', 'd', 'e']),
    );
    expect(world.broker.ledger).toHaveLength(5);
    expect(world.batch(batchId).state).toBe('paused');
    const last = world.batch(batchId).rows[4];
    expect(last).toMatchObject({ state: 'waiting', held: 'repeats' });
    expect(last?.note).toContain('e, 2 AAPL to');
    // What was typed holds for what it was typed for.
    value(start(world, batchId, MINT_AGAIN));
    await world.pass(2_000, 50);
    expect(world.batch(batchId).state).toBe('awaiting');
  });

  it('the limit of the day counts the rows above, and holds what is over it', async () => {
    const world = createWorld();
    world.settings.guards = GuardSettings.parse({
      ...UNPRICED,
      mintDay: { isOn: true, maxShares: '2' },
    });
    const { batchId } = dry(world, table(['a', 'b', 'c']));
    expect(heldOf(world, batchId)[2]).toEqual([
      'ready',
      'guard',
      'With this mint 3 shares would leave today, more than your limit of 2 a day: mint less, or wait until tomorrow.',
    ]);
    value(start(world, batchId));
    await world.pass(2_000, 50);
    expect(world.broker.ledger).toHaveLength(2);
    expect(world.batch(batchId).rows[2]).toMatchObject({ state: 'waiting', held: 'guard' });
    expect(failureOf(start(world, batchId, MINT_AGAIN))).toContain('No row can be sent');
    await world.pass(DAY, DAY / 2);
    value(start(world, batchId));
    await world.pass(2_000, 50);
    expect(world.batch(batchId).state).toBe('awaiting');
  });
});

describe('limits and wallets', () => {
  it('needs a price only where a limit is in dollars', async () => {
    const world = createWorld();
    world.settings.guards = DEFAULT_GUARDS;
    expect(failureOf(await world.mints.submit(newId(), aForm()))).toContain('no price for AAPL');
    world.hold('1000', 'AAPL', { currentPrice: '200' });
    value(await world.mints.submit(newId(), aForm()));
    expect(failureOf(await world.mints.submit(newId(), aForm({ qty: '250.01' })))).toContain(
      'worth $50,002.00',
    );
  });

  it('asks about a wallet on a live account until it was approved, which is kept', async () => {
    const world = createWorld();
    world.settings.environment = 'live';
    world.restart();
    expect(failureOf(await world.mints.submit(newId(), aForm()))).toContain('New wallet');
    world.mints.wallets.approve([aForm()]);
    value(await world.mints.submit(newId(), aForm()));
    world.restart();
    expect(world.mints.wallets.isNew(aForm())).toBe(false);
    expect(world.mints.wallets.isNew({ network: 'solana', walletAddress: 'another' })).toBe(true);
  });

  it('knows a wallet that a completed mint went to, and not one that was only accepted', async () => {
    const world = createWorld();
    const id = newId();
    value(await world.mints.submit(id, aForm()));
    expect(world.mints.wallets.isNew(aForm())).toBe(true);
    const { network, walletAddress: address } = aForm();
    const entry = { name: 'Treasury', network, address };
    expect(value(world.mints.addresses.set([entry]))).toEqual([entry]);
    world.broker.settle(id, 'completed');
    await world.pass(5_000);
    expect(value(world.mints.addresses.get())).toEqual([{ ...entry, isApproved: true }]);
    expect(world.mints.wallets.isNew(aForm())).toBe(false);
  });

  it('holds back an issuer that neither the desk nor the broker knows', async () => {
    const world = createWorld();
    expect(failureOf(await world.mints.submit(newId(), aForm({ issuer: 'xstock' })))).toContain(
      'issuer xstock: check the spelling',
    );
  });
});
