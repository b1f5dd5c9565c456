import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { takePicture } from '#test/e2e/support/pictures.ts';

/**
 * Nothing that axe objects to, on the whole page or within one part of it. The page has no frames, so axe needs no
 * second tab to gather what they say; and only what is wrong is written out. Both together are five times as fast.
 */
export async function expectAccessible(
  page: Page,
  within?: string,
  rules?: string[],
): Promise<void> {
  expect(page.frames()).toHaveLength(1);
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules) axe.withRules(rules);
  if (within !== undefined) axe.include(within);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** In the dark and in the light; what is no matter of color is the same in both and is asked once. */
export async function expectAccessibleInBoth(
  page: Page,
  pictureName?: string,
  within?: string,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, within, colorScheme === 'light' ? ['color-contrast'] : undefined);
    if (pictureName !== undefined) await takePicture(page, `${pictureName}-${colorScheme}`);
  }
}
