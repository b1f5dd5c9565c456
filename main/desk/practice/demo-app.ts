// An application inside the practice broker, so that the authorization page can be tried without anybody's account. It
// is registered anew with every start, because its secret is made for the run like the broker's own key.
import { describeFailure, ok, type Result } from '#contract/failure.ts';
import { createCaller } from '#main/broker/calls/caller.ts';
import { proofOf } from '#main/broker/http/credentials.ts';
import { createGovernor } from '#main/broker/budget/governor.ts';
import { createHttpHost } from '#main/broker/http/http.ts';
import { resultOfSent } from '#main/broker/http/sent.ts';
import type { Hosts, KeyPair, Log, Ports, Random } from '#main/ports.ts';

/** The broker inside Ballast, which needs no questions. */
export type EmbeddedOAuth = {
  accountId: string;
  host: string;
  pair: KeyPair;
  /** An application to try the page with. */
  demo?: { clientId: string; clientSecret: string; link: string } | undefined;
};

type Deps = Pick<Ports, 'clock' | 'delay'> & {
  host: string;
  credentials: KeyPair;
  random: Pick<Random, 'float' | 'secret'>;
};

/** Fixed, so that grants of earlier runs keep their meaning. */
export const DEMO_CLIENT_ID = 'ba11a57000004000800000000000de30';
const TIMEOUT_MS = 5_000;

async function registerDemoApp(deps: Deps): Promise<Result<NonNullable<EmbeddedOAuth['demo']>>> {
  const clientSecret = deps.random.secret(16);
  const redirectUri = new URL('/oauth/demo', deps.host).href;
  const host = createHttpHost({ origin: new URL(deps.host).origin, delay: deps.delay });
  const governor = createGovernor(deps);
  const proof = proofOf(deps.credentials);
  const caller = createCaller({ ...deps, host, governor, proof, timeoutMs: TIMEOUT_MS });
  const registered = resultOfSent(
    await caller.send(
      {
        method: 'POST',
        path: '/_paper/oauth/clients',
        secret: clientSecret,
        body: JSON.stringify({
          client_id: DEMO_CLIENT_ID,
          client_secret: clientSecret,
          name: 'Demo application',
          description:
            'Part of the practice broker, for trying out this page. It receives the code and does nothing with it.',
          redirect_uri: [redirectUri],
        }),
      },
      () => ok(null),
      { lane: 'read' },
    ),
  );
  governor.close();
  host.close();
  if (!registered.ok) return registered;
  const link = `ballast://oauth/authorize?${new URLSearchParams({
    client_id: DEMO_CLIENT_ID,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'trading data',
    state: deps.random.secret(8),
  }).toString()}`;
  return ok({ clientId: DEMO_CLIENT_ID, clientSecret, link });
}

/** What applications need of the practice broker, complete without questions; nothing when it offers none. */
export async function openEmbeddedOAuth(
  deps: Omit<Deps, 'host'> & { accountId: string; hosts: Hosts; log: Log },
): Promise<EmbeddedOAuth | undefined> {
  const { accountId, hosts, credentials, log } = deps;
  if (hosts.broker === undefined) return undefined;
  const demo = await registerDemoApp({ ...deps, host: hosts.broker });
  if (!demo.ok)
    log('warn', 'the demo application was not registered', {
      reason: describeFailure(demo.failure),
    });
  return {
    accountId,
    host: hosts.broker,
    pair: credentials,
    demo: demo.ok ? demo.value : undefined,
  };
}
