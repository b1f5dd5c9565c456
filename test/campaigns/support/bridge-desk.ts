// A real desk with its practice broker, and everything a message could change about it, read past the desk: the two
// databases through connections of their own, the settings document, the keys, files and addresses handed out.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { HostSet } from '#contract/accounts.ts';
import type { KeyPair } from '#main/ports.ts';
import { createAccountDesk, KEEP, type AccountDesk } from '#test/faults/support/account-desk.ts';
import { until } from '#test/faults/support/desk.ts';
import { createEmbeddedControl } from '#test/support/embedded-control.ts';

export type BridgeDesk = AccountDesk & {
  mainId: string;
  spareId: string;
  hosts: HostSet;
  spareKey: KeyPair;
  /** What main logged as its own mistakes. */
  errors: string[];
  /** Everything that must be the same after a refused message as before it, by part. */
  state(): Record<string, string>;
  /** The state once it stays as it is. */
  settled(): Promise<Record<string, string>>;
  connectSpare(): Promise<void>;
};

/** What the desk and the broker write down by themselves, without anybody's message. */
const JOURNAL_TABLES = ['intents', 'evidence', 'grants', 'batches', 'addresses'] as const;
const LEDGER_TABLES = [
  'orders',
  'tokenization_requests',
  'watchlists',
  'oauth_codes',
  'oauth_tokens',
  'paper_keys',
] as const;
const SETTLE_STEP_MS = 8;
const SETTLE_STEPS = 3;
const SETTLE_MOST_MS = 5_000;

export async function createBridgeDesk(): Promise<BridgeDesk> {
  let document: unknown;
  let writes = 0;
  const outside: string[] = [];
  const errors: string[] = [];
  const broker = createEmbeddedControl();
  const desk = await createAccountDesk({
    settings: {
      read: () => document,
      write(value) {
        writes++;
        document = structuredClone(value);
      },
    },
    log: (level, message, details) => {
      if (level === 'error') errors.push(`${message} ${JSON.stringify(details)}`);
    },
    saveFile: async (name) => {
      outside.push(name);
      return null;
    },
    openExternal: async (url) => {
      outside.push(url);
      return 'opened';
    },
    startBroker: broker.startBroker,
  });
  const { broker: _broker, ...hosts } = broker.hosts();
  const spareKey = { keyId: 'PKFUZZSPARE00000001', secretKey: 'spare-account-secret' };
  await broker.control('POST', '/accounts', { ...spareKey, cash: '1000000' });
  const [profile] = await desk.must('accounts.list', {});
  const mainId = profile?.accountId ?? '';
  const databases = createDatabases();

  const state = (): Record<string, string> => ({
    settings: `${writes} ${digest([JSON.stringify(document)])}`,
    keys: JSON.stringify([...desk.keys.kept]),
    outside: String(outside.length),
    journal: databases.digest(join(desk.folder, 'accounts', mainId, 'journal.db'), JOURNAL_TABLES),
    ledger: databases.digest(join(desk.folder, 'embedded', 'paper.db'), LEDGER_TABLES),
    folder: existsSync(join(desk.folder, 'accounts'))
      ? readdirSync(join(desk.folder, 'accounts')).sort().join()
      : '',
  });

  let spares = 0;
  const made: BridgeDesk = {
    ...desk,
    mainId,
    spareId: '',
    hosts,
    spareKey,
    errors,
    state,
    async settled() {
      const end = performance.now() + SETTLE_MOST_MS;
      let last = state();
      for (let same = 0; same < SETTLE_STEPS && performance.now() < end;) {
        await new Promise((resolve) => setTimeout(resolve, SETTLE_STEP_MS));
        const now = state();
        same = JSON.stringify(now) === JSON.stringify(last) ? same + 1 : 0;
        last = now;
      }
      return last;
    },
    async connectSpare() {
      const { accountId } = await desk.must('accounts.connect', {
        // An earlier message may have given the plain name to another account.
        label: `Spare ${++spares}`,
        environment: 'paper',
        hosts: made.hosts,
        credentials: spareKey,
        ...KEEP,
      });
      made.spareId = accountId;
    },
    async stop() {
      databases.close();
      await desk.stop();
    },
  };
  await made.connectSpare();
  const trading = desk.watch('trading', { accountId: mainId });
  await until('the account takes orders', () => trading.items().at(-1)?.isArmed === true);
  trading.stop();
  return made;
}

/** Read again only when somebody has written since. */
function createDatabases() {
  const open = new Map<string, { db: DatabaseSync; version: unknown; digest: string }>();
  return {
    digest(path: string, tables: readonly string[]): string {
      let one = open.get(path);
      if (!one) {
        one = { db: new DatabaseSync(path, { readOnly: true }), version: undefined, digest: '' };
        open.set(path, one);
      }
      const version = one.db.prepare('PRAGMA data_version').get()?.['data_version'];
      if (version === one.version) return one.digest;
      const { db } = one;
      one.version = version;
      one.digest = tables
        .map((table) => {
          const rows = db.prepare(`SELECT * FROM ${table}`).all();
          return `${table} ${rows.length} ${digest(rows.map((row) => JSON.stringify(row)))}`;
        })
        .join('; ');
      return one.digest;
    },
    close() {
      for (const { db } of open.values()) db.close();
    },
  };
}

function digest(texts: readonly string[]): string {
  const hash = createHash('sha1');
  for (const text of texts) hash.update(text).update('\n');
  return hash.digest('hex').slice(0, 12);
}
