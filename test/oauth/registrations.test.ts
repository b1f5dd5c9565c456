// Applications of one's own at the practice broker: registered by way of main's question, shown once, and told apart from
// what the page may know.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notAllowed, ok } from '#contract/failure.ts';
import type { RegistrationDraft } from '#contract/registrations.ts';
import {
  createRegistrations,
  type RegistrationService,
} from '#main/desk/applications/registrations.ts';
import { DEMO_CLIENT_ID } from '#main/desk/practice/demo-app.ts';
import { createScene, sentenceOf, valueOf, type Scene } from '#test/oauth/support/scene.ts';

const BACK = 'http://127.0.0.1:3000/back';
const DRAFT: RegistrationDraft = { name: 'Rebalancer', redirectUris: [BACK], scopes: ['data'] };

let scene: Scene;
let registrations: RegistrationService;
const asked: string[] = [];
const shown: { name: string; clientId: string; secret: string }[] = [];
const unlogged: string[] = [];
const person: { says: 'yes' | 'no'; sees: boolean } = { says: 'yes', sees: true };

beforeAll(async () => {
  scene = await createScene({ isEmbedded: true });
  const answer = (question: string) => {
    asked.push(question);
    return person.says === 'yes' ? undefined : notAllowed('It was not confirmed.');
  };
  registrations = createRegistrations({
    connection: () => {
      const { hosts, key } = scene.rig.paper();
      return ok({ hosts, credentials: key });
    },
    credentials: scene.oauth,
    questions: {
      registerApp: async (name, redirectUris) => answer(`register ${name} ${redirectUris.join()}`),
      newSecret: async (name) => answer(`new secret ${name}`),
      async showSecret(name, clientId, secret) {
        shown.push({ name, clientId, secret });
        return person.sees ? undefined : 'nothing was typed.';
      },
    },
    neverLog: (secret) => unlogged.push(secret),
  });
});
afterAll(() => scene.stop());
beforeEach(async () => {
  for (const { clientId } of valueOf(await registrations.list()).apps)
    valueOf(await registrations.remove(scene.account, clientId));
  asked.length = shown.length = unlogged.length = 0;
  Object.assign(person, { says: 'yes', sees: true });
});

const add = (change: Partial<RegistrationDraft> = {}) =>
  registrations.add(scene.account, { ...DRAFT, ...change });
async function added() {
  const made = valueOf(await add());
  const clientId = made.apps.at(-1)?.clientId ?? '';
  return { made, clientId, secret: shown.at(-1)?.secret ?? '' };
}
const questionFor = async (clientId: string, scope = 'data') =>
  valueOf(
    await scene.oauth.prepare(scene.account, scene.ask({ clientId }, { redirectUri: BACK, scope })),
  );
