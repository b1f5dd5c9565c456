// The practice broker as anyone would start it: a process of its own that says in one line where it listens.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const Ready = z.object({
  rest: z.url(),
  data: z.url(),
  tradeStream: z.url(),
  dataStream: z.url(),
  broker: z.url(),
  keyId: z.string(),
  secretKey: z.string(),
});
export type BrokerAddresses = z.infer<typeof Ready>;
export type BrokerProcess = BrokerAddresses & {
  /** What it had to say on stderr. */
  log(): string;
  /** Ends it as a service manager would; answers its exit code. */
  stop(): Promise<number | null>;
};

type Options = {
  /** Virtual time from this moment; wall time when left out. */
  start?: string;
  seed?: number;
  ratePerMinute?: number;
  ap?: boolean;
  hours?: 'always' | 'real';
  /** Market seconds per second of wall time. */
  speed?: number;
};

const READY_WITHIN_MS = 20_000;
/** A Tuesday at 10:30 in New York. */
export const MORNING = '2026-03-10T14:30:00.000Z';

export async function startBroker(options: Options = {}): Promise<BrokerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-conformance-'));
  const args = ['--port', '0', '--data', folder, '--key', 'PKCONFORMANCE', '--secret', 'secret-7'];
  args.push(
    '--seed',
    String(options.seed ?? 7),
    '--rate',
    String(options.ratePerMinute ?? 100_000),
  );
  if (options.start !== undefined) args.push('--start', options.start);
  if (options.hours !== undefined) args.push('--hours', options.hours);
  if (options.speed !== undefined) args.push('--speed', String(options.speed));
  if (options.ap === true) args.push('--ap');
  const child = spawn(process.execPath, [resolve('main/paper/process.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const line = await new Promise<string>((done, fail) => {
    const timer = setTimeout(
      () => fail(new Error(`the broker is not ready: ${log}`)),
      READY_WITHIN_MS,
    );
    createInterface({ input: child.stdout }).once('line', (text) => {
      clearTimeout(timer);
      done(text);
    });
    void ended.then((code) => {
      clearTimeout(timer);
      fail(new Error(`the broker ended with ${code} before it was ready: ${log}`));
    });
  });
  return {
    ...Ready.parse(JSON.parse(line)),
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

/** A broker for one test, gone with it. */
export async function borrowBroker(options: Options): Promise<BrokerProcess> {
  const broker = await startBroker(options);
  onTestFinished(async () => void (await broker.stop()));
  return broker;
}
