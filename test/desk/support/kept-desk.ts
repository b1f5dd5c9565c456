// A desk with all of its files in one folder, as a shell gives it one, that a person can back up and restore.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallName, Input, Output } from '#contract/calls.ts';
import type { Result } from '#contract/failure.ts';
import { createDesk, type Desk } from '#main/desk.ts';
import type { Confirmable, KeyPair, Ports } from '#main/ports.ts';
import { finishReplacement } from '#main/shell/common/data-folder.ts';
import { createDocumentFiles } from '#main/shell/common/document-file.ts';
import { createPermissionFile } from '#main/shell/common/permission-file.ts';
import { systemClock, systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { startBrokerChild } from '#main/shell/web/child-processes.ts';
import { createSettingsFile } from '#main/shell/web/settings-file.ts';
import { hostsOf, KEEP } from '#test/faults/support/account-desk.ts';
import type { Paper } from '#test/faults/support/paper.ts';
import { createFakeKeys, type FakeKeys } from '#test/support/fake-keys.ts';
import { until } from '#test/support/until.ts';
import { createFakeFile, createFakeKeychain } from '#test/unit/desk/keys/fake-stores.ts';

export type KeptDesk = {
  folder: string;
  keys: FakeKeys;
  /** What main asked for a yes about. */
  asked: Confirmable[];
  person: { saysYes: boolean; types: string[]; chooses: string | null };
  /** What this start had to tell. */
  notes: string[];
  ended: number;
  isStopped(): boolean;
  call<K extends CallName>(name: K, input: Input<K>): Promise<Result<Output<K>>>;
  must<K extends CallName>(name: K, input: Input<K>): Promise<Output<K>>;
  connect(paper: Paper, key?: KeyPair): Promise<string>;
  /** Until its broker was heard in this start. */
  untilRead(accountId: string): Promise<void>;
  /** As a shell does it: what was agreed to is replaced first. */
  restart(): Promise<void>;
  end(): Promise<void>;
  stop(): Promise<void>;
};

/** A person chooses files in a dialog of the system, or types their paths. */
export async function createKeptDesk(
  more: Partial<Ports> = {},
  typesPaths = false,
): Promise<KeptDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-kept-'));
  const keys = createFakeKeys();
  const asked: Confirmable[] = [];
  const person: KeptDesk['person'] = { saysYes: true, types: [], chooses: null };
  let notes: string[] = [];
  let ended = 0;
  let desk: Desk | undefined;

  async function start(): Promise<void> {
    notes = finishReplacement(folder, false);
    desk = createDesk(
      {
        clock: systemClock,
        delay: systemDelay,
        random: systemRandom,
        log: () => undefined,
        permission: createPermissionFile(folder),
        documents: createDocumentFiles({ folder, now: systemClock.wall }),
        settings: createSettingsFile(folder),
        notes,
        info: { version: '0.1.0', shell: 'electron', dataFolder: folder },
        async confirm(question) {
          asked.push(question);
          return person.saysYes;
        },
        ask: async () => person.types.shift(),
        ...(!typesPaths && { choosePlace: async () => person.chooses }),
        end: () => void ended++,
        notify: () => undefined,
        openExternal: async () => 'no-browser',
        neverLog: () => undefined,
        keychain: createFakeKeychain().keychain,
        sealedFile: createFakeFile().file,
        isLiveAllowed: true,
        startBroker: startBrokerChild,
        ...more,
      },
      { keys },
    );
    await desk.start();
  }
  await start();

  const call = async <K extends CallName>(name: K, input: Input<K>) =>
    (await desk?.dispatch(name, input)) as Result<Output<K>>;
  async function must<K extends CallName>(name: K, input: Input<K>): Promise<Output<K>> {
    const result = await call(name, input);
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.failure)}`);
    return result.value;
  }
  async function end(): Promise<void> {
    await desk?.stop();
    desk = undefined;
  }

  return {
    folder,
    keys,
    asked,
    person,
    get notes() {
      return notes;
    },
    get ended() {
      return ended;
    },
    isStopped: () => desk?.summary().mood === 'stopped',
    call,
    must,
    async connect(paper, key = paper.key) {
      const { accountId } = await must('accounts.connect', {
        label: 'Paper one',
        environment: 'paper',
        hosts: hostsOf(paper),
        credentials: key,
        ...KEEP,
      });
      await must('accounts.open', { accountId });
      return accountId;
    },
    async untilRead(accountId) {
      let isRead = false;
      const hub = desk?.feeds.open((delivery) => {
        for (const { event } of delivery)
          if (event.kind !== 'failed' && event.items.length > 0) isRead = true;
      });
      hub?.watch(1, 'account', { accountId });
      await until(() => isRead, 'the account is read');
      hub?.close();
    },
    async restart() {
      await end();
      await start();
    },
    end,
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
