// The embedded broker as a child of the web shell. Its key goes in through stdin, so no process list shows it, and it
// ends by itself when stdin closes.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BrokerProcess, BrokerStart } from '#main/ports.ts';
import {
  START_TIMEOUT_MS,
  brokerArguments,
  readBrokerLine,
} from '#main/shell/common/broker-line.ts';

const ENTRY = fileURLToPath(new URL('../../paper/process.ts', import.meta.url));
const STOP_TIMEOUT_MS = 3_000;

export async function startBrokerChild(start: BrokerStart): Promise<BrokerProcess> {
  const child = spawn(process.execPath, [ENTRY, ...brokerArguments(start, 'stdin')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`exit ${signal ?? code}`));
  });
  child.stdin.on('error', () => child.kill());
  child.stdin.write(`${JSON.stringify(start.credentials)}\n`);
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  try {
    const hosts = await readBrokerLine(child.stdout);
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
