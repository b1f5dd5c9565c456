import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decimal } from '#main/domain/decimal.ts';
import { openJournal } from '#main/journal/journal.ts';
import { setUp } from './harness.ts';

it('an account whose way out was interrupted is opened at the start, so that it can be told', async () => {
  const { connect, accounts, units, time, dataFolder } = setUp();
  const { accountId } = await connect();
  units.close(accountId);
  const folder = join(dataFolder, 'accounts', accountId);
  mkdirSync(folder, { recursive: true });
  const journal = openJournal({ clock: time.clock, log: () => undefined, folder, accountId });
  if (!journal.ok) throw new Error(journal.failure.message);
  const saved = journal.value.journal.saveClosing({
    closingId: '018f0000-0000-7000-8000-000000000001',
    kind: 'flatten',
    how: 'market',
    confirmedAt: 1,
    state: 'running',
    symbols: [
      {
        symbol: 'AAPL',
        side: 'long',
        qty: decimal('100'),
        step: 'reading',
        text: 'Reading the position in AAPL.',
        intentIds: [],
        cancels: [],
      },
    ],
  });
  expect(saved.ok).toBe(true);
  journal.value.journal.close();
  accounts.start();
  await expect.poll(() => units.isOpen(accountId)).toBe(true);
  accounts.stop();
});
