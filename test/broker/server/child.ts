// The broker as a process of its own, as people and shells start it.
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { createInterface } from 'node:readline';

export type Ready = {
  rest: string;
  data: string;
  tradeStream: string;
  dataStream: string;
  broker: string;
  keyId: string;
  secretKey?: string;
  oauthClients?: { name: string; clientId: string; clientSecret: string }[];
};
export type Child = Awaited<ReturnType<typeof start>>;

const ENTRY = 'main/paper/process.ts';

export function launch(args: readonly string[], stdio: StdioOptions = ['pipe', 'pipe', 'pipe']) {
  const child = spawn(process.execPath, ['--no-warnings', ENTRY, ...args], { stdio });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended, errors: () => errors };
}

/** The exit code and what was said, of a start that comes to nothing. */
export async function refusal(args: readonly string[]) {
  const { child, ended, errors } = launch(args);
  let out = '';
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return { code: await ended, out, errors: errors() };
}

export async function start(
  args: readonly string[],
  prepare: (child: ChildProcess) => void = () => undefined,
  stdio?: StdioOptions,
) {
  const { child, ended, errors } = launch(['--port', '0', ...args], stdio);
  prepare(child);
  if (!child.stdout) throw new Error('no stdout');
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    ended.then(() => Promise.reject(new Error(`the broker did not start: ${errors()}`))),
  ]);
  const ready = JSON.parse(line) as Ready;
  return {
    child,
    ready,
    line,
    ended,
    errors,
    async call(method: string, path: string, body?: unknown, secret = ready.secretKey ?? 'S') {
      const response = await fetch(ready.rest + path, {
        method,
        headers: { 'APCA-API-KEY-ID': ready.keyId, 'APCA-API-SECRET-KEY': secret },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: text === '' ? undefined : JSON.parse(text),
      };
    },
    /** How long it took, and the exit code. */
    async end(signal: NodeJS.Signals = 'SIGTERM') {
      const from = performance.now();
      child.kill(signal);
      return { code: await ended, ms: performance.now() - from };
    },
  };
}
