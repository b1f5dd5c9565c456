// The desk's keys against a real gnome-keyring, through the real keychain process.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeFailure, type Result } from '#contract/failure.ts';
import { createKeys } from '#main/desk/keys/keys.ts';
import type { KeyRef, Keys } from '#main/desk/keys/types.ts';
import { createFileLog } from '#main/shell/common/file-log.ts';
import { createKeychain } from '#main/shell/common/keychain.ts';
import { isEntryAtHand } from '#main/shell/common/keyring-entry.ts';
import { createRedactor } from '#main/shell/common/redact.ts';
import { createSealedFile } from '#main/shell/common/sealed-file.ts';
import { systemDelay, systemRandom } from '#main/shell/common/system.ts';
import { startKeychainChild } from '#main/shell/web/child-processes.ts';
import { startMutePrompter } from './support/mute-prompter.ts';
import { startSession, type Session } from './support/session.ts';

const SECRET = 'zebra-quartz-9134-nimbus';
const one: KeyRef = { accountId: '11111111-1111-4111-8111-111111111111', name: 'credentials' };
const two: KeyRef = { accountId: '22222222-2222-4222-8222-222222222222', name: 'credentials' };
const CHILD = fileURLToPath(new URL('support/waiting-child.ts', import.meta.url));

let session: Session;
let folder = '';
const started: Keys[] = [];
const address = process.env['DBUS_SESSION_BUS_ADDRESS'];

beforeEach(async () => {
  session = await startSession();
  folder = mkdtempSync(join(tmpdir(), 'ballast-keys-'));
  process.env['DBUS_SESSION_BUS_ADDRESS'] = session.address;
});

