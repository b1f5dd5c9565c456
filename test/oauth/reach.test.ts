// That the page says what a token can do: read at the moment of asking, and held against what the broker lets it do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Authorization } from '#contract/oauth.ts';
import { decimal } from '#main/domain/decimal.ts';
import { moneyText } from '#main/domain/words.ts';
import { newIntentId, until, untilArmed } from '#test/faults/support/desk.ts';
import { marketDraft } from '#test/faults/support/drafts.ts';
import { createScene, REDIRECT, valueOf, type App, type Scene } from '#test/oauth/support/scene.ts';

const WALLET = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
let scene: Scene;
let app: App;
beforeAll(async () => {
  scene = await createScene();
  const { hosts, key } = scene.rig.paper();
  valueOf(await scene.oauth.configure(scene.account, { brokerHost: hosts.rest, brokerPair: key }));
  app = await scene.register();
  valueOf(await scene.oauth.saveClientSecret(scene.account, app.clientId, app.clientSecret));
  await untilArmed(scene.test);
  const { unit } = scene.test;
  const draft = marketDraft('AAPL', '3');
  valueOf(
    await unit.trading.submit({ intentId: newIntentId(), draft, confirmations: ['stream-down'] }),
  );
  await until('the position is known', () => unit.book.positions()[0]?.qty === draft.qty);
});
afterAll(() => scene.stop());

const prepared = async (): Promise<Authorization> =>
  valueOf(await scene.oauth.prepare(scene.account, scene.ask(app)));
const textsOf = ({ scopes }: Authorization): string => scopes.map(({ text }) => text).join('\n');
const allowMints = (permission: 'none' | 'mint') =>
  scene.rig.paper().control('PUT', `/accounts/${scene.seat.brokerAccountId}/ap`, { permission });

async function tokenWith(scope: string): Promise<string> {
  const { hosts, key } = scene.rig.paper();
  const answer = await fetch(`${hosts.rest}/v1/oauth/token`, {
    method: 'POST',
    headers: { 'APCA-API-KEY-ID': key.keyId, 'APCA-API-SECRET-KEY': key.secretKey },
    body: JSON.stringify({
      client_id: app.clientId,
      client_secret: app.clientSecret,
      redirect_uri: REDIRECT,
      scope,
      account_id: scene.seat.brokerAccountId,
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
const mintAll = async (token: string): Promise<number> =>
  (
    await fetch(`${scene.rig.paper().hosts.rest}/v2/tokenization/mint`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({
        underlying_symbol: 'AAPL',
        qty: '3',
        issuer: 'xstocks',
        network: 'solana',
        wallet_address: WALLET,
      }),
    })
  ).status;

describe('the figures', () => {
  it('are read when the question is opened, and say when', async () => {
    const askedAt = Date.now();
    const { reach, scopes } = await prepared();
    expect(reach.readAt).toBeGreaterThanOrEqual(askedAt);
    expect(reach.whyOld).toBeUndefined();
    expect(scopes[1]?.text).toContain(`$${moneyText(decimal(reach.buyingPower ?? '0'))}`);
  });

  it('say that they are old, and why, when the broker does not answer', async () => {
    const act = { kind: 'status', status: 503, when: 'before' };
    await scene.rig.fault({ path: '/v2/positions' }, act, { times: 50 });
    const { reach } = await prepared();
    expect(reach.whyOld).toEqual(expect.any(String));
    expect(reach.readAt).toBeLessThan(Date.now());
    await scene.rig.clearFaults();
  });
});

describe('mints', () => {
  it('are not promised away: an account that may not mint is said not to, and does not', async () => {
    await allowMints('none');
    expect(textsOf(await prepared())).toContain('This account is not allowed to mint');
    expect(await mintAll(await tokenWith('trading'))).toBe(403);
  });

  it('are on the page with what they are worth, because trading lets all shares leave', async () => {
    await allowMints('mint');
    const question = await prepared();
    const { reach } = question;
    const grave = question.scopes.find(({ isGrave }) => isGrave);
    expect(grave?.text).toContain(`worth $${moneyText(decimal(reach.value ?? '0'))}`);
    expect(grave?.text).toContain('to any wallet');
    expect(question.lasts).toContain('lasts until');
    expect(await mintAll(await tokenWith('data'))).toBe(403);
    expect(await mintAll(await tokenWith('trading'))).toBe(200);
  });

  it('are said of the moment in which main asks, not of the one in which the page did', async () => {
    const { account, oauth, test } = scene;
    const live = { ...account, profile: { ...account.profile, environment: 'live' as const } };
    const before = valueOf(await oauth.prepare(live, scene.ask(app)));
    const draft = marketDraft('MSFT', '2');
    valueOf(await test.unit.trading.submit({ intentId: newIntentId(), draft, confirmations: [] }));
    await until('it is held', () =>
      test.unit.book.positions().some(({ symbol }) => symbol === 'MSFT'),
    );
    scene.asked.length = 0;
    valueOf(await oauth.allow(live, before.askId));
    expect(before.reach.positions).toBe(0);
    expect(scene.asked.join()).toContain('it could sell your one position');
    expect(scene.asked.join()).toContain('not approved this application for live trading');
  });

  it('are said by main itself before a live account lets anybody in', async () => {
    const { account, oauth } = scene;
    const live = { ...account, profile: { ...account.profile, environment: 'live' as const } };
    const { askId } = valueOf(await oauth.prepare(live, scene.ask(app)));
    scene.asked.length = 0;
    valueOf(await oauth.allow(live, askId));
    expect(scene.asked.join('\n')).toContain('as tokens, to any wallet');
    expect(scene.asked.join('\n')).toContain('does not expire');
  });
});
