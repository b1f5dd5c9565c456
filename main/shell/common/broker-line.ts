// The embedded broker announces itself with one JSON line; this reads it, whatever process the shell started.
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

/** The first line of its output; lines after it are drained. */
export function readBrokerLine(output: Readable): Promise<Hosts> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: output });
    lines.once('line', (line) => {
      try {
        const { rest, data, tradeStream, dataStream, broker } = ReadyLine.parse(JSON.parse(line));
        resolve({ rest, data, tradeStream, dataStream, broker });
      } catch {
        reject(new Error('the embedded broker said something else than that it is ready'));
      }
    });
    lines.once('close', () => reject(new Error('the embedded broker ended before it was ready')));
  });
}
