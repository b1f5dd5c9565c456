// An account on a real broker over the real wire, and the OAuth service as the desk builds it around that account.
import type { AccountProfile } from '#contract/accounts.ts';
import { describeFailure, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { AuthorizationAsk } from '#contract/oauth.ts';
import { createMemoryKeys } from '#test/support/memory-keys.ts';
import { createOAuthCredentials } from '#main/desk/applications/oauth-credentials.ts';
import type { OAuthAccount } from '#main/desk/applications/describe-app.ts';
import { createOAuth, type OAuthService } from '#main/desk/applications/oauth.ts';
import type { EmbeddedOAuth } from '#main/desk/practice/demo-app.ts';
import { createOAuthSettings } from '#main/desk/settings/oauth-settings.ts';
import type { OAuthSettings } from '#main/desk/settings/read-settings.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { until, type TestAccount } from '#test/faults/support/desk.ts';
import { createRig, type Rig, type Seat } from '#test/faults/support/rig.ts';

export const REDIRECT = 'https://app.example/back';

export type App = { clientId: string; clientSecret: string };
export type Scene = {
  rig: Rig;
  seat: Seat;
  test: TestAccount;
  account: OAuthAccount;
  oauth: OAuthService;
  /** What was handed to a browser. */
  opened: string[];
  /** What the next browser does. */
  browser: { says: 'opened' | 'declined' | 'no-browser' };
  /** What main asked the person, and the tokens that it showed. */
  asked: string[];
  shown: string[];
  person: { saysYes: boolean; hasArmed: boolean };
  connected: { label: string; token: string; like: AccountProfile }[];
  register(draft?: object): Promise<App>;
  /** The request that leaves the least open. */
  ask(app: Pick<App, 'clientId'>, change?: Partial<AuthorizationAsk>): AuthorizationAsk;
  /** Requests to the OAuth operations from now on. */
  countRequests(): Promise<() => Promise<number>>;
  stop(): Promise<void>;
};

export async function createScene(options: { isEmbedded?: boolean } = {}): Promise<Scene> {
  const rig = await createRig(31);
  const seat = await rig.newSeat();
  const test = rig.open(seat);
  await until('the account was read', () => test.unit.book.account() !== undefined);
  const { hosts, key } = rig.paper();
  const profile: AccountProfile = {
    accountId: seat.accountId,
    label: 'Test account',
    environment: 'paper',
    hosts,
    proof: 'key',
    keyHome: 'this-run',
    isVerified: true,
    isArmed: true,
    isOpen: true,
  };
  const account: OAuthAccount = { profile, unit: test.unit };
  let settings: { oauth: Record<string, OAuthSettings> } = { oauth: {} };
  const opened: string[] = [];
  const connected: Scene['connected'] = [];
  const browser: Scene['browser'] = { says: 'opened' };
  const asked: string[] = [];
  const shown: string[] = [];
  const person = { saysYes: true, hasArmed: true };
  const inside: EmbeddedOAuth = { accountId: seat.accountId, host: hosts.rest, pair: key };
  const oauth = createOAuth({
    credentials: createOAuthCredentials({
      settings: createOAuthSettings({
        get: () => settings,
        update: (change) => (settings = change(settings)),
      }),
      keys: createMemoryKeys(),
      newHosts: { refusal: async () => undefined },
      embedded: () => (options.isEmbedded ? inside : undefined),
    }),
    connectToken: async (label, token, like) => {
      connected.push({ label, token, like });
      return ok({ ...like, label, proof: 'token' });
    },
    questions: {
      async letIn({ label }, app, address) {
        const can = [...(app.warnings ?? []), ...(app.can ?? [])].join(' ');
        asked.push(`${app.name} ${app.scope} ${label} ${address}${otherOf(app)} ${can}`);
        return person.saysYes ? undefined : notAllowed('Nothing was allowed.');
      },
      async token({ label }, app) {
        asked.push(`${app.name} ${app.scope} ${label}${otherOf(app)} ${app.can?.join(' ') ?? ''}`);
        return person.saysYes ? undefined : notAllowed('No token was issued.');
      },
      async revoke({ label }, app) {
        const one = app.one ? ` only ${app.one.scope}` : '';
        asked.push(`${app.name} ${app.clientId} ${label}${one}${otherOf(app)}`);
        return person.saysYes ? undefined : notAllowed('Nothing was revoked.');
      },
      async showToken(_profile, token) {
        shown.push(token);
        return undefined;
      },
    },
    arming: { isArmed: () => person.hasArmed },
    openExternal: async (url) => {
      if (browser.says === 'opened') opened.push(url);
      return browser.says;
    },
    clock: systemClock,
    delay: systemDelay,
    random: systemRandom,
    log: () => undefined,
    // Long enough for a busy machine to answer in; one test waits for it to pass.
    timeoutMs: 3_000,
  });

  return {
    rig,
    seat,
    test,
    account,
    oauth,
    opened,
    browser,
    connected,
    asked,
    shown,
    person,
    async register(draft = {}) {
      const made = await rig
        .paper()
        .control<{ client_id: string; client_secret: string }>('POST', '/oauth/clients', {
          name: 'Rebalancer',
          redirect_uri: [REDIRECT],
          ...draft,
        });
      return { clientId: made.client_id, clientSecret: made.client_secret };
    },
    ask: ({ clientId }, change = {}) => ({
      clientId,
      responseType: 'code',
      redirectUri: REDIRECT,
      scope: 'trading data',
      state: 'state-1',
      ...change,
    }),
    async countRequests() {
      const act = { kind: 'delay', ms: 1, when: 'before' };
      const fault = await rig.fault({ path: '/v1/oauth/**' }, act, { times: 10_000 });
      return () => rig.fired(fault);
    },
    async stop() {
      oauth.stop();
      await rig.stop();
    },
  };
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.kind}: ${describeFailure(result.failure)}`);
  return result.value;
}

export function sentenceOf(result: Result<unknown>): string {
  if (result.ok) throw new Error(`it was not refused: ${JSON.stringify(result.value)}`);
  return describeFailure(result.failure);
}

const otherOf = ({ otherAccountId }: { otherAccountId?: string | undefined }): string =>
  otherAccountId === undefined ? '' : ` for ${otherAccountId}`;
