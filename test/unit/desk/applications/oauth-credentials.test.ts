import { describe, expect, it } from 'vitest';
import type { AccountProfile } from '#contract/accounts.ts';
import { fail, notAllowed, type Failed } from '#contract/failure.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createMemoryKeys } from '#test/support/memory-keys.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import { createOAuthCredentials } from '#main/desk/applications/oauth-credentials.ts';
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
};

function setUp(options: Options = {}) {
  const { id = 'broker-side-id' } = options;
  const profile: AccountProfile = {
    accountId: ACCOUNT,
    label: 'Mine',
    environment: 'paper',
    proof: 'key',
    keyHome: 'keychain',
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
  let settings: { oauth: Record<string, OAuthSettings> } = { oauth: {} };
  const access = createOAuthCredentials({
    settings: createOAuthSettings({
      get: () => settings,
      update: (change) => (settings = change(settings)),
    }),
    keys: {
      ...memory,
      save: (ref, secret, home) => {
        homes.push(home);
        return memory.save(ref, secret, home);
      },
      ...options.keys,
    },
    newHosts: { refusal: async () => options.hostRefusal },
    embedded: () => options.embedded,
  });
  return { access, account, homes, document: () => JSON.stringify(settings) };
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

  it('does not go on with a secret that cannot be read', async () => {
    const { access, account } = setUp({
      keys: { read: async () => ({ ok: true, value: { secret: '{', home: 'keychain' } }) },
    });
    await access.configure(account, { brokerHost: HOME, brokerPair: PAIR });
    expect(await access.brokerLogin(account)).toMatchObject({
      failure: { message: expect.stringContaining('Enter it again') },
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
