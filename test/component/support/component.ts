// The page with a played main, one for each test; the server is the worker's.
import { expect, test as base } from 'playwright/test';
import { startPageServer, type PageServer } from '#test/component/support/page-server.ts';
import { createWorld, type World } from '#test/component/support/world.ts';

export const test = base.extend<
  { main: World; address: string; outside: string[] },
  { server: PageServer }
>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const server = await startPageServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  main: async ({}, use) => {
    const main = createWorld();
    await use(main);
    expect(main.lies).toEqual([]);
  },
  /** Of a page that this test's main answers. */
  address: async ({ server, main }, use) => {
    server.play(main);
    await use(server.address);
  },
  /** Requests that left this machine. There must be none, in any test. */
  outside: [
    async ({ page }, use) => {
      const outside: string[] = [];
      page.on('request', (request) => {
        const { protocol, hostname, href } = new URL(request.url());
        if (protocol !== 'data:' && hostname !== '127.0.0.1') outside.push(href);
      });
      await use(outside);
      expect(outside).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
