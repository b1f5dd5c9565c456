// Where main leads the page: by an alert that was clicked, or by a visit from outside.
import { expect, test } from '#test/component/support/component.ts';
import { demoReplies } from '#test/component/support/apps-world.ts';
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
  await expect(
    page.getByRole('form', { name: 'Authorization link' }).getByLabel('Link', { exact: true }),
  ).toHaveValue(/client_id=nobody/);
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
