// What an application is told when it gets no code (RFC 6749, 4.1.2.1): its own error where it is at fault, that it was
// denied where a person only said no, and nothing where nobody can say whose address it is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthorizationAsk } from '#contract/oauth.ts';
import {
  createScene,
  REDIRECT,
  sentenceOf,
  valueOf,
  type App,
  type Scene,
} from '#test/oauth/support/scene.ts';

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const DENIED = { error: 'access_denied' };

type Case = {
  name: string;
  change?: Partial<AuthorizationAsk>;
  draft?: object;
  hasSecret?: false;
  /** At the practice broker, and at one that a partner has; nothing where no address may be opened. */
  embedded: object | undefined;
  partner: object | undefined;
};
const noType = {
  error: 'unsupported_response_type',
  error_description: 'Tokens are not sent in an address: use response_type=code.',
};
const disabled = {
  error: 'unauthorized_client',
  error_description: 'The application is disabled at the broker.',
};
const noScope = {
  error: 'invalid_scope',
  error_description: 'The broker does not have this scope, or not for this application.',
};
const unbound = {
  error: 'invalid_request',
  error_description: 'This broker does not support PKCE: ask without code_challenge.',
};
const same = (told: object | undefined) => ({ embedded: told, partner: told });
const elsewhere = { redirectUri: 'https://other.example/' };
const CASES: Case[] = [
  { name: 'could have been allowed', ...same(DENIED) },
  { name: 'asks for a token', change: { responseType: 'token' }, ...same(noType) },
  { name: 'is of a disabled application', draft: { status: 'DISABLED' }, ...same(disabled) },
  {
    name: 'asks for a scope that nobody knows',
    change: { scope: 'trading withdraw' },
    embedded: noScope,
    // It might have been allowed there.
    partner: DENIED,
  },
  {
    name: 'has a challenge',
    change: { codeChallenge: CHALLENGE },
    embedded: DENIED,
    partner: unbound,
  },
  { name: 'is for another kind of account', change: { env: 'live' }, ...same(DENIED) },
  { name: 'is of an application without a secret here', hasSecret: false, ...same(DENIED) },
  {
    name: 'asks for a token, of another kind of account, without a secret here',
    change: { responseType: 'token', env: 'live' },
    hasSecret: false,
    ...same(noType),
  },
  {
    name: 'asks for a token, of a disabled application',
    change: { responseType: 'token' },
    draft: { status: 'DISABLED' },
    ...same(disabled),
  },
  { name: 'names an address that is not listed', change: elsewhere, ...same(undefined) },
  {
    name: 'asks for a token at an address that is not listed',
    change: { ...elsewhere, responseType: 'token' },
    ...same(undefined),
  },
  {
    name: 'is of a disabled application and names an address that is not listed',
    change: elsewhere,
    draft: { status: 'DISABLED' },
    ...same(undefined),
  },
];

describe.each(['embedded', 'partner'] as const)('at the broker that is %s', (broker) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await createScene({ isEmbedded: broker === 'embedded' });
    const { oauth, account, rig } = scene;
    const { hosts, key } = rig.paper();
    if (broker === 'partner')
      valueOf(await oauth.configure(account, { brokerHost: hosts.rest, brokerPair: key }));
  });
  afterAll(() => scene.stop());

  async function newApp(draft: object = {}, hasSecret = true): Promise<App> {
    const app = await scene.register(draft);
    if (hasSecret)
      valueOf(await scene.oauth.saveClientSecret(scene.account, app.clientId, app.clientSecret));
    return app;
  }
  const prepare = async (app: App, change?: Partial<AuthorizationAsk>) =>
    valueOf(await scene.oauth.prepare(scene.account, scene.ask(app, change)));
  const toldBy = (address: string) => {
    const { origin, pathname, searchParams, hash } = new URL(address);
    expect([origin + pathname, hash]).toEqual([REDIRECT, '']);
    return Object.fromEntries(searchParams);
  };

  it.each(CASES)(
    'a link that $name, and is denied',
    async ({ change, draft, hasSecret, ...of }) => {
      const { askId } = await prepare(await newApp(draft, hasSecret), change);
      const answer = valueOf(scene.oauth.deny(scene.account, askId));
      expect(answer.isAllowed).toBe(false);
      expect(answer.address && toldBy(answer.address)).toEqual(
        of[broker] && { ...of[broker], state: 'state-1' },
      );
      const opened = await scene.oauth.openAnswer(scene.account, askId);
      expect(opened.ok).toBe(of[broker] !== undefined);
      expect(valueOf(scene.oauth.grants(scene.account))[0]).toMatchObject({ kind: 'denied' });
    },
  );

  it('is that the scope is wrong, when the broker says so to who allows it', async () => {
    const { askId } = await prepare(await newApp({ scopes: ['data'] }));
    const before = valueOf(scene.oauth.grants(scene.account)).length;
    const answer = valueOf(await scene.oauth.allow(scene.account, askId));
    expect(answer).toMatchObject({
      isAllowed: false,
      isRefused: true,
      note: expect.stringMatching(/scope that the broker does not have.*Nothing was granted/),
    });
    expect(toldBy(answer.address ?? '')).toEqual({ ...noScope, state: 'state-1' });
    expect(valueOf(scene.oauth.grants(scene.account))).toHaveLength(before);
  });

  it('is nothing, when the address is listed no more by then', async () => {
    const app = await newApp({ scopes: ['data'] });
    const { askId } = await prepare(app);
    const { clientId: client_id, clientSecret: client_secret } = app;
    await scene.register({ client_id, client_secret, redirect_uri: ['https://new.example/'] });
    expect(sentenceOf(await scene.oauth.allow(scene.account, askId))).toContain('redirect address');
    expect((await scene.oauth.openAnswer(scene.account, askId)).ok).toBe(false);
  });
});
