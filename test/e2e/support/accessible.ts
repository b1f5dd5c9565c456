import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/**
 * Nothing that axe objects to, on the whole page or within one part of it. The page has no frames, so axe needs no
 * second tab to gather what they say; and only what is wrong is written out. Both together are five times as fast.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  expect(page.frames()).toHaveLength(1);
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}
