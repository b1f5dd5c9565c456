// Units as they are built for an account: what one leaves to the next.
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createUnitBuilder } from '#main/desk/accounts/build-unit.ts';
import { openJournal } from '#main/journal/journal.ts';
import { createFakeRandom, createFakeTime } from '#test/support/fake-time.ts';
import { hideFromIndex, intentIn, value } from '#test/unit/journal/harness.ts';
import { HOSTS, KEY, setUp } from './harness.ts';

it('a journal that was checked with all of main waiting is not checked a second time after that', async () => {
  const { connect, profiles, settings, arming, dataFolder } = setUp();
  const { accountId } = await connect();
  const profile = profiles.get(accountId);
  if (!profile.ok) throw new Error('it has no profile');
  const folder = join(dataFolder, 'accounts', accountId);
  const time = createFakeTime();
  const { journal } = value(
    openJournal({ folder, accountId, clock: time.clock, log: () => undefined }),
  );
  const hidden = intentIn(journal, 'unknown', { accountId });
  journal.close();
  hideFromIndex(join(folder, 'journal.db'), 'unknown');

  let late = 0;
  const build = createUnitBuilder({
    ...time,
    random: createFakeRandom(),
    log: () => undefined,
    dataFolder,
    settings,
    profiles,
    arming,
    isStopped: () => false,
    stops: () => 0,
    openSocket: () => ({ send: () => undefined, close: () => undefined }) as never,
    checkedAtOnceBytes: 0,
  });
  const open = () => {
    const built = build(profile.value, { hosts: HOSTS, credentials: KEY }, () => late++);
    if (!built.ok) throw new Error('it did not open');
    return built.value.unit;
  };
  const first = open();
  expect(first.journal.health()).toEqual({ writable: true, isUnchecked: true });
  await vi.waitFor(() => expect(late).toBe(1), { timeout: 20_000 });
  first.stop();

  const anew = open();
  expect(anew.journal.health()).toEqual({ writable: true });
  expect(anew.journal.unsettled()).toMatchObject([{ intentId: hidden }]);
  anew.stop();

  const next = open();
  expect(next.journal.health()).toEqual({ writable: true, isUnchecked: true });
  next.stop();
  expect(late).toBe(1);
});
