// Mints broken from the settings, over http: what the issuer does to them, the right to mint, and what comes from
// elsewhere. Healing undoes what lasts.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ok } from '#contract/failure.ts';
import { createBreakIt, type BreakIt } from '#main/desk/practice/break-it.ts';
import { KEY, MAIN_ACCOUNT, startRig, type Rig } from '#test/broker/server/rig.ts';

let rig: Rig;
let breakIt: BreakIt;
beforeEach(async () => {
  rig = await startRig();
  breakIt = createBreakIt({
    connection: () => ok({ hosts: { rest: rig.rest }, credentials: KEY }),
  });
});
afterEach(() => rig.end());

const BODY = {
  underlying_symbol: 'AAPL',
  qty: '1',
  issuer: 'xstocks',
  network: 'solana',
  wallet_address: 'W',
};
const mint = () => rig.call('POST', '/v2/tokenization/mint', { body: BODY });
const step = (ms: number) => rig.call('POST', '/_paper/clock/step', { body: { ms } });
const list = async () =>
  (await rig.call('GET', '/v2/tokenization/requests')).json as {
    type: string;
    status: string;
    wallet_address: string;
    client_request_id?: string;
  }[];
const statuses = async () => (await list()).map(({ status }) => status);
const held = () => rig.engine.held(MAIN_ACCOUNT, 'AAPL');
const active = async () => {
  const panel = await breakIt.panel();
  return panel.ok ? panel.value.active.map(({ name }) => name) : panel;
};

it('rejects as many mints as were asked for, after they were accepted, and the shares come back', async () => {
  await breakIt.start('issuer-rejects', 1);
  expect(await active()).toEqual(['issuer-rejects']);
  expect((await mint()).status).toBe(200);
  expect([await active(), held()]).toEqual([[], '9']);
  await step(6_000);
  expect([await statuses(), held()]).toEqual([['rejected'], '10']);
  await mint();
  await step(6_000);
  expect(await statuses()).toEqual(['completed', 'rejected']);
});

it('refuses a mint at once', async () => {
  await breakIt.start('issuer-refuses', 1);
  expect([(await mint()).status, (await mint()).status, held()]).toEqual([400, 200, '9']);
});

it('loses a mint until it is healed, and then completes it', async () => {
  await breakIt.start('issuer-loses', 1);
  await mint();
  await step(86_400_000);
  expect([await statuses(), await active()]).toEqual([['pending'], ['issuer-loses']]);
  await breakIt.heal();
  expect([await statuses(), await active()]).toEqual([['completed'], []]);
});

it('keeps what is planned for the next mints apart, and takes it back', async () => {
  await breakIt.start('issuer-rejects', 5);
  await breakIt.start('issuer-refuses', 1);
  expect(await active()).toEqual(['issuer-refuses', 'issuer-rejects']);
  await breakIt.start('issuer-rejects', 1);
  const left = async (outcome: string) =>
    (await rig.call('GET', `/_paper/tokenization/next/${outcome}`)).json.left as number;
  expect([await left('reject'), await left('refuse'), await left('lose')]).toEqual([1, 1, 0]);
  await breakIt.heal();
  expect([await left('reject'), await left('refuse'), await active()]).toEqual([0, 0, []]);
});

it('makes the issuer slow until it is healed', async () => {
  await breakIt.start('issuer-slow', 1);
  await mint();
  await step(60_000);
  expect([await statuses(), await active()]).toEqual([['pending'], ['issuer-slow']]);
  await breakIt.heal();
  await mint();
  await step(6_000);
  expect([await statuses(), await active()]).toEqual([['completed', 'pending'], []]);
});

it.each([
  ['right-to-mint', 400, 200],
  ['right-to-read', 403, 403],
])('%s is lost and comes back', async (name, minting, reading) => {
  const answers = async () => [
    (await mint()).status,
    (await rig.call('GET', '/v2/tokenization/requests')).status,
  ];
  await breakIt.start(name, 1);
  expect([await answers(), await active()]).toEqual([[minting, reading], [name]]);
  await breakIt.heal();
  expect([await answers(), await active()]).toEqual([[200, 200], []]);
});

it('lets redeems arrive, each its own, and mints come from elsewhere, whatever faults there are', async () => {
  await breakIt.start('down', 20);
  expect(await breakIt.start('elsewhere-redeem', 5)).toMatchObject({ ok: true });
  expect(await breakIt.start('elsewhere-mint', 1)).toMatchObject({ ok: true });
  await breakIt.heal();
  await step(6_000);
  const requests = await list();
  expect(requests.map(({ type }) => type)).toEqual(['mint', ...Array(5).fill('redeem')]);
  expect(requests[0]).not.toHaveProperty('client_request_id');
  expect(held()).toBe('14');
});

it('says what to do when another program has nothing to mint', async () => {
  expect(await breakIt.start('elsewhere-mint', 20)).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('buy some') as string },
  });
  expect([held(), (await list()).length]).toEqual(['0', 10]);
});

it('hides a mint whose answer was lost from every look for a while', async () => {
  await breakIt.start('mint-unseen', 1);
  await expect(mint()).rejects.toThrow();
  expect(await list()).toEqual([]);
  const ledger = await rig.call('GET', '/_paper/ledger');
  expect(ledger.json.mints).toHaveLength(1);
});

it('refuses what it does not know', async () => {
  const put = (path: string, body: object) => rig.call('PUT', path, { body });
  const wrong = [
    await put('/_paper/tokenization/next/explode', { left: 1 }),
    await put('/_paper/tokenization/next/reject', { left: -1 }),
    await put('/_paper/ap', { permission: 'all' }),
    await rig.call('POST', '/_paper/tokenization/mint', { body: { ...BODY, issuer: 'nobody' } }),
  ];
  expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
});
