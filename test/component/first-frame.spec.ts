// The page's first frames: what they need is there in time, and what comes later moves nothing.
import { expect, test } from '#test/component/support/component.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

test('what runs before the first price is compiled as a whole', async ({ page, main, address }) => {
  main.showDefaultLayout();
  await openDesk(page, address);
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  for (const file of ['page', 'trading', 'DeskScreen']) {
    const script = scripts.find((name) => new RegExp(`/${file}-[^/]+\\.js$`).test(name));
    const response = await page.request.get(script ?? `no script ${file}`);
    expect((await response.text()).split('\n', 1)[0], file).toBe('//# allFunctionsCalledOnLoad');
  }
});

test('the way to stop stays in its place from the first frame on', async ({
  page,
  main,
  address,
}) => {
  main.showDefaultLayout();
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // TypeScript does not know the entries of this kind.
        const { sources } = entry as unknown as { sources: { node: Node | null }[] };
        moved.push(...sources.map(({ node }) => node?.textContent ?? ''));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openDesk(page, address);
  const fonts = await page.evaluate(async () => {
    await document.fonts.ready;
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources
      .filter(({ name }) => /latin-wght-normal/.test(name))
      .map(({ initiatorType }) => initiatorType);
  });
  // Asked for by the page itself, each once, and not by a style sheet after the first frame.
  expect(fonts).toEqual(['link', 'link']);
  const moved = await page.evaluate(() => (globalThis as unknown as { moved: string[] }).moved);
  expect(moved).not.toContain('Stop all trading');
});
