import { describe, expect, it } from 'vitest';
import type { AccountProfile } from '#contract/accounts.ts';
import { fail, notAllowed, type Failed } from '#contract/failure.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createMemoryKeys } from '#test/support/memory-keys.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import type { BrokerAccount } from '#main/desk/applications/readiness.ts';
import {
  createOAuthCredentials,
  type OAuthCredentials,
} from '#main/desk/applications/oauth-credentials.ts';
import type { EmbeddedOAuth } from '#main/desk/practice/demo-app.ts';
import { createOAuthSettings } from '#main/desk/settings/oauth-settings.ts';
import { type OAuthSettings } from '#main/desk/settings/read-settings.ts';

const ACCOUNT = '11111111-1111-4111-8111-111111111111';
const APP = '0f8a3c1e5b7d49d2a6c4e8f012345678';
const HOME = 'https://broker.example';
const PAIR = { keyId: 'KEY', secretKey: 'pair-secret' };

type Options = {
  keys?: Partial<Keys>;
  embedded?: EmbeddedOAuth;
  id?: string;
  hostRefusal?: Failed;
  keyHome?: AccountProfile['keyHome'];
  /** What was there before, as after a restore. */
  brokerHost?: string;
  /** What the person does before the question about a new address is answered. */
  meanwhile?: (access: OAuthCredentials, account: BrokerAccount) => Promise<unknown>;
};

const bare = (brokerHost: string): OAuthSettings => ({
  brokerHost,
  hasBrokerPair: false,
  clientIds: [],
});

function setUp(options: Options = {}) {
  const { id = 'broker-side-id', keyHome = 'keychain' } = options;
  const profile: AccountProfile = {
    accountId: ACCOUNT,
    label: 'Mine',
    environment: 'paper',
    proof: 'key',
    keyHome,
    isVerified: true,
    isArmed: true,
    isOpen: true,
  };
  const money = decimal('1');
  const figures = { equity: money, lastEquity: money, cash: money, buyingPower: money };
  const reading = {
    account: { id, accountNumber: 'N', status: 'ACTIVE', currency: 'USD', ...figures },
    receivedAt: 1,
    dayChange: money,
  };
  const account = { profile, unit: { book: { account: () => reading } } };
  const memory = createMemoryKeys();
  const homes: string[] = [];
  let settings: { oauth: Record<string, OAuthSettings> } = {
    oauth: options.brokerHost === undefined ? {} : { [ACCOUNT]: bare(options.brokerHost) },
  };
  const start = (keys: Keys): OAuthCredentials => {
    const started = createOAuthCredentials({
      settings: createOAuthSettings({
        get: () => settings,
        update: (change) => (settings = change(settings)),
      }),
      keys: {
        ...keys,
        save: (ref, secret, home) => {
          homes.push(home);
          return keys.save(ref, secret, home);
        },
        ...options.keys,
      },
      newHosts: {
        refusal: async () => {
          await options.meanwhile?.(started, account);
          return options.hostRefusal;
        },
      },
      embedded: () => options.embedded,
    });
    return started;
  };
  return {
    access: start(memory),
    account,
    homes,
    document: () => JSON.stringify(settings),
    /** Another run: the settings stay, and what was in memory is gone. */
    restart: () => start(createMemoryKeys()),
  };
}

const locked = async () => fail({ kind: 'not-allowed', message: 'The keychain is locked.' });

