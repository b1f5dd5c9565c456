// How long evidence stays in the journal, as the settings say it, and an archived month as the activity shows it.
import type { Page } from 'playwright/test';
import { fail } from '#contract/failure.ts';
import { expect, test } from '#test/component/support/component.ts';
import { ok } from '#test/component/support/fake-main.ts';
import { PROFILE } from '#test/component/support/world.ts';
import { expectAccessibleInBoth } from '#test/e2e/support/accessible.ts';
import { openDesk } from '#test/e2e/support/ticket.ts';

const { accountId, label } = PROFILE;
const MARCH = { month: '2019-03', bytes: 6_120_000 };
const APRIL = { month: '2019-04', bytes: 900 };
const screen = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByText(name).click();
const data = (page: Page) =>
  page.getByRole('main', { name: 'Settings' }).getByRole('region', { name: 'Data', exact: true });

test('the settings say what is in the journal, what was archived, and why nothing was', async ({
  page,
  main,
  address,
}) => {
  let years: 0 | 1 | 2 | 3 | 5 | 7 | 10 = 7;
  main.answer('archives.list', () =>
    ok({
      years,
      accounts: [
        {
          accountId,
          label,
          journalBytes: 570_000_000,
          since: Date.UTC(2019, 4, 2, 15),
          months: [APRIL, MARCH],
          problem: 'The disk has too little free space for an archive. Free some space.',
        },
      ],
    }),
  );
  main.answer('archives.keep', (input) => {
    ({ years } = input);
    return ok(null);
  });
  await openDesk(page, address);
  await screen(page, 'Settings');
  const facts = data(page).getByRole('list', { name: 'Journals and archives' });
  await expect(facts).toContainText(`${label}: journal 570 MB, since May 2, 2019.`);
  await expect(facts).toContainText('2 archived months, 6.1 MB');
  await expect(facts.getByRole('alert')).toHaveText(
    /^Not all older evidence was moved. The disk has/,
  );
  await facts.getByText('Archived months').click();
  const months = facts.getByRole('list', { name: `Archived months of ${label}` });
  await expect(months.getByRole('listitem')).toHaveText(['April 2019: 1 kB', 'March 2019: 6.1 MB']);
  const choice = data(page).getByRole('combobox', { name: 'Keep evidence in the journal' });
  await expect(choice).toHaveText('7 years');
  await choice.scrollIntoViewIfNeeded();
  await expectAccessibleInBoth(page, 'settings-archives');
  await choice.click();
  await page.getByRole('option', { name: 'forever' }).click();
  await expect(choice).toHaveText('forever');
  expect(main.inputsOf('archives.keep')).toEqual([{ years: 0 }]);
  main.answer('archives.keep', () =>
    fail({ kind: 'not-allowed', message: 'The settings could not be saved.' }),
  );
  await choice.click();
  await page.getByRole('option', { name: '10 years' }).click();
  await expect(data(page).getByText('The settings could not be saved.')).toBeVisible();
  await expect(choice).toHaveText('forever');
});

test('the activity opens an archived month as a list of its own, and goes back', async ({
  page,
  main,
  address,
}) => {
  const at = Date.UTC(2019, 2, 14, 15);
  const intentId = '019a8000-0000-7000-8000-00000000abcd';
  const problem = 'The archive of March 2019 is missing: /data/archive/2019-03.db.';
  let evidence: { month: string; problem?: string } = { month: '2019-03' };
  main.answer('archives.months', () => ok({ months: [APRIL, MARCH] }));
  main.answer('activity.list', ({ month, text }) =>
    month === undefined
      ? ok({ lines: [{ lineId: 'l1', at, kind: 'desk', text: 'Of today.' }], isEnd: true })
      : ok({
          lines: [{ lineId: 'l2', at, kind: 'evidence', text: `Of ${month} ${text}.`, intentId }],
          isEnd: true,
        }),
  );
  main.answer('orders.evidence', () =>
    ok({
      intent: {
        intentId,
        accountId,
        kind: 'place',
        state: 'accepted',
        body: '{}',
        symbol: 'AAPL',
        title: 'Buy 1 AAPL',
        confirmedAt: at,
        cancelWhenFound: false,
        isConflict: false,
        unanswered: 0,
        changedAt: at,
      },
      evidence: [],
      archive: evidence,
    }),
  );
  await openDesk(page, address);
  await screen(page, 'Activity');
  const table = page.getByRole('table', { name: 'Activity' });
  await expect(table).toContainText('Of today.');
  const choice = page.getByRole('combobox', { name: 'Archived months' });
  await choice.click();
  await page.getByRole('option', { name: 'March 2019' }).click();
  await expect(table).toContainText('Of 2019-03 .');
  await expect(table).not.toContainText('Of today.');
  await page.getByRole('searchbox', { name: 'Filter activity by text' }).fill('AAPL');
  await expect(table).toContainText('Of 2019-03 AAPL.');
  await expectAccessibleInBoth(page, 'activity-archive');
  await table.getByRole('button', { name: 'Evidence: Of 2019-03 AAPL.' }).click();
  const drawer = page.getByRole('dialog', { name: 'Evidence' });
  await expect(drawer).toContainText('From the archive of March 2019.');
  evidence = { month: '2019-03', problem };
  await expect(drawer.getByRole('alert')).toHaveText(problem);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Back to the journal' }).click();
  await expect(table).toContainText('Of today.');
  await expect(choice).toHaveText('Journal');
});

