// The port over the keychain's process: starts it when it is needed, kills it when its caller stops waiting, and lets it
// go when nobody asked for a while.
import { KeychainError, type Delay, type Keychain } from '#main/ports.ts';
import {
  KeychainReply,
  type KeychainProcess,
  type KeychainReply as Reply,
  type KeychainRequest,
} from '#main/shell/common/keychain-protocol.ts';

type Deps = {
  /** Throws a KeychainError where none may be started. */
  start(): KeychainProcess;
  delay: Delay;
};
type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;
type Call = { settle(reply: Reply): void; drop(error: KeychainError): void };
type Running = { process: KeychainProcess; calls: Map<number, Call>; served: number };

const IDLE_MS = 15_000;
const SERVICE = 'Ballast';

export function createKeychain({ start, delay }: Deps): Keychain {
  let running: Running | undefined;
  let lastId = 0;
  let cancelIdle = () => {};

  function end(ended: Running, error: KeychainError): void {
    if (running === ended) running = undefined;
    for (const call of ended.calls.values()) call.drop(error);
    ended.calls.clear();
    ended.process.kill();
  }

  function started(): Running {
    if (running) return running;
    const fresh: Running = { process: start(), calls: new Map(), served: 0 };
    fresh.process.onReply((message) => {
      const reply = KeychainReply.safeParse(message).data;
      const call = reply && fresh.calls.get(reply.id);
      if (!reply || !call) return;
      fresh.calls.delete(reply.id);
      fresh.served++;
      call.settle(reply);
      if (fresh.calls.size === 0) {
        cancelIdle = delay(IDLE_MS, () => end(fresh, new KeychainError('stopped')));
      }
    });
    fresh.process.onExit(() => end(fresh, new KeychainError('failed', 'its process ended')));
    return (running = fresh);
  }

  function once(request: Unnumbered<KeychainRequest>, signal: AbortSignal): Promise<Reply> {
    cancelIdle();
    const id = ++lastId;
    const own = started();
    return new Promise<Reply>((resolve, reject) => {
      const stop = () => end(own, new KeychainError('stopped'));
      const settled = () => signal.removeEventListener('abort', stop);
      own.calls.set(id, {
        settle: (reply) => (settled(), resolve(reply)),
        drop: (error) => (settled(), reject(error)),
      });
      signal.addEventListener('abort', stop, { once: true });
      own.process.send({ ...request, id });
    });
  }

  /** A process that failed is not used again: it may be bound to a keyring that is gone. */
  async function tried(request: Unnumbered<KeychainRequest>, signal: AbortSignal) {
    const reply = await once(request, signal);
    if (!reply.ok && running?.calls.size === 0) end(running, new KeychainError('stopped'));
    return reply;
  }

  async function ask(request: Unnumbered<KeychainRequest>, signal: AbortSignal) {
    if (signal.aborted) throw new KeychainError('stopped');
    const isOld = (running?.served ?? 0) > 0;
    let reply = await tried(request, signal);
    // A keyring that was restarted is found again only by a process that has not met the old one. Every verb can be
    // repeated without harm.
    if (!reply.ok && isOld && reply.reason !== 'locked' && !signal.aborted)
      reply = await tried(request, signal);
    if (!reply.ok) throw new KeychainError(reply.reason, reply.detail);
    return reply.value;
  }

  return {
    async probe(signal) {
      await ask({ verb: 'probe', service: SERVICE }, signal);
    },
    async open(signal) {
      await ask({ verb: 'open', service: SERVICE }, signal);
    },
    async get(entry, signal) {
      const value = await ask({ verb: 'get', ...entry }, signal);
      return typeof value === 'string' ? value : undefined;
    },
    async set(entry, secret, signal) {
      await ask({ verb: 'set', ...entry, secret }, signal);
    },
    async delete(entry, signal) {
      return (await ask({ verb: 'delete', ...entry }, signal)) === true;
    },
    stop() {
      cancelIdle();
      if (running) end(running, new KeychainError('stopped'));
    },
  };
}
