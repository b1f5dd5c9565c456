// Everything but keys in one file, and back: on this computer and on another, with orders on their way.
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUESTIONS } from '#contract/questions.ts';
import { DEFAULT_GUARDS } from '#contract/trading.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createKeptDesk, type KeptDesk } from '#test/desk/support/kept-desk.ts';
import { createCanary } from '#test/e2e/support/canary.ts';
import { restingDraft } from '#test/faults/support/drafts.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { OPEN_GUARDS } from '#test/faults/support/desk.ts';
import { until } from '#test/support/until.ts';

const LOCK = 'a passphrase of the lock';
const SECOND = 'a passphrase of two people';
const SEALED = 'what only the sealed file has';

type Ledger = { orders: { client_order_id: string; status: string }[] };

let work: string;
let paper: Paper;
let first: KeptDesk;
let accountId: string;
let file: string;
/** One without an answer, of which the broker has nothing; one that rests, with a cancel under way. */
let unknownId: string;
let canceledId: string;

const ledger = async () => (await paper.control<Ledger>('GET', '/ledger')).orders;

async function submit(desk: KeptDesk, symbol: string): Promise<string> {
  const { intentId } = await desk.must('tickets.open', { accountId });
  const draft = restingDraft(symbol);
  await desk.must('orders.submit', { accountId, intentId, draft, confirmations: [] });
  return intentId;
}

const fault = (method: string, path: string, isPrefix = false) =>
  paper.control('POST', '/faults', {
    match: { method, path: isPrefix ? `${path}/*` : path },
    act: { kind: 'status', status: 503, when: 'before' },
    times: 10_000,
  });

async function openGuards(desk: KeptDesk): Promise<void> {
  const { version } = await desk.must('guards.get', {});
  await desk.must('guards.set', { guards: OPEN_GUARDS, from: version });
}

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'ballast-backup-'));
  file = join(work, 'one.ballast');
  paper = await startPaper({ folder: work, seed: 7 });
  first = await createKeptDesk();
  accountId = await first.connect(paper);
  await openGuards(first);
  await until(async () => {
    const { intentId } = await first.must('tickets.open', { accountId });
    const sent = await first.call('orders.submit', {
      accountId,
      intentId,
      draft: restingDraft('MSFT'),
      confirmations: [],
    });
    canceledId = intentId;
    return sent.ok && sent.value.state === 'accepted';
  }, 'the account takes orders');
  await fault('POST', '/v2/orders');
  unknownId = await submit(first, 'AAPL');
  await fault('DELETE', '/v2/orders', true);
  await first.must('lock.configure', { next: LOCK, lockAfterMinutes: 0 });
  first.person.types.push(SECOND, SECOND);
  await first.must('secondPerson.set', {});
  await first.must('watchlists.create', { accountId, name: 'My own list' });
  writeFileSync(join(first.folder, 'keys.sealed'), SEALED);
  const orders = await ledger();
  const resting = orders.find((one) => one.client_order_id === canceledId);
  expect(resting?.status).toBe('new');
  void first.call('orders.cancelAll', { accountId, orderIds: [], intentIds: [canceledId] });
  await until(async () => {
    const lines = await first.must('orders.evidence', { accountId, intentId: canceledId });
    return JSON.stringify(lines).includes('ancel');
  }, 'the cancel is under way');
  first.person.chooses = file;
  expect(await first.must('data.backUp', {})).toEqual({ path: file });
}, 120_000);
afterAll(async () => {
  await first?.stop();
  await paper?.stop();
  rmSync(work, { recursive: true, force: true });
});

