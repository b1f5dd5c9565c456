// Nobody trades the wrong account. A live profile points at a second server behind a door that counts. The live account is
// watched there; whatever is done with the paper account, nothing that could change anything goes through that door, and
// what is done with the live one waits for its number.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFailure } from '#contract/failure.ts';
import { ALPACA_HOSTS } from '#main/domain/account-hosts.ts';
import {
  createAccountDesk,
  hostsOf,
  KEEP,
  untilTrading,
  type AccountDesk,
} from '#test/faults/support/account-desk.ts';
import { createRandom } from '#test/faults/support/campaign.ts';
import { openCountingDoor, type CountingDoor } from '#test/faults/support/counting-door.ts';
import { OPEN_GUARDS, until } from '#test/faults/support/desk.ts';
import { restingDraft } from '#test/faults/support/drafts.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { createRandomCalls } from '#test/faults/support/random-calls.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale, SCALE } from '#test/support/scale.ts';

const CALLS = atScale(10_000, 1_000);
const SEED = Number(process.env['AIRLOCK_SEED'] ?? randomInt(2 ** 31));

let folder: string;
let brokers: Paper[];
let door: CountingDoor;
let desk: AccountDesk;
let paperId: string;
let liveId: string;
let liveNumber: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-airlock-'));
  const start = (name: string, keyId: string) =>
    startPaper({
      folder: join(folder, name),
      seed: 5,
      key: { keyId, secretKey: `secret-of-${name}` },
    });
  const [one, two] = await Promise.all([
    start('paper', 'PKAIRLOCKPAPER00001'),
    start('live', 'AKAIRLOCKLIVE000001'),
  ]);
  brokers = [one, two];
  door = await openCountingDoor(two.hosts);
  desk = await createAccountDesk();
  const paper = await desk.must('accounts.connect', {
    label: 'Paper',
    environment: 'paper',
    hosts: hostsOf(one),
    credentials: one.key,
    ...KEEP,
  });
  const live = await desk.must('accounts.connect', {
    label: 'Live',
    environment: 'live',
    hosts: door.hosts,
    credentials: two.key,
    ...KEEP,
  });
  paperId = paper.accountId;
  liveId = live.accountId;
  liveNumber = live.accountNumber ?? '';
}, 60_000);
afterAll(async () => {
  await desk?.stop();
  await door?.stop();
  for (const broker of brokers ?? []) await broker.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a desk with a paper and a live account', () => {
  it(`changes nothing at the live one in ${CALLS} random calls on the paper one (AIRLOCK_SEED=${SEED})`, async () => {
    expect(door.connections()).toBeGreaterThan(0);
    await desk.restart();
    door.reset();
    await desk.must('accounts.open', { accountId: paperId });
    await untilTrading(desk, paperId);
    await until('the live account is watched', () => door.connections() > 0);
    const random = createRandom(SEED);
    const orderIds: string[] = ['none'];
    const intentIds = [await desk.openTicket(paperId), await desk.openTicket(paperId)];
    const generator = createRandomCalls(random, {
      accountId: [paperId],
      accountIds: [[paperId]],
      symbol: ['AAPL', 'MSFT', 'NOSUCH'],
      symbols: [['AAPL']],
      intentId: intentIds,
      orderId: orderIds,
      draft: [restingDraft('AAPL'), restingDraft('MSFT')],
      confirmations: [[]],
      guards: [OPEN_GUARDS],
      listId: ['first'],
      // Without hosts Alpaca's own would be meant, which no test may reach.
      hosts: [hostsOf(brokers[0] as Paper)],
      brokerHost: [undefined],
      // As an exit none of them would go: nothing is held.
      isExit: [undefined],
      credentials: [{ keyId: 'PKNOBODYKNOWSIT0001', secretKey: 'nothing' }],
      isLossAccepted: [false],
      passphrase: ['wrong'],
      next: [undefined],
      lockAfterMinutes: [0],
    });
    const order = async () => ({
      name: 'orders.submit',
      input: {
        accountId: paperId,
        intentId: await desk.openTicket(paperId),
        draft: restingDraft('AAPL'),
        confirmations: [],
      },
    });
    const hub = desk.desk.feeds.open(() => undefined);
    const outcomes = { ok: 0, refused: 0, bug: 0 };
    for (let count = 0; count < CALLS; count++) {
      if (count % 10 === 0) {
        const { name, params } = generator.feed();
        hub.watch(count, name, params);
        hub.unwatch(count - 200);
      }
      // Few of the random ones are orders that can go, and with some seeds none.
      const { name, input } = count % 50 === 0 ? await order() : generator.call();
      // These would take the paper account away, which is not what is under test.
      if (name === 'accounts.remove' || name === 'keys.remove') continue;
      const result = await desk.desk.dispatch(name, input);
      if (result.ok) {
        outcomes.ok++;
        const { resultId } = (result.value ?? {}) as { resultId?: string };
        if (resultId !== undefined) orderIds.push(resultId);
      } else if (result.failure.kind === 'bug') outcomes.bug++;
      else outcomes.refused++;
      if (count % 5 === 0) intentIds.splice(0, 1, await desk.openTicket(paperId));
      if (name === 'trading.stop') await desk.must('trading.resume', {});
    }
    hub.close();
    tellProof({
      part: 'airlock',
      what: 'random calls and feeds on the paper account while a live account is kept',
      count: CALLS,
      zero: { 'writes at the live server': door.writes(), bugs: outcomes.bug },
      figures: {
        'carried out': outcomes.ok,
        'refused in words': outcomes.refused,
        'orders answered': orderIds.length - 1,
      },
      seed: SEED,
      repeat: `AIRLOCK_SEED=${SEED} BALLAST_SCALE=${SCALE} npx vitest run --project faults test/faults/accounts/airlock.test.ts`,
    });
    expect(outcomes.bug).toBe(0);
    expect(outcomes.ok).toBeGreaterThan(CALLS / 10);
    expect(orderIds.length).toBeGreaterThan(1);
    expect(door.writes()).toBe(0);
  });
});

