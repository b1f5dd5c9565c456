import { join } from 'node:path';
import type { Page } from 'playwright/test';

/** Where somebody wants pictures: `npm run pictures` does, the tests alone compare none and take none. */
const FOLDER = process.env['BALLAST_PICTURES'];

/** What is on the screen. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (FOLDER !== undefined) await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

/** Both themes of what is on the screen. */
export async function takePictures(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await takePicture(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
}
