// The session in the header, and beside each price the feed that it is of.
import { expect, test } from '#test/component/support/component.ts';
import { ok, PROFILE } from '#test/component/support/world.ts';
import { expectAccessible } from '#test/e2e/support/accessible.ts';
import { pick } from '#test/e2e/support/choice.ts';
import { openFrame } from '#test/e2e/support/frame.ts';

const NOTE = 'SIP is not in this account’s market data plan: prices come from IEX.';

test.beforeEach(async ({ page, main, address }) => {
  main.showDefaultLayout();
  await openFrame(page, address);
});

test('the session that runs stands in the header, with its end', async ({ page, main }) => {
  const session = page.getByRole('status', { name: 'Market session' });
  await expect(session).toBeHidden();
  const hour = 3_600_000;
  const until = Math.ceil(Date.now() / hour) * hour;
  main.tell('market', { choice: 'auto', session: { phase: 'pre', until } });
  await expect(session).toHaveText(/^Pre-market until \d\d:00$/);
  main.tell('market', { choice: 'auto', session: { phase: 'closed', until: until + 40 * hour } });
  await expect(session).toHaveText(/^Closed until [A-Z][a-z]+day \d\d:00$/);
  main.tell('market', { choice: 'auto', session: { phase: 'regular' } });
  await expect(session).toHaveText('Regular hours');
  main.tell('market', { choice: 'auto', session: { phase: 'regular', isEndless: true } });
  await expect(session).toHaveText('Open around the clock');
  await session.hover();
  await expect(page.getByText(/Day orders still end at 16:00/)).toBeVisible();
  await expectAccessible(page);
});

test('the feed stands beside every price, with what it means and why it is that one', async ({
  page,
  main,
}) => {
  const places = [
    page.getByRole('region', { name: 'Watchlist' }),
    page.getByRole('region', { name: /^Price of/ }),
    page.getByRole('region', { name: 'Positions' }),
  ];
  for (const place of places) await expect(place).not.toContainText('IEX');
  main.tell('market', { choice: 'auto', feed: 'iex', note: NOTE });
  for (const place of places)
    await expect(place).toContainText(
      `IEX. Simulated, and labeled as IEX: one exchange, about 2% of the volume. ${NOTE}`,
    );
  main.tell('market', { choice: 'delayed_sip', feed: 'delayed_sip' });
  for (const place of places) await expect(place).toContainText('Delayed SIP');
});

test('the feed is chosen in the account’s settings', async ({ page, main }) => {
  main.tell('market', { choice: 'auto', feed: 'iex', note: NOTE });
  main.answer('accounts.setFeed', ({ feed }) => {
    const profile = { ...PROFILE, feed };
    main.tell('accounts', { accounts: [profile] });
    main.tell('market', { choice: feed, feed: 'delayed_sip' });
    return ok(profile);
  });
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Settings' })
    .click();
  const row = page.getByRole('listitem', { name: 'Practice account' });
  await expect(row).toContainText(
    `Simulated, and labeled as IEX: one exchange, about 2% of the volume. ${NOTE}`,
  );
  const choice = row.getByRole('combobox', { name: 'Prices of Practice account from' });
  await pick(choice, 'Delayed SIP: every US exchange, 15 minutes late');
  await expect(row).toContainText('labeled as Delayed SIP: every US exchange, 15 minutes late.');
  await expect(row).not.toContainText('IEX');
});
