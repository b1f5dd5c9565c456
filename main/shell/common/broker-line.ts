// The practice broker announces itself with one JSON line; this reads it, whatever process the shell started.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { BrokerStart, Hosts } from '#main/ports.ts';

const ReadyLine = z.object({
  rest: z.url(),
  data: z.url(),
  tradeStream: z.url(),
  dataStream: z.url(),
  broker: z.url(),
});

export const START_TIMEOUT_MS = 45_000;

export const brokerArguments = (start: BrokerStart, credentials: 'stdin' | 'ipc'): string[] => [
  '--port',
  String(start.port),
  '--data',
  start.dataFolder,
  '--credentials',
  credentials,
  // The practice account may do everything, so that minting can be tried without a broker.
  '--ap',
];

/** The first line of its output; lines after it are drained. What it complains of is passed on, and says why it ended. */
export function readBrokerLine(output: Readable, complaints: Readable): Promise<Hosts> {
  let last = 'the practice broker ended before it was ready';
  const complaintsEnded = new Promise<void>((resolve) => {
    const lines = createInterface({ input: complaints });
    lines.on('line', (line) => {
      process.stderr.write(`${line}\n`);
      if (line.trim() !== '') last = line;
    });
    lines.once('close', resolve);
  });
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: output });
    lines.once('line', (line) => {
      try {
        const { rest, data, tradeStream, dataStream, broker } = ReadyLine.parse(JSON.parse(line));
        resolve({ rest, data, tradeStream, dataStream, broker });
      } catch {
        reject(new Error('the practice broker said something else than that it is ready'));
      }
    });
    lines.once('close', () => void complaintsEnded.then(() => reject(new Error(last))));
  });
}
