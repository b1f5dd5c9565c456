// The broker takes an order or a change and its answer is long in coming: what the page hears of it meanwhile counts.
import type { Page } from 'playwright/test';
import { Decimal } from '#contract/decimal.ts';
import type { IntentState } from '#contract/intents.ts';
import { expect, test } from '#test/component/support/component.ts';
import { intentOf } from '#test/component/support/intents.ts';
import type { fail, World } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { changeOf, choose, fill, openDesk, reviewOf, ticketOf } from '#test/e2e/support/ticket.ts';

const TITLE = 'Buy 3 MSFT at 300.00, limit, PRACTICE';

/** Main hands it to the broker and hears nothing; what it hears elsewhere the test says. */
function neverAnswers(main: World): { heard(state: IntentState, reason?: string): void } {
  let about: Parameters<typeof intentOf>[0] = {};
  const take = (kind: 'place' | 'replace') => (input: { intentId: string }) => {
    about = { intentId: input.intentId, kind, symbol: 'MSFT', title: TITLE };
    main.tell('intents', intentOf({ ...about, state: 'sent' }));
    return new Promise<ReturnType<typeof fail>>(() => undefined);
  };
  main.answer('orders.submit', take('place'));
  main.answer('orders.replace', take('replace'));
  return {
    heard(state, reason) {
      const { reason: _, ...plain } = intentOf({ ...about, state, unanswered: 0 });
      main.tell('intents', { ...plain, ...(reason !== undefined && { reason }) });
    },
  };
}

async function send(page: Page): Promise<void> {
  await choose(page, 'MSFT');
  await fill(page, { 'Order type': 'Limit', Quantity: '3', 'Limit price': '300' });
  await ticketOf(page).getByRole('button', { name: 'Review order' }).click();
  await reviewOf(page)
    .getByRole('button', { name: /^Place order: / })
    .click();
}

test('the review says how long it waits, and goes on once the order is heard of', async ({
  page,
  main,
  address,
}) => {
  await openDesk(page, address);
  const broker = neverAnswers(main);
  await send(page);
  const waiting = reviewOf(page).getByText('Sending, not answered yet.');
  await expect(waiting).toContainText(/\d s$/);
  await expect(reviewOf(page).getByRole('button', { name: 'Back' })).toBeDisabled();
  await takePictures(page, 'no-answer');
  await expectAccessible(page);
  broker.heard('unknown', 'The broker did not answer.');
  await expect(waiting).toBeVisible();
  broker.heard('accepted');
  await expect(reviewOf(page)).toHaveCount(0);
  await expect(ticketOf(page).getByRole('status')).toContainText(
    `Accepted by the broker: ${TITLE}`,
  );
  await expect(ticketOf(page).getByRole('button', { name: 'Review order' })).toBeEnabled();
});

for (const [state, words] of [
  ['refused', 'Nothing was placed. The broker refused (403): insufficient buying power.'],
  ['not-sent', 'Nothing was sent. The host refused the connection.'],
] as const)
  test(`the review stays with the reason when the order is heard to be ${state}`, async ({
    page,
    main,
    address,
  }) => {
    await openDesk(page, address);
    const broker = neverAnswers(main);
    await send(page);
    await expect.poll(() => main.inputsOf('orders.submit').length).toBe(1);
    broker.heard(state, words.replace(/^Nothing was \w+\. /, ''));
    await expect(reviewOf(page).getByRole('alert')).toContainText(words);
    await expect(reviewOf(page).getByRole('button', { name: 'Back' })).toBeEnabled();
  });

test('the dialog of a change goes on once the change is heard of', async ({
  page,
  main,
  address,
}) => {
  main.addOrder({ symbol: 'MSFT', qty: Decimal.parse('3'), limitPrice: Decimal.parse('300') });
  await openDesk(page, address);
  const broker = neverAnswers(main);
  await page.getByRole('button', { name: 'Change order' }).click();
  const dialog = changeOf(page);
  await dialog.getByLabel('Quantity').fill('5');
  await dialog.getByRole('button', { name: /^Change order: / }).click();
  await expect(dialog.getByText('Sending, not answered yet.')).toContainText(/\d s$/);
  broker.heard('accepted');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText('Accepted by the broker');
});
