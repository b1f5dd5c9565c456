// The web shell as a person starts it, with a browser that opens its address, beside the same browser with a page of the
// bench.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright';
import { runWatched, type Run } from '#test/bench/app/run-watched.ts';
import type { Start } from '#test/bench/app/starts.ts';
import { chromiumLaunch } from '#test/support/chromium.ts';

const READY = /^Ballast is ready: (http:\S+)/;

/** `page` is the address of one of the bench. */
export async function launchWeb({ folder, page, ...options }: Start): Promise<Run> {
  const { executablePath = chromium.executablePath(), args } = chromiumLaunch().launchOptions;
  const browse = (address: string) => ({
    ...options,
    program: executablePath,
    args: [
      ...args,
      '--headless',
      '--window-size=1440,900',
      `--user-data-dir=${folder}-browser`,
      address,
    ],
  });
  if (page !== undefined) return runWatched(browse(page));
  const startedAt = Date.now();
  const own = ['--shell', 'web', '--no-open', '--port', '0', '--data', folder];
  const child = spawn(process.execPath, ['main/shell/start.ts', ...own], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const told = READY.exec(line)?.[1];
      if (told !== undefined) resolve(told);
    });
    void once(child, 'exit').then(() =>
      reject(new Error('The web shell ended before it was ready.')),
    );
  });
  return runWatched({ ...browse(address), desk: { child, startedAt } });
}
