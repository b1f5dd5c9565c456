// Whether the practice account is started with the desk, by what a real journal has of it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { LeftPlace } from '#contract/ui.ts';
import { createAccountJournals } from '#main/desk/accounts/account-journals.ts';
import { createWanted } from '#main/desk/practice/wanted.ts';
import { embeddedProfile } from '#main/desk/settings/read-settings.ts';
import type { Settings } from '#main/desk/settings/read-settings.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { Journal } from '#main/journal/types.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { anOrder, aPosition } from '#test/unit/domain/samples.ts';
import { ACCOUNT, draft, OTHER_ACCOUNT, value } from '#test/unit/journal/harness.ts';

type Options = { place?: string | null; symbols?: string[] };

function setUp({ place = OTHER_ACCOUNT, symbols = [] }: Options = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'ballast-wanted-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const { clock } = createFakeTime();
  const log = () => undefined;
  const folder = join(dataFolder, 'accounts', ACCOUNT);
  const problems = new Map<string, string>();
  const profiles = {
    problem: (accountId: string) => problems.get(accountId),
    setProblem: (accountId: string, problem: string | undefined) =>
      void problems.set(accountId, problem ?? ''),
  };
  const left = place === null ? undefined : ({ accountId: place } as LeftPlace);
  const others = [{ ...embeddedProfile(OTHER_ACCOUNT), environment: 'paper' }];
  const wanted = createWanted({
    settings: {
      get: () =>
        ({ place: left, profiles: [embeddedProfile(ACCOUNT), ...others] }) as unknown as Settings,
    },
    journals: createAccountJournals({
      clock,
      log,
      profiles,
      units: { all: () => [] },
      dataFolder,
    }),
    profiles,
    alertSymbols: () => symbols,
    dataFolder,
  });
  return {
    wanted: () => wanted(ACCOUNT),
    folder,
    /** What the last run left. */
    leave(use: (journal: Journal) => void) {
      const { journal } = value(openJournal({ folder, accountId: ACCOUNT, clock, log }));
      use(journal);
      journal.close();
    },
    leaveLedger() {
      mkdirSync(join(dataFolder, 'embedded'), { recursive: true });
      writeFileSync(join(dataFolder, 'embedded', 'paper.db'), '');
    },
  };
}

it('is in front in a new folder, where it was left, and where the account that was is gone', () => {
  expect(setUp({ place: null }).wanted()).toBe('in-front');
  expect(setUp({ place: ACCOUNT }).wanted()).toBe('in-front');
  expect(setUp({ place: '33333333-3333-4333-8333-333333333333' }).wanted()).toBe('in-front');
});

it('rests where another account was in front and nothing is open there', () => {
  const never = setUp();
  expect(never.wanted()).toBe('when-asked');
  const { wanted, leave, leaveLedger } = setUp();
  leaveLedger();
  leave((journal) => {
    value(journal.saveOrders([anOrder({ status: 'filled' })]));
    value(journal.savePositions([], 1));
    value(journal.saveTokenizations([{ tokenizationRequestId: 'a-request', status: 'completed' }]));
  });
  expect(wanted()).toBe('when-asked');
});

const OPEN: [string, (journal: Journal) => void][] = [
  ['an open order', (journal) => value(journal.saveOrders([anOrder({ status: 'new' })]))],
  ['a position', (journal) => value(journal.savePositions([aPosition()], 1))],
  ['an order whose outcome nobody knows', (journal) => value(journal.record(draft()))],
  [
    'a mint that is not over',
    (journal) =>
      value(journal.saveTokenizations([{ tokenizationRequestId: 'a-mint', status: 'pending' }])),
  ],
];
it.each(OPEN)('is watched although nobody looks at it, because of %s', (_what, use) => {
  const { wanted, leave } = setUp();
  leave(use);
  expect(wanted()).toBe('to-be-watched');
});

it('is watched for a price that somebody waits for', () => {
  expect(setUp({ symbols: ['AAPL'] }).wanted()).toBe('to-be-watched');
});

it('does not rest on the word of a journal that is missing or was damaged', () => {
  const missing = setUp();
  missing.leaveLedger();
  expect(missing.wanted()).toBe('to-be-watched');
  const damaged = setUp();
  mkdirSync(damaged.folder, { recursive: true });
  writeFileSync(join(damaged.folder, 'journal.db'), 'garbage '.repeat(999));
  expect(damaged.wanted()).toBe('to-be-watched');
});
