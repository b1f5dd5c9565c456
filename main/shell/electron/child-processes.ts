// The practice broker and the keychain as utility processes: they end with the application, and what they are told are
// messages, so that no process list shows a key. Once the program was upgraded neither is started any more.
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { utilityProcess } from 'electron';
import { KeychainError, type BrokerProcess, type BrokerStart } from '#main/ports.ts';
import {
  START_TIMEOUT_MS,
  brokerArguments,
  readBrokerLine,
} from '#main/shell/common/broker-line.ts';
import type { KeychainProcess } from '#main/shell/common/keychain-protocol.ts';

type Deps = {
  /** program-archive.ts */
  isUpgraded: () => boolean;
  /** Called the first time that a process is not started for that. */
  onRefused: () => void;
};

export function createChildProcesses({ isUpgraded, onRefused }: Deps) {
  let isTold = false;

  function refuseUpgraded(error: Error): void {
    if (!isUpgraded()) return;
    if (!isTold) onRefused();
    isTold = true;
    throw error;
  }

  return {
    async startBroker(start: BrokerStart): Promise<BrokerProcess> {
      refuseUpgraded(new Error('Ballast was upgraded. Restart it to open the practice account.'));
      return startBrokerProcess(start);
    },
    startKeychain(): KeychainProcess {
      refuseUpgraded(new KeychainError('upgraded'));
      return startKeychainUtility();
    },
  };
}

async function startBrokerProcess(start: BrokerStart): Promise<BrokerProcess> {
  const entry = join(import.meta.dirname, 'paper.js');
  const child = utilityProcess.fork(entry, brokerArguments(start, 'ipc'), {
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName: 'Ballast practice broker',
  });
  const gone = new Promise<string>((resolve) => {
    child.once('exit', (code) => resolve(`exit ${code}`));
  });
  child.postMessage(start.credentials);
  const timer = setTimeout(() => child.kill(), START_TIMEOUT_MS);
  try {
    if (!child.stdout || !child.stderr) throw new Error('the practice broker has no output');
    const hosts = await readBrokerLine(child.stdout as Readable, child.stderr as Readable);
    return {
      hosts,
      onExit: (listener) => void gone.then(listener),
      async stop() {
        child.kill();
        await gone;
      },
    };
  } catch (error) {
    child.kill();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function startKeychainUtility(): KeychainProcess {
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
