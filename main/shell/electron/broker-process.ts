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
