import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAccountJournals } from '#main/desk/accounts/account-journals.ts';
import { setUp } from './harness.ts';

it('a damaged journal is told although the key of its account cannot be read', async () => {
  const { connect, accounts, profiles, units, time, dataFolder } = setUp();
  const { accountId } = await connect();
  units.close(accountId);
  const folder = join(dataFolder, 'accounts', accountId);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'journal.db'), 'garbage '.repeat(999));
  const journals = createAccountJournals({
    clock: time.clock,
    log: () => undefined,
    profiles,
    units,
    dataFolder,
  });
  expect(journals.unsettled(accountId)).toBe(0);
  const told = /^The journal was damaged and was kept as journal\.damaged-.*\.db/;
  expect(accounts.list().find((one) => one.accountId === accountId)?.problem).toMatch(told);
  const lines = journals.read(accountId, (journal) =>
    journal.activity({ kinds: [], text: '', limit: 10 }),
  );
  expect(lines).toMatchObject({
    value: { lines: [{ text: expect.stringMatching(told) as string }] },
  });
});
