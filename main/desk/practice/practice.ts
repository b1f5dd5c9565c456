// The practice account: its broker runs inside Ballast, with a key made for this run, and is there before the account.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeFailure, notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Hosts, KeyPair, Ports } from '#main/ports.ts';
import type { Profiles } from '#main/desk/accounts/profiles.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import { openEmbeddedOAuth, type EmbeddedOAuth } from '#main/desk/practice/demo-app.ts';
import { createEmbeddedBroker } from '#main/desk/practice/embedded-broker.ts';
import { plainReason } from '#main/tools/plain-reason.ts';
import { makeTemporaryFolder } from '#main/tools/temporary-folder.ts';
import { doublingMs } from '#main/tools/backoff.ts';

export type Practice = {
  /** To its broker, once that runs. */
  connection(): Result<{ hosts: Hosts; credentials: KeyPair }>;
  /** What its broker offers to applications, once it runs. */
  oauth(): EmbeddedOAuth | undefined;
  /** Starts the broker and opens the account. */
  start(accounts: Accounts): Promise<void>;
  stop(): Promise<void>;
};

type Accounts = { profiles: Pick<Profiles, 'all' | 'setProblem'>; units: Pick<Units, 'open'> };

const WAITS = { firstMs: 5_000, capMs: 60_000 };

export function createPractice(ports: Ports): Practice {
  const { log, info } = ports;
  const own = join(info.dataFolder, 'embedded');
  // A broker writes while it runs. Where it may not, a copy shows what there is.
  const copy = ports.isFolderReadOnly ? copyFolder(own) : undefined;
  const broker = createEmbeddedBroker({ ...ports, dataFolder: copy?.path ?? own });
  let connection: ReturnType<Practice['connection']> = notAllowed(
    'The practice broker has not started yet.',
  );
  let oauth: EmbeddedOAuth | undefined;
  let cancelRetry: (() => void) | undefined;
  let isStopped = false;

  async function open(accountId: string, units: Pick<Units, 'open'>): Promise<void> {
    const started = connection.ok ? connection.value : await broker.start();
    ports.neverLog(started.credentials.secretKey);
    connection = ok(started);
    const opened = await units.open(accountId);
    if (!opened.ok) throw new Error(describeFailure(opened.failure));
    oauth = await openEmbeddedOAuth({ ...ports, ...started, accountId });
  }

  /** A disk that was full, or a ledger that somebody mends, is no reason to start the desk again. */
  async function keepOpening(accountId: string, accounts: Accounts, tries = 0): Promise<void> {
    try {
      await open(accountId, accounts.units);
    } catch (error) {
      if (isStopped) return;
      // A desk without it is still one: it says why, other accounts open, and one can be connected.
      const problem = `The practice account did not open: ${plainReason(error)}`;
      log('error', problem);
      accounts.profiles.setProblem(accountId, problem);
      if (!connection.ok) connection = notAllowed(problem);
      const waitMs = doublingMs(WAITS, tries);
      cancelRetry = ports.delay(waitMs, () => void keepOpening(accountId, accounts, tries + 1));
    }
  }

  return {
    connection: () => connection,
    oauth: () => oauth,
    async start({ profiles, units }) {
      for (const { accountId, environment } of profiles.all())
        if (environment === 'embedded') await keepOpening(accountId, { profiles, units });
    },
    async stop() {
      isStopped = true;
      cancelRetry?.();
      await broker.stop();
      copy?.remove();
    },
  };
}

function copyFolder(folder: string): ReturnType<typeof makeTemporaryFolder> {
  const copy = makeTemporaryFolder();
  if (existsSync(folder)) cpSync(folder, copy.path, { recursive: true });
  return copy;
}
