// One launch of the real application for a whole spec file, in a folder of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright/test';

export type Answer = {
  ok: boolean;
  value?: Record<string, unknown>;
  failure?: { kind?: string; message?: string };
};

export type ElectronApp = {
  app: ElectronApplication;
  folder: string;
  /** The desk's log, one entry per line. */
  log(): { level: string; message: string; [more: string]: unknown }[];
  /** One more start with the same folder, as a desktop would do it; answers when it has ended. */
  startAgain(...args: string[]): Promise<{ code: number | null; stderr: string }>;
  /** For when there is no window: how it ended, or that it did not within ten seconds, and what it said last. */
  lastWords(): Promise<{ isCrash: boolean; text: string }>;
  close(): Promise<void>;
};

export type ElectronDesk = ElectronApp & {
  page: Page;
  /** Through the page's bridge, as the page itself would. */
  call(name: string, input: unknown): Promise<Answer>;
};

/** Electron's program is run through an emulator of its processor. */
const isEmulated = Boolean(process.env['ELECTRON_RUNTIME_EMULATED']);

export const electronProgram = (): string => createRequire(import.meta.url)('electron') as string;

type Options = {
  env?: Record<string, string>;
  args?: string[];
  program?: string[];
  executable?: string;
  /** One that an earlier start left; it is removed with this one. */
  folder?: string;
};

export async function launchDesk(options: Options = {}): Promise<ElectronDesk> {
  const started = await launchApp(options);
  try {
    return await withPage(started);
  } catch (error) {
    const words = await started.lastWords();
    if (!isEmulated || !words.isCrash)
      throw new Error(`${String(error)}\n${words.text}`, { cause: error });
    // The emulator now and then loses Electron itself before it has a window, which says nothing of the desk.
    process.stdout.write(
      `The emulated Electron crashed before its window, and is started again.\n${words.text}\n`,
    );
    return withPage(await launchApp(options));
  }
}

async function withPage(started: ElectronApp): Promise<ElectronDesk> {
  const page = await started.app.firstWindow({ timeout: 60_000 });
  await page.waitForFunction(() => 'ballast' in window);
  return { ...started, page, call: (name, input) => callInPage(page, name, input) };
}

export const callInPage = (page: Page, name: string, input: unknown): Promise<Answer> =>
  page.evaluate(
    ([callName, callInput]) =>
      (
        window as unknown as { ballast: { call(n: unknown, i: unknown): Promise<Answer> } }
      ).ballast.call(callName, callInput),
    [name, input] as const,
  );

/** Without waiting for a window: there may be none. */
export async function launchApp(options: Options = {}): Promise<ElectronApp> {
  const { env = {}, args = [], program = ['.'], executable = electronProgram() } = options;
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'ballast-electron-'));
  const surroundings = { ...(process.env as Record<string, string>), ...env };
  const app = await _electron.launch({
    executablePath: executable,
    args: [...program, '--data', folder, ...args],
    env: surroundings,
    timeout: 60_000,
  });
  const child = app.process();
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
  return {
    app,
    folder,
    log: () =>
      readFileSync(join(folder, 'logs', 'ballast.log'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    startAgain: (...more) =>
      ended(
        spawn(executable, [...program, '--data', folder, ...more], {
          env: surroundings,
          stdio: ['ignore', 'ignore', 'pipe'],
        }),
      ),
    async lastWords() {
      await Promise.race([gone(child), new Promise((resolve) => setTimeout(resolve, 10_000))]);
      const how = `Electron: exit ${child.exitCode}, signal ${child.signalCode}.`;
      return {
        isCrash: child.signalCode !== null || (child.exitCode ?? 0) > 128,
        text: `${how} It said last:\n${said}`,
      };
    },
    async close() {
      // A test that failed may have left it with a question, or in a crash: the next file needs the tray for itself.
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await app.close().catch(() => undefined);
      await gone(child);
      clearTimeout(timer);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const gone = (child: ChildProcess): Promise<unknown> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once('exit', resolve))
    : Promise.resolve();

export function ended(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stderr })));
}