test('the activity says which months a search leaves out, and searches them when asked', async ({
  page,
  main,
  address,
}) => {
  const at = Date.UTC(2019, 2, 14, 15);
  const MAY = { month: '2019-05', bytes: 900 };
  const months = [MAY, APRIL, MARCH];
  main.answer('archives.months', () => ok({ months }));
  main.answer('activity.list', ({ month, text }) => {
    const line = { lineId: `l ${month ?? ''}`, at, kind: 'desk' as const, text: `Of ${month}.` };
    if (month === undefined) return ok({ lines: text === '' ? [line] : [], isEnd: true });
    if (month === '2019-05')
      return fail({ kind: 'not-allowed', message: 'The archive of May 2019 is missing.' });
    return ok({ lines: month === '2019-03' ? [line] : [], isEnd: true });
  });
  await openDesk(page, address);
  await screen(page, 'Activity');
  const activity = page.getByRole('main', { name: 'Activity' });
  const left = 'Evidence of 3 archived months is not searched here.';
  await expect(activity.getByText(left)).toBeVisible();
  const search = activity.getByRole('button', { name: 'Search the archived months' });
  await expect(search).toHaveCount(0);
  await activity.getByRole('searchbox').fill('an old id');
  await expect(activity.getByText('No activity in the journal matches the filter.')).toBeVisible();
  await expect(activity.getByText(left)).toBeVisible();
  await search.click();
  await expect(activity.getByText('Found in 1 of 2 archived months:')).toBeVisible();
  await expect(activity.getByRole('alert')).toHaveText('The archive of May 2019 is missing.');
  await expectAccessibleInBoth(page, 'activity-not-searched');
  await activity.getByRole('button', { name: 'Open March 2019' }).click();
  await expect(activity.getByText(left)).toHaveCount(0);
  const table = page.getByRole('table', { name: 'Activity' });
  await expect(table).toContainText('Of 2019-03.');
  await expect(activity.getByRole('searchbox')).toHaveValue('an old id');
  // What a search found says nothing about another.
  await activity.getByRole('button', { name: 'Back to the journal' }).click();
  await activity.getByRole('searchbox').fill('another');
  await expect(search).toBeVisible();
  await expect(activity.getByText('Found in')).toHaveCount(0);
});

test('the activity is narrowed to a period or a range, and archives that cannot hold it are no matter', async ({
  page,
  main,
  address,
}) => {
  await page.clock.setFixedTime('2026-11-17T15:00:00Z');
  main.answer('archives.months', () => ok({ months: [APRIL, MARCH] }));
  main.answer('activity.list', ({ from, to }) =>
    ok({
      lines: [{ lineId: 'l', at: Date.UTC(2019, 3, 2), kind: 'desk', text: `${from} to ${to}` }],
      isEnd: true,
    }),
  );
  await openDesk(page, address);
  await screen(page, 'Activity');
  const activity = page.getByRole('main', { name: 'Activity' });
  const table = activity.getByRole('table', { name: 'Activity' });
  const period = activity.getByRole('combobox', { name: 'Filter activity by time' });
  const choose = async (name: string) => {
    await period.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  const archived = activity.getByText(/^Evidence of/);
  await expect(table).toContainText('undefined to undefined');
  await expect(archived).toContainText('2 archived months');
  await choose('Today');
  await expect(table).toContainText(`${Date.parse('2026-11-17T05:00:00Z')} to undefined`);
  await expect(archived).toHaveCount(0);
  await choose('Range');
  const range = activity.getByRole('group', { name: 'Time, New York' });
  await range.getByRole('textbox', { name: 'From' }).fill('2019-04-01');
  await range.getByRole('textbox', { name: 'To' }).fill('2019-04-01');
  const first = Date.parse('2019-04-01T04:00:00Z');
  await expect(table).toContainText(`${first} to ${first + 86_400_000}`);
  await expect(archived).toContainText('2 archived months');
  await expectAccessibleInBoth(page, 'activity-range');
  await range.getByRole('textbox', { name: 'To' }).fill('2019-03-31 16:00');
  await expect(activity.getByRole('alert')).toHaveText('From must not be later than To.');
  await range.getByRole('textbox', { name: 'From' }).fill('');
  await expect(table).toContainText(`undefined to ${Date.parse('2019-03-31T20:01:00Z')}`);
  await expect(archived).toContainText('1 archived month is');
  await activity.getByRole('button', { name: 'Clear filter' }).click();
  await expect(table).toContainText('undefined to undefined');
  await expect(period).toHaveText('All time');
});
