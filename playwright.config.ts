import { defineConfig } from 'playwright/test';
import { chromiumLaunch } from './test/support/chromium.ts';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  // Room for a shell of its own on a busy machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // The browser tests wait more than they work: some files at a time, each with a desk of its own.
  workers: 2,
  fullyParallel: false,
  // One second try on a busy machine; the report calls it flaky.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  projects: [
    {
      name: 'web',
      testDir: 'test/e2e/web',
      // The keyrings of the other systems cannot be had without a person.
      testIgnore: process.platform === 'linux' ? [] : ['**/keychain.spec.ts'],
      use: {
        ...chromiumLaunch(),
        viewport: { width: 1440, height: 900 },
        colorScheme: 'dark',
        // Writing one slows every step; the second try tells what the first did.
        trace: 'on-first-retry',
        screenshot: 'only-on-failure',
      },
    },
    // One tray, one notification daemon, one keyring: one at a time.
    { name: 'electron', testDir: 'test/e2e/electron', workers: 1 },
  ],
});