afterEach(async () => {
  for (const keys of started.splice(0)) keys.stop();
  if (address === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
  else process.env['DBUS_SESSION_BUS_ADDRESS'] = address;
  await session.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** As a start of the desk has them: each with a keychain process of its own. */
function startKeys(): Keys {
  const redactor = createRedactor();
  const keys = createKeys({
    keychain: createKeychain({ start: startKeychainChild, delay: systemDelay }),
    sealedFile: createSealedFile(folder),
    delay: systemDelay,
    random: systemRandom,
    log: createFileLog(folder, () => 0, redactor),
    neverLog: redactor.register,
  });
  started.push(keys);
  return keys;
}

const sentence = (result: Result<unknown>): string =>
  result.ok ? 'it worked' : describeFailure(result.failure);

const waiting = (keys: Keys): Promise<void> =>
  new Promise((resolve) => {
    keys.onChange(() => {
      if (keys.status().isWaiting) resolve();
    });
  });

describe('an open keyring', () => {
  it('keeps a key across starts, replaces it and gives it up', async () => {
    await session.startKeyring('unlocked');
    const keys = startKeys();
    expect((await keys.refreshStatus()).homes[0]).toEqual({ home: 'keychain', isAvailable: true });
    expect(await keys.read(one)).toEqual({ ok: true, value: undefined });
    expect(sentence(await keys.save(one, SECRET, 'keychain'))).toBe('it worked');
    expect(await startKeys().read(one)).toEqual({
      ok: true,
      value: { secret: SECRET, home: 'keychain' },
    });
    expect(sentence(await keys.save(one, `${SECRET}-2`, 'keychain'))).toBe('it worked');
    expect(await startKeys().read(one)).toMatchObject({ value: { secret: `${SECRET}-2` } });
    expect(await keys.read(two)).toEqual({ ok: true, value: undefined });
    expect(sentence(await keys.remove(one))).toBe('it worked');
    expect(await startKeys().read(one)).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['long', 'x'.repeat(2_000)],
    ['not ASCII', 'schlüssel € 鍵 "\\\n'],
    ['JSON', '{"keyId":"a"}'],
  ])('takes a key that is %s', async (_what, secret) => {
    await session.startKeyring('unlocked');
    expect(sentence(await startKeys().save(one, secret, 'keychain'))).toBe('it worked');
    expect(await startKeys().read(one)).toMatchObject({ value: { secret } });
  });

  it('gives the key up when it moves to the sealed file', async () => {
    await session.startKeyring('unlocked');
    const keys = startKeys();
    await keys.save(one, SECRET, 'keychain');
    await keys.unseal('a walk in the rain');
    expect(sentence(await keys.save(one, SECRET, 'sealed-file'))).toBe('it worked');
    expect(await startKeys().read(one, 'keychain')).toEqual({ ok: true, value: undefined });
    expect(await keys.read(one)).toMatchObject({ value: { secret: SECRET, home: 'sealed-file' } });
  });
});

describe('a locked keyring', () => {
  async function lockedWith(secret: string): Promise<void> {
    await session.startKeyring('unlocked');
    const keys = startKeys();
    expect(sentence(await keys.save(one, secret, 'keychain'))).toBe('it worked');
    keys.stop();
    await session.killKeyring();
    await session.startKeyring('locked');
  }

  it('whose prompt nobody answers: waits, says so, and lets go when told', async () => {
    await lockedWith(SECRET);
    const prompter = await startMutePrompter(session.address);
    const keys = startKeys();
    const isWaiting = waiting(keys);
    const reading = keys.read(one, 'keychain');
    await isWaiting;
    await expect.poll(prompter.asked).toBe(1);
    expect(keychainProcesses()).toHaveLength(1);
    keys.stopWaiting();
    expect(sentence(await reading)).toMatch(/^Stopped waiting for the keychain, which is locked/);
    expect(keys.status()).toMatchObject({
      isWaiting: false,
      homes: [{ isAvailable: true }, {}, {}],
    });
    await expect.poll(keychainProcesses).toEqual([]);
    const again = waiting(keys);
    const saving = keys.save(two, 'canary-of-a-waiting-save', 'keychain');
    await again;
    const told = keychainProcesses();
    expect(told).toHaveLength(1);
    for (const { argv, environment } of told)
      expect(`${argv}${environment}`).not.toContain('canary');
    keys.stopWaiting();
    expect(sentence(await saving)).toMatch(/^Stopped waiting/);
    expect(sentence(await keys.save(two, SECRET, 'this-run'))).toBe('it worked');
    prompter.stop();
    await session.killKeyring();
    await session.startKeyring('unlocked');
    expect(await startKeys().read(two)).toEqual({ ok: true, value: undefined });
    expect(await keys.read(one)).toMatchObject({ value: { secret: SECRET } });
  });

  it('without anybody to show its prompt: is locked, not empty', async () => {
    await lockedWith(SECRET);
    const keys = startKeys();
    const words = /^The keychain is locked or not set up/;
    expect(sentence(await keys.read(one))).toMatch(words);
    expect(sentence(await keys.save(one, 'x', 'keychain'))).toMatch(words);
    expect(sentence(await keys.remove(one, 'keychain'))).toMatch(words);
    expect(keys.status().homes[0]?.why).toMatch(words);
    await session.killKeyring();
    await session.startKeyring('unlocked');
    expect(await keys.read(one)).toMatchObject({ value: { secret: SECRET } });
  });

  it('does not keep the desk from ending', async () => {
    await lockedWith(SECRET);
    const prompter = await startMutePrompter(session.address);
    const child = spawn(process.execPath, [CHILD, folder, one.accountId], {
      env: session.env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
    await expect.poll(prompter.asked).toBe(1);
    const helpers = childrenOf(child.pid ?? 0);
    expect(helpers).toHaveLength(1);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.stdin.write('end\n');
    expect(await ended).toBe(0);
    await expect.poll(() => helpers.filter(isAlive)).toEqual([]);
    prompter.stop();
  });
});

describe('no keyring', () => {
  it.each([
    ['on the session bus', () => session.address],
    ['because there is no session bus', () => `unix:path=${folder}/nobody`],
  ])('%s: says so, and the other homes work', async (_what, addressOf) => {
    process.env['DBUS_SESSION_BUS_ADDRESS'] = addressOf();
    const keys = startKeys();
    const words = /^The keychain on this computer does not respond/;
    const { homes } = await keys.refreshStatus();
    expect(homes.map(({ home, isAvailable }) => [home, isAvailable])).toEqual([
      ['keychain', false],
      ['sealed-file', true],
      ['this-run', true],
    ]);
    expect(homes[0]?.why).toMatch(words);
    expect(sentence(await keys.save(one, SECRET, 'keychain'))).toMatch(words);
    expect(sentence(await keys.read(one))).toMatch(words);
    await keys.unseal('a walk in the rain');
    expect(sentence(await keys.save(one, SECRET, 'sealed-file'))).toBe('it worked');
    expect(sentence(await keys.save(two, SECRET, 'this-run'))).toBe('it worked');
    expect(await keys.read(one)).toMatchObject({ value: { secret: SECRET } });
    const log = readFileSync(join(folder, 'logs', 'ballast.log'), 'utf8');
    expect(log).toContain('the keychain did not do as asked');
    expect(log).not.toContain(SECRET);
  });

  it('any more: says so, and finds it again when it comes back', async () => {
    await session.startKeyring('unlocked');
    const keys = startKeys();
    await keys.save(one, SECRET, 'keychain');
    await session.killKeyring();
    expect(sentence(await keys.read(one))).toMatch(
      /^The keychain on this computer does not respond/,
    );
    expect(sentence(await keys.save(two, SECRET, 'keychain'))).toMatch(
      /^The keychain on this computer does not respond/,
    );
    expect(keys.status().homes[0]).toMatchObject({ isAvailable: false });
    await session.startKeyring('unlocked');
    expect(await keys.read(one)).toMatchObject({ value: { secret: SECRET, home: 'keychain' } });
    expect(keys.status().homes[0]).toEqual({ home: 'keychain', isAvailable: true });
  });

  it('nor a session bus any more: says so, and goes on', async () => {
    await session.startKeyring('unlocked');
    const keys = startKeys();
    await keys.save(one, SECRET, 'keychain');
    await session.killBus();
    expect(sentence(await keys.read(one))).toMatch(
      /^The keychain on this computer does not respond/,
    );
    expect(sentence(await keys.save(two, SECRET, 'this-run'))).toBe('it worked');
  });

  it('was restarted unseen: the first call already finds the new one', async () => {
    await session.startKeyring('unlocked');
    const keys = startKeys();
    await keys.save(one, SECRET, 'keychain');
    await session.killKeyring();
    await session.startKeyring('unlocked');
    expect(await keys.read(one)).toMatchObject({ value: { secret: SECRET } });
  });
});

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}

function keychainProcesses(): { argv: string; environment: string }[] {
  return childrenOf(process.pid)
    .map((pid) => ({ argv: procText(pid, 'cmdline'), environment: procText(pid, 'environ') }))
    .filter(({ argv }) => argv.includes('keychain-process'));
}

const isAlive = (pid: number): boolean => procText(pid, 'cmdline') !== '';

function procText(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

it('tells without asking anybody whether a key could be read: not while it is locked, not when it is not there', async () => {
  await session.startKeyring('unlocked');
  const entry = { service: 'Ballast', name: `${one.accountId}/credentials` };
  const keys = startKeys();
  expect(await isEntryAtHand(entry)).toBe(false);
  expect(sentence(await keys.save(one, SECRET, 'keychain'))).toBe('it worked');
  expect(await isEntryAtHand(entry)).toBe(true);
  await session.killKeyring();
  await session.startKeyring('locked');
  const prompter = await startMutePrompter(session.address);
  expect(await isEntryAtHand(entry)).toBe(false);
  expect(prompter.asked()).toBe(0);
  prompter.stop();
  await session.killKeyring();
  expect(await isEntryAtHand(entry)).toBeUndefined();
  expect(await isEntryAtHand(entry, 'darwin')).toBeUndefined();
});
