// A whole desk with accounts on real brokers over the wire, that can end and start again from what it left.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountProfile, HostSet } from '#contract/accounts.ts';
import type { CallName, Input, Output } from '#contract/calls.ts';
import type { Result } from '#contract/failure.ts';
import type { FeedName, Item, Params } from '#contract/feeds.ts';
import { createDesk, type Desk } from '#main/desk.ts';
import type { Ports } from '#main/ports.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import { createDocumentFiles } from '#main/shell/common/document-file.ts';
import { createPermissionFile } from '#main/shell/common/permission-file.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { startBrokerChild } from '#main/shell/web/child-processes.ts';
import { OPEN_GUARDS, until } from '#test/faults/support/desk.ts';
import { createFakeKeys, type FakeKeys } from '#test/support/fake-keys.ts';
import type { Paper } from '#test/faults/support/paper.ts';
import { createFakeFile, createFakeKeychain } from '#test/unit/desk/keys/fake-stores.ts';

export type Watching<F extends FeedName> = {
  /** By the feed's key, the newest of each. */
  items(): Item<F>[];
  failed(): string | undefined;
  stop(): void;
};

export type AccountDesk = {
  desk: Desk;
  keys: FakeKeys;
  folder: string;
  call<K extends CallName>(name: K, input: Input<K>): Promise<Result<Output<K>>>;
  /** The same, where anything but success is a mistake of the test. */
  must<K extends CallName>(name: K, input: Input<K>): Promise<Output<K>>;
  /** The id of a new intent, as a page gets it. */
  openTicket(accountId: string): Promise<string>;
  watch<F extends FeedName>(feed: F, params: Params<F>): Watching<F>;
  profile(accountId: string): Promise<AccountProfile>;
  /** What main's own question is answered with. */
  answers: (string | undefined)[];
  /** Ends it and begins again with the same folder, settings and keys. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export async function createAccountDesk(more: Partial<Ports> = {}): Promise<AccountDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-accounts-'));
  const keys = createFakeKeys();
  const answers: (string | undefined)[] = [];
  let kept: unknown;
  let desk = await start(keys);

  async function start(withKeys: Keys): Promise<Desk> {
    const made = createDesk(
      {
        clock: systemClock,
        delay: systemDelay,
        random: systemRandom,
        log: () => undefined,
        permission: createPermissionFile(folder),
        documents: createDocumentFiles({ folder, now: systemClock.wall }),
        settings: { read: () => kept, write: (value) => (kept = structuredClone(value)) },
        info: { version: '0.1.0', shell: 'web', dataFolder: folder },
        confirm: async () => true,
        ask: async () => answers.shift(),
        notify: () => undefined,
        openExternal: async () => 'no-browser',
        neverLog: () => undefined,
        keychain: createFakeKeychain().keychain,
        sealedFile: createFakeFile().file,
        isLiveAllowed: true,
        startBroker: startBrokerChild,
        ...more,
      },
      { keys: withKeys },
    );
    await made.start();
    // The guards have tests of their own; here every order is to reach the protocol.
    const seen = (await made.dispatch('guards.get', {})) as Result<Output<'guards.get'>>;
    if (seen.ok)
      await made.dispatch('guards.set', { guards: OPEN_GUARDS, from: seen.value.version });
    return made;
  }

  const call = async <K extends CallName>(name: K, input: Input<K>) =>
    (await desk.dispatch(name, input)) as Result<Output<K>>;

  async function must<K extends CallName>(name: K, input: Input<K>): Promise<Output<K>> {
    const result = await call(name, input);
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
    return result.value;
  }

  return {
    get desk() {
      return desk;
    },
    keys,
    folder,
    answers,
    call,
    must,
    openTicket: async (accountId) => (await must('tickets.open', { accountId })).intentId,
    watch(feed, params) {
      let items: unknown[] = [];
      let failed: string | undefined;
      const hub = desk.feeds.open((delivery) => {
        for (const { event } of delivery) {
          if (event.kind === 'failed') failed = JSON.stringify(event.failure);
          else items = event.reset ? event.items : [...items, ...event.items];
        }
      });
      hub.watch(1, feed, params);
      return { items: () => items as never, failed: () => failed, stop: () => hub.close() };
    },
    async profile(accountId) {
      const found = (await must('accounts.list', {})).find((one) => one.accountId === accountId);
      if (!found) throw new Error(`no account ${accountId}`);
      return found;
    },
    async restart() {
      await desk.stop();
      desk = await start(keys);
    },
    async stop() {
      await desk.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until the account takes orders. */
export async function untilTrading(desk: AccountDesk, accountId: string): Promise<void> {
  const trading = desk.watch('trading', { accountId });
  await until('the account takes orders', () => trading.items().at(-1)?.isArmed === true);
  trading.stop();
}

export const hostsOf = ({ hosts }: Paper): HostSet => ({ ...hosts });

export const KEEP = { keepIn: 'keychain', isUnverifiedAllowed: false } as const;
