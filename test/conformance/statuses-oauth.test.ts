// The OAuth operations of broker partners, for which the SDK has no client.
import { beforeAll, expect } from 'vitest';
import { MORNING } from '#test/conformance/support/broker.ts';
import type { KeyPair } from '#test/conformance/support/control.ts';
import { itKeepsToTheDocuments, useDesk } from '#test/conformance/support/desk.ts';
import { answers, NOWHERE, proveRows, type Row } from '#test/conformance/support/status-rows.ts';

const desk = useDesk({ start: MORNING });
const REDIRECT = 'http://localhost:3000/back';

type Application = { id: string; secret: string };
type Person = KeyPair & { id: string };
const scene = {} as { owner: Person; other: Person; open: Application; owned: Application };

beforeAll(async () => {
  const owner = await desk.control.addAccount({});
  const register = async (draft: object): Promise<Application> => {
    const made = await desk.control.addOAuthClient({
      name: 'Demo',
      redirect_uri: [REDIRECT],
      ...draft,
    });
    return { id: made['client_id'] ?? '', secret: made['client_secret'] ?? '' };
  };
  Object.assign(scene, {
    owner,
    other: await desk.control.addAccount({}),
    open: await register({}),
    owned: await register({ owner_account_id: owner.id }),
  });
});

async function ask(who: KeyPair, method: string, path: string, body?: object) {
  const answer = await desk.recorder.fetchApi(`${desk.broker.broker}${path}`, {
    method,
    headers: {
      Authorization: `Basic ${btoa(`${who.keyId}:${who.secretKey}`)}`,
      'Content-Type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

type Asked = Application & { redirectUri?: string; scope?: string; who?: Person };
type Path = 'authorize' | 'token';

const grant = (path: Path, { who = scene.owner, ...asked }: Asked) =>
  ask(who, 'POST', `/v1/oauth/${path}`, {
    client_id: asked.id,
    client_secret: asked.secret,
    redirect_uri: asked.redirectUri ?? REDIRECT,
    scope: asked.scope ?? 'trading data',
    account_id: who.id,
  });

const rowsOf = (operation: string, path: Path, success: string): Row[] => [
  [
    operation,
    200,
    success,
    async () => {
      const { status, body } = await grant(path, scene.open);
      expect(status).toBe(200);
      expect(body).toMatchObject(
        path === 'token' ? { token_type: 'Bearer' } : { redirect_uri: REDIRECT },
      );
      await answers(200, grant(path, scene.owned));
    },
  ],
  [
    operation,
    401,
    'The client does not exist, the caller has no access to it, or client_secret is incorrect.',
    () =>
      answers(
        401,
        grant(path, { ...scene.open, id: NOWHERE }),
        grant(path, { ...scene.owned, who: scene.other }),
        grant(path, { ...scene.open, secret: 'guess' }),
      ),
  ],
  [
    operation,
    422,
    'The redirect URI or the scope is invalid.',
    () =>
      answers(
        422,
        grant(path, { ...scene.open, redirectUri: 'http://elsewhere.invalid/' }),
        grant(path, { ...scene.open, scope: 'everything' }),
      ),
  ],
];

proveRows(/OAuth/, [
  ...rowsOf('authorizeOAuthToken', 'authorize', 'A code was issued.'),
  [
    'getOAuthClient',
    200,
    'Success.',
    async () => {
      const query = new URLSearchParams({
        response_type: 'code',
        redirect_uri: REDIRECT,
        scope: 'data',
      });
      const { status, body } = await ask(
        scene.other,
        'GET',
        `/v1/oauth/clients/${scene.open.id}?${query}`,
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({ name: 'Demo', redirect_uri: [REDIRECT], status: 'ACTIVE' });
    },
  ],
  [
    'getOAuthClient',
    401,
    'The client does not exist or the caller has no access to it.',
    () =>
      answers(
        401,
        ask(scene.other, 'GET', `/v1/oauth/clients/${NOWHERE}`),
        ask(scene.other, 'GET', `/v1/oauth/clients/${scene.owned.id}`),
      ),
  ],
  ...rowsOf('issueOAuthToken', 'token', 'Success.'),
]);

itKeepsToTheDocuments(desk);
