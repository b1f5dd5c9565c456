// The practice broker on a port of its own, as the tests of its wire start it.
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { createBroker, type Broker } from '#main/paper/broker.ts';
import { parseOptions } from '#main/paper/options.ts';

/** With the key `K`, the secret `S` and these options. A line in its log fails the test, unless somebody reads them. */
export async function startBroker(
  options: readonly string[],
  log: (message: string) => void = (message) => expect.fail(message),
): Promise<Broker> {
  const parsed = parseOptions(['--port', '0', '--key', 'K', '--secret', 'S', ...options]);
  if (!parsed.ok) throw new Error(parsed.message);
  return createBroker(parsed.options, {
    wall: Date.now,
    schedule(run, delayMs) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    randomBytes,
    log,
  });
}
