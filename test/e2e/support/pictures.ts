import { join } from 'node:path';
import type { Page } from 'playwright/test';

/** Where a picture goes: beside the other results, or into the documents with `npm run pictures`. */
export const picture = (name: string): string =>
  join(process.env['BALLAST_PICTURES'] ?? 'test-results/pictures', `${name}.png`);

/** Both themes of what is on the screen. */
export async function takePictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: picture(`${name}-${colorScheme}`) });
  }
  await page.emulateMedia({ colorScheme: 'dark' });
}
