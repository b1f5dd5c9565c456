// What is said of a symbol that cannot be added.
import { expect, test } from '#test/component/support/component.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

test('a symbol that is none is named as what is wrong, until something else is typed', async ({
  page,
  address,
}) => {
  await openDesk(page, address);
  const form = page.getByRole('form', { name: 'Add to watchlist' });
  const field = form.getByRole('combobox', { name: 'Add symbol' });
  await field.fill('../x');
  await field.press('Enter');
  await expect(form.getByRole('alert')).toHaveText(
    'Symbol must be a symbol such as AAPL or BRK.B.',
  );
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await takePictures(page, 'watchlist-problem');
  await field.fill('');
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(field).toHaveAttribute('aria-invalid', 'false');
});
