// The keychain's process as a utility process: it ends with the application, and what it is told are messages.
import { join } from 'node:path';
import { utilityProcess } from 'electron';
import type { KeychainProcess } from '#main/shell/common/keychain-line.ts';

export function startKeychainUtility(): KeychainProcess {
  const child = utilityProcess.fork(join(import.meta.dirname, 'keychain.js'), [], {
    stdio: 'ignore',
    serviceName: 'Ballast keychain',
  });
  let isGone = false;
  child.once('exit', () => (isGone = true));
  return {
    send: (request) => child.postMessage(request),
    onReply: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', () => listener()),
    kill() {
      if (isGone) return;
      child.kill();
      // Electron asks politely, and a process that waits for a person's answer may not hear it.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
      else child.once('spawn', () => child.kill());
    },
  };
}
