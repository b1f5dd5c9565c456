import { describe, expect, it } from 'vitest';
import {
  type KeychainProcess,
  type KeychainRequest,
  keychainReason,
} from '#main/shell/common/keychain-protocol.ts';
import { KeychainError } from '#main/ports.ts';
import { createKeychain } from '#main/shell/common/keychain.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

const ENTRY = { service: 'Ballast', name: 'a' };

/** Processes that answer what a test tells them to, and count their ends. */
function setUp() {
  const time = createFakeTime();
  const processes: {
    sent: KeychainRequest[];
    reply(message: unknown): void;
    exit(): void;
    kills: number;
  }[] = [];
  function start(): KeychainProcess {
    const own = {
      sent: [] as KeychainRequest[],
      reply: (() => {}) as (message: unknown) => void,
      exit: () => {},
      kills: 0,
    };
    processes.push(own);
    return {
      send: (request) => void own.sent.push(request),
      onReply: (listener) => (own.reply = listener),
      onExit: (listener) => (own.exit = listener),
      kill: () => void own.kills++,
    };
  }
  const keychain = createKeychain({ start, delay: time.delay });
  const process = (index: number) => {
    const found = processes[index];
    if (!found) throw new Error(`there are ${processes.length} processes`);
    return found;
  };
  return { keychain, processes, process, time, stopper: new AbortController() };
}

describe('the keychain port', () => {
  it('starts a process when it is needed, uses it again, and lets it go when idle', async () => {
    const { keychain, processes, process, time, stopper } = setUp();
    expect(processes).toHaveLength(0);
    const first = keychain.get(ENTRY, stopper.signal);
    process(0).reply({ id: 1, ok: true, value: 'x' });
    expect(await first).toBe('x');
    const second = keychain.get(ENTRY, stopper.signal);
    process(0).reply({ id: 2, ok: true, value: null });
    expect(await second).toBeUndefined();
    time.advance(14_999);
    expect(process(0).kills).toBe(0);
    time.advance(1);
    expect(process(0).kills).toBe(1);
    void keychain.delete(ENTRY, stopper.signal);
    expect(processes).toHaveLength(2);
  });

  it('kills the process when its caller stops waiting, and starts another', async () => {
    const { keychain, process, stopper } = setUp();
    const waiting = keychain.set(ENTRY, 'a-secret', stopper.signal);
    stopper.abort();
    await expect(waiting).rejects.toMatchObject({ reason: 'stopped' });
    expect(process(0).kills).toBe(1);
    process(0).reply({ id: 1, ok: true, value: null });
    await expect(keychain.probe(stopper.signal)).rejects.toMatchObject({ reason: 'stopped' });
    const next = keychain.delete(ENTRY, new AbortController().signal);
    process(1).reply({ id: 2, ok: true, value: true });
    expect(await next).toBe(true);
  });

  it('says so when its process ends', async () => {
    const { keychain, process, stopper } = setUp();
    const reading = keychain.get(ENTRY, stopper.signal);
    process(0).exit();
    await expect(reading).rejects.toMatchObject({ reason: 'failed' });
  });

  it('says why none may be started', async () => {
    const keychain = createKeychain({
      start() {
        throw new KeychainError('upgraded');
      },
      delay: createFakeTime().delay,
    });
    const { signal } = new AbortController();
    await expect(keychain.get(ENTRY, signal)).rejects.toMatchObject({ reason: 'upgraded' });
    await expect(keychain.probe(signal)).rejects.toMatchObject({ reason: 'upgraded' });
  });

  it('tries again in a new process when an old one has lost its keyring, and once only', async () => {
    const { keychain, processes, process, stopper } = setUp();
    const first = keychain.probe(stopper.signal);
    process(0).reply({ id: 1, ok: true, value: null });
    await first;
    const lost = { ok: false, reason: 'no-service', detail: 'gone' };
    const reading = keychain.get(ENTRY, stopper.signal);
    process(0).reply({ id: 2, ...lost });
    await expect.poll(() => processes.length).toBe(2);
    process(1).reply({ id: 3, ...lost });
    await expect(reading).rejects.toMatchObject({ reason: 'no-service', detail: 'gone' });
    expect(processes.map(({ kills }) => kills)).toEqual([1, 1]);
  });

  it('does not ask twice when the keychain is locked', async () => {
    const { keychain, processes, process, stopper } = setUp();
    const first = keychain.probe(stopper.signal);
    process(0).reply({ id: 1, ok: true, value: null });
    await first;
    const opening = keychain.open(stopper.signal);
    process(0).reply({ id: 2, ok: false, reason: 'locked', detail: '' });
    await expect(opening).rejects.toMatchObject({ reason: 'locked' });
    expect(processes).toHaveLength(1);
  });

  it('hears nothing that is no answer to it', async () => {
    const { keychain, process, stopper } = setUp();
    const reading = keychain.get(ENTRY, stopper.signal);
    for (const noise of [undefined, 'x', { id: 9, ok: true, value: 'y' }, { id: 1, ok: true }])
      process(0).reply(noise);
    process(0).reply({ id: 1, ok: true, value: 'x' });
    expect(await reading).toBe('x');
  });
});

it.each([
  ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'no-service'],
  ['The name org.freedesktop.secrets was not provided by any .service files', 'no-service'],
  ['The name :1.0 was not provided by any .service files', 'no-service'],
  ['The session wrapping the secret does not exist', 'no-service'],
  ['The connection is closed', 'no-service'],
  ['Could not connect: No such file or directory', 'no-service'],
  ['Cannot create an item in a locked collection', 'locked'],
  ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'locked'],
  ['User canceled the operation.', 'locked'],
  ['User interaction is not allowed.', 'locked'],
  ['something new', 'failed'],
])('sorts what the library says: %s', (text, reason) => {
  expect(keychainReason(text)).toBe(reason);
});
