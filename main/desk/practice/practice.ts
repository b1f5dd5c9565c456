// The practice account: its broker runs inside Ballast, with a key made for this run, and is there before the account. Both
// are started when they are wanted; from then on they run until the desk ends.
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
  /** Starts the broker and opens the account, where that is wanted from the beginning. */
  start(accounts: Accounts, wanted: Wanted): Promise<void>;
  /**
   * Somebody asks for the account: the same, unless it is done or the account is another one. Answered once it is open, or
   * says why it is not.
   */
  wake(accountId: string): Promise<void> | undefined;
  stop(): Promise<void>;
};

type Accounts = {
  profiles: Pick<Profiles, 'all' | 'setProblem'>;
  units: Pick<Units, 'open' | 'isOpen'>;
};
/** Whether somebody looks at it at once, or it has to be watched although nobody does. */
export type Wanted = (accountId: string) => 'in-front' | 'to-be-watched' | 'when-asked';

type Own = Accounts & { accountId: string };

const WAITS = { firstMs: 5_000, capMs: 60_000 };

export function createPractice(ports: Ports): Practice {
  const { log, info } = ports;
  const folder = join(info.dataFolder, 'embedded');
  // A broker writes while it runs. Where it may not, a copy shows what there is.
  const copy = ports.isFolderReadOnly ? copyFolder(folder) : undefined;
  const broker = createEmbeddedBroker({ ...ports, dataFolder: copy?.path ?? folder });
  let connection: ReturnType<Practice['connection']> = notAllowed(
    'The practice broker has not started yet.',
  );
  let oauth: EmbeddedOAuth | undefined;
  let cancelRetry: (() => void) | undefined;
  let opening: Promise<void> | undefined;
  let own: Own | undefined;
  let isStopped = false;

  async function open(accountId: string, units: Pick<Units, 'open'>): Promise<void> {
    const started = connection.ok ? connection.value : await broker.start();
    ports.neverLog(started.credentials.secretKey);
    connection = ok(started);
    const opened = await units.open(accountId);
    if (!opened.ok) throw new Error(describeFailure(opened.failure));
    // Its journal may be opened anew; the application stays registered.
    oauth ??= await openEmbeddedOAuth({ ...ports, ...started, accountId });
  }

  /** A disk that was full, or a ledger that somebody mends, is no reason to start the desk again. */
  async function keepOpening({ accountId, profiles, units }: Own, tries = 0): Promise<void> {
    try {
      await open(accountId, units);
    } catch (error) {
      if (isStopped) return;
      // A desk without it is still one: it says why, other accounts open, and one can be connected.
      const problem = `The practice account did not open: ${plainReason(error)}`;
      log('error', problem);
      profiles.setProblem(accountId, problem);
      if (!connection.ok) connection = notAllowed(problem);
      const waitMs = doublingMs(WAITS, tries);
      cancelRetry = ports.delay(waitMs, () => void openOnce(tries + 1));
    }
  }

  function openOnce(tries = 0): Promise<void> | undefined {
    if (!own || isStopped) return undefined;
    cancelRetry?.();
    opening ??= keepOpening(own, tries).finally(() => (opening = undefined));
    return opening;
  }

  return {
    connection: () => connection,
    oauth: () => oauth,
    async start(accounts, wanted) {
      const profile = accounts.profiles.all().find((one) => one.environment === 'embedded');
      if (!profile) return;
      const { accountId } = profile;
      own = { accountId, ...accounts };
      const when = wanted(accountId);
      if (when === 'when-asked') return;
      const opened = openOnce();
      // The others do not wait for one that nobody looks at.
      if (when === 'in-front') await opened;
    },
    wake(accountId) {
      if (own?.accountId !== accountId) return undefined;
      // An exit waits for nothing more than the account.
      return own.units.isOpen(accountId) ? undefined : openOnce();
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
