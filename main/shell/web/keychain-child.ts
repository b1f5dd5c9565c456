// The keychain's process as a child of the web shell. What it is told goes over its channel, so no process list shows
// it; it ends with the shell.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { KeychainProcess } from '#main/shell/common/keychain-line.ts';

const ENTRY = fileURLToPath(new URL('../common/keychain-process.ts', import.meta.url));

export function startKeychainChild(): KeychainProcess {
  const child = fork(ENTRY, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  child.unref();
  child.channel?.unref();
  return {
    // A child that is gone tells so by its exit, not here.
    send: (request) => void child.send(request, () => undefined),
    onReply: (listener) => void child.on('message', listener),
    onExit(listener) {
      child.once('error', listener);
      child.once('exit', listener);
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
