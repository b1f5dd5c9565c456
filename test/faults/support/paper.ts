// The paper broker as a process of its own, with its control interface in hand.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Hosts, KeyPair } from '#main/ports.ts';

export type Paper = {
  hosts: Hosts;
  key: KeyPair;
  control<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** Without a word, as a power cut would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  folder: string;
  seed: number;
  port?: number;
  key?: KeyPair;
  /** Whether its first account may mint. */
  isParticipant?: boolean;
};

const KEY = { keyId: 'PKFAULTCAMPAIGN0001', secretKey: 'fault-campaign-secret' };

export async function startPaper(options: Options): Promise<Paper> {
  const { folder, seed, port = 0, key = KEY, isParticipant = true } = options;
  const args = ['--port', port, '--seed', seed, '--data', folder, '--rate', 10_000_000];
  if (isParticipant) args.push('--ap');
  const child = spawn(
    process.execPath,
    ['main/paper/process.ts', ...args.map(String), '--credentials', 'stdin'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  child.stdin.write(`${JSON.stringify(key)}\n`);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void gone.then(() => reject(new Error('the broker ended before it was ready')));
  });
  const { rest, data, tradeStream, dataStream } = JSON.parse(line) as Hosts;
  return {
    hosts: { rest, data, tradeStream, dataStream },
    key,
    async control(method, path, body) {
      const response = await fetch(`${rest}/_paper${path}`, {
        method,
        headers: {
          'APCA-API-KEY-ID': key.keyId,
          'APCA-API-SECRET-KEY': key.secretKey,
          // A campaign is busy: the broker may close a connection that is kept before anybody here notices.
          Connection: 'close',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`control ${method} ${path}: ${response.status} ${text}`);
      return (text === '' ? null : JSON.parse(text)) as never;
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}
