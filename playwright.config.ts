import { defineConfig } from 'playwright/test';
import { chromiumLaunch } from './test/support/chromium.ts';

/** Every screen in every theme, and in windows of every size. */
const EVERYWHERE = /in order|at \d+ × \d+|is cut off/;
const component = {
  testDir: 'test/component',
  timeout: 60_000,
  use: {
    ...chromiumLaunch(),
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark' as const,
    screenshot: 'only-on-failure' as const,
  },
};

// On a processor of another kind the emulator keeps the order of writes between threads only when told to, and shares the
// code that it translated with other processes through files that a process may have left half written. Electron itself
// crashed now and then.
if (process.env['ELECTRON_RUNTIME_EMULATED']) {
  process.env['BOX64_DYNAREC_STRONGMEM'] ??= '3';
  process.env['BOX64_DYNACACHE'] ??= '0';
}

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  // Room for a shell of its own on a busy machine.
  timeout: 120_000,
  // What is waited for comes; when it does is the machine's affair.
  expect: { timeout: 20_000 },
  // The browser tests wait more than they work: some files at a time, each with a desk of its own.
  workers: 2,
  fullyParallel: false,
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
        // Writing one slows every step: only when somebody looks for something.
        trace: process.env['BALLAST_TRACE'] ? 'retain-on-failure' : 'off',
        screenshot: 'only-on-failure',
      },
    },
    // The built page with main played by the test: forms and whatever only the page decides; and apart from it, as it is
    // more than a third of the time, what axe says of every screen in every theme, and what is in sight at every size.
    { name: 'component', ...component, grepInvert: EVERYWHERE },
    { name: 'themes', ...component, grep: EVERYWHERE },
    // Pictures of everything, compared with those of an earlier state of the page; no part of the tests.
    {
      name: 'gallery',
      testDir: 'test/gallery',
      snapshotPathTemplate: 'out/gallery/{arg}{ext}',
      expect: { toHaveScreenshot: { maxDiffPixels: 60 } },
      use: {
        ...chromiumLaunch(),
        viewport: { width: 1440, height: 900 },
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    // One tray, one notification daemon, one keyring: one at a time. A start takes a second, or thirty where Electron is
    // emulated on a busy machine.
    {
      name: 'electron',
      testDir: 'test/e2e/electron',
      timeout: 240_000,
      expect: { timeout: 60_000 },
      workers: 1,
    },
  ],
});