async function codeFor(clientId: string): Promise<string> {
  const { askId } = await questionFor(clientId);
  const answer = valueOf(await scene.oauth.allow(scene.account, askId));
  return new URL(answer.address ?? '').searchParams.get('code') ?? '';
}
const exchange = async (client_id: string, client_secret: string, code: string) => {
  const answer = await fetch(`${scene.rig.paper().hosts.rest}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id,
      client_secret,
      redirect_uri: BACK,
    }),
  });
  return (await answer.json()) as { access_token?: string; error?: string };
};

describe('registering', () => {
  it('asks, shows the secret once past the page, and lets the application be allowed at once', async () => {
    const { made, clientId, secret } = await added();
    expect(asked).toEqual([`register Rebalancer ${BACK}`]);
    expect(shown).toEqual([{ name: 'Rebalancer', clientId, secret }]);
    expect(secret).toMatch(/^[\da-f]{32}$/);
    expect(unlogged).toEqual([secret]);
    expect(made).toEqual({
      brokerAddress: scene.rig.paper().hosts.rest,
      apps: [
        { clientId, name: 'Rebalancer', redirectUris: [BACK], scopes: ['data'], isDisabled: false },
      ],
      exchanges: expect.any(Array),
    });
    expect(JSON.stringify(made)).not.toContain(secret);
    expect(await questionFor(clientId)).not.toHaveProperty('whyNot');
    const token = await exchange(clientId, secret, await codeFor(clientId));
    const account = await fetch(`${scene.rig.paper().hosts.rest}/v2/account`, {
      headers: { Authorization: `Bearer ${token.access_token}` },
    });
    expect(account.status).toBe(200);
  });

  it('makes nothing without a yes', async () => {
    person.says = 'no';
    expect(sentenceOf(await add())).toContain('not confirmed');
    expect(valueOf(await registrations.list()).apps).toEqual([]);
    expect(shown).toEqual([]);
  });

  it('says so when the secret was not seen, and how to get another', async () => {
    person.sees = false;
    expect(valueOf(await add()).note).toContain(
      'The secret was not shown: nothing was typed. Create',
    );
  });

  it.each([
    ['no address', [], 'at least one redirect address'],
    ['an address of a stranger’s scheme', ['javascript:alert(1)'], 'must begin with https://'],
    ['one that is not safe', ['http://app.example/'], 'neither https nor'],
    ['one with a fragment', [BACK, 'https://app.example/#x'], 'https://app.example/#x: '],
  ])('refuses %s and asks nobody', async (_what, redirectUris, words) => {
    expect(sentenceOf(await add({ redirectUris }))).toContain(words);
    expect(asked).toEqual([]);
  });

  it('holds an application to its scopes', async () => {
    const { clientId } = await added();
    const { askId } = await questionFor(clientId, 'trading data');
    const { note, ...answer } = valueOf(await scene.oauth.allow(scene.account, askId));
    expect(note).toContain('scope');
    expect(answer.address).toContain(`${BACK}?error=invalid_scope&`);
  });
});

describe('a registered application', () => {
  it('gets a new secret after a question, and the one before stops working', async () => {
    const { clientId, secret } = await added();
    valueOf(await registrations.renewSecret(scene.account, clientId));
    const [, renewed] = shown;
    expect(asked.at(-1)).toBe('new secret Rebalancer');
    expect(renewed).toMatchObject({ clientId });
    const code = await codeFor(clientId);
    expect((await exchange(clientId, secret, code)).error).toBe('invalid_client');
    expect(await exchange(clientId, renewed?.secret ?? '', code)).toHaveProperty('access_token');
    person.says = 'no';
    expect(sentenceOf(await registrations.renewSecret(scene.account, clientId))).toContain('not');
    expect(shown).toHaveLength(2);
  });

  it('gets nothing while it is disabled, and is told apart from an unknown one', async () => {
    const { clientId, secret } = await added();
    const code = await codeFor(clientId);
    const off = valueOf(await registrations.setDisabled(clientId, true));
    expect(off.apps[0]?.isDisabled).toBe(true);
    expect((await questionFor(clientId)).whyNot).toContain('disabled');
    expect((await exchange(clientId, secret, code)).error).toBe('invalid_client');
    valueOf(await registrations.setDisabled(clientId, false));
    expect(await exchange(clientId, secret, code)).toHaveProperty('access_token');
    const { exchanges } = valueOf(await registrations.list());
    expect(exchanges.slice(0, 2).map(({ wasRefused, text }) => [wasRefused, text])).toEqual([
      [false, 'It exchanged its code for a token.'],
      [true, expect.stringContaining('it is disabled')],
    ]);
  });

  it('is gone after it was removed, with the secret that was kept of it', async () => {
    const { clientId, secret } = await added();
    const code = await codeFor(clientId);
    expect(valueOf(await registrations.remove(scene.account, clientId)).apps).toEqual([]);
    expect(scene.oauth.hasClientSecret(scene.account, clientId)).toBe(false);
    expect((await exchange(clientId, secret, code)).error).toBe('invalid_client');
    expect(sentenceOf(await registrations.remove(scene.account, clientId))).toContain(
      'no application with this client id',
    );
  });

  it('is told what it did with its codes, in words and by its name', async () => {
    const { clientId, secret } = await added();
    const code = await codeFor(clientId);
    await exchange(clientId, 'guess', code);
    await exchange(clientId, secret, code);
    await exchange(clientId, secret, code);
    const { exchanges } = valueOf(await registrations.list());
    expect(exchanges.slice(0, 3).map(({ appName, text }) => [appName, text])).toEqual([
      ['Rebalancer', expect.stringContaining('the code was already used')],
      ['Rebalancer', 'It exchanged its code for a token.'],
      ['Rebalancer', expect.stringContaining('wrong client secret')],
    ]);
    valueOf(await registrations.remove(scene.account, clientId));
    expect(valueOf(await registrations.list()).exchanges[0]?.appName).toBe('A removed application');
  });
});

it('leaves the demo application to the practice broker', async () => {
  await scene.register({ client_id: DEMO_CLIENT_ID, name: 'Demo application' });
  expect(valueOf(await registrations.list()).apps).toEqual([]);
  for (const change of [
    registrations.setDisabled(DEMO_CLIENT_ID, true),
    registrations.renewSecret(scene.account, DEMO_CLIENT_ID),
    registrations.remove(scene.account, DEMO_CLIENT_ID),
  ])
    expect(sentenceOf(await change)).toContain('is part of the practice broker');
  expect(asked).toEqual([]);
});

it('says so when the practice broker does not answer as it should', async () => {
  await scene.rig.paper().control('DELETE', '/faults');
  const broken = createRegistrations({
    connection: () =>
      ok({ hosts: { rest: 'http://127.0.0.1:9' }, credentials: scene.rig.paper().key }),
    credentials: scene.oauth,
    questions: {
      registerApp: async () => undefined,
      newSecret: async () => undefined,
      showSecret: async () => undefined,
    },
    neverLog: () => undefined,
  });
  expect(sentenceOf(await broken.list())).toContain('cannot be reached');
});
