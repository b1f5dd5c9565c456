// Lists to choose from and menus, the way a person goes through them.
import { expect, type Locator } from 'playwright/test';

/** Opens a list and takes the entry of these words. */
export async function pick(control: Locator, words: string): Promise<void> {
  await control.click();
  const list = control.page().getByRole('listbox');
  await list.getByRole('option', { name: words, exact: true }).click();
  await expect(list).toHaveCount(0);
  await expect(control).toHaveText(words);
}

/** The words of every entry. */
export async function choicesOf(control: Locator): Promise<string[]> {
  await control.click();
  const list = control.page().getByRole('listbox');
  const options = list.getByRole('option');
  await expect(options.first()).toBeVisible();
  const words = await options.allInnerTexts();
  await control.page().keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  return words;
}
