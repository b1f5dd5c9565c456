// A real web shell per worker: its own data folder, its own embedded broker, ended when the worker ends. Files that trade
// name a story of their own, and so get a shell and an account that no other file has touched.
import { rmSync } from 'node:fs';
import { expect, test as base } from 'playwright/test';
import { isOnLoopback } from '#test/support/loopback.ts';
import {
  startWebShell,
  temporaryFolder,
  type RunningShell,
} from '#test/e2e/support/running-shell.ts';

export const test = base.extend<{ outside: string[] }, { shell: RunningShell; story: string }>({
  story: ['', { option: true, scope: 'worker' }],
  shell: [
    async ({ story }, use) => {
      const folder = temporaryFolder(story);
      const shell = await startWebShell({ folder });
      await use(shell);
      await shell.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  /** Requests that left this machine. There must be none, in any test. */
  outside: [
    async ({ page }, use) => {
      const outside: string[] = [];
      page.on('request', (request) => {
        const { protocol, hostname, href } = new URL(request.url());
        if (protocol !== 'data:' && !isOnLoopback(hostname)) outside.push(href);
      });
      await use(outside);
      expect(outside).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, startWebShell, temporaryFolder, type RunningShell };
