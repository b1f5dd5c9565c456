// Who has access, as the desk tells it, and taking it back over the wire.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccessList, AppAccess } from '#contract/oauth.ts';
import { grantIdOf } from '#main/wire/grant-id.ts';
import { createScene, REDIRECT, sentenceOf, valueOf } from '#test/oauth/support/scene.ts';
import type { App, Scene } from '#test/oauth/support/scene.ts';

let scene: Scene;
let app: App;
beforeAll(async () => {
  scene = await createScene();
  const { hosts, key } = scene.rig.paper();
  valueOf(await scene.oauth.configure(scene.account, { brokerHost: hosts.rest, brokerPair: key }));
});
afterAll(() => scene.stop());
beforeEach(async () => {
  app = await scene.register();
  valueOf(await scene.oauth.saveClientSecret(scene.account, app.clientId, app.clientSecret));
});

/** Allows it; the address with the code, and the question it answered. */
async function allow(): Promise<{ askId: string; code: string }> {
  const { askId } = valueOf(await scene.oauth.prepare(scene.account, scene.ask(app)));
  const { address = '' } = valueOf(await scene.oauth.allow(scene.account, askId));
  return { askId, code: new URL(address).searchParams.get('code') ?? '' };
}
async function exchange(code: string): Promise<string> {
  const answer = await fetch(`${scene.rig.paper().hosts.rest}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: app.clientId,
      client_secret: app.clientSecret,
      redirect_uri: REDIRECT,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
const use = async (token: string): Promise<number> =>
  (
    await fetch(`${scene.rig.paper().hosts.rest}/v2/account`, {
      headers: { Authorization: `Bearer ${token}` },
    })
  ).status;
const access = async (): Promise<AccessList> => valueOf(await scene.oauth.access(scene.account));
const entryOf = ({ applications }: AccessList): AppAccess | undefined =>
  applications.find(({ clientId }) => clientId === app.clientId);
const newest = () => valueOf(scene.oauth.grants(scene.account))[0];
const live = () => {
  const { account } = scene;
  return { ...account, profile: { ...account.profile, environment: 'live' as const } };
};

describe('who has access', () => {
  it('is told with scope, time, last use and the decision it comes from', async () => {
    const { askId, code } = await allow();
    expect(entryOf(await access())).toBeUndefined();
    expect(newest()).toMatchObject({ kind: 'code', handedOver: 'no' });
    valueOf(await scene.oauth.openAnswer(scene.account, askId));
    expect(newest()).toMatchObject({ kind: 'code', handedOver: 'opened' });
    const token = await exchange(code);
    expect(entryOf(await access())).toMatchObject({
      appName: 'Rebalancer',
      scope: 'trading data',
      told: {
        tokens: [{ scope: 'trading data', openConnections: 0, isFromHere: true }],
        openConnections: 0,
        isDisabled: false,
        fromElsewhere: 0,
      },
      decisions: [{ kind: 'code', at: newest()?.at }],
    });
    expect(entryOf(await access())?.told).not.toHaveProperty('lastUsedAt');
    expect(await use(token)).toBe(200);
    expect(entryOf(await access())?.told?.lastUsedAt).toBeGreaterThan(0);
  });

  it('was had by a code that was exchanged, also once a second use of it ended that', async () => {
    const { code } = await allow();
    await exchange(code);
    expect(entryOf(await access())).toBeDefined();
    expect(entryOf(await access())).toBeDefined();
    await exchange(code);
    expect(entryOf(await access())).toBeUndefined();
    expect(newest()).toMatchObject({ kind: 'code', handedOver: 'used' });
    // Once, however often it was seen.
    const written = scene.account.unit.journal.grants();
    const used = (written.ok ? written.value : []).filter(
      ({ kind, clientId }) => kind === 'used' && clientId === app.clientId,
    );
    expect(used).toHaveLength(1);
  });

  it('names what was not decided on this machine', async () => {
    const { hosts, key } = scene.rig.paper();
    await fetch(`${hosts.rest}/v1/oauth/token`, {
      method: 'POST',
      headers: { 'APCA-API-KEY-ID': key.keyId, 'APCA-API-SECRET-KEY': key.secretKey },
      body: JSON.stringify({
        client_id: app.clientId,
        client_secret: app.clientSecret,
        redirect_uri: REDIRECT,
        scope: 'data',
        account_id: scene.seat.brokerAccountId,
      }),
    });
    expect(entryOf(await access())).toMatchObject({
      scope: 'data',
      told: { tokens: [{ scope: 'data', isFromHere: false }], fromElsewhere: 1 },
      decisions: [],
    });
  });

  it('is what was decided here where the broker does not tell, with the way to take it back', async () => {
    const { askId } = await allow();
    expect(valueOf(scene.oauth.copyAnswer(scene.account, askId))).toContain(`${REDIRECT}?code=`);
    expect(newest()).toMatchObject({ handedOver: 'copied' });
    const act = { kind: 'status', status: 404, when: 'before' };
    await scene.rig.fault({ path: '/v1/oauth/grants?**' }, act, { times: 1 });
    const told = await access();
    expect(told).toMatchObject({
      canRevoke: false,
      note: expect.stringContaining('does not report'),
    });
    expect(told.byHand.join(' ')).toContain('your broker’s support');
    const entry = entryOf(told);
    expect(entry).not.toHaveProperty('told');
    expect(entry?.letter).toContain(app.clientId);
  });

  it('is not made up when the broker cannot be asked', async () => {
    const act = { kind: 'status', status: 503, when: 'before' };
    await scene.rig.fault({ path: '/v1/oauth/grants?**' }, act, { times: 20 });
    expect((await scene.oauth.access(scene.account)).ok).toBe(false);
    await scene.rig.clearFaults();
  });
});

describe('taking access back', () => {
  it('ends the token, is in the ledger, and ends an answer that was never opened', async () => {
    const token = await exchange((await allow()).code);
    const unopened = await allow();
    expect(await use(token)).toBe(200);
    const after = valueOf(await scene.oauth.revoke(scene.account, app.clientId));
    expect(entryOf(after)).toBeUndefined();
    expect(await use(token)).toBe(401);
    expect(await exchange(unopened.code)).toBeUndefined();
    expect((await scene.oauth.openAnswer(scene.account, unopened.askId)).ok).toBe(false);
    const mine = valueOf(scene.oauth.grants(scene.account)).filter(
      ({ clientId }) => clientId === app.clientId,
    );
    expect(mine).toHaveLength(2);
    for (const one of mine) expect(one.revokedAt).toBeGreaterThan(0);
  });

  it('ends one of two accesses alone, and says so in the ledger', async () => {
    const [first, second] = [(await allow()).code, (await allow()).code];
    const [ended, kept] = [await exchange(first), await exchange(second)];
    const unopened = await allow();
    const [one] = entryOf(await access())?.told?.tokens ?? [];
    expect(one?.grantId).toBe(grantIdOf(first));
    const after = valueOf(await scene.oauth.revoke(scene.account, app.clientId, one?.grantId));
    expect(entryOf(after)?.told?.tokens.map(({ grantId }) => grantId)).toEqual([grantIdOf(second)]);
    expect([await use(ended), await use(kept)]).toEqual([401, 200]);
    expect(valueOf(scene.oauth.copyAnswer(scene.account, unopened.askId))).toContain('code=');
    const mine = valueOf(scene.oauth.grants(scene.account)).filter(
      ({ clientId }) => clientId === app.clientId,
    );
    expect(mine.map(({ grantId, revokedAt }) => [grantId, revokedAt !== undefined])).toEqual([
      [grantIdOf(unopened.code), false],
      [grantIdOf(second), false],
      [grantIdOf(first), true],
    ]);
    const again = await scene.oauth.revoke(scene.account, app.clientId, one?.grantId);
    expect(sentenceOf(again)).toContain('no longer has this access');
    expect(await use(kept)).toBe(200);
  });

  it('is asked about by main on a live account, armed or not, and a no ends nothing', async () => {
    const { code } = await allow();
    const token = await exchange(code);
    scene.asked.length = 0;
    Object.assign(scene.person, { saysYes: false, hasArmed: false });
    try {
      expect(sentenceOf(await scene.oauth.revoke(live(), app.clientId))).toBe(
        'Nothing was revoked.',
      );
      expect(scene.asked).toEqual([`Rebalancer ${app.clientId} Test account`]);
      const one = grantIdOf(code);
      expect((await scene.oauth.revoke(live(), app.clientId, one)).ok).toBe(false);
      expect(scene.asked.at(-1)).toBe(`Rebalancer ${app.clientId} Test account only trading data`);
      expect(await use(token)).toBe(200);
      scene.person.saysYes = true;
      valueOf(await scene.oauth.revoke(live(), app.clientId));
      expect(await use(token)).toBe(401);
    } finally {
      Object.assign(scene.person, { saysYes: true, hasArmed: true });
    }
  });

  it('says that nothing is known when the answer is lost, and may be repeated', async () => {
    const token = await exchange((await allow()).code);
    await scene.rig.fault({ path: '/v1/oauth/revoke' }, { kind: 'lost' }, { times: 1 });
    expect(sentenceOf(await scene.oauth.revoke(scene.account, app.clientId))).toContain(
      'Revoke it again; that does no harm',
    );
    valueOf(await scene.oauth.revoke(scene.account, app.clientId));
    expect(await use(token)).toBe(401);
  });

  it('is refused in words where the broker cannot', async () => {
    const act = { kind: 'status', status: 404, when: 'before' };
    await scene.rig.fault({ path: '/v1/oauth/revoke' }, act, { times: 1 });
    expect(sentenceOf(await scene.oauth.revoke(scene.account, app.clientId))).toContain(
      'Revoke it at the broker',
    );
  });
});
