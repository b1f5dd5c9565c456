import type { Page } from 'playwright/test';

/** Keeps one call of the page from main until the answer of this is called. */
export async function holdCall(page: Page, name: string): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/call', async (route) => {
    if (route.request().postData()?.includes(`"${name}"`)) await held;
    await route.fallback();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}
