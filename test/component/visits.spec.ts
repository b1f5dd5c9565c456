// Where main leads the page: by an alert that was clicked, or by a visit from outside.
import { expect, test } from '#test/component/support/component.ts';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { TokenizationRequest } from '#contract/tokenization.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openTokenization, tableOf } from '#test/e2e/support/mint.ts';
import { ACCOUNT_ID } from '#test/component/support/world.ts';
import { field, openDesk, ticketOf } from '#test/e2e/support/ticket.ts';

test('a visit from outside is acted on once, also after a reload', async ({
  page,
  main,
  address,
}) => {
  main.tell('visits', {
    visitId: '0b8f9d52-6f7e-4a6e-9a35-0c1a4c1f7a11',
    at: Date.now(),
    to: { place: 'authorize', link: 'ballast://oauth/authorize?client_id=nobody' },
  });
  demoReplies(main);
  main.fails('oauth.readLink', { kind: 'not-allowed', message: 'Nobody knows it.' });
  await page.goto(address);
  await expect(page.getByRole('main', { name: 'Apps' })).toBeVisible();
  const link = page
    .getByRole('form', { name: 'Authorization link' })
    .getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(/client_id=nobody/);
  await page.getByRole('navigation', { name: 'Screens' }).getByText('Desk').click();
  await page.reload();
  await expect(ticketOf(page)).toBeVisible();
  await expect(page.getByRole('main', { name: 'Apps' })).toHaveCount(0);
});

test('a page that is out of sight notifies through the browser, and a click leads there', async ({
  page,
  context,
  main,
  address,
}) => {
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    const shown: { title: string; notification: EventTarget }[] = [];
    class Recorded extends EventTarget {
      static permission = 'granted';
      constructor(title: string) {
        super();
        shown.push({ title, notification: this });
      }
      close(): void {}
    }
    Object.assign(window, { Notification: Recorded, shownNotifications: shown });
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  });
  await openDesk(page, address);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Alerts', exact: true })).toContainText(
    'This browser shows notifications',
  );
  main.tell('alerts', {
    alertId: 'price-1',
    kind: 'price',
    at: Date.now(),
    title: 'NVDA is at 121.00',
    text: 'It moved.',
    target: { accountId: ACCOUNT_ID, symbol: 'NVDA' },
    way: 'notify',
  });
  const titles = () =>
    page.evaluate(() =>
      (window as unknown as { shownNotifications: { title: string }[] }).shownNotifications.map(
        ({ title }) => title,
      ),
    );
  await expect.poll(titles, { timeout: 20_000 }).toEqual([expect.stringMatching(/^NVDA is at/)]);
  await expect(page.getByRole('log', { name: 'Notices' })).not.toContainText('NVDA');
  await page.evaluate(() =>
    (
      window as unknown as { shownNotifications: { notification: EventTarget }[] }
    ).shownNotifications[0]?.notification.dispatchEvent(new Event('click')),
  );
  await expect(field(page, 'Symbol')).toBeVisible();
  await expect(field(page, 'Symbol')).toHaveValue('NVDA');
});

test('an alert of a mint from elsewhere leads to its request, whatever was in front', async ({
  page,
  main,
  address,
}) => {
  const tokenizationRequestId = '019a8000-0000-7000-8000-000000000009';
  const request = TokenizationRequest.parse({
    tokenizationRequestId,
    type: 'mint',
    status: 'completed',
    underlyingSymbol: 'AAPL',
    issuer: 'ondo',
    network: 'base',
    qty: '12',
    createdAt: new Date().toISOString(),
    walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  });
  main.tell('tokenizations', { request, receivedAt: Date.now(), origin: { kind: 'elsewhere' } });
  await openDesk(page, address);
  await openTokenization(page);
  await expect(tableOf(page).getByRole('row', { name: /ondo/ })).toContainText('elsewhere');
  await page.getByRole('button', { name: /^Batch/ }).click();
  main.tell('alerts', {
    alertId: `elsewhere:${tokenizationRequestId}`,
    kind: 'elsewhere',
    at: Date.now(),
    title: 'Mint from elsewhere: 12 AAPL',
    text: 'To 0x5290…169EE7, ondo on base, completed. This desk did not send it. Practice account, PRACTICE.',
    target: { accountId: ACCOUNT_ID, tokenizationRequestId, symbol: 'AAPL' },
    way: 'sound',
  });
  await expect(page.getByRole('log', { name: 'Notices' })).toContainText('Mint from elsewhere');
  await takePictures(page, 'mint-from-elsewhere');
  await page.getByRole('button', { name: /^Alerts/ }).click();
  await page.getByRole('menuitem', { name: /Mint from elsewhere/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Tokenization request' });
  await expect(dialog).toContainText(/Origin\s*elsewhere/);
  await expect(dialog).toContainText('This desk did not send it.');
  await takePictures(page, 'request-from-elsewhere');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
