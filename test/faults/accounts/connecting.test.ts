// Keys against a real broker over the wire: each way in which connecting can fail has its sentence, and a key is kept
// only when the broker has said whose it is.
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFailure } from '#contract/failure.ts';
import { until } from '#test/faults/support/desk.ts';
import {
  createAccountDesk,
  hostsOf,
  KEEP,
  untilTrading,
  type AccountDesk,
} from '#test/faults/support/account-desk.ts';
import { restingDraft } from '#test/faults/support/drafts.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { issueToken } from '#test/faults/support/token.ts';

let desk: AccountDesk;
let paper: Paper;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-connect-'));
  paper = await startPaper({ folder, seed: 3 });
  desk = await createAccountDesk();
}, 60_000);
afterAll(async () => {
  await desk.stop();
  await paper.stop();
  rmSync(folder, { recursive: true, force: true });
});

const asked = () => ({ environment: 'paper' as const, hosts: hostsOf(paper), label: 'Second' });
const key = (keyId: string, secretKey = 'a-secret-that-nobody-knows') => ({ keyId, secretKey });

/** An address where nothing listens. */
async function nowhere(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `127.0.0.1:${port}`;
}

async function newAccount(): Promise<{ keyId: string; secretKey: string; id: string }> {
  return paper.control('POST', '/accounts', {});
}

describe('connecting an account', () => {
  it('shows the number and the environment that the broker tells', async () => {
    const checked = await desk.must('accounts.check', {
      environment: 'paper',
      hosts: hostsOf(paper),
      credentials: paper.key,
    });
    expect(checked).toEqual({
      accountNumber: expect.stringMatching(/^PA/) as string,
      environment: 'paper',
    });
    expect(desk.keys.kept.size).toBe(0);
  });

  it.each([
    ['wrong keys', 'paper', key('PKWRONGKEY000000001'), /does not know this key/],
    ['a key of the other environment', 'paper', key('AKLIVEKEY0000000001'), /key of the live/],
    ['a paper key on a live account', 'live', key('PKPAPERKEY000000001'), /key of the paper/],
    ['a wrong token', 'paper', { token: 'no-such-token' }, /does not know this token/],
  ] as const)(
    'refuses %s in a sentence and keeps nothing',
    async (_name, environment, credentials, words) => {
      const before = (await desk.must('accounts.list', {})).length;
      const result = await desk.call('accounts.connect', {
        ...asked(),
        environment,
        credentials,
        ...KEEP,
      });
      expect(result.ok ? '' : describeFailure(result.failure)).toMatch(words);
      expect(result).toMatchObject({ failure: { kind: 'unauthorized' } });
      expect(desk.keys.kept.size).toBe(0);
      expect(await desk.must('accounts.list', {})).toHaveLength(before);
    },
  );

  it('tells a key without the permission apart from a wrong one', async () => {
    await paper.control('POST', '/faults', {
      match: { method: 'GET', path: '/v2/account' },
      act: { kind: 'status', status: 403, when: 'before' },
      times: 1,
    });
    const result = await desk.call('accounts.connect', {
      ...asked(),
      credentials: key('XKOTHER'),
      ...KEEP,
    });
    expect(result.ok ? '' : describeFailure(result.failure)).toMatch(
      /does not allow it to read the account/,
    );
    expect(desk.keys.kept.size).toBe(0);
  });

  it('says that nobody answered, and keeps the key only when that is allowed', async () => {
    const address = await nowhere();
    const hosts = {
      rest: `http://${address}`,
      data: `http://${address}`,
      tradeStream: `ws://${address}/stream`,
      dataStream: `ws://${address}/v2/iex`,
    };
    const question = { ...asked(), hosts, credentials: paper.key };
    const refused = await desk.call('accounts.connect', { ...question, ...KEEP });
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'offline' } });
    expect(refused.ok ? '' : describeFailure(refused.failure)).toMatch(/nothing was saved/);
    expect(desk.keys.kept.size).toBe(0);
    const profile = await desk.must('accounts.connect', {
      ...question,
      keepIn: 'keychain',
      isUnverifiedAllowed: true,
    });
    expect(profile).toMatchObject({ isVerified: false, keyHome: 'keychain' });
    expect(profile.accountNumber).toBeUndefined();
    await desk.must('accounts.remove', { accountId: profile.accountId, isLossAccepted: false });
    expect(desk.keys.kept.size).toBe(0);
  });

  it('verifies an unchecked key by itself once the broker answers', async () => {
    const { keyId, secretKey } = await newAccount();
    await paper.control('POST', '/faults', {
      match: { method: 'GET', path: '/v2/account' },
      act: { kind: 'status', status: 503, when: 'before' },
      times: 3,
    });
    const profile = await desk.must('accounts.connect', {
      ...asked(),
      label: 'Unchecked',
      credentials: { keyId, secretKey },
      keepIn: 'keychain',
      isUnverifiedAllowed: true,
    });
    expect(profile.isVerified).toBe(false);
    desk.desk.wake();
    await until(
      'the key is verified',
      async () => (await desk.profile(profile.accountId)).isVerified,
    );
    expect((await desk.profile(profile.accountId)).accountNumber).toMatch(/^PA/);
    await desk.must('accounts.remove', { accountId: profile.accountId, isLossAccepted: false });
  });
});

describe('an account with a token', () => {
  it('reads, signs in on both streams and trades as one with a key', async () => {
    const token = await issueToken(paper);
    const { accountId, proof } = await desk.must('accounts.connect', {
      ...asked(),
      label: 'By token',
      credentials: { token },
      ...KEEP,
    });
    expect(proof).toBe('token');
    await desk.must('accounts.open', { accountId });
    const streams = desk.watch('streams', { accountId });
    const phases = () => new Map(streams.items().map(({ stream, phase }) => [stream, phase]));
    await until('both streams are live', () => {
      return phases().get('orders') === 'live' && phases().get('prices') === 'live';
    });
    await untilTrading(desk, accountId);
    const intentId = await desk.openTicket(accountId);
    const intent = await desk.must('orders.submit', {
      accountId,
      intentId,
      draft: restingDraft('AAPL'),
      confirmations: [],
    });
    expect(intent.state).toBe('accepted');
    streams.stop();
    await desk.must('orders.cancel', { accountId, orderId: intent.resultId ?? '' });
  });
});
