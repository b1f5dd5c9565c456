// The practice broker and the keychain as children of the web shell. Keys go in through stdin or a channel, so no process
// list shows them; both end with the shell.
import { spawn, fork } from 'node:child_process';
import type { BrokerProcess, BrokerStart } from '#main/ports.ts';
import {
  START_TIMEOUT_MS,
  brokerArguments,
  readBrokerLine,
} from '#main/shell/common/broker-line.ts';
import type { KeychainProcess } from '#main/shell/common/keychain-protocol.ts';
import { BROKER_ENTRY, KEYCHAIN_ENTRY } from '#main/shell/web/places.ts';

const STOP_TIMEOUT_MS = 3_000;

export async function startBrokerChild(start: BrokerStart): Promise<BrokerProcess> {
  const child = spawn(process.execPath, [BROKER_ENTRY, ...brokerArguments(start, 'stdin')], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`exit ${signal ?? code}`));
  });
  child.stdin.on('error', () => child.kill());
  child.stdin.write(`${JSON.stringify(start.credentials)}\n`);
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  try {
    const hosts = await readBrokerLine(child.stdout, child.stderr);
    return {
      hosts,
      onExit: (listener) => void gone.then(listener),
      async stop() {
        child.kill('SIGTERM');
        const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
        await gone;
        clearTimeout(force);
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

export function startKeychainChild(): KeychainProcess {
  const child = fork(KEYCHAIN_ENTRY, [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  });
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