describe('the file', () => {
  it('has no secret, no sealed file and no hash of a passphrase', () => {
    const bytes = readFileSync(file);
    const { lock, secondPerson } = JSON.parse(
      readFileSync(join(first.folder, 'settings.json'), 'utf8'),
    ).settings;
    const canary = createCanary({
      key: paper.key.keyId,
      secret: paper.key.secretKey,
      lock: LOCK,
      second: SECOND,
      sealed: SEALED,
      'hash of the lock': lock.secret.hash,
      'hash of the second person': secondPerson.secret.hash,
    });
    expect(canary.in(bytes)).toBeUndefined();
    // What it does have is found by the same search.
    expect(createCanary({ list: 'My own list', order: unknownId }).in(bytes)).toBeDefined();
    expect(canary.in(Buffer.concat([bytes, Buffer.from(SECOND)]))).toBe('second, plain');
  });

  it('is for this user alone and leaves nothing beside it', () => {
    expect(readdirSync(work).filter((name) => name.includes('ballast'))).toEqual(['one.ballast']);
  });

  it('is not written inside of the data folder', async () => {
    first.person.chooses = join(first.folder, 'x.ballast');
    expect(await first.call('data.backUp', {})).toMatchObject({ ok: false });
    expect(readdirSync(first.folder)).not.toContain('x.ballast');
  });
});

describe('a file that is not fit', () => {
  const spoiled = (change: (path: string) => void): string => {
    const path = join(work, 'spoiled.ballast');
    copyFileSync(file, path);
    change(path);
    return path;
  };
  const inDatabase = (sql: string) => (path: string) => {
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
  };
  const cases: [string, (path: string) => void, RegExp][] = [
    ['is cut in half', (path) => truncateSync(path, 8192), /damaged or was cut short/],
    ['is empty', (path) => truncateSync(path, 0), /is not a Ballast backup/],
    ['is a text', (path) => writeFileSync(path, 'hello'.repeat(1_000)), /is not a Ballast backup/],
    ['is another database', inDatabase('PRAGMA application_id = 7'), /is not a Ballast backup/],
    ['is newer', inDatabase('PRAGMA user_version = 3'), /newer version of Ballast/],
    [
      'lacks a piece',
      inDatabase("DELETE FROM pieces WHERE name LIKE 'accounts/%'"),
      /damaged or was cut short/,
    ],
    [
      'has another letter',
      inDatabase(
        "UPDATE pieces SET bytes = CAST(replace(bytes, 'My own list', 'My 0wn list') AS BLOB) WHERE name = 'settings.json'",
      ),
      /damaged or was cut short/,
    ],
    [
      'has another manifest',
      inDatabase(`UPDATE manifest SET record = replace(record, 'Paper one', 'Paper two')`),
      /damaged or was cut short/,
    ],
  ];

  let desk: KeptDesk;
  beforeAll(async () => {
    desk = await createKeptDesk();
  }, 60_000);
  afterAll(() => desk?.stop());

  it.each(cases)(
    'is refused with a sentence and changes nothing: it %s',
    async (_what, change, why) => {
      const before = readdirSync(desk.folder);
      desk.person.chooses = spoiled(change);
      const result = await desk.call('data.restore', {});
      expect(result).toMatchObject({ ok: false, failure: { message: expect.stringMatching(why) } });
      expect(desk.asked).toEqual([]);
      expect(readdirSync(desk.folder)).toEqual(before);
      expect(desk.ended).toBe(0);
    },
  );

  it('that is not there is refused with a sentence', async () => {
    desk.person.chooses = join(work, 'none.ballast');
    expect(await desk.call('data.restore', {})).toMatchObject({
      failure: { message: expect.stringContaining('There is no file') },
    });
  });
});

it('is not restored over orders that are not settled', async () => {
  first.asked.length = 0;
  first.person.chooses = file;
  expect(await first.call('data.restore', {})).toMatchObject({
    failure: { message: expect.stringContaining('are not settled') },
  });
  expect(first.asked).toEqual([]);
});

