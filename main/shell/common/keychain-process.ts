// The keychain in a process of its own. A locked keyring that nobody answers blocks the calling thread for ever, and a
// process with such a thread cannot even exit; libsecret also never finds back to a keyring that was restarted. A child
// can be killed and started anew. It knows no secret but the one it is handed, and prints nothing.
import { createRequire } from 'node:module';
import type * as KeytarModule from 'keytar';
import {
  keychainReason,
  KeychainRequest,
  type KeychainReply,
  type KeychainRequest as Request,
} from '#main/shell/common/keychain-protocol.ts';

type Keytar = typeof KeytarModule;
/** What Electron adds to the process object of a utility process. */
type ParentPort = {
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown): void;
};

/** Entries that are never left behind: one to look for, one to write when it matters whether the keychain is open. */
const NOBODY = 'nobody';
const OPEN_CHECK = 'open-check';

const port = (process as NodeJS.Process & { parentPort?: ParentPort }).parentPort;
if (port) {
  port.on('message', ({ data }) => void hear(data, (reply) => port.postMessage(reply)));
} else {
  process.on('message', (message) => void hear(message, (reply) => process.send?.(reply)));
  // An ordinary exit would wait for a call that waits for a person.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

async function hear(message: unknown, answer: (reply: KeychainReply) => void): Promise<void> {
  const request = KeychainRequest.safeParse(message).data;
  if (request) answer(await replyTo(request));
}

async function replyTo(request: Request): Promise<KeychainReply> {
  const { id } = request;
  let keytar: Keytar;
  try {
    keytar = createRequire(import.meta.url)('keytar') as Keytar;
  } catch (error) {
    return { id, ok: false, reason: 'no-library', detail: textOf(error) };
  }
  try {
    return { id, ok: true, value: await perform(keytar, request) };
  } catch (error) {
    const text = textOf(error);
    const detail = request.verb === 'set' ? text.replaceAll(request.secret, '') : text;
    return { id, ok: false, reason: keychainReason(text), detail };
  }
}

async function perform(keytar: Keytar, request: Request): Promise<string | boolean | null> {
  const { service } = request;
  switch (request.verb) {
    case 'probe':
      await keytar.getPassword(service, NOBODY);
      return null;
    case 'open':
      // Only libsecret answers for a locked entry as if there were none; writing is what it refuses when locked.
      if (process.platform !== 'linux') return null;
      await keytar.setPassword(service, OPEN_CHECK, 'open');
      return keytar.deletePassword(service, OPEN_CHECK);
    case 'get':
      return keytar.getPassword(service, request.name);
    case 'set':
      await keytar.setPassword(service, request.name, request.secret);
      return null;
    case 'delete':
      return keytar.deletePassword(service, request.name);
    default:
      return request satisfies never;
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');
