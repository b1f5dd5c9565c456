// Who gets into the desk: whoever has an address that nobody used. Not another program that served a page on this port
// before, and left a service worker there that answers for its origin; and not what the browser remembers of an address.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rmSync } from 'node:fs';
import { expect, startWebShell, temporaryFolder, test } from '#test/e2e/support/web-shell.ts';

const WORKER = (spy: string): string => `
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
  self.addEventListener('fetch', (event) => {
    const told = fetch('${spy}/?saw=' + encodeURIComponent(event.request.url), { mode: 'no-cors' });
    event.respondWith(told.then(() => fetch(event.request)));
  });`;

// Names its icon: the browser would ask for one on its own, at a time of its own.
const PAGE = '<!doctype html><link rel="icon" href="data:,">';

const listen = (server: Server, port = 0): Promise<number> =>
  new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

test('a service worker that another program left on this port sees nothing of the desk', async ({
  page,
  outside,
}) => {
  const seen: string[] = [];
  const spy = createServer((request, response) => {
    seen.push(decodeURIComponent(request.url ?? ''));
    response.end();
  });
  const spyPort = await listen(spy);
  const before = createServer((request, response) => {
    const isWorker = request.url === '/worker.js';
    response.setHeader('Content-Type', isWorker ? 'text/javascript' : 'text/html');
    response.end(isWorker ? WORKER(`http://127.0.0.1:${spyPort}`) : PAGE);
  });
  const port = await listen(before);
  for (const name of ['127.0.0.1', 'localhost']) {
    await page.goto(`http://${name}:${port}/`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js');
      await navigator.serviceWorker.ready;
    });
    // Not vacuous: it sees what is opened at its own origin.
    await page.goto(`http://${name}:${port}/?own`);
    await expect.poll(() => seen).toContain(`/?saw=http://${name}:${port}/?own`);
  }
  before.closeAllConnections();
  await new Promise((resolve) => before.close(resolve));
  seen.length = 0;
  outside.length = 0;

  const folder = temporaryFolder('neighbor');
  const shell = await startWebShell({ folder, args: ['--port', String(port)] });
  await page.goto(shell.address);
  await expect(page.getByRole('status', { name: 'Price stream' })).toContainText('live');
  expect(seen).toEqual([]);
  await shell.stop();
  spy.close();
  rmSync(folder, { recursive: true, force: true });
});

test('an address opens one tab, and is worth nothing afterwards', async ({
  page,
  shell,
  browser,
}) => {
  const { address } = shell;
  await page.goto(address);
  const stream = page.getByRole('status', { name: 'Price stream' });
  await expect(stream).toContainText('live');
  expect(page.url()).toBe(new URL('/', address).href);
  await page.reload();
  await expect(stream).toContainText('live');
  // Somebody else finds it in the history.
  const other = await browser.newPage();
  await other.goto(address);
  await expect(other.getByRole('heading', { name: 'The desk could not be opened' })).toBeVisible();
  await expect(other.getByRole('main')).toContainText('Open the last address that Ballast printed');
  expect(await other.content()).not.toContain(shell.token);
  // The terminal has said the next one by then.
  expect(shell.address).not.toBe(address);
  await other.goto(shell.address);
  await expect(other.getByRole('status', { name: 'Price stream' })).toContainText('live');
  await other.close();
});
