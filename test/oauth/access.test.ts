// What the operations need, where it is kept, and that no secret travels to a host it was not entered for.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createScene,
  REDIRECT,
  sentenceOf,
  valueOf,
  type App,
  type Scene,
} from '#test/oauth/support/scene.ts';

let scene: Scene;
let app: App;
/** A host that writes down what it is sent. */
let stranger: Server;
let strangerAddress: string;
const seen: { headers: IncomingHttpHeaders; body: string }[] = [];

const TOKEN_ASK = ({ clientId }: App) => ({
  clientId,
  redirectUri: REDIRECT,
  scope: '',
  connectAs: 'Mine',
  isShown: false,
});

beforeAll(async () => {
  scene = await createScene();
  app = await scene.register();
  stranger = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ headers: request.headers, body });
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('"no"');
    });
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  strangerAddress = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
afterAll(async () => {
  stranger.close();
  await scene.stop();
});

describe('an account that was never set up', () => {
  it('says what is missing and asks nobody', async () => {
    const { oauth, account, seat } = scene;
    const readiness = oauth.readiness(account);
    expect(readiness).toMatchObject({
      hasBrokerHost: false,
      hasBrokerPair: false,
      brokerAccountId: seat.brokerAccountId,
      clientIds: [],
      isEmbedded: false,
    });
    expect(readiness.missing).toHaveLength(3);
    const requests = await scene.countRequests();
    expect(sentenceOf(await oauth.issueToken(account, TOKEN_ASK(app)))).toContain(
      'address is missing',
    );
    expect(sentenceOf(await oauth.saveClientSecret(account, app.clientId, 'x'))).toContain(
      'address is missing',
    );
    expect(await requests()).toBe(0);
  });

  it('shows what a link asks for and what that means, and lets it be denied', async () => {
    const { oauth, account } = scene;
    const requests = await scene.countRequests();
    const question = valueOf(await oauth.prepare(account, scene.ask(app)));
    expect(question).toMatchObject({
      isLookedUp: false,
      isDestinationListed: false,
      whyNot: expect.stringContaining('broker partner’s key pair'),
    });
    expect(question.app.name).toContain('not been looked up');
    expect(question.reach.buyingPower).toBeDefined();
    expect(question.scopes.map(({ scope }) => scope)).toEqual(['', 'trading', 'trading', 'data']);
    expect(sentenceOf(await oauth.allow(account, question.askId))).toContain('broker partner');
    const again = valueOf(await oauth.prepare(account, scene.ask(app)));
    const denied = valueOf(oauth.deny(account, again.askId));
    expect(denied).toEqual({
      isAllowed: false,
      note: expect.stringContaining('Ballast could not check'),
    });
    expect(valueOf(oauth.grants(account))[0]).toMatchObject({ kind: 'denied' });
    expect(await requests()).toBe(0);
  });

  it('takes an address only where it is safe, and a pair only with an address', async () => {
    const { oauth, account, rig } = scene;
    const { key } = rig.paper();
    expect(
      sentenceOf(await oauth.configure(account, { brokerHost: 'http://broker.example' })),
    ).toContain('must be https');
    expect(sentenceOf(await oauth.configure(account, { brokerPair: key }))).toContain('address');
    expect(oauth.readiness(account).hasBrokerPair).toBe(false);
  });
});

