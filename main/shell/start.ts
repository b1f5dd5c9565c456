// `npm start`: builds what is stale, then opens Electron when its runtime is here or can be had within 15 s, and the
// web shell otherwise.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fileLimitIssue } from '#main/shell/common/file-limit.ts';
import { OptionError, USAGE, parseOptions, type ShellOptions } from '#main/shell/common/options.ts';
import type { runWebShell } from '#main/shell/web/web-shell.ts';

const DOWNLOAD_MS = 15_000;
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

function readOptions(): ShellOptions {
  try {
    return parseOptions(process.argv.slice(2), process.env);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    process.stderr.write(`${error.message}\n\n${USAGE}`);
    return process.exit(2);
  }
}

const options = readOptions();
if (options.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const limitIssue = fileLimitIssue();
if (limitIssue !== undefined) {
  process.stderr.write(`${limitIssue}\n`);
  process.exit(1);
}
const buildStatus = await run(process.execPath, [join(PROJECT, 'scripts/build.ts')]);
if (buildStatus !== 0) process.exit(buildStatus);

const runtime = options.shell === 'web' ? undefined : await electronRuntime();
if (runtime) {
  process.exitCode = await run(runtime, [PROJECT, ...process.argv.slice(2)]);
} else if (options.shell === 'electron') {
  process.stderr.write(
    "Electron's runtime is not installed and could not be downloaded. Try again with a network connection, or use --shell web.\n",
  );
  process.exitCode = 1;
} else {
  if (options.shell === undefined)
    process.stdout.write(
      "Electron's runtime is not installed and could not be downloaded. Ballast opens in the browser instead.\n",
    );
  // As it was built: from hundreds of sources it would take three times as long.
  const built = pathToFileURL(join(PROJECT, 'out/main/web.js')).href;
  const web = (await import(built)) as { runWebShell: typeof runWebShell };
  const code = await web.runWebShell(options).catch((error: unknown) => {
    process.stderr.write(
      `Ballast could not start: ${error instanceof Error ? error.message : String(error)}.\n`,
    );
    return 1;
  });
  if (code !== undefined) process.exit(code);
}

/** Where Electron's executable is, after at most one attempt at its download. */
async function electronRuntime(): Promise<string | undefined> {
  const home = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override) return join(override, process.platform === 'win32' ? 'electron.exe' : 'electron');
  if (!existsSync(join(home, 'path.txt'))) {
    process.stdout.write(`Downloading Electron: ${DOWNLOAD_MS / 1_000} s at most.\n`);
    const status = await run(process.execPath, [join(home, 'install.js')], DOWNLOAD_MS);
    if (status !== 0) return undefined;
  }
  return createRequire(import.meta.url)('electron') as string;
}

/** Runs a program to its end, passing signals on; its exit code, or 1 when it took too long. */
function run(command: string, args: string[], timeoutMs?: number): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: timeoutMs === undefined ? 'inherit' : 'ignore' });
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    const finish = (code: number) => {
      clearTimeout(timer);
      process.off('SIGINT', pass).off('SIGTERM', pass);
      resolve(code);
    };
    child.once('error', () => finish(1));
    child.once('exit', (code) => finish(code ?? 1));
  });
}
