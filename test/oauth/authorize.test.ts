// The authorization page's work against the paper broker: allowed, denied, and every way to be refused.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Authorization, AuthorizationAsk } from '#contract/oauth.ts';
import { readAuthorizationLink } from '#main/domain/applications/authorization-link.ts';
import { marketDraft } from '#test/faults/support/drafts.ts';
import { newIntentId, until, untilArmed } from '#test/faults/support/desk.ts';
import {
  createScene,
  REDIRECT,
  sentenceOf,
  valueOf,
  type App,
  type Scene,
} from '#test/oauth/support/scene.ts';
import { HOSTILE_LINKS } from '#test/unit/domain/applications/hostile-links.ts';

const NOWHERE = '00000000000000000000000000000000';
let scene: Scene;
let app: App;

beforeAll(async () => {
  scene = await createScene();
  app = await scene.register({
    description: 'Keeps\nyour\u202e weights.',
    url: 'https://app.example',
    terms_of_use: 'https://app.example/terms',
    privacy_policy: 'https://app.example/privacy',
  });
  const { oauth, account, rig } = scene;
  const { hosts, key } = rig.paper();
  valueOf(await oauth.configure(account, { brokerHost: hosts.rest, brokerPair: key }));
  valueOf(await oauth.saveClientSecret(account, app.clientId, app.clientSecret));
});
afterAll(() => scene.stop());
afterEach(async () => {
  scene.opened.length = 0;
  scene.browser.says = 'opened';
  await scene.rig.clearFaults();
});

const prepare = (change: Partial<AuthorizationAsk> = {}, of: App = app) =>
  scene.oauth.prepare(scene.account, scene.ask(of, change));
const prepared = async (change?: Partial<AuthorizationAsk>, of?: App): Promise<Authorization> =>
  valueOf(await prepare(change, of));
const allow = ({ askId }: Authorization) => scene.oauth.allow(scene.account, askId);
const deny = ({ askId }: Authorization) => scene.oauth.deny(scene.account, askId);
const open = ({ askId }: Authorization) => scene.oauth.openAnswer(scene.account, askId);
const grants = () => valueOf(scene.oauth.grants(scene.account));

/** An application of its own with its secret stored. */
async function newApp(draft: object = {}): Promise<App> {
  const made = await scene.register(draft);
  valueOf(await scene.oauth.saveClientSecret(scene.account, made.clientId, made.clientSecret));
  return made;
}

describe('what the page shows', () => {
  it('is the application as the broker knows it, in plain text', async () => {
    const shown = await prepared();
    expect(shown.app).toEqual({
      name: 'Rebalancer',
      description: 'Keeps your weights.',
      url: 'https://app.example',
      termsOfUse: 'https://app.example/terms',
      privacyPolicy: 'https://app.example/privacy',
      status: 'ACTIVE',
      liveTradingApproved: false,
    });
    expect(shown).toMatchObject({ destination: REDIRECT, isDestinationListed: true, warnings: [] });
    expect(shown).not.toHaveProperty('whyNot');
  });

  it('is what the application could do with this account right now', async () => {
    await untilArmed(scene.test);
    const { unit } = scene.test;
    const draft = marketDraft('AAPL', '3');
    valueOf(
      await unit.trading.submit({ intentId: newIntentId(), draft, confirmations: ['stream-down'] }),
    );
    await until('the position is known', () => unit.book.positions()[0]?.qty === draft.qty);
    const buyingPower = () => unit.book.account()?.account.buyingPower;
    const before = buyingPower();
    const { reach, scopes } = await prepared();
    expect(reach).toMatchObject({ positions: 1, holdings: [{ symbol: 'AAPL', qty: draft.qty }] });
    // The account is read again after each fill, perhaps while the question was prepared.
    expect([before, buyingPower()]).toContain(reach.buyingPower);
    expect(scopes.map(({ scope }) => scope)).toEqual(['', 'trading', 'trading', 'data']);
    expect(scopes[1]?.text).toMatch(
      /sell your one position \(\$[\d,]+\.\d\d\) and buy or sell short for up to \$/,
    );
  });

  it('points out a missing state and an unknown scope', async () => {
    const { warnings, scopes } = await prepared({ state: undefined, scope: 'trading withdraw' });
    expect(warnings.join()).toMatch(/no state.*withdraw/);
    expect(scopes.at(-1)).toMatchObject({ scope: 'withdraw', isKnown: false });
  });

  it('warns of a name that imitates another with letters of a second alphabet', async () => {
    const warned = async (name: string) => {
      const { clientId } = await newApp({ name });
      return (await prepared({ clientId })).warnings.join();
    };
    expect(await warned('\u0410l\u0440aca (official)')).toContain('several alphabets');
    for (const honest of ['\u0411\u0430\u043b\u0430\u043d\u0441 for Alpaca', 'Caf\u00e9 \u03a9'])
      expect(await warned(honest)).toBe('');
  });

  it('spells a host in other letters as the network does', async () => {
    const redirectUri = 'https://\u0430pp.example/back';
    const shown = await prepared({ redirectUri });
    expect(shown.destination).toBe('https://xn--pp-6kc.example/back');
    expect(shown.isDestinationListed).toBe(false);
    expect(shown.warnings.join()).toContain('xn--pp-6kc.example');
  });
});