describe('an account that is set up', () => {
  beforeAll(async () => {
    const { oauth, account, rig } = scene;
    const { hosts, key } = rig.paper();
    valueOf(await oauth.configure(account, { brokerHost: hosts.rest }));
    expect(sentenceOf(await oauth.issueToken(account, TOKEN_ASK(app)))).toContain(
      'key pair is missing',
    );
    valueOf(await oauth.configure(account, { brokerPair: key }));
  });

  it('is ready once a client secret is there, and names ids but no secrets', async () => {
    const { oauth, account } = scene;
    const hyphenated = app.clientId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    const ready = valueOf(await oauth.saveClientSecret(account, hyphenated, app.clientSecret));
    expect(ready).toMatchObject({ missing: [], clientIds: [app.clientId] });
    expect(JSON.stringify(ready)).not.toContain(app.clientSecret);
    expect(JSON.stringify(ready)).not.toContain(scene.rig.paper().key.secretKey);
    expect(valueOf(await oauth.prepare(account, scene.ask(app)))).not.toHaveProperty('whyNot');
  });

  it('forgets a client secret', async () => {
    const { oauth, account } = scene;
    expect(valueOf(await oauth.removeClientSecret(account, app.clientId)).clientIds).toEqual([]);
    expect(valueOf(await oauth.prepare(account, scene.ask(app))).whyNot).toContain('not stored');
    valueOf(await oauth.saveClientSecret(account, app.clientId, app.clientSecret));
    expect(sentenceOf(await oauth.saveClientSecret(account, 'nonsense', 'x'))).toContain('32 hex');
  });

  it('uses another account id at the broker when one is entered, and its own otherwise', async () => {
    const { oauth, account, seat } = scene;
    const other = crypto.randomUUID();
    const set = valueOf(await oauth.configure(account, { brokerAccountId: other }));
    expect(set.brokerAccountId).toBe(other);
    const question = valueOf(await oauth.prepare(account, scene.ask(app)));
    expect((await oauth.allow(account, question.askId)).ok).toBe(false);
    const back = valueOf(await oauth.configure(account, { brokerAccountId: '' }));
    expect(back.brokerAccountId).toBe(seat.brokerAccountId);
  });

  it('asks before it lets anybody in to another account than its own, on paper too', async () => {
    const { oauth, account, rig, asked, person } = scene;
    const other = await rig.newSeat();
    valueOf(await oauth.configure(account, { brokerAccountId: other.brokerAccountId }));
    const question = valueOf(await oauth.prepare(account, scene.ask(app)));
    // The figures of this account would be another's.
    expect(question.warnings[0]).toContain(other.brokerAccountId);
    expect(question.reach).toMatchObject({ positions: 0, holdings: [], readAt: undefined });
    expect(question.scopes[1]?.text).toContain('is not known');
    person.saysYes = false;
    asked.length = 0;
    try {
      expect(sentenceOf(await oauth.allow(account, question.askId))).toBe('Nothing was allowed.');
      const { clientId, redirectUri, scope } = scene.ask(app);
      const token = { clientId, redirectUri, scope, connectAs: 'Mine', isShown: false };
      expect(sentenceOf(await oauth.issueToken(account, token))).toBe('No token was issued.');
      const revoked = await oauth.revoke(account, app.clientId);
      expect(sentenceOf(revoked)).toBe('Nothing was revoked.');
      expect(asked).toHaveLength(3);
      for (const each of asked) expect(each).toContain(`for ${other.brokerAccountId}`);
      expect(asked[0]).toContain('What that account holds is not known here');
      expect(asked[0]).not.toContain('ight now');
    } finally {
      person.saysYes = true;
      valueOf(await oauth.configure(account, { brokerAccountId: '' }));
    }
  });

  it('sends no stored secret to another host: a change of host forgets them', async () => {
    const { oauth, account, rig } = scene;
    const question = valueOf(await oauth.prepare(account, scene.ask(app)));
    const moved = valueOf(await oauth.configure(account, { brokerHost: strangerAddress }));
    expect(moved).toMatchObject({ hasBrokerPair: false, clientIds: [] });
    expect(valueOf(await oauth.prepare(account, scene.ask(app))).isLookedUp).toBe(false);
    expect((await oauth.allow(account, question.askId)).ok).toBe(false);
    expect(seen).toEqual([]);

    valueOf(
      await oauth.configure(account, { brokerPair: { keyId: 'MINE', secretKey: 'mine-too' } }),
    );
    expect((await oauth.prepare(account, scene.ask(app))).ok).toBe(false);
    expect(seen.length).toBeGreaterThan(0);
    const sent = JSON.stringify(seen);
    const { key, hosts } = rig.paper();
    for (const secret of [key.secretKey, app.clientSecret, btoa(`${key.keyId}:${key.secretKey}`)])
      expect(sent).not.toContain(secret);

    const back = valueOf(await oauth.configure(account, { brokerHost: hosts.rest }));
    expect(back).toMatchObject({ hasBrokerPair: false, clientIds: [] });
  });
});
