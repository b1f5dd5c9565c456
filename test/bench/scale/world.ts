// A desk at a size: its folder, its brokers' ledger, and the one who starts it in this process with what it left.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallName, Input, Output } from '#contract/calls.ts';
import type { Result } from '#contract/failure.ts';
import { createDesk, type Desk } from '#main/desk.ts';
import { credentialsRef, packCredentials } from '#main/desk/accounts/credentials.ts';
import { embeddedProfile, type StoredProfile } from '#main/desk/settings/read-settings.ts';
import type { Hosts, KeyPair } from '#main/ports.ts';
import { createDocumentFiles } from '#main/shell/common/document-file.ts';
import { createPermissionFile } from '#main/shell/common/permission-file.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { startBrokerChild } from '#main/shell/web/child-processes.ts';
import { OPEN_GUARDS } from '#test/faults/support/desk.ts';
import { startPaper, type Paper } from '#test/faults/support/paper.ts';
import { createFakeKeys } from '#test/support/fake-keys.ts';
import { createFakeFile, createFakeKeychain } from '#test/unit/desk/keys/fake-stores.ts';

export type Size = {
  /** Recorded orders of the first account, and their lines of evidence. */
  orders: number;
  lines: number;
  /** Open orders of the second account. */
  open: number;
  /** With the practice account, which rests. */
  accounts: number;
  /** On the watchlists of the account that is shown. */
  symbols: number;
};

export type World = {
  size: Size;
  /** When the first and the last of the recorded orders were confirmed, epoch ms. */
  fromMs: number;
  toMs: number;
  accounts: { accountId: string; key: KeyPair }[];
  symbols: string[];
};

/** Which account has the past, which the open orders, and which nothing. */
export const [PAST, OPEN, EMPTY] = [0, 1, 2];

export const deskFolderIn = (folder: string): string => join(folder, 'desk');
export const worldFileIn = (folder: string): string => join(folder, 'world.json');

export const readWorld = (folder: string): World =>
  JSON.parse(readFileSync(worldFileIn(folder), 'utf8')) as World;

export const startWorldBroker = (folder: string): Promise<Paper> =>
  startPaper({ folder: join(folder, 'paper'), seed: 7 });

const PRACTICE_ID = '99999999-9999-4999-8999-999999999999';
const SYMBOLS_A_LIST = 100;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export type WorldDesk = {
  desk: Desk;
  must<K extends CallName>(name: K, input: Input<K>): Promise<Output<K>>;
};

export type Shown = {
  hosts: Hosts;
  /** Of the accounts that are in the desk; the first of them is shown. */
  places: number[];
  /** So many of the symbols are on its lists. */
  symbols: number;
};

/** Not started yet. */
export async function createWorldDesk(
  folder: string,
  { hosts, places, ...shown }: Shown,
): Promise<WorldDesk> {
  const world = readWorld(folder);
  const dataFolder = deskFolderIn(folder);
  const accounts = places.flatMap((place) => {
    const account = world.accounts[place];
    return account ? [{ ...account, label: `Account ${place}` }] : [];
  });
  const keys = createFakeKeys();
  const profiles: StoredProfile[] = [];
  for (const { accountId, key, label } of accounts) {
    const profile: StoredProfile = {
      accountId,
      label,
      environment: 'paper',
      hosts: { ...hosts },
      proof: 'key',
      keyHome: 'keychain',
      keyEntry: label,
      isVerified: true,
    };
    profiles.push(profile);
    await keys.save(credentialsRef(profile), packCredentials(key), 'keychain');
  }
  const [front] = accounts;
  if (!front) throw new Error('a desk without accounts');
  const symbols = world.symbols.slice(0, shown.symbols);
  const lists = Array.from({ length: Math.ceil(symbols.length / SYMBOLS_A_LIST) }, (_, nth) => ({
    listId: `list-${nth}`,
    name: `List ${nth}`,
    symbols: symbols.slice(nth * SYMBOLS_A_LIST, (nth + 1) * SYMBOLS_A_LIST),
  }));
  let settings: unknown = {
    version: 2,
    profiles: [...profiles, embeddedProfile(PRACTICE_ID)],
    guards: OPEN_GUARDS,
    watchlists: { [front.accountId]: lists },
    tradingPermission: 'file',
    place: { accountId: front.accountId, screen: 'desk' },
  };
  createPermissionFile(dataFolder).grant();
  const desk = createDesk(
    {
      clock: systemClock,
      delay: systemDelay,
      random: systemRandom,
      log: () => undefined,
      permission: createPermissionFile(dataFolder),
      documents: createDocumentFiles({ folder: dataFolder, now: systemClock.wall }),
      settings: { read: () => settings, write: (value) => (settings = structuredClone(value)) },
      info: { version: '0', shell: 'web', dataFolder },
      confirm: async () => true,
      ask: async () => undefined,
      notify: () => undefined,
      openExternal: async () => 'no-browser',
      neverLog: () => undefined,
      keychain: createFakeKeychain().keychain,
      sealedFile: createFakeFile().file,
      isLiveAllowed: false,
      startBroker: startBrokerChild,
    },
    // A keychain answers from outside of main: each account is opened in a turn of its own.
    { keys: { ...keys, read: async (...given) => (await nextTurn(), keys.read(...given)) } },
  );
  return {
    desk,
    async must<K extends CallName>(name: K, input: Input<K>) {
      const result = (await desk.dispatch(name, input)) as Result<Output<K>>;
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
      return result.value;
    },
  };
}
