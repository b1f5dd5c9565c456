// Applications of one's own: what a developer sees of them, and what is asked of main.
import type { Page } from 'playwright/test';
import type { Registrations } from '#contract/registrations.ts';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { expect, test } from '#test/component/support/component.ts';
import { fail, ok } from '#test/component/support/world.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const ID = '0f8a3c1e5b7d49d2a6c4e8f012345678';
const APP = {
  clientId: ID,
  name: 'Mine',
  redirectUris: ['https://app.example/'],
  isDisabled: false,
};
const registrations = (change: Partial<Registrations> = {}): Registrations => ({
  brokerAddress: 'http://127.0.0.1:9',
  apps: [APP],
  exchanges: [],
  ...change,
});
const panel = (page: Page) => page.getByRole('region', { name: 'Your own applications' });

async function openApps(page: Page, address: string): Promise<void> {
  await openDesk(page, address);
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Apps', exact: true })
    .click();
  await expect(panel(page)).toContainText('/oauth/token');
}

test('what applications did with their codes stays inside the window, however much it is', async ({
  page,
  main,
  address,
}) => {
  demoReplies(main);
  main.answer('clients.list', () =>
    ok(
      registrations({
        exchanges: Array.from({ length: 50 }, (_none, nth) => ({
          at: Date.now() - nth * 60_000,
          clientId: ID,
          appName: 'Mine',
          wasRefused: nth % 2 === 0,
          text: nth % 2 === 0 ? 'Refused: it sent a wrong client secret.' : 'It got a token.',
        })),
      }),
    ),
  );
  await openApps(page, address);
  const last = panel(page).getByRole('row').last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  await expect.poll(overflow).toBe(0);
  await takePictures(page, 'apps-exchanges');
});

test('registering sends the addresses one by one, and says where main asks', async ({
  page,
  main,
  address,
}) => {
  demoReplies(main);
  main.answer('clients.list', () => ok(registrations({ apps: [] })));
  let answer: (() => void) | undefined;
  main.answer(
    'clients.add',
    () =>
      new Promise((resolve) => {
        answer = () => resolve(ok(registrations({ note: 'The secret was not shown: no.' })));
      }),
  );
  await openApps(page, address);
  const form = panel(page).getByRole('form', { name: 'Register an application' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await form
    .getByRole('textbox', { name: /^Redirect addresses/ })
    .fill(' https://app.example/  http://127.0.0.1:3000/back ');
  await form.getByRole('checkbox', { name: /^trading/ }).check();
  await form.getByRole('checkbox', { name: /^data/ }).check();
  await form.getByRole('checkbox', { name: /^trading/ }).uncheck();
  await takePictures(page, 'apps-register');
  await form.getByRole('button', { name: 'Register' }).click();
  await expect(panel(page)).toContainText('look for “Register this application?”');
  await expect(form.getByRole('button', { name: 'Register' })).toBeDisabled();
  answer?.();
  await expect(panel(page)).toContainText('The secret was not shown: no.');
  expect(main.inputsOf('clients.add')).toMatchObject([
    {
      draft: {
        name: 'Mine',
        redirectUris: ['https://app.example/', 'http://127.0.0.1:3000/back'],
        scopes: ['data'],
      },
    },
  ]);
});

test('why one was not registered is gone when the next attempt begins', async ({
  page,
  main,
  address,
}) => {
  const no = 'Nothing was registered: it was not confirmed.';
  demoReplies(main);
  main.answer('clients.list', () => ok(registrations({ apps: [] })));
  main.fails('clients.add', { kind: 'not-allowed', message: no });
  await openApps(page, address);
  const form = panel(page).getByRole('form', { name: 'Register an application' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await form.getByRole('textbox', { name: /^Redirect addresses/ }).fill('https://app.example/');
  await form.getByRole('button', { name: 'Register' }).click();
  await expect(panel(page)).toContainText(no);
  main.answer('clients.add', () => new Promise(() => undefined));
  await form.getByRole('button', { name: 'Register' }).click();
  await expect(panel(page)).toContainText('look for “Register this application?”');
  await expect(panel(page)).not.toContainText(no);
});

test('an application is removed only after a second word, and a refusal is shown', async ({
  page,
  main,
  address,
}) => {
  demoReplies(main);
  main.answer('clients.list', () => ok(registrations()));
  main.answer('clients.remove', () =>
    fail({ kind: 'offline', message: 'The practice broker cannot be reached.' }),
  );
  await openApps(page, address);
  const item = panel(page).getByRole('listitem', { name: 'Mine' });
  await expect(item).toContainText('every scope');
  await item.getByRole('button', { name: 'Remove' }).click();
  await item.getByRole('button', { name: 'Keep' }).click();
  expect(main.inputsOf('clients.remove')).toEqual([]);
  await item.getByRole('button', { name: 'Remove' }).click();
  await item.getByRole('button', { name: 'Remove it' }).click();
  await expect(panel(page).getByRole('alert')).toContainText('cannot be reached');
  expect(main.inputsOf('clients.remove')).toMatchObject([{ clientId: ID }]);
});

test('an application that the broker refused is not called denied, and its error is in the address', async ({
  page,
  main,
  address,
}) => {
  demoReplies(main);
  const back = 'http://127.0.0.1:9/demo?error=invalid_scope&state=s1';
  const note =
    'The broker refused: the application asks for a scope that the broker does not have.';
  main.answer('oauth.allow', () => ok({ isAllowed: false, isRefused: true, address: back, note }));
  await openApps(page, address);
  await page.getByRole('button', { name: 'Try the demo application' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Demo application got no access' })).toBeFocused();
  await expect(page.getByText(note)).toBeVisible();
  await expect(page.getByText(back)).toBeVisible();
  await takePictures(page, 'authorize-refused');
});

test('what is said after a change takes no room before it', async ({ page, main, address }) => {
  demoReplies(main);
  main.answer('clients.list', () => ok(registrations()));
  await openApps(page, address);
  const list = panel(page).getByRole('list', { name: 'Registered applications' });
  const gap = () =>
    list.evaluate((above) => {
      const below = above.parentElement?.querySelector('details, form');
      const { bottom } = above.getBoundingClientRect();
      return [
        (below?.getBoundingClientRect().top ?? Infinity) - bottom,
        Number.parseFloat(getComputedStyle(above.parentElement ?? above).rowGap),
      ];
    });
  await expect.poll(async () => (await gap())[0]).toBe((await gap())[1]);
  const [, rowGap] = await gap();
  main.answer('clients.setDisabled', () =>
    ok(registrations({ apps: [{ ...APP, isDisabled: true }] })),
  );
  await panel(page).getByRole('button', { name: 'Disable' }).click();
  await expect(panel(page).getByText('Mine is disabled.')).toBeVisible();
  await expect.poll(async () => (await gap())[0]).toBeGreaterThan(2 * (rowGap ?? 0));
});
