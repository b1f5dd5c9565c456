// A page that is not ours any more says everything it can say, on every kind of account, to a person who says no. What
// docs/security.md calls asked must have been asked and come to nothing, and nothing else may ask.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, isCallName, type CallName } from '#contract/calls.ts';
import type { Result } from '#contract/failure.ts';
import { MINT_AGAIN } from '#contract/mint-guards.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { DEFAULT_GUARDS } from '#contract/trading.ts';
import { decimal } from '#main/domain/decimal.ts';
import {
  createAccountDesk,
  hostsOf,
  untilTrading,
  type AccountDesk,
} from '#test/faults/support/account-desk.ts';
import { until } from '#test/faults/support/desk.ts';
import { marketDraft } from '#test/faults/support/drafts.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import {
  createHostileCalls,
  HOSTILE_FORM,
  THIEF,
  type HostileCalls,
} from '#test/desk/support/hostile-calls.ts';
import { makeReleaseKey, startFeedServer, type FeedServer } from '#test/support/release-feed.ts';

type Standing = 'paper' | 'unarmed' | 'armed';
type Row = Record<Standing | 'locked', string> & { titles: string[] };
type Kept = { accountId: string; brokerId: string };
type Ledger = {
  orders: { account_id: string; id: string }[];
  mints: { account_id: string; wallet_address: string }[];
};

const NAMES = Object.keys(calls).filter(isCallName);
const STANDINGS = ['paper', 'unarmed', 'armed'] as const;
/** This takes the account's key away where it is not asked about, so it comes last. */
const LAST: CallName = 'keys.remove';
const REDIRECT = 'https://app.example/back';
const SAVE = 'Save';
const OWN = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SECOND = 'two are better than one';

/** Nothing came of it: a refusal, or a dialog in which no file was chosen. */
const isNothing = (result: Result<unknown>): boolean =>
  !result.ok || (result.value as { path?: unknown } | null)?.path === null;