describe('access to the broker', () => {
  it('is not kept for an address that the person did not allow', async () => {
    const hostRefusal = notAllowed('Nothing was sent to broker.example.');
    const { access, account, document } = setUp({ hostRefusal });
    const change = { brokerHost: HOME, brokerPair: PAIR };
    expect(await access.configure(account, change)).toEqual(hostRefusal);
    expect(document()).toBe('{"oauth":{}}');
  });

  it('is asked about where an address is there and nothing was entered for it', async () => {
    const hostRefusal = notAllowed('Nothing was sent to broker.example.');
    const { access, account, homes } = setUp({ hostRefusal, brokerHost: HOME });
    expect(await access.configure(account, { brokerPair: PAIR })).toEqual(hostRefusal);
    expect(await access.saveClientSecret(account, APP, 'app-secret')).toEqual(hostRefusal);
    expect(homes).toEqual([]);
  });

  it('keeps secrets beside the account’s own key and out of the settings', async () => {
    const { access, account, homes, document } = setUp();
    await access.configure(account, { brokerHost: HOME, brokerPair: PAIR });
    await access.saveClientSecret(account, APP, 'app-secret');
    expect(homes).toEqual(['keychain', 'keychain']);
    expect(document()).toContain(APP);
    expect(document()).not.toMatch(/pair-secret|app-secret|KEY/);
    expect(await access.brokerLogin(account)).toMatchObject({
      ok: true,
      value: { host: HOME, pair: PAIR, accountId: 'broker-side-id' },
    });
  });

  it('uses no secret at another host even when it could not be forgotten', async () => {
    const { access, account } = setUp({ keys: { remove: locked } });
    await access.configure(account, { brokerHost: HOME, brokerPair: PAIR });
    await access.saveClientSecret(account, APP, 'app-secret');
    const moved = await access.configure(account, { brokerHost: 'https://evil.example' });
    expect(moved.ok).toBe(false);
    expect(access.readiness(account)).toMatchObject({ hasBrokerPair: false, clientIds: [] });
    expect((await access.brokerLogin(account)).ok).toBe(false);
    expect((await access.clientSecret(account, APP)).ok).toBe(false);
  });

  it('says that a pair is missing when it could not be saved', async () => {
    const { access, account } = setUp({ keys: { save: locked } });
    expect((await access.configure(account, { brokerHost: HOME, brokerPair: PAIR })).ok).toBe(
      false,
    );
    expect(access.readiness(account)).toMatchObject({ hasBrokerHost: true, hasBrokerPair: false });
  });

  it('calls nothing present after a restart that lived only in the run before', async () => {
    const { access, account, restart, document } = setUp({ keyHome: 'this-run' });
    await access.configure(account, { brokerHost: HOME, brokerPair: PAIR });
    await access.saveClientSecret(account, APP, 'app-secret');
    expect(access.readiness(account)).toMatchObject({ hasBrokerPair: true, clientIds: [APP] });
    expect(document()).not.toContain(APP);
    expect(restart().readiness(account)).toMatchObject({
      hasBrokerHost: true,
      hasBrokerPair: false,
      clientIds: [],
    });
  });

  it('no longer calls present what an earlier edition wrote down and nobody has', async () => {
    const { access, account, restart } = setUp();
    await access.configure(account, { brokerHost: HOME, brokerPair: PAIR });
    await access.saveClientSecret(account, APP, 'app-secret');
    const later = restart();
    expect(later.readiness(account)).toMatchObject({ hasBrokerPair: true, clientIds: [APP] });
    expect((await later.clientSecret(account, APP)).ok).toBe(false);
    expect((await later.brokerLogin(account)).ok).toBe(false);
    expect(later.readiness(account)).toMatchObject({ hasBrokerPair: false, clientIds: [] });
  });

  it('keeps the account id that was entered while the question about the address stood', async () => {
    let isAsked = false;
    const { access, account } = setUp({
      async meanwhile(meant, of) {
        if (isAsked) return;
        isAsked = true;
        await meant.configure(of, { brokerAccountId: 'entered-meanwhile' });
      },
    });
    await access.configure(account, { brokerHost: HOME });
    expect(access.readiness(account)).toMatchObject({ brokerAccountId: 'entered-meanwhile' });
  });

  it('keeps a secret that was saved while the pair was on its way to the keychain', async () => {
    const memory = createMemoryKeys();
    const scene = setUp({
      keys: {
        ...memory,
        async save(ref, secret, home) {
          if (ref.name === 'broker') await scene.access.saveClientSecret(scene.account, APP, 'x');
          return memory.save(ref, secret, home);
        },
      },
    });
    await scene.access.configure(scene.account, { brokerHost: HOME, brokerPair: PAIR });
    expect(scene.access.readiness(scene.account)).toMatchObject({
      hasBrokerPair: true,
      clientIds: [APP],
    });
    expect(await scene.access.clientSecret(scene.account, APP)).toEqual({ ok: true, value: 'x' });
  });

  it('does not go on with a secret that cannot be read', async () => {
    const { access, account } = setUp({
      keys: { read: async () => ({ ok: true, value: { secret: '{', home: 'keychain' } }) },
    });
    await access.configure(account, { brokerHost: HOME, brokerPair: PAIR });
    expect(await access.brokerLogin(account)).toMatchObject({
      failure: { message: expect.stringContaining('Enter them again') },
    });
  });

  it('is complete without questions for the account inside Ballast', async () => {
    const demo = { clientId: APP, clientSecret: 'demo-secret', link: 'ballast://x' };
    const embedded = { accountId: ACCOUNT, host: 'http://127.0.0.1:1', pair: PAIR, demo };
    const { access, account } = setUp({ embedded });
    const readiness = access.readiness(account);
    expect(readiness).toMatchObject({ missing: [], isEmbedded: true, demoLink: 'ballast://x' });
    expect(JSON.stringify(readiness)).not.toMatch(/demo-secret|pair-secret/);
    expect(await access.clientSecret(account, APP)).toEqual({ ok: true, value: 'demo-secret' });
    expect((await access.configure(account, { brokerHost: HOME })).ok).toBe(false);
    expect(await access.brokerLogin(account)).toMatchObject({
      value: { host: 'http://127.0.0.1:1' },
    });
  });
});