describe('restored on another computer', () => {
  let other: KeptDesk;
  beforeAll(async () => {
    // The first one would go on with its cancel by itself.
    await first.end();
    await paper.control('DELETE', '/faults');
    other = await createKeptDesk();
    other.person.chooses = file;
    const { version } = await other.must('guards.get', {});
    await other.must('guards.set', {
      guards: { ...DEFAULT_GUARDS, size: { isOn: true, maxShares: decimal('1') } },
      from: version,
    });
  }, 60_000);
  afterAll(() => other?.stop());

  it('changes nothing without a yes', async () => {
    other.person.saysYes = false;
    const before = readdirSync(other.folder);
    expect(await other.call('data.restore', {})).toMatchObject({ ok: false });
    expect(readdirSync(other.folder)).toEqual(before);
    other.person.saysYes = true;
  });

  it('says what is in it and what it does before it does it', async () => {
    other.asked.length = 0;
    expect(await other.must('data.restore', {})).toEqual({ path: file });
    expect(other.asked.map(({ title }) => title)).toEqual([QUESTIONS.restore]);
    const { text = '' } = other.asked[0] ?? {};
    expect(text).toContain('by Ballast 0.1.0');
    expect(text).toMatch(/“Paper one” \(paper account \w+\): \d+ orders/);
    expect(text).toContain('shares per order: off');
    expect(text).toContain('do not continue: 1');
    await until(() => other.ended === 1, 'Ballast ends');
  });

  it('has the accounts without their keys, and is stopped', async () => {
    await other.restart();
    expect(other.notes.join()).toContain('Enter the keys of Paper one again');
    const list = await other.must('accounts.list', {});
    expect(list.find((one) => one.accountId === accountId)).toMatchObject({
      label: 'Paper one',
      keyHome: 'none',
      isKeyMissing: true,
    });
    expect(list.map(({ environment }) => environment).sort()).toEqual(['embedded', 'paper']);
    expect((await other.must('guards.get', {})).value).toEqual(OPEN_GUARDS);
    expect(other.isStopped()).toBe(true);
    const names = readdirSync(other.folder);
    expect(names.filter((name) => name.startsWith('before-restore-'))).toHaveLength(2);
    expect(names).not.toContain('trading-allowed');
    expect(names).not.toContain('keys.sealed');
  });

  it('asks the broker about what was on its way, and sends neither it nor the cancel', async () => {
    const before = await ledger();
    await other.must('accounts.rotate', {
      accountId,
      credentials: paper.key,
      keepIn: 'keychain',
      isUnverifiedAllowed: false,
    });
    await other.must('accounts.open', { accountId });
    await other.untilRead(accountId);
    const evidence = async (intentId: string) =>
      JSON.stringify(await other.must('orders.evidence', { accountId, intentId }));
    const looked = await evidence(unknownId);
    await other.must('orders.lookAgain', { accountId, intentId: unknownId });
    await until(async () => (await evidence(unknownId)) !== looked, 'it was looked for');
    expect(await evidence(canceledId)).toContain('the cancel is not sent automatically');
    const after = await ledger();
    expect(after).toEqual(before);
    expect(after.find((one) => one.client_order_id === canceledId)?.status).toBe('new');
    expect(after.some((one) => one.client_order_id === unknownId)).toBe(false);
    expect(
      (await other.must('watchlists.get', { accountId })).lists.map(({ name }) => name),
    ).toEqual(['Watchlist', 'My own list']);
  });
});

describe('restored where it was written', () => {
  it('has the lock, the second person and the keys of this computer', async () => {
    await first.restart();
    await first.must('accounts.open', { accountId });
    const aside = { accountId, intentId: unknownId, cancelWhenFound: false };
    await first.must('orders.setAside', aside);
    await until(async () => {
      const orders = await ledger();
      return orders.find((one) => one.client_order_id === canceledId)?.status === 'canceled';
    }, 'its own cancel goes on');
    first.person.chooses = file;
    await until(async () => (await first.call('data.restore', {})).ok, 'nothing is unsettled');
    await first.restart();
    const list = await first.must('accounts.list', {});
    expect(list.find((one) => one.accountId === accountId)).toMatchObject({ keyHome: 'keychain' });
    expect(await first.must('secondPerson.get', {})).toEqual({ isSet: true });
    await first.must('lock.now', {});
    expect(await first.call('lock.unlock', { passphrase: LOCK })).toMatchObject({ ok: true });
    expect(readFileSync(join(first.folder, 'keys.sealed'), 'utf8')).toBe(SEALED);
  });
});

