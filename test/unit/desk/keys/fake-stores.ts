import { createHash } from 'node:crypto';
import type { DeriveKey } from '#main/desk/keys/sealed-store.ts';
import type { KeyRef } from '#main/desk/keys/types.ts';
import { createKeys } from '#main/desk/keys/keys.ts';
import {
  KeychainError,
  type Keychain,
  type KeychainEntry,
  type KeychainReason,
  type SealedFile,
} from '#main/ports.ts';
import { systemRandom } from '#main/shell/common/system.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

export const ref = (accountId: string, name: KeyRef['name'] = 'credentials'): KeyRef => ({
  accountId,
  name,
});

/** A keychain as libsecret has it: while it is locked, what is there looks absent and only writing tells. */
export function createFakeKeychain() {
  const entries = new Map<string, string>();
  const done: string[] = [];
  const state = {
    fault: undefined as KeychainReason | undefined,
    isLocked: false,
    /** It asks, and its person is out; the calls hear no signal either. */
    isMute: false,
    isForgetful: false,
  };
  let answer = () => {};
  async function reach(verb: string, entry?: KeychainEntry): Promise<string> {
    done.push(verb);
    if (state.fault) throw new KeychainError(state.fault, 'as told');
    if (state.isMute) await new Promise<void>((resolve) => (answer = resolve));
    return entry ? `${entry.service}:${entry.name}` : '';
  }
  const keychain: Keychain = {
    async probe() {
      await reach('probe');
    },
    async open() {
      await reach('open');
      if (state.isLocked) throw new KeychainError('locked');
    },
    async get(entry) {
      const id = await reach('get', entry);
      return state.isLocked ? undefined : entries.get(id);
    },
    async set(entry, secret) {
      const id = await reach('set', entry);
      if (state.isLocked) throw new KeychainError('locked');
      if (!state.isForgetful) entries.set(id, secret);
    },
    async delete(entry) {
      const id = await reach('delete', entry);
      return !state.isLocked && entries.delete(id);
    },
    stop: () => void done.push('stop'),
  };
  return { keychain, entries, done, state, answer: () => answer() };
}

export function createFakeFile() {
  const state = { bytes: undefined as Uint8Array | undefined, isBroken: false, writes: 0 };
  const check = () => {
    if (state.isBroken) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };
  const file: SealedFile = {
    path: '/data/keys.sealed',
    read: () => state.bytes && Uint8Array.from(state.bytes),
    write(bytes) {
      check();
      state.writes++;
      state.bytes = Uint8Array.from(bytes);
    },
  };
  return { file, state };
}

export function setUp() {
  const time = createFakeTime();
  const chain = createFakeKeychain();
  const disk = createFakeFile();
  const lines: string[] = [];
  const hidden: string[] = [];
  const start = () =>
    createKeys({
      keychain: chain.keychain,
      sealedFile: disk.file,
      delay: time.delay,
      random: systemRandom,
      log: (level, message, details) => lines.push(JSON.stringify({ level, message, details })),
      neverLog: (secret) => hidden.push(secret),
      derive: quickly,
    });
  return { time, chain, disk, lines, hidden, start, keys: start() };
}

/** The real way takes a third of a second each time; what it does is tested with the sealed file itself. */
export const quickly: DeriveKey = async (passphrase, { salt }) =>
  createHash('sha256').update(`${salt} ${passphrase}`).digest();

/** Lets promises that are ready run; nothing here waits for real time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
}
