// A real desk with its practice broker in this process, the built page on the web shell's own server, and Chromium in
// front of it. Whatever a window complains about is a finding.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from 'playwright';
import type { ActivityLine } from '#contract/activity.ts';
import { embeddedProfile, Settings } from '#main/desk/settings/read-settings.ts';
import { createPageFiles } from '#main/shell/common/page-files.ts';
import { systemClock, systemRandom } from '#main/shell/common/system.ts';
import { createEntry } from '#main/shell/web/entry.ts';
import { startWebServer } from '#main/shell/web/server.ts';
import { ACTIVITY_LINES, listenTo, type Books, type Listener } from '#test/monkey/truth.ts';
import { createAccountDesk, untilTrading } from '#test/faults/support/account-desk.ts';
import { OPEN_GUARDS } from '#test/faults/support/desk.ts';
import { isOnLoopback } from '#test/support/loopback.ts';
import { chromiumLaunch } from '#test/support/chromium.ts';
import { createEmbeddedControl, type EmbeddedControl } from '#test/support/embedded-control.ts';

export type Rig = {
  broker: EmbeddedControl;
  main: Listener;
  books(): Promise<Books>;
  /** The desks that are open. */
  windows(): Page[];
  open(): Promise<Page>;
  /** Windows with one chart and nothing else. */
  charts(): Page[];
  closeCharts(): Promise<void>;
  /** The newest lines, as main has them past the page; all of them where they are fewer than are asked for. */
  activity(): Promise<ActivityLine[]>;
  stop(): Promise<void>;
};

const ACCOUNT_ID = '00000000-0000-4000-8000-0000000000a1';
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const VIEWPORT = { width: 1600, height: 1000 };
/** Long enough for a busy machine; whoever waits in vain goes on to the next step. */
export const STEP_MS = 8_000;
/** Of the lock. None of the texts that are typed without a plan. */
export const PASSPHRASE = 'correct horse battery staple';

export async function createRig(onFinding: (text: string) => void): Promise<Rig> {
  // Nothing is built again while the sources are what they were.
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: PROJECT, stdio: 'inherit' });
  let kept: unknown = Settings.parse({
    profiles: [embeddedProfile(ACCOUNT_ID)],
    guards: OPEN_GUARDS,
  });
  const broker = createEmbeddedControl();
  const desk = await createAccountDesk({
    settings: { read: () => kept, write: (value) => (kept = structuredClone(value)) },
    startBroker: broker.startBroker,
    log(level, message, details) {
      if (level === 'error') onFinding(`main's log: ${message} ${JSON.stringify(details ?? {})}`);
    },
  });
  await untilTrading(desk, ACCOUNT_ID);
  await desk.must('lock.configure', { next: PASSPHRASE, lockAfterMinutes: 0 });
  const entry = createEntry(systemRandom, () => undefined);
  const server = await startWebServer({
    desk: desk.desk,
    pages: createPageFiles(fileURLToPath(new URL('../../out/renderer', import.meta.url))),
    entry,
    port: 0,
    log: (level, message) => level === 'error' && onFinding(`the server's log: ${message}`),
  });
  const browser = await chromium.launch(chromiumLaunch().launchOptions);
  const context = await browser.newContext({ viewport: VIEWPORT });
  context.setDefaultTimeout(STEP_MS);
  listenToPages(context, onFinding);
  const main = listenTo(desk.desk, ACCOUNT_ID, systemClock);

  return {
    broker,
    main,
    books: () => broker.control<Books>('GET', '/ledger'),
    windows: () => context.pages().filter(isDesk),
    charts: () => context.pages().filter((page) => !isDesk(page)),
    async closeCharts() {
      for (const page of context.pages()) if (!isDesk(page)) await page.close();
    },
    async activity() {
      const asked = { accountId: ACCOUNT_ID, kinds: [], text: '', limit: ACTIVITY_LINES };
      return (await desk.must('activity.list', asked)).lines;
    },
    async open() {
      const page = await context.newPage();
      await page.goto(entry.address(server.port), { timeout: 30_000 });
      await page.getByRole('status', { name: 'Price stream' }).waitFor({ timeout: 30_000 });
      return page;
    },
    async stop() {
      await browser.close();
      main.stop();
      await server.close();
      await desk.stop();
    },
  };
}

/** Charts have windows of their own. */
const isDesk = (page: Page): boolean => !page.url().includes('#/chart');

function listenToPages(context: BrowserContext, onFinding: (text: string) => void): void {
  context.on('page', (page) => {
    page.on('pageerror', (error) => onFinding(`page error: ${error.stack ?? String(error)}`));
    page.on('console', (message) => {
      if (message.type() === 'error') onFinding(`console: ${message.text()}`);
    });
    page.on('crash', () => onFinding('the page crashed'));
    page.on('dialog', (dialog) => {
      onFinding(`the browser's own dialog: ${dialog.message()}`);
      void dialog.dismiss().catch(() => undefined);
    });
    // Nobody chooses a file: the browser would wait for one.
    page.on('filechooser', () => undefined);
    page.on('request', (request) => {
      const { protocol, hostname, href } = new URL(request.url());
      if (/^(https?|wss?):$/.test(protocol) && !isOnLoopback(hostname))
        onFinding(`a request to ${href}`);
    });
  });
}
