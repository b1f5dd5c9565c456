// Lists to choose from and menus, the way a person goes through them.
import { expect, type Locator } from 'playwright/test';

/** A button that is held too long, as on a busy machine, takes the entry below the pointer: the list is opened again. */
async function open(control: Locator): Promise<Locator> {
  const list = control.page().getByRole('listbox');
  await expect(async () => {
    await control.click();
    await expect(list.getByRole('option').first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return list;
}

/** Opens a list and takes the entry of these words. */
export async function pick(control: Locator, words: string): Promise<void> {
  const list = await open(control);
  await list.getByRole('option', { name: words, exact: true }).click();
  await expect(list).toHaveCount(0);
  await expect(control).toHaveText(words);
}

/** The words of every entry. */
export async function choicesOf(control: Locator): Promise<string[]> {
  const list = await open(control);
  const words = await list.getByRole('option').allInnerTexts();
  await control.page().keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  return words;
}
