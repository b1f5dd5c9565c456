// Applications as the control interface registers and changes them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ACCOUNT, startRig, type Rig } from '#test/broker/server/rig.ts';
import { specProblems } from '#test/broker/server/spec.ts';

const REDIRECT = 'http://localhost:3000/back';
let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.end());

describe('an application', () => {
  const register = async (draft: object) =>
    (
      await rig.call('POST', '/_paper/oauth/clients', {
        body: { name: 'Narrow', redirect_uri: [REDIRECT], ...draft },
      })
    ).json as Record<string, string>;
  const authorize = async (client: Record<string, string>, scope: string) =>
    (
      await rig.call('POST', '/v1/oauth/authorize', {
        body: {
          client_id: client['client_id'],
          client_secret: client['client_secret'],
          redirect_uri: REDIRECT,
          account_id: MAIN_ACCOUNT,
          scope,
        },
      })
    ).status;
  const at = (client: Record<string, string>, rest = '') =>
    `/_paper/oauth/clients/${client['client_id']}${rest}`;

  it('gets the scopes it was registered for, and no others', async () => {
    const narrow = await register({ scopes: ['data'] });
    expect(await authorize(narrow, 'data')).toBe(200);
    expect(await authorize(narrow, '')).toBe(200);
    expect(await authorize(narrow, 'trading data')).toBe(422);
    const shown = await rig.call('GET', `/v1/oauth/clients/${narrow['client_id']}`);
    expect(specProblems('broker', 'getOAuthClient', shown.status, shown.json)).toEqual([]);
    expect(shown.json).not.toHaveProperty('scopes');
    const wrong = await rig.call('POST', '/_paper/oauth/clients', {
      body: { name: 'x', redirect_uri: [REDIRECT], scopes: ['withdraw'] },
    });
    expect(wrong.status).toBe(422);
  });

  it('is disabled and active again without a new secret', async () => {
    const app = await register({});
    const set = (status: string) => rig.call('PUT', at(app, '/status'), { body: { status } });
    expect((await set('DISABLED')).json.status).toBe('DISABLED');
    expect(await authorize(app, 'data')).toBe(401);
    expect((await set('ACTIVE')).json.status).toBe('ACTIVE');
    expect(await authorize(app, 'data')).toBe(200);
    expect((await set('GONE')).status).toBe(422);
  });

  it('gets a new secret, and the one before is good for nothing', async () => {
    const app = await register({});
    const { json } = await rig.call('POST', at(app, '/secret'));
    expect(json.client_secret).toMatch(/^[\da-f]{32}$/);
    expect(await authorize(app, 'data')).toBe(401);
    expect(await authorize({ ...app, client_secret: String(json.client_secret) }, 'data')).toBe(
      200,
    );
  });

  it.each([
    ['PUT', '/status', { status: 'ACTIVE' }],
    ['POST', '/secret', undefined],
  ])('that is none has nothing to change: %s %s', async (method, rest, body) => {
    const path = `/_paper/oauth/clients/none${rest}`;
    expect((await rig.call(method, path, body === undefined ? {} : { body })).status).toBe(404);
  });
});