describe('a reset', () => {
  let desk: KeptDesk;
  beforeAll(async () => {
    desk = await createKeptDesk();
  }, 60_000);
  afterAll(() => desk?.stop());
  const practiceId = async () => (await desk.must('accounts.list', {}))[0]?.accountId ?? '';
  const listNames = async () => {
    const { lists } = await desk.must('watchlists.get', { accountId: await practiceId() });
    return lists.map(({ name }) => name);
  };

  it('of the settings changes nothing without a yes', async () => {
    await openGuards(desk);
    await desk.must('watchlists.create', { accountId: await practiceId(), name: 'My own list' });
    desk.person.saysYes = false;
    expect(await desk.call('data.resetSettings', {})).toMatchObject({ ok: false });
    expect((await desk.must('guards.get', {})).value).toEqual(OPEN_GUARDS);
    expect(await listNames()).toContain('My own list');
    desk.person.saysYes = true;
  });

  it('of the settings leaves accounts and a stop as they are, and outdates what windows remember', async () => {
    const { guards, appearance } = {
      guards: await desk.must('guards.get', {}),
      appearance: (await desk.must('ui.get', {})).appearance,
    };
    await desk.must('trading.stop', {});
    const before = await desk.must('accounts.list', {});
    const { system } = await desk.must('ui.get', {});
    const value = { closesToTray: false, startsAtLogin: true };
    await desk.must('ui.set', {
      area: 'system',
      value,
      from: system.version,
      to: crypto.randomUUID(),
    });
    const id = '00000000-0000-4000-8000-000000000001';
    const line = { id, kind: 'horizontal' as const, points: [{ time: 1, price: 190 }] };
    const { drawings } = await desk.must('ui.get', {});
    await desk.must('ui.set', {
      area: 'drawings',
      value: { symbols: { AAPL: [line] } },
      from: drawings.version,
      to: crypto.randomUUID(),
    });
    await desk.must('data.resetSettings', {});
    expect((await desk.must('ui.get', {})).system.value).toEqual(value);
    // What was drawn is a person's work, and no setting.
    expect((await desk.must('ui.get', {})).drawings.value.symbols['AAPL']).toEqual([line]);
    expect((await desk.must('guards.get', {})).value).toEqual(DEFAULT_GUARDS);
    expect(await listNames()).toEqual(['Watchlist']);
    expect(await desk.must('accounts.list', {})).toEqual(before);
    expect(desk.isStopped()).toBe(true);
    expect(
      await desk.call('guards.set', { guards: OPEN_GUARDS, from: guards.version }),
    ).toMatchObject({ failure: { kind: 'outdated' } });
    const old = { area: 'appearance', value: appearance.value, from: appearance.version } as const;
    expect(await desk.call('ui.set', { ...old, to: crypto.randomUUID() })).toMatchObject({
      failure: { kind: 'outdated' },
    });
  });

  it('names the guards that would hold back less', async () => {
    const { value, version } = await desk.must('guards.get', {});
    const size = { isOn: true as const, maxShares: decimal('1') };
    await desk.must('guards.set', { guards: { ...value, size }, from: version });
    desk.asked.length = 0;
    await desk.must('data.resetSettings', {});
    expect(desk.asked).toMatchObject([
      { title: QUESTIONS.resetSettings, text: expect.stringContaining('shares per order') },
    ]);
  });

  it('of the practice account puts its journal and its ledger aside, and nothing else', async () => {
    const accounts = await desk.must('accounts.list', {});
    await desk.must('data.resetPractice', {});
    await until(() => desk.ended === 1, 'Ballast ends');
    await desk.restart();
    expect(desk.notes.join()).toContain('The practice account was reset.');
    const aside = readdirSync(desk.folder).find((name) => name.startsWith('before-reset')) ?? '';
    expect(readdirSync(join(desk.folder, aside)).sort()).toEqual(['accounts', 'embedded']);
    expect((await desk.must('accounts.list', {})).map((one) => one.accountId)).toEqual(
      accounts.map((one) => one.accountId),
    );
    expect(desk.isStopped()).toBe(true);
  });
});
