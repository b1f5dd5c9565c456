// Who has access, and an application that was let in more than once.
import type { Page } from 'playwright/test';
import type { AccessList } from '#contract/oauth.ts';
import { demoReplies } from '#test/component/support/apps-world.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok } from '#test/component/support/world.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { takePictures } from '#test/e2e/support/pictures.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const ID = '0f8a3c1e5b7d49d2a6c4e8f012345678';
const DAY_MS = 86_400_000;
const now = Date.now();
const [READS, TRADES] = [
  {
    grantId: 'a'.repeat(32),
    scope: '',
    since: now - DAY_MS,
    openConnections: 0,
    isFromHere: false,
  },
  {
    grantId: 'b'.repeat(32),
    scope: 'trading data',
    since: now - 60_000,
    lastUsedAt: now - 3_000,
    openConnections: 1,
    isFromHere: true,
  },
];
const list = (tokens: (typeof READS)[]): AccessList => ({
  readAt: now,
  canRevoke: true,
  applications: [
    {
      clientId: ID,
      appName: 'Rebalancer',
      scope: tokens
        .map(({ scope }) => scope)
        .join(' ')
        .trim(),
      since: READS.since,
      told: {
        tokens,
        openConnections: 0,
        isDisabled: false,
        fromElsewhere: tokens.filter(({ isFromHere }) => !isFromHere).length,
      },
      decisions: [{ at: TRADES.since, kind: 'code' }],
    },
  ],
  byHand: [],
});
const panel = (page: Page) => page.getByRole('region', { name: 'Who has access' });

async function openApps(page: Page, address: string): Promise<void> {
  await openDesk(page, address);
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: 'Apps', exact: true })
    .click();
  await panel(page).getByRole('button', { name: 'Revoke Rebalancer' }).click();
}

test('of two accesses one can be taken back alone', async ({ page, main, address }) => {
  demoReplies(main);
  main.answer('oauth.access', () => ok(list([READS, TRADES])));
  const sent: unknown[] = [];
  main.answer('oauth.revoke', (input) => {
    sent.push(input);
    return ok(list([READS]));
  });
  await openApps(page, address);
  const each = panel(page).getByRole('list', { name: 'Each access of Rebalancer' });
  await expect(each.getByRole('listitem')).toHaveText([
    /^reading only, since .*, never used, not decided on this machine/,
    /^trading data, since \d\d:\d\d:\d\d, connected now/,
  ]);
  await expectAccessibleInBoth(page);
  await takePictures(page, 'access-one-by-one');
  await each.getByRole('button', { name: /^Revoke only this: trading data/ }).click();
  await expect(
    panel(page).getByText(
      /^One grant of access for Rebalancer \(trading data, since .*\) was revoked at/,
    ),
  ).toBeVisible();
  expect(sent).toMatchObject([{ clientId: ID, grantId: TRADES.grantId }]);
  await expect(each).toHaveCount(0);
});

test('a single access is taken back as a whole', async ({ page, main, address }) => {
  demoReplies(main);
  main.answer('oauth.access', () => ok(list([TRADES])));
  const sent: unknown[] = [];
  main.answer('oauth.revoke', (input) => {
    sent.push(input);
    return ok({ ...list([]), applications: [] });
  });
  await openApps(page, address);
  await expect(panel(page).getByRole('list')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Revoke Rebalancer now' }).click();
  await expect(panel(page)).toContainText('Access for Rebalancer was revoked at');
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toHaveProperty('grantId');
});

test('a token that comes or goes at the broker is seen without being asked about', async ({
  page,
  main,
  address,
}) => {
  demoReplies(main);
  main.answer('oauth.access', () => ok(list([TRADES])));
  await openApps(page, address);
  main.answer('oauth.access', () => ok({ ...list([]), applications: [] }));
  await expect(panel(page)).toContainText('No application has access to this account.');
  main.answer('oauth.access', () => ok(list([READS])));
  await expect(panel(page).getByRole('cell', { name: 'reading only' })).toBeVisible();
});
