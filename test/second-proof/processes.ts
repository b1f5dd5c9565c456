// The broker and the desk as processes of their own, started as a person would start them.
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { until } from '#test/second-proof/http.ts';

type Started = { child: ChildProcess; said(): string; isOver(): boolean };

function start(name: string, args: string[], log: string, env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...process.env, ...env },
  });
  let text = '';
  const hear = (part: Buffer): void => {
    text += part.toString();
    appendFileSync(log, part);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  appendFileSync(log, `--- ${new Date().toISOString()} ${name} ${child.pid}\n`);
  return {
    child,
    said: () => text,
    isOver: () => child.exitCode !== null || child.signalCode !== null,
  };
}

/** Everything that a start left behind, by its process group. */
function endGroup({ child }: Started): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // None of them is left.
  }
}

/** Ends the process alone; resolves once it is gone. */
async function kill(started: Started, signal: NodeJS.Signals): Promise<void> {
  if (started.isOver()) return;
  const gone = new Promise((done) => started.child.once('exit', done));
  started.child.kill(signal);
  if (signal !== 'SIGSTOP' && signal !== 'SIGCONT') await gone;
}

export const KEY = { keyId: 'SECOND', secretKey: 'PROOF' };

export function createBroker(folder: string, seed: number) {
  let started: Started | undefined;
  let port = 0;
  return {
    port: () => port,
    async start(): Promise<void> {
      const made = start(
        'broker',
        [
          'main/paper/process.ts',
          '--port',
          String(port),
          '--seed',
          String(seed),
          '--data',
          `${folder}/broker`,
        ].concat(['--key', KEY.keyId, '--secret', KEY.secretKey, '--ap', '--rate', '3000']),
        `${folder}/broker.log`,
      );
      started = made;
      const ready = await until(
        () => /"rest":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(made.said())?.[1],
        20_000,
        20,
      );
      if (ready === undefined) throw new Error(`the broker did not start: ${made.said()}`);
      port = Number(ready);
    },
    kill: () => (started ? kill(started, 'SIGKILL') : Promise.resolve()),
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => void started?.child.kill(signal),
    stop: () => started && endGroup(started),
  };
}

export type Broker = ReturnType<typeof createBroker>;

/** Where libfaketime is, the offset of the desk's clock is a file that it reads again for every question. */
type Clock = { library: string | undefined; file: string };

export function createDesk(folder: string, data: string, clock: Clock) {
  let started: Started | undefined;
  let entered = 0;
  return {
    async start(): Promise<void> {
      writeFileSync(clock.file, '+0\n');
      const made = start(
        'desk',
        ['main/shell/start.ts', '--shell', 'web', '--data', data, '--port', '0', '--no-open'],
        `${folder}/desk.log`,
        clock.library === undefined
          ? {}
          : {
              LD_PRELOAD: clock.library,
              FAKETIME_TIMESTAMP_FILE: clock.file,
              FAKETIME_NO_CACHE: '1',
              FAKETIME_DONT_FAKE_MONOTONIC: '1',
            },
      );
      started = made;
      entered = 0;
      const ready = await until(
        () => (made.said().includes('ticket=') ? true : undefined),
        60_000,
        50,
      );
      if (!ready) throw new Error(`the desk did not start: ${made.said()}`);
    },
    /** An address with a ticket that nobody has used: each is good once, and the next is printed then. */
    async nextAddress(): Promise<URL> {
      const mine = entered++;
      const found = await until(
        () => [...(started?.said() ?? '').matchAll(/http:\/\/\S+ticket=\S+/g)][mine]?.[0],
        20_000,
        20,
      );
      if (found === undefined) throw new Error('the desk printed no address');
      return new URL(found);
    },
    setClock: (offsetMs: number) =>
      writeFileSync(clock.file, `${offsetMs < 0 ? '-' : '+'}${Math.abs(offsetMs) / 1000}\n`),
    isOver: () => started?.isOver() ?? true,
    kill: async () => {
      if (started) await kill(started, 'SIGKILL');
    },
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => void started?.child.kill(signal),
    /** Ends what a killed desk left running as well. */
    sweep: () => started && endGroup(started),
    said: () => started?.said() ?? '',
  };
}

export type Desk = ReturnType<typeof createDesk>;
