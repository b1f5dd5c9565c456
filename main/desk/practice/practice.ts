// The practice account: its broker runs inside Ballast, with a key made for this run, and is there before the account.
import { join } from 'node:path';
import { describeFailure, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Hosts, KeyPair, Ports } from '#main/ports.ts';
import type { Profiles } from '#main/desk/accounts/profiles.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import type { EmbeddedOAuth } from '#main/desk/applications/oauth-settings.ts';
import { openEmbeddedOAuth } from '#main/desk/practice/demo-app.ts';
import { createEmbeddedBroker } from '#main/desk/practice/embedded-broker.ts';

export type Practice = {
  /** To its broker, once that runs. */
  connection(): Result<{ hosts: Hosts; credentials: KeyPair }>;
  /** What its broker offers to applications, once it runs. */
  oauth(): EmbeddedOAuth | undefined;
  /** Starts the broker and opens the account. */
  start(accounts: { profiles: Profiles; units: Pick<Units, 'open'> }): Promise<void>;
  stop(): Promise<void>;
};

export function createPractice(ports: Ports): Practice {
  const { log, info } = ports;
  const broker = createEmbeddedBroker({ ...ports, dataFolder: join(info.dataFolder, 'embedded') });
  let connection: ReturnType<Practice['connection']> = notAllowed(
    'The embedded broker has not started yet.',
  );
  let oauth: EmbeddedOAuth | undefined;

  async function open(accountId: string, units: Pick<Units, 'open'>): Promise<void> {
    const started = await broker.start();
    ports.neverLog(started.credentials.secretKey);
    connection = ok(started);
    const opened = await units.open(accountId);
    if (!opened.ok) throw new Error(describeFailure(opened.failure));
    oauth = await openEmbeddedOAuth({ ...ports, ...started, accountId });
  }

  return {
    connection: () => connection,
    oauth: () => oauth,
    async start({ profiles, units }) {
      for (const { accountId, environment } of profiles.all())
        if (environment === 'embedded')
          await open(accountId, units).catch((error: unknown) => {
            // Other accounts are worth opening without it; a desk with nothing but it is not.
            if (profiles.all().length === 1) throw error;
            log('error', 'the practice account did not open', { error: String(error) });
            profiles.setProblem(accountId, `The practice account did not open: ${String(error)}.`);
          });
    },
    stop: broker.stop,
  };
}
