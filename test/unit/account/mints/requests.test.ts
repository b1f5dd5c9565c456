import { describe, expect, it } from 'vitest';
import { aForm, createWorlds } from '#test/unit/account/mints/world.ts';
import { failureOf, newId, value } from '#test/unit/account/orders/world.ts';

const createWorld = createWorlds();
const MINUTE = 60_000;
const members = { underlyingSymbol: 'AAPL', qty: '1', issuer: 'ondo', network: 'base' };

describe('following requests', () => {
  it('reads a pending mint until it is final, tells once, and then rests', async () => {
    const world = createWorld();
    const id = newId();
    world.mints.start();
    await world.mints.submit(id, aForm());
    await world.pass(3_000);
    expect(world.row(id).request?.status).toBe('pending');
    world.broker.settle(id, 'completed');
    await world.pass(30_000);
    expect(world.row(id).request?.status).toBe('completed');
    expect(world.newsOf('tokenization')).toMatchObject([
      { before: undefined, request: { status: 'pending' } },
      { before: 'pending', request: { status: 'completed' } },
    ]);
    const { reads } = world.broker.calls;
    await world.pass(10 * MINUTE, 5_000);
    expect(world.broker.calls.reads).toBe(reads);
  });

  it('reads with growing waits', async () => {
    const world = createWorld();
    world.mints.start();
    await world.mints.submit(newId(), aForm());
    await world.pass(10_000);
    const early = world.broker.calls.reads;
    await world.pass(5 * MINUTE, 1_000);
    const before = world.broker.calls.reads;
    await world.pass(10_000);
    expect(early).toBeGreaterThanOrEqual(4);
    expect(world.broker.calls.reads - before).toBeLessThanOrEqual(1);
  });

  it('reads many in one list', async () => {
    const world = createWorld();
    world.mints.start();
    for (let n = 0; n < 6; n++) await world.mints.submit(newId(), aForm({ label: `${n}` }));
    world.broker.calls.reads = 0;
    await world.pass(20_000);
    expect(world.broker.calls.reads).toBe(0);
    for (const { key } of world.broker.ledger) world.broker.settle(key, 'completed');
    await world.pass(MINUTE);
    expect(world.mints.requests.known().map(({ request }) => request.status)).toEqual(
      Array.from({ length: 6 }, () => 'completed'),
    );
  });

  it('finds redeems that nobody here asked for, and follows them too', async () => {
    const world = createWorld();
    world.mints.start();
    await world.pass(1_000);
    const redeem = world.broker.add({ ...members, type: 'redeem' });
    await world.pass(2 * MINUTE, 1_000);
    expect(world.newsOf('tokenization')).toMatchObject([{ request: { type: 'redeem' } }]);
    world.broker.ledger.forEach((row) => (row.request = { ...redeem, status: 'rejected' }));
    await world.pass(MINUTE);
    expect(world.newsOf('tokenization').at(-1)).toMatchObject({
      before: 'pending',
      request: { status: 'rejected' },
    });
  });

  it('never takes a final status back', async () => {
    const world = createWorld();
    const id = newId();
    world.mints.start();
    await world.mints.submit(id, aForm());
    world.broker.settle(id, 'completed');
    await world.pass(5_000);
    world.broker.settle(id, 'pending');
    const listed = value(await world.mints.requests.list({}));
    expect(listed.map(({ status }) => status)).toEqual(['completed']);
  });

  it('knows after a restart without the broker what it knew before, and how old that is', async () => {
    const world = createWorld();
    const id = newId();
    await world.mints.submit(id, aForm());
    const heardAt = world.time.clock.wall();
    world.broker.state.looks = 'silent';
    world.time.advance(MINUTE);
    world.restart();
    expect(world.mints.requests.known()).toMatchObject([
      { receivedAt: heardAt, request: { status: 'pending', walletAddress: aForm().walletAddress } },
    ]);
    expect(world.row(id).request?.status).toBe('pending');
  });
});

describe('asking for requests', () => {
  it('sorts the newest first and leaves empty filters out', async () => {
    const world = createWorld();
    for (const qty of ['1', '2', '3']) {
      world.broker.add({ ...members, qty });
      world.time.advance(1_000);
    }
    const all = value(await world.mints.requests.list({ type: '', underlyingSymbol: ' aapl ' }));
    expect(all.map(({ qty }) => qty)).toEqual(['3', '2', '1']);
  });

  it('finds the newest by its label and says how many others have it', async () => {
    const world = createWorld();
    for (const qty of ['1', '2', '3'])
      world.broker.add({ ...members, qty, clientRequestId: 'weekly' });
    world.broker.add({ ...members, clientRequestId: 'other' });
    expect(value(await world.mints.requests.byLabel('weekly'))).toMatchObject({
      request: { qty: '3' },
      others: 2,
    });
    expect(failureOf(await world.mints.requests.byLabel('nobody'))).toContain(
      'No mint on this account has this label',
    );
    expect(failureOf(await world.mints.requests.byId(newId()))).toContain(
      'No request on this account has this id',
    );
  });
});