/** The table of calls as docs/security.md has it. */
function readTable(): Map<string, Row> {
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-zA-Z]+\.[a-zA-Z]+)` +\|(.*)\|$/gm)];
  return new Map(
    rows.map(([, name = '', cells = '']) => {
      const [, paper = '', unarmed = '', armed = '', locked = '', asks = ''] = cells
        .split('|')
        .map((cell) => cell.trim());
      const titles = [...asks.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
      return [name, { paper, unarmed, armed, locked, titles }];
    }),
  );
}

const table = readTable();
const rowOf = (name: string): Row => {
  const row = table.get(name);
  if (!row) throw new Error(`docs/security.md has no row for ${name}`);
  return row;
};

describe('the table of calls', () => {
  it('has a row for every call, and no other', () => {
    expect([...table.keys()].sort()).toEqual([...NAMES].sort());
  });

  it('names a question of main wherever it says that something is asked', () => {
    const known = new Set<string>([...Object.values(QUESTIONS), SAVE]);
    for (const [name, row] of table) {
      const isAsked = STANDINGS.some((standing) => row[standing] === 'asked');
      expect([name, row.titles.length > 0]).toEqual([name, isAsked]);
      for (const title of row.titles) expect(known).toContain(title);
    }
  });
});

describe('a page that was taken over', () => {
  const person = { saysYes: true };
  const asked: string[] = [];
  const numbers: string[] = [];
  const put = (title: string): boolean => {
    asked.push(title);
    return person.saysYes;
  };
  let folder: string;
  let paper: Paper;
  let releases: FeedServer;
  let desk: AccountDesk;
  let accounts: Record<Standing, Kept>;
  let hostile: HostileCalls;
  const proposed = new Map<string, string>();
  const repeated = new Map<Standing, unknown>();
  const left = new Map<string, { intentId: string; closingId: string }>();

  async function connect(standing: Standing, at: number): Promise<Kept> {
    const key = { keyId: `PKHOSTILEPAGE00000${at}`, secretKey: `secret-of-${standing}` };
    const cash = '10000000';
    const made = await paper.control<{ id: string }>('POST', '/accounts', {
      ...key,
      cash,
      ap: 'mint',
    });
    const { accountId, accountNumber = '' } = await desk.must('accounts.connect', {
      label: standing,
      environment: standing === 'paper' ? 'paper' : 'live',
      hosts: hostsOf(paper),
      credentials: key,
      keepIn: 'this-run',
      isUnverifiedAllowed: false,
    });
    await desk.must('accounts.open', { accountId });
    desk.watch('trading', { accountId });
    numbers.push(accountNumber);
    await desk.must('accounts.arm', { accountId });
    numbers.length = 0;
    await untilTrading(desk, accountId);
    const positions = desk.watch('positions', { accountId });
    for (const symbol of ['AAPL', 'MSFT'])
      expect(await submit(accountId, symbol, 'buy', '9')).toMatchObject({ state: 'accepted' });
    const held = () =>
      positions
        .items()
        .at(-1)
        ?.positions.map(({ qty }) => qty);
    await until('both are held', () => String(held()) === '9,9');
    await desk.must('oauth.configure', {
      accountId,
      brokerHost: paper.hosts.rest,
      brokerPair: paper.key,
      brokerAccountId: made.id,
    });
    return { accountId, brokerId: made.id };
  }

  const submit = async (accountId: string, symbol: string, side: 'buy' | 'sell', qty: string) =>
    desk.must('orders.submit', {
      accountId,
      intentId: await desk.openTicket(accountId),
      draft: marketDraft(symbol, qty, side),
      confirmations: [],
    });

  async function allowTrading(): Promise<void> {
    person.saysYes = true;
    await desk.must('trading.resume', {});
    person.saysYes = false;
  }

  /** A second person, and on each account a mint that waits for them. */
  async function needTwo(): Promise<void> {
    numbers.push(SECOND, SECOND);
    await desk.must('secondPerson.set', {});
    const { value, version } = await desk.must('guards.get', {});
    const mintSecond = { isOn: true as const, fromShares: decimal('5') };
    await desk.must('guards.set', { guards: { ...value, mintSecond }, from: version });
    for (const { accountId } of Object.values(accounts)) {
      const form = { ...HOSTILE_FORM, qty: decimal('5') };
      const made = await desk.must('mints.propose', { accountId, form });
      proposed.set(accountId, made.proposalId);
    }
  }

  /** The page says itself that it is meant; the person agreed to the first mint, and to no other. */
  async function mintTwice({ accountId, brokerId }: Kept) {
    const form = { ...HOSTILE_FORM, walletAddress: OWN };
    await desk.must('mints.submit', {
      accountId,
      intentId: await desk.openTicket(accountId),
      form,
    });
    const intentId = await desk.openTicket(accountId);
    asked.length = 0;
    person.saysYes = false;
    const meant = MINT_AGAIN;
    const { ok } = await desk.desk.dispatch('mints.submit', { accountId, intentId, form, meant });
    person.saysYes = true;
    const { mints } = await ledger();
    const count = mints.filter((one) => one.account_id === brokerId).length;
    return { ok, asked: [...asked], count };
  }

  /** An exit of unknown fate and a way out that waits, for what goes on with them. */
  async function leaveUndone(accountId: string): Promise<void> {
    const act = { kind: 'status', status: 503, when: 'before' };
    const match = { method: 'POST', path: '/v2/orders' };
    await paper.control('POST', '/faults', { match, act, times: 10_000 });
    const { intentId } = await submit(accountId, 'AAPL', 'sell', '1');
    const { closingId } = await desk.must('closings.plan', {
      accountId,
      kind: 'close',
      symbols: ['MSFT'],
    });
    await desk.must('closings.begin', { accountId, closingId, how: 'market' });
    const closings = desk.watch('closings', { accountId });
    await until(
      'its exit is under way',
      () => closings.items().at(-1)?.symbols[0]?.step === 'exiting',
    );
    await desk.must('trading.stop', {});
    await until('it waits', () => closings.items().at(-1)?.state === 'waiting');
    await paper.control('DELETE', '/faults');
    left.set(accountId, { intentId, closingId });
  }

  async function registerAtPractice() {
    const all = await desk.must('accounts.list', {});
    const { accountId = '' } = all.find(({ environment }) => environment === 'embedded') ?? {};
    const draft = { name: 'Mine', redirectUris: [REDIRECT], scopes: [] };
    const { apps } = await desk.must('clients.add', { accountId, draft });
    return { accountId, clientId: apps[0]?.clientId ?? '' };
  }

  const ledger = () => paper.control<Ledger>('GET', '/ledger');

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ballast-hostile-'));
    paper = await startPaper({ folder, seed: 5 });
    releases = await startFeedServer();
    const releaseKey = makeReleaseKey();
    releases.publish(releaseKey);
    desk = await createAccountDesk({
      confirm: async ({ title }) => put(title),
      ask: async ({ title }) => (put(title) ? numbers.shift() : undefined),
      openExternal: async () => (put(QUESTIONS.openAddress) ? 'opened' : 'declined'),
      saveFile: async () => (put(SAVE) ? '/a/file' : null),
      openChart: () => true,
      releaseFeed: releases.port(releaseKey),
    });
    await desk.must('updates.look', {});
    const app = await paper.control<{ client_id: string; client_secret: string }>(
      'POST',
      '/oauth/clients',
      { name: 'Rebalancer', redirect_uri: [REDIRECT] },
    );
    accounts = {
      paper: await connect('paper', 1),
      unarmed: await connect('unarmed', 2),
      armed: await connect('armed', 3),
    };
    const secret = { clientId: app.client_id, clientSecret: app.client_secret };
    for (const { accountId } of Object.values(accounts))
      await desk.must('oauth.saveClientSecret', { accountId, ...secret });
    await desk.must('accounts.disarm', { accountId: accounts.unarmed.accountId });
    const practice = await registerAtPractice();
    // Tightened, so that there is something to loosen; that is not asked about.
    asked.length = 0;
    const { value, version } = await desk.must('guards.get', {});
    const size = { isOn: true as const, maxShares: value.size.maxShares };
    const { mintRepeat } = DEFAULT_GUARDS;
    await desk.must('guards.set', { guards: { ...value, size, mintRepeat }, from: version });
    expect(asked).toEqual([]);
    for (const standing of ['paper', 'armed'] as const)
      repeated.set(standing, await mintTwice(accounts[standing]));
    await needTwo();
    await leaveUndone(accounts.armed.accountId);
    hostile = createHostileCalls({
      desk,
      clientId: app.client_id,
      redirectUri: REDIRECT,
      practice,
      left: (accountId) => left.get(accountId),
      proposed: (accountId) => proposed.get(accountId) ?? '',
    });
    person.saysYes = false;
  }, 120_000);
  afterAll(async () => {
    await desk?.stop();
    await paper?.stop();
    await releases?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(STANDINGS)(
    'is asked about what the table says, and about nothing else: %s',
    async (standing) => {
      const { accountId, brokerId } = accounts[standing];
      const before = await ledger();
      const told: Record<string, unknown> = {};
      const expected: Record<string, unknown> = {};
      for (const name of [...NAMES.filter((one) => one !== LAST), LAST]) {
        const input = await hostile[name](accountId);
        // Nobody is asked to approve what the stop holds back anyway.
        const isApproval = name === 'proposals.approve';
        if (isApproval) await allowTrading();
        asked.length = 0;
        const result = await desk.desk.dispatch(name, input);
        const questions = [...asked];
        if (isApproval) await desk.must('trading.stop', {});
        const row = rowOf(name);
        const isRefused = row[standing] === 'asked' || row[standing] === 'no';
        told[name] = { asked: questions, isRefused: isRefused && isNothing(result) };
        expected[name] = {
          asked: row[standing] === 'asked' ? [row.titles[0]] : [],
          isRefused,
        };
      }
      expect(told).toEqual(expected);
      const after = await ledger();
      const isLive = standing !== 'paper';
      const of = <T extends { account_id: string }>(rows: T[]) =>
        rows.filter((one) => one.account_id === brokerId);
      if (isLive) {
        expect(of(after.orders).map(({ id }) => id)).toEqual(of(before.orders).map(({ id }) => id));
        expect(JSON.stringify(of(after.mints))).not.toContain(THIEF);
        // A new address would have forgotten the pair.
        const readiness = await desk.must('oauth.readiness', { accountId });
        expect(readiness.hasBrokerPair).toBe(true);
        const grants = await desk.must('oauth.grants', { accountId });
        expect(new Set(grants.map(({ kind }) => kind))).toEqual(new Set(['denied']));
      } else expect(of(after.orders).length).toBeGreaterThan(of(before.orders).length);
      const known = (await desk.must('accounts.list', {})).map((one) => one.accountId);
      expect(known).toEqual(
        expect.arrayContaining(Object.values(accounts).map((one) => one.accountId)),
      );
      expect((await desk.must('guards.get', {})).value.size.isOn).toBe(true);
    },
  );

  it('repeats no mint of a live account by typing that it is meant, and one of a paper account', () => {
    expect(repeated.get('armed')).toEqual({ ok: false, asked: [QUESTIONS.mintAgain], count: 1 });
    expect(repeated.get('paper')).toEqual({ ok: true, asked: [], count: 2 });
  });

  it('gets nothing of a locked desk but what a locked desk must do', async () => {
    const { accountId } = accounts.armed;
    person.saysYes = true;
    const inputs = new Map<CallName, unknown>();
    for (const name of NAMES) inputs.set(name, await hostile[name](accountId));
    await desk.must('lock.configure', { next: 'the right passphrase', lockAfterMinutes: 0 });
    await desk.must('lock.now', {});
    asked.length = 0;
    const open: string[] = [];
    for (const name of NAMES) {
      const result = await desk.desk.dispatch(name, inputs.get(name));
      const isClosed = !result.ok && JSON.stringify(result.failure).includes('The desk is locked.');
      if (!isClosed) open.push(name);
    }
    expect(open).toEqual(NAMES.filter((name) => rowOf(name).locked !== 'no'));
    expect(asked).toEqual([]);
  });
});