describe('allowing', () => {
  it('brings a code that the application can exchange, and opens nothing by itself', async () => {
    const question = await prepared();
    const answer = valueOf(await allow(question));
    expect(answer).toEqual({ isAllowed: true, address: expect.any(String) });
    const address = new URL(answer.address ?? '');
    expect(address.origin + address.pathname).toBe(REDIRECT);
    expect([...address.searchParams.keys()]).toEqual(['code', 'state']);
    expect(address.searchParams.get('state')).toBe('state-1');
    expect(scene.opened).toEqual([]);

    const exchange = await fetch(`${scene.rig.paper().hosts.rest}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: address.searchParams.get('code') ?? '',
        client_id: app.clientId,
        client_secret: app.clientSecret,
        redirect_uri: REDIRECT,
      }),
    });
    expect(await exchange.json()).toMatchObject({ scope: 'trading data' });
    expect(grants()[0]).toMatchObject({
      kind: 'code',
      appName: 'Rebalancer',
      scope: 'trading data',
    });

    valueOf(await open(question));
    expect(scene.opened).toEqual([answer.address]);
    expect(sentenceOf(await open(question))).toContain('already answered');
  });

  it('happens once, however often it is asked for', async () => {
    const question = await prepared();
    const requests = await scene.countRequests();
    const answers = await Promise.all([allow(question), allow(question), allow(question)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await requests()).toBe(1);
    expect(sentenceOf(deny(question))).toContain('already answered');
  });

  it('says so when it was not confirmed or there is no browser, and can be opened later', async () => {
    const question = await prepared();
    valueOf(await allow(question));
    scene.browser.says = 'declined';
    expect(sentenceOf(await open(question))).toContain('not confirmed');
    scene.browser.says = 'no-browser';
    expect(sentenceOf(await open(question))).toContain('Copy the address');
    scene.browser.says = 'opened';
    valueOf(await open(question));
    expect(scene.opened).toHaveLength(1);
  });

  it.each([
    ['a made-up question', async () => ({ askId: crypto.randomUUID() }) as Authorization],
    ['nothing opened before an answer', () => prepared()],
  ])('does not open %s', async (_name, question) => {
    expect(sentenceOf(await open(await question()))).toContain('already answered or has expired');
    expect(scene.opened).toEqual([]);
  });
});

describe('denying', () => {
  it('sends access_denied and the state back, and asks the broker nothing', async () => {
    const question = await prepared({ state: 'a b&c=d' });
    const requests = await scene.countRequests();
    const answer = valueOf(deny(question));
    expect(answer).toEqual({
      isAllowed: false,
      address: `${REDIRECT}?error=access_denied&state=a%20b%26c%3Dd`,
    });
    expect(await requests()).toBe(0);
    expect(grants()[0]).toMatchObject({ kind: 'denied', clientId: app.clientId });
    expect(sentenceOf(await allow(question))).toContain('already answered');
  });

  it('sends nothing to an address that the application does not list', async () => {
    const question = await prepared({ redirectUri: `${REDIRECT}/` });
    const answer = valueOf(deny(question));
    expect(answer).not.toHaveProperty('address');
    expect(answer.note).toContain('is not on the application’s list');
    expect(sentenceOf(await open(question))).toContain('expired');
  });
});

describe('Allow is off, and a request for it goes nowhere,', () => {
  const cases: [name: string, question: () => Promise<Authorization>, why: string][] = [
    [
      'for an address that is not listed',
      () => prepared({ redirectUri: 'https://other.example/' }),
      'does not list',
    ],
    [
      'for one that only looks the same',
      () => prepared({ redirectUri: 'https://APP.example/back' }),
      'does not list',
    ],
    ['for a token in the address', () => prepared({ responseType: 'token' }), 'ask for a code'],
    [
      'for an account of the other environment',
      () => prepared({ env: 'live' }),
      'asks for a live account',
    ],
    [
      'for a disabled application',
      async () => prepared({}, await newApp({ status: 'DISABLED' })),
      'disabled',
    ],
    [
      'without the application’s secret',
      async () => prepared({}, await scene.register()),
      'not stored here',
    ],
  ];
  it.each(cases)('%s', async (_name, makeQuestion, why) => {
    const question = await makeQuestion();
    expect(question.whyNot).toContain(why);
    const requests = await scene.countRequests();
    expect(sentenceOf(await allow(question))).toContain(why);
    expect(await requests()).toBe(0);
  });
});

describe('the broker’s refusals, in words,', () => {
  it('of an application that does not exist', async () => {
    const sentence = sentenceOf(await prepare({ clientId: NOWHERE }));
    expect(sentence).toContain('no application has this client id');
    expect(sentence).toContain('another of your accounts');
    expect(sentence).not.toContain('secret');
  });

  it('of one that this broker pair may not use', async () => {
    const other = await scene.rig.newSeat();
    const owned = await newApp({ owner_account_id: other.brokerAccountId });
    const { oauth, account, seat, rig } = scene;
    valueOf(await oauth.configure(account, { brokerPair: seat.key }));
    try {
      expect(sentenceOf(await prepare({}, owned))).toContain('may not use it');
    } finally {
      valueOf(await oauth.configure(account, { brokerPair: rig.paper().key }));
    }
    valueOf(await prepare({}, owned));
  });

  it('of a broker pair that is wrong', async () => {
    const { oauth, account, rig } = scene;
    const wrong = { ...rig.paper().key, secretKey: 'wrong-secret' };
    valueOf(await oauth.configure(account, { brokerPair: wrong }));
    try {
      const sentence = sentenceOf(await prepare());
      expect(sentence).toContain('key pair may not use it');
      expect(sentence).not.toContain('wrong-secret');
    } finally {
      valueOf(await oauth.configure(account, { brokerPair: rig.paper().key }));
    }
  });

  /** Between looking and allowing, the application changes. */
  const changed: [name: string, change: (id: string) => object | 'gone', sentence: string][] = [
    ['that is gone', () => 'gone', 'no application has this client id'],
    [
      'whose secret is another now',
      () => ({ client_secret: 'new-secret' }),
      'secret is not the application’s',
    ],
    ['that was disabled', () => ({ status: 'DISABLED' }), 'Nothing was granted'],
    [
      'that lists the address no more',
      () => ({ redirect_uri: ['https://new.example/'] }),
      'the redirect address is not one',
    ],
  ];
  it.each(changed)('of an application %s by now', async (_name, change, words) => {
    const made = await newApp();
    const question = await prepared({}, made);
    const next = change(made.clientId);
    const before = grants().length;
    if (next === 'gone')
      await scene.rig.paper().control('DELETE', `/oauth/clients/${made.clientId}`);
    else
      await scene.register({ client_id: made.clientId, client_secret: made.clientSecret, ...next });
    const sentence = sentenceOf(await allow(question));
    expect(sentence).toContain(words);
    expect(sentence).not.toContain(made.clientSecret);
    expect(grants()).toHaveLength(before);
  });

  it('of a scope that the broker does not have', async () => {
    const question = await prepared({ scope: 'trading withdraw' });
    const { note, isAllowed } = valueOf(await allow(question));
    expect([isAllowed, note]).toEqual([
      false,
      expect.stringContaining('a scope that the broker does not have'),
    ]);
  });

  it.each([
    ['takes too long', { kind: 'hang', when: 'before' }, 'Nothing was sent to the application'],
    ['loses the answer', { kind: 'lost' }, 'Nothing was sent to the application'],
    [
      'fails',
      { kind: 'status', status: 500, body: 'down', when: 'before' },
      'could not answer (500)',
    ],
    [
      'cannot be understood',
      { kind: 'status', status: 200, body: { code: 7 }, when: 'before' },
      'OAuth code',
    ],
    [
      'is for another address',
      {
        kind: 'status',
        status: 200,
        when: 'before',
        body: { code: 'x', redirect_uri: 'https://evil.example/' },
      },
      'for another redirect address',
    ],
    [
      'is about another application',
      {
        kind: 'status',
        status: 200,
        when: 'before',
        body: { code: 'x', client_id: NOWHERE },
      },
      'about another application',
    ],
  ])('when its answer %s, with nothing to open afterwards', async (_name, act, words) => {
    const question = await prepared();
    const before = grants().length;
    await scene.rig.fault({ method: 'POST', path: '/v1/oauth/authorize' }, act);
    expect(sentenceOf(await allow(question))).toContain(words);
    expect(sentenceOf(await open(question))).toContain('expired');
    expect(grants()).toHaveLength(before);
  });
});

describe('hostile asks', () => {
  it('reach neither the broker nor a browser, by link or by form', async () => {
    const requests = await scene.countRequests();
    for (const link of HOSTILE_LINKS) {
      expect(readAuthorizationLink(link).ok).toBe(false);
      const form = await prepare({ redirectUri: link.slice(0, 2_000) });
      expect(form.ok).toBe(false);
      sentenceOf(form);
    }
    expect(await requests()).toBe(0);
    expect(scene.opened).toEqual([]);
  });
});
