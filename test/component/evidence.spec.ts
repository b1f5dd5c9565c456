// The evidence of an order: to its end, to the millisecond, and of this order alone.
import type { Locator, Page } from 'playwright/test';
import type { Evidence, Intent } from '#contract/intents.ts';
import { OrderPreview } from '#contract/trading.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok } from '#test/component/support/fake-main.ts';
import { intentOf, UNKNOWN_ID } from '#test/component/support/intents.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const drawerOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Evidence' });

const lineOf = (kind: Evidence['kind'], text: string, at = Date.now()): Evidence => ({
  intentId: UNKNOWN_ID,
  at,
  kind,
  text,
});

const openEvidence = (page: Page): Promise<void> =>
  page
    .getByRole('table', { name: 'Orders' })
    .getByRole('button', { name: 'Evidence' })
    .first()
    .click();

test('evidence goes on to the end, to the millisecond', async ({ page, main, address }) => {
  const order = main.addOrder({ symbol: 'AMZN', clientOrderId: UNKNOWN_ID, status: 'filled' });
  const accepted = intentOf({ state: 'accepted', resultId: order.id });
  main.tell('intents', accepted);
  main.answer('orders.evidence', () =>
    ok({
      intent: accepted,
      evidence: [
        lineOf('sent', 'Sent to the broker.', Date.UTC(2025, 0, 6, 15, 0, 1, 7)),
        lineOf('heard', 'It ended: filled, 7 at 150.00 on average.'),
      ],
    }),
  );
  await openDesk(page, address);
  await openEvidence(page);
  const drawer = drawerOf(page);
  await expect(drawer.getByRole('listitem')).toHaveText([
    /^Jan 6, 2025, 10:00:01\.007\s*Sent to the broker\.$/,
    /^\d\d:\d\d:\d\d\.\d{3}\s*It ended: filled/,
  ]);
});

test('evidence that was overtaken on its way is not shown', async ({ page, main, address }) => {
  const unknown = intentOf({});
  const accepted = intentOf({ state: 'accepted' });
  main.tell('intents', unknown);
  const answers: ((intent: Intent) => void)[] = [];
  main.answer('orders.evidence', async () => {
    const intent = await new Promise<Intent>((resolve) => answers.push(resolve));
    return ok({ intent, evidence: [lineOf('sent', 'Sent to the broker.')] });
  });
  await openDesk(page, address);
  await openEvidence(page);
  await expect.poll(() => answers.length).toBeGreaterThan(1);
  answers[1]?.(accepted);
  const drawer = drawerOf(page);
  await expect(drawer).toContainText('The broker has this order.');
  const late = page.waitForResponse((response) => response.url().includes('/call'));
  answers[0]?.(unknown);
  await late;
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(drawer).toContainText('The broker has this order.');
  await expect(drawer).not.toContainText('It is not known');
});

test('what was confirmed for one try to send again is confirmed anew for the next', async ({
  page,
  main,
  address,
}) => {
  const unknown = intentOf({});
  const stream = (phase: 'live' | 'reconnecting') =>
    main.tell('streams', { stream: 'orders', phase, since: Date.now() });
  main.tell('intents', unknown);
  main.answer('orders.evidence', () => ok({ intent: unknown, evidence: [] }));
  main.answer('orders.previewAgain', () =>
    ok(
      OrderPreview.parse({
        title: unknown.title,
        issues: [],
        verdicts: [],
        whatIf: { isExit: false },
      }),
    ),
  );
  main.fails('orders.sendAgain', { kind: 'not-allowed', message: 'Not sent again: too late.' });
  stream('reconnecting');
  await openDesk(page, address);
  await openEvidence(page);
  const drawer = drawerOf(page);
  await drawer.getByRole('button', { name: 'Send again' }).click();
  const box = drawer.getByRole('checkbox', { name: /^The order stream is down/ });
  const send = drawer.getByRole('button', { name: /^Send again: / });
  await box.check();
  await send.click();
  await expect(drawer.getByRole('alert')).toContainText('Not sent again');
  await expect(box).not.toBeChecked();
  await expect(send).toBeDisabled();
  // Nor does it hold for another outage.
  await box.check();
  stream('live');
  await expect(box).toHaveCount(0);
  await expect(send).toBeEnabled();
  main.setTrading({ isStopped: true });
  await expect(drawer.getByText('All trading is stopped.')).toBeVisible();
  await expect(send).toBeDisabled();
  main.setTrading({ isStopped: false });
  await expect(send).toBeEnabled();
  stream('reconnecting');
  await expect(box).not.toBeChecked();
  expect(main.inputsOf('orders.sendAgain')).toMatchObject([{ confirmations: ['stream-down'] }]);
});

test('what the broker took back is struck through, and the text for its support has it all', async ({
  page,
  main,
  address,
}) => {
  const order = main.addOrder({ symbol: 'AMZN', clientOrderId: UNKNOWN_ID, status: 'filled' });
  const accepted = intentOf({ state: 'accepted', resultId: order.id });
  main.tell('intents', accepted);
  const busted = 'Fill of 7 AMZN at 150.00 was busted by the broker.';
  main.answer('orders.evidence', () =>
    ok({
      intent: accepted,
      evidence: [
        { ...lineOf('answered', 'The broker answered.'), status: 200, requestId: 'request-1' },
        { ...lineOf('heard', 'Filled 7 at 150.00.'), isTakenBack: true },
        lineOf('heard', busted),
      ],
    }),
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDesk(page, address);
  await openEvidence(page);
  const drawer = drawerOf(page);
  await expect(drawer.locator('s')).toHaveText(['Filled 7 at 150.00.']);
  await drawer.getByRole('button', { name: 'Copy for support' }).click();
  await expect(drawer.getByRole('status')).toHaveText('Copied.');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  for (const part of [`Order id: ${order.id}`, 'Status: filled', 'request request-1', busted])
    expect(text).toContain(part);
});
