// Words that a newcomer meets are explained where they stand, by pointer and by keyboard.
import type { Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import { OrderPreview } from '#contract/trading.ts';
import { expect, test } from '#test/component/support/component.ts';
import { intentOf } from '#test/component/support/intents.ts';
import { ok } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePicture } from '#test/e2e/support/pictures.ts';
import { fill, openDesk, ticketOf } from '#test/e2e/support/ticket.ts';

const explained = (page: Page, term: string) =>
  page.getByRole('dialog', { name: term, exact: true });

test('an unconfirmed order and its evidence', async ({ page, main, address }) => {
  const intent = intentOf({});
  main.intents.set(intent.intentId, intent);
  main.tell('intents', intent);
  await openDesk(page, address);
  const sign = page.getByRole('button', { name: 'What is this? Unconfirmed' });
  const box = await sign.boundingBox();
  expect([box?.width, box?.height]).toEqual([24, 24]);
  await sign.focus();
  await page.keyboard.press('Enter');
  await expect(explained(page, 'Unconfirmed')).toContainText('Do not place it again.');
  await takePicture(page, 'explain-unconfirmed');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(explained(page, 'Unconfirmed')).toHaveCount(0);
  await expect(sign).toBeFocused();

  await page.getByRole('button', { name: /^Evidence/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Evidence', exact: true }).first();
  await drawer.getByRole('button', { name: 'What is this? Evidence' }).click();
  await expect(page.getByText('which is written before anything is sent')).toBeVisible();
  await takePicture(page, 'explain-evidence');
  // Escape puts away the explanation and not what it explains.
  await page.keyboard.press('Escape');
  await expect(page.getByText('which is written before anything is sent')).toHaveCount(0);
  await expect(drawer).toBeVisible();
});

test('a guard that speaks', async ({ page, main, address }) => {
  main.answer('orders.preview', ({ draft }) =>
    ok(
      OrderPreview.parse({
        title: 'Buy 5 AAPL',
        draft,
        issues: [],
        verdicts: [{ guard: 'size', level: 'warn', text: 'Larger than usual.' }],
        whatIf: { isExit: false, positionAfter: { qty: Decimal.parse('5') } },
      }),
    ),
  );
  await openDesk(page, address);
  await fill(page, { Quantity: '5' });
  await ticketOf(page).getByRole('button', { name: 'What is this? Guards' }).click();
  await expect(explained(page, 'Guards')).toContainText('A guard warns or blocks');
  await takePicture(page, 'explain-guards');
});