describe('whether the account may mint', () => {
  it('is unknown until asked, yes when requests may be read, and offers what the broker shows', async () => {
    const world = createWorld();
    world.broker.add({ ...members, issuer: 'novel', network: 'novachain' });
    world.broker.state.looks = 'silent';
    expect(value(await world.mints.terms())).toMatchObject({
      participant: 'unknown',
      why: 'no answer',
    });
    world.broker.state.looks = 'honest';
    await world.mints.requests.list({});
    const terms = value(await world.mints.terms());
    expect(terms.participant).toBe('yes');
    expect(terms.why).toBeUndefined();
    expect(terms.issuers).toContain('novel');
    expect(terms.networks).toEqual(expect.arrayContaining(['novachain', 'solana']));
  });

  it('is no after a 403, stops asking by itself, and asks again when a person looks', async () => {
    const world = createWorld();
    world.broker.state.looks = 'forbidden';
    world.mints.start();
    await world.pass(10 * MINUTE, 5_000);
    expect(value(await world.mints.terms())).toMatchObject({
      participant: 'no',
      why: expect.stringContaining('not an Authorized Participant'),
    });
    world.broker.state.looks = 'honest';
    expect(value(await world.mints.terms()).participant).toBe('yes');
  });

  it('is no when a mint was refused for want of the right', async () => {
    const world = createWorld();
    world.mints.start();
    await world.pass(1_000);
    const message = 'account is not authorized to mint';
    world.broker.will({ kind: 'status', status: 400, message });
    await world.mints.submit(newId(), aForm());
    expect(value(await world.mints.terms())).toMatchObject({ participant: 'no' });
    await world.mints.submit(newId(), aForm());
    expect(value(await world.mints.terms())).toMatchObject({ participant: 'yes' });
  });

  it('is open again when the person asks again, and known with the next mint', async () => {
    const world = createWorld();
    const refused = {
      kind: 'status',
      status: 400,
      message: 'account is not authorized to mint',
    } as const;
    world.broker.will(refused);
    await world.mints.submit(newId(), aForm());
    await world.mints.requests.list({});
    expect(value(await world.mints.terms())).toMatchObject({ participant: 'no' });
    const open = {
      participant: 'unknown',
      why: expect.stringContaining('next mint will show'),
    };
    expect(value(await world.mints.terms(true))).toMatchObject(open);
    expect(value(await world.mints.terms())).toMatchObject(open);
    world.broker.will(refused);
    await world.mints.submit(newId(), aForm());
    expect(value(await world.mints.terms())).toMatchObject({ participant: 'no' });
    value(await world.mints.terms(true));
    await world.mints.submit(newId(), aForm());
    expect(value(await world.mints.terms())).toMatchObject({ participant: 'yes' });
  });
});

describe('preview', () => {
  it('says what would leave and what would stay', () => {
    const world = createWorld();
    world.hold('10', 'AAPL', { qtyAvailable: '8' });
    expect(world.mints.preview(newId(), aForm())).toMatchObject({
      title: 'Mint 1.5 AAPL with xstocks on solana to EPjFWd…yTDt1v, PRACTICE',
      issues: [],
      warnings: [],
      available: '8',
      availableAfter: '6.5',
    });
  });

  it.each([
    ['more than is free', { qty: '8.5' }, 'only 8 can leave'],
    ['nothing held', { underlyingSymbol: 'MSFT' }, 'none can leave'],
    ['nothing', { qty: '0' }, 'greater than zero'],
    ['a wrong wallet', { walletAddress: 'x' }, 'base58'],
  ])('%s is an issue', (_what, change, words) => {
    const world = createWorld();
    world.hold('10', 'AAPL', { qtyAvailable: '8' });
    const { issues } = world.mints.preview(newId(), aForm(change));
    expect(issues.map(({ message }) => message).join()).toContain(words);
  });

  it('counts a mint whose fate is unknown, or that was accepted since, as gone', async () => {
    const world = createWorld();
    world.hold('10');
    const id = newId();
    world.settings.isStopped = false;
    world.broker.state.looks = 'blind';
    world.broker.will({ kind: 'request-lost' });
    await world.mints.submit(id, aForm({ qty: '4' }));
    expect(world.state(id)).toBe('unknown');
    expect(world.mints.preview(newId(), aForm()).available).toBe('6');
    expect(world.mints.preview(id, aForm({ qty: '4' })).available).toBe('10');
    await world.pass(5_000);
    expect(world.state(id)).toBe('accepted');
    expect(world.mints.preview(newId(), aForm()).available).toBe('6');
    world.time.advance(1);
    world.hold('6');
    expect(world.mints.preview(newId(), aForm()).available).toBe('6');
  });

  it('knows nothing before the positions were read, and says so', () => {
    const world = createWorld();
    const preview = world.mints.preview(newId(), aForm());
    expect(preview.available).toBeUndefined();
    expect(preview.warnings).toEqual(['The positions have not been read yet.']);
  });
});

describe('the address book', () => {
  it('keeps its order across restarts and refuses what no wallet is', () => {
    const world = createWorld();
    const mine = [
      { name: 'Vault', network: 'solana', address: aForm().walletAddress },
      { name: 'Odd', network: 'novachain', address: 'whatever' },
    ];
    expect(value(world.mints.addresses.set(mine))).toEqual(mine);
    world.restart();
    expect(value(world.mints.addresses.get())).toEqual(mine);
    const bad = [{ name: 'Bad', network: 'ethereum', address: '0x12' }];
    expect(failureOf(world.mints.addresses.set(bad))).toContain('Bad: An address');
    expect(failureOf(world.mints.addresses.set([...mine, ...mine]))).toContain(
      'Vault is listed twice',
    );
    expect(value(world.mints.addresses.get())).toEqual(mine);
  });
});
