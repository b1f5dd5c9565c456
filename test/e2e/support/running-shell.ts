// A real web shell in a process of its own, as a person or a program starts it.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { postOnLoopback } from '#test/support/loopback.ts';
import { until } from '#test/support/until.ts';

export type RunningShell = {
  /** What the terminal said last: opens one tab, and is another one afterwards. */
  readonly address: string;
  /** What its pages talk to it with. */
  token: string;
  folder: string;
  child: ChildProcess;
  stop(): Promise<number | null>;
  /** In a terminal: waits for this on it, then types a line. Answers what was found. */
  type(after: RegExp, line: string): Promise<RegExpExecArray>;
};

const ADDRESS =
  /^(?:Ballast is ready|To open another tab): (http:\/\/[0-9a-f]{32}\.localhost:\d+\/\?ticket=[0-9a-f]{64})\r?$/;
const CTRL_C = '\u0003';
/** Generous, for a machine that does much else. */
const READY_MS = 60_000;

export async function startWebShell(options: {
  folder: string;
  args?: string[];
  /** Beside what the tests themselves have. */
  env?: Record<string, string>;
  /** As a person starts it, rather than a program. */
  hasTerminal?: boolean;
  /** Another copy than this one. */
  program?: string;
}): Promise<RunningShell> {
  const own = ['--shell', 'web', '--no-open', '--port', '0', '--data', options.folder];
  const args = [options.program ?? 'main/shell/start.ts', ...own, ...(options.args ?? [])];
  const env = { ...process.env, ...options.env };
  const child = options.hasTerminal
    ? // `exec`, so that Ctrl-C finds no shell between: one that waits would answer 130 for it, whatever the program says.
      spawn('script', ['-qfec', ['exec', process.execPath, ...args].join(' '), '/dev/null'], {
        env,
      })
    : spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let address = '';
  const first = await new Promise<string>((resolve, reject) => {
    let complaint = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('the web shell was not ready in time'));
    }, READY_MS);
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const told = ADDRESS.exec(line);
      if (!told?.[1]) return;
      address = told[1];
      clearTimeout(timer);
      resolve(address);
    });
    void ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`the web shell ended with ${code}: ${complaint}`));
    });
  });
  // As a program would; the pages of the tests enter by themselves, each with the address after that.
  const { token } = await enter(new URL(first));
  await until(() => address !== first, 'the terminal says how to open another tab');
  return {
    get address() {
      return address;
    },
    token,
    folder: options.folder,
    child,
    async stop() {
      if (options.hasTerminal) child.stdin?.write(CTRL_C);
      else child.kill('SIGINT');
      return ended;
    },
    async type(after, line) {
      const found = await until(() => after.exec(written), `the terminal says ${after}`);
      child.stdin?.write(`${line}\n`);
      return found;
    },
  };
}

async function enter(address: URL): Promise<{ token: string }> {
  const body = JSON.stringify({ ticket: address.searchParams.get('ticket') });
  const answer = await postOnLoopback(new URL('/enter', address), body);
  return (answer as { value: { token: string } }).value;
}

export const temporaryFolder = (story = ''): string =>
  mkdtempSync(join(tmpdir(), `ballast-e2e-${story}`));
