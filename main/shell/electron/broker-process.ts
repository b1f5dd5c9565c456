// The embedded broker in a utility process. Its key goes in as a message, so no process list shows it.
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { utilityProcess } from 'electron';
import type { BrokerProcess, BrokerStart } from '#main/ports.ts';
import {
  START_TIMEOUT_MS,
  brokerArguments,
  readBrokerLine,
} from '#main/shell/common/broker-line.ts';

const STOP_TIMEOUT_MS = 2_000;

export async function startBrokerProcess(start: BrokerStart): Promise<BrokerProcess> {
  const entry = join(import.meta.dirname, 'paper.js');
  const child = utilityProcess.fork(entry, brokerArguments(start, 'ipc'), {
    stdio: ['ignore', 'pipe', 'inherit'],
    serviceName: 'Ballast embedded broker',
  });
  const gone = new Promise<string>((resolve) => {
    child.once('exit', (code) => resolve(`exit ${code}`));
  });
  child.postMessage(start.credentials);
  const timer = setTimeout(() => child.kill(), START_TIMEOUT_MS);
  try {
    if (!child.stdout) throw new Error('the embedded broker has no output');
    const hosts = await readBrokerLine(child.stdout as Readable);
    return {
      hosts,
      onExit: (listener) => void gone.then(listener),
      async stop() {
        child.kill();
        // A process that hangs must not hold back the shutdown of the computer.
        const force = setTimeout(() => kill(child.pid), STOP_TIMEOUT_MS);
        await gone;
        clearTimeout(force);
      },
    };
  } catch (error) {
    child.kill();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Electron's own way is a polite one, and there is no other. */
function kill(pid: number | undefined): void {
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}
