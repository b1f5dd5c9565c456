// The broker does not answer while a person cancels: the desk says so in every place, with its age, and takes it back.
import { processesWith } from '#test/e2e/support/processes.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { choose, fill, openDesk, place } from '#test/e2e/support/ticket.ts';
import { expect, test } from '#test/e2e/support/web-shell.ts';

test.use({ story: 'cancel-offline' });

test('a cancel waits for a broker that is silent, is seen meanwhile, and is carried out', async ({
  page,
  shell,
}) => {
  await openDesk(page, shell.address);
  const price = Math.floor((await choose(page, 'MSFT')) * 0.98);
  await fill(page, { 'Order type': 'Limit', Quantity: '3', 'Limit price': `${price}` });
  await place(page);
  const orders = page.getByRole('table', { name: 'Orders' });
  const row = orders.getByRole('row').filter({ hasText: 'MSFT' });
  await expect(row).toContainText('working');
  const broker = processesWith(shell.folder)
    .split('\n')
    .find((line) => line.includes('out/main/paper.js'));
  const pid = Number(broker?.trim().split(' ')[0]);
  process.kill(pid, 'SIGSTOP');
  try {
    await row.getByRole('button', { name: /^Cancel order/ }).click();
    await expect(row).toContainText(/cancel waiting for the broker \d+ s/);
    await expect(
      page.getByRole('slider', { name: /cancel waiting for the broker \d+ s/ }),
    ).toHaveCount(1);
    // A window that opens meanwhile says the same, and no younger.
    await page.reload();
    await expect(row).toContainText(/cancel waiting for the broker \d+ s/);
    await takePictures(page, 'cancel-offline');
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await expect(row).toContainText('canceled', { timeout: 60_000 });
  await expect(row).not.toContainText('waiting');
  await expect(page.getByRole('log', { name: 'Notices' })).not.toContainText(
    'has not been sent yet',
  );
});