describe('a live account', () => {
  const submit = async () =>
    desk.must('orders.submit', {
      accountId: liveId,
      intentId: await desk.openTicket(liveId),
      draft: restingDraft('AAPL'),
      confirmations: [],
    });
  const ordersThere = async () =>
    (await (brokers[1] as Paper).control<{ orders: unknown[] }>('GET', '/ledger')).orders.length;

  it('shows everything and sends nothing until it is armed', async () => {
    await desk.must('accounts.open', { accountId: liveId });
    const account = desk.watch('account', { accountId: liveId });
    const trading = desk.watch('trading', { accountId: liveId });
    await until('the account is read', () => account.items().length > 0);
    await until('it is held back', () => trading.items().at(-1)?.isArmed === false);
    expect(trading.items().at(-1)).toMatchObject({
      why: expect.stringContaining('not armed') as string,
    });
    expect(await submit()).toMatchObject({ state: 'not-sent' });
    expect(await ordersThere()).toBe(0);
    account.stop();
    trading.stop();
  });

  it.each([
    ['nothing', undefined],
    ['another number', 'PA0000000000'],
    ['part of it', 'PA'],
  ])('stays disarmed when %s is typed', async (_name, answer) => {
    desk.answers.push(answer);
    const result = await desk.call('accounts.arm', { accountId: liveId });
    expect(result.ok ? '' : describeFailure(result.failure)).toMatch(/stays disarmed/);
    expect((await desk.profile(liveId)).isArmed).toBe(false);
    expect(await submit()).toMatchObject({ state: 'not-sent' });
    expect(await ordersThere()).toBe(0);
  });

  it('takes orders once its number was typed, until the desk is locked', async () => {
    desk.answers.push(` ${liveNumber} `);
    expect(await desk.must('accounts.arm', { accountId: liveId })).toMatchObject({ isArmed: true });
    await untilTrading(desk, liveId);
    expect(await submit()).toMatchObject({ state: 'accepted' });
    expect(await ordersThere()).toBe(1);
    // The door would have seen one.
    expect(door.writes()).toBe(1);
    const passphrase = 'open sesame';
    await desk.must('lock.configure', { next: passphrase, lockAfterMinutes: 0 });
    await desk.must('lock.now', {});
    expect(await desk.call('accounts.list', {})).toMatchObject({ ok: false });
    await desk.must('lock.unlock', { passphrase });
    expect((await desk.profile(liveId)).isArmed).toBe(false);
    expect(await submit()).toMatchObject({ state: 'not-sent' });
    expect(await ordersThere()).toBe(1);
    await desk.must('lock.configure', { current: passphrase, lockAfterMinutes: 0 });
  });

  it('is disarmed at every start', async () => {
    desk.answers.push(liveNumber);
    await desk.must('accounts.arm', { accountId: liveId });
    await desk.restart();
    expect((await desk.profile(liveId)).isArmed).toBe(false);
  });
});

describe('a shell that may not open live accounts', () => {
  it('reaches none of their hosts, for checking, connecting or opening', async () => {
    // A door of its own: the other desk may well go on with the order that it has open behind the first.
    const own = await openCountingDoor((brokers[1] as Paper).hosts);
    const careful = await createAccountDesk({ isLiveAllowed: false });
    try {
      const asked = {
        environment: 'live' as const,
        hosts: own.hosts,
        credentials: (brokers[1] as Paper).key,
      };
      const kept = { ...asked, label: 'Live', ...KEEP, isUnverifiedAllowed: true };
      for (const result of [
        await careful.call('accounts.check', asked),
        await careful.call('accounts.connect', kept),
        await careful.call('accounts.connect', { ...kept, hosts: ALPACA_HOSTS.live }),
      ])
        expect(result.ok ? '' : describeFailure(result.failure)).toContain('--allow-live');
      expect(await careful.must('accounts.list', {})).toHaveLength(1);
      expect(own.connections()).toBe(0);
    } finally {
      await careful.stop();
      await own.stop();
    }
  });
});
