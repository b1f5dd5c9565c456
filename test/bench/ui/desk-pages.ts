// Builds the pages of the bench into a folder of their own and serves them on this computer: nothing of them is in the
// product, and the desk in them is the product's.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { build } from 'vite';
import { pageBuild, pagePlugins } from '#renderer/vite.config.ts';

export type Desk = { symbols?: number; orders?: number; charts?: 1 | 4 };

export type DeskPages = {
  /** The desk, once a price is on it. */
  open(desk: Desk): Promise<Page>;
  /** Time until a price was painted, from the start of the navigation. */
  firstPriceMs(desk: Desk): Promise<number>;
  /** Time until nothing was painted. */
  blankMs(): Promise<number>;
  stop(): Promise<void>;
};

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};
const VIEWPORT = { width: 1_600, height: 1_000 };

export async function serveDeskPages(browser: Browser): Promise<DeskPages> {
  const root = fileURLToPath(new URL('page', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'ballast-ui-bench-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    base: './',
    plugins: pagePlugins(),
    worker: { format: 'es' },
    build: {
      ...pageBuild,
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        ...pageBuild.rolldownOptions,
        input: ['index.html', 'blank.html'].map((name) => join(root, name)),
      },
    },
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench');
    try {
      const body = readFileSync(join(folder, normalize(pathname)));
      response.writeHead(200, { 'content-type': TYPES[extname(pathname)] ?? 'text/plain' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function visit(path: string): Promise<Page> {
    const page = await browser.newPage({ viewport: VIEWPORT });
    page.on('pageerror', (error) => {
      throw error;
    });
    await page.goto(`${origin}/${path}`);
    return page;
  }

  async function load(desk: Desk): Promise<{ page: Page; ms: number }> {
    const asked = Object.entries(desk).map(([name, value]): [string, string] => [name, `${value}`]);
    const page = await visit(`index.html?${new URLSearchParams(asked).toString()}`);
    await page.waitForFunction(() => 'bench' in globalThis);
    return { page, ms: await page.evaluate(() => globalThis.bench.firstPriceMs()) };
  }

  return {
    open: async (desk) => (await load(desk)).page,
    async firstPriceMs(desk) {
      const { page, ms } = await load(desk);
      await page.close();
      return ms;
    },
    async blankMs() {
      const page = await visit('blank.html');
      const ms = await page.evaluate(() => globalThis.blankMs);
      await page.close();
      return ms;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
