// A token of one's own, and an account that lives on it: REST and both streams.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_GUARDS } from '#contract/trading.ts';
import { openWebSocket } from '#main/broker/streams/socket.ts';
import { openAccountUnit } from '#main/account/account-unit.ts';
import type { TokenAsk } from '#main/desk/applications/tokens.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { newIntentId, until } from '#test/faults/support/desk.ts';
import { marketDraft } from '#test/faults/support/drafts.ts';
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

beforeAll(async () => {
  scene = await createScene({ isEmbedded: true });
  app = await scene.register();
  valueOf(await scene.oauth.saveClientSecret(scene.account, app.clientId, app.clientSecret));
});
afterAll(() => scene.stop());

const issue = (change: Partial<TokenAsk> = {}) =>
  scene.oauth.issueToken(scene.account, {
    clientId: app.clientId,
    redirectUri: REDIRECT,
    scope: 'trading data',
    isShown: true,
    ...change,
  });
const grants = () => valueOf(scene.oauth.grants(scene.account));

describe('a token for an application of one’s own', () => {
  it('is shown by main when that was asked for, not to the page, and written down without itself', async () => {
    const issued = valueOf(await issue());
    expect(issued).toEqual({ scope: 'trading data', wasShown: true });
    expect(scene.shown).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(scene.asked).toEqual([
      expect.stringMatching(
        /^Rebalancer trading data Test account .*Place, change and cancel orders without asking you/,
      ),
    ]);
    expect(grants()[0]).toMatchObject({ kind: 'token', appName: 'Rebalancer' });
    expect(JSON.stringify(grants())).not.toContain(scene.shown[0]);
    expect(scene.connected).toEqual([]);
  });

  it('goes to a new account without being shown', async () => {
    const issued = valueOf(await issue({ isShown: false, connectAs: 'By token' }));
    expect(JSON.stringify(issued)).not.toContain(scene.connected.at(-1)?.token);
    expect(scene.shown).toHaveLength(1);
    expect(issued.connected).toMatchObject({ label: 'By token', proof: 'token' });
    expect(scene.connected.at(-1)).toMatchObject({
      label: 'By token',
      like: scene.account.profile,
    });
  });

  it('of a live account needs arming and a yes, also where it only connects', async () => {
    const live = {
      ...scene.account,
      profile: { ...scene.account.profile, environment: 'live' as const },
    };
    const ask = { clientId: app.clientId, redirectUri: REDIRECT, scope: 'trading' };
    const onLive = () =>
      scene.oauth.issueToken(live, { ...ask, connectAs: 'By token', isShown: false });
    const issuing = await scene.rig.fault(
      { method: 'POST', path: '/v1/oauth/token' },
      { kind: 'delay', ms: 1, when: 'before' },
      { times: 100 },
    );
    scene.asked.length = 0;
    scene.person.hasArmed = false;
    expect(sentenceOf(await onLive())).toContain('not armed');
    expect(scene.asked).toEqual([]);
    scene.person.hasArmed = true;
    scene.person.saysYes = false;
    expect(sentenceOf(await onLive())).toContain('No token was issued');
    expect(sentenceOf(await issue())).toContain('No token was issued');
    expect(scene.asked).toHaveLength(2);
    expect(await scene.rig.fired(issuing)).toBe(0);
    scene.person.saysYes = true;
    valueOf(await onLive());
    expect(await scene.rig.fired(issuing)).toBe(1);
    await scene.rig.clearFaults();
  });

  it('is not issued for nothing, or on a form that is wrong', async () => {
    const requests = await scene.countRequests();
    expect(sentenceOf(await issue({ isShown: false }))).toContain(
      'Choose what to do with the token',
    );
    expect(sentenceOf(await issue({ redirectUri: 'javascript:alert(1)' }))).toContain('https://');
    expect(sentenceOf(await issue({ clientId: 'x' }))).toContain('32 hexadecimal');
    expect(sentenceOf(await issue({ clientId: '0'.repeat(32) }))).toContain('not stored here');
    expect(await requests()).toBe(0);
    await scene.rig.clearFaults();
  });

  it('is refused in words', async () => {
    const before = grants().length;
    expect(sentenceOf(await issue({ redirectUri: 'https://other.example/' }))).toContain(
      'the redirect address is not one of this application’s',
    );
    expect(sentenceOf(await issue({ scope: 'withdraw' }))).toContain('a scope that the broker');
    const wrong = await scene.register();
    valueOf(await scene.oauth.saveClientSecret(scene.account, wrong.clientId, 'guess'));
    const sentence = sentenceOf(await issue({ clientId: wrong.clientId }));
    expect(sentence).toContain('the stored client secret is not the application’s');
    await scene.rig.fault({ method: 'POST', path: '/v1/oauth/token' }, { kind: 'lost' });
    expect(sentenceOf(await issue())).toContain('did not answer');
    expect(grants()).toHaveLength(before);
  });

  it('opens an account with both streams, which trades on it', async () => {
    valueOf(await issue());
    const token = scene.shown.at(-1);
    // The broker gives one price stream to an account, whoever asks for it.
    scene.test.unit.stop();
    const accountId = crypto.randomUUID();
    const unit = valueOf(
      openAccountUnit({
        accountId,
        environment: 'paper',
        hosts: scene.rig.paper().hosts,
        credentials: { token: token ?? '' },
        refusesReusedIds: true,
        folder: join(scene.rig.folder, 'by-token'),
        guards: () => DEFAULT_GUARDS,
        isStopped: () => false,
        stops: () => 0,
        heldBack: () => undefined,
        accountDoubt: () => undefined,
        openSocket: openWebSocket,
        clock: systemClock,
        delay: systemDelay,
        random: systemRandom,
        log: () => undefined,
      }),
    );
    try {
      unit.watchSymbols(['AAPL']);
      unit.start();
      const live = () => unit.book.streams().filter(({ phase }) => phase === 'live').length;
      await until('both streams are live', () => live() === 2);
      await until('the account is armed', () => unit.gate.armState().isArmed);
      expect(unit.book.account()?.account['id']).toBe(scene.seat.brokerAccountId);
      const intentId = newIntentId();
      const draft = marketDraft('AAPL', '2');
      await until('AAPL has a price', () => unit.book.price('AAPL') !== undefined);
      valueOf(await unit.trading.submit({ intentId, draft, confirmations: ['stream-down'] }));
      await until('the fill is heard', () =>
        unit.book
          .orders()
          .some(({ clientOrderId, status }) => clientOrderId === intentId && status === 'filled'),
      );
    } finally {
      unit.stop();
    }
  });
});
