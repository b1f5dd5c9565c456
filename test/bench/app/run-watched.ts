// One start of a real Electron or of a browser, watched from outside: no test driver in it that would hold its start back.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { watchPage, type Seen } from '#test/bench/app/watch-page.ts';

export type Run = {
  startedAt: number;
  /** Of which all its processes come; the first is the one that has the desk. */
  roots: number[];
  seen(): Promise<Seen>;
  /** As a person who closes the window. */
  closeWindow(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  program: string;
  args: string[];
  isCounting?: boolean;
  mayOrder?: boolean;
  /** Where the desk is a process of its own, which was there before. */
  desk?: { child: ChildProcess; startedAt: number } | undefined;
};
type Message = {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: { sessionId?: string; targetInfo?: { type: string } };
  result?: { result?: { value?: unknown } };
};

const START_MS = 60_000;

export async function runWatched(options: Options): Promise<Run> {
  const { program, args, isCounting = false, mayOrder = false, desk } = options;
  const startedAt = desk?.startedAt ?? Date.now();
  const child = spawn(program, ['--remote-debugging-port=0', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const lines = createInterface({ input: child.stderr });
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const told = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (told !== undefined) resolve(told);
    });
    void ended.then(() => reject(new Error('It ended before it had a window.')));
  });
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, (value: unknown) => void>();
  let lastId = 0;
  const send = (method: string, params: object, sessionId?: string): Promise<unknown> => {
    const id = ++lastId;
    socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  const source = `(${watchPage.toString()})(${isCounting}, ${mayOrder})`;
  const page = await new Promise<string>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const { id, method, params, result } = JSON.parse(data.toString()) as Message;
      if (id !== undefined) waiting.get(id)?.(result?.result?.value);
      const session = params?.sessionId;
      if (method !== 'Target.attachedToTarget' || !session) return;
      const isPage = params.targetInfo?.type === 'page';
      if (isPage) {
        void send('Page.addScriptToEvaluateOnNewDocument', { source }, session);
        void send('Page.enable', {}, session);
        // It may have loaded before anybody was here.
        void send('Runtime.evaluate', { expression: source }, session);
      }
      void send('Runtime.runIfWaitingForDebugger', {}, session);
      if (isPage) resolve(session);
    });
    const attach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    void send('Target.setAutoAttach', attach);
  });
  clearTimeout(timer);
  const evaluate = (expression: string): Promise<unknown> =>
    send('Runtime.evaluate', { expression, returnByValue: true }, page);
  return {
    startedAt,
    roots: [desk?.child, child].flatMap((one) => one?.pid ?? []),
    seen: async () => ((await evaluate('globalThis.benchSeen')) ?? {}) as Seen,
    closeWindow: () => (desk ? end(child) : evaluate('window.close()').then(() => undefined)),
    async stop() {
      await Promise.all([end(child), desk && end(desk.child)]);
      socket.terminate();
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(kill);
}
