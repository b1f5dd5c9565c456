import { expect, it } from 'vitest';
import type { AccountProfile } from '#contract/accounts.ts';
import { createNotifier } from '#main/desk/alerts/notifier.ts';
import { followUnwatched } from '#main/desk/alerts/unwatched-alerts.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { ACCOUNT, memoryStore } from './world.ts';

const PROFILE: AccountProfile = {
  accountId: ACCOUNT,
  label: 'Swing',
  environment: 'paper',
  proof: 'key',
  keyHome: 'keychain',
  isVerified: true,
  isArmed: true,
  isOpen: false,
};
const KNOWN = { openOrders: 1, unconfirmed: 0, positions: 2, lines: [] };

function setUp(store = memoryStore()) {
  const time = createFakeTime();
  const shown: string[] = [];
  const notifier = createNotifier({
    store,
    clock: time.clock,
    log: () => undefined,
    notify: ({ title, text, isOver }) =>
      shown.push(isOver ? `over: ${title}` : `${title}. ${text}`),
  });
  let profile: AccountProfile = PROFILE;
  let tell = () => undefined as void;
  const stop = followUnwatched({
    accounts: {
      list: () => [profile],
      onChange(listener) {
        tell = listener;
        return () => undefined;
      },
    },
    notifier,
    clock: time.clock,
    delay: time.delay,
  });
  return {
    shown,
    store,
    time,
    stop,
    change(next: Partial<AccountProfile>) {
      profile = { ...PROFILE, ...next };
      tell();
      time.advance(0);
    },
  };
}

it('tells at once, once, with what was last known, and takes it back when the account is open', () => {
  const { change, shown, store, time } = setUp();
  const at = time.clock.wall() - 7_200_000;
  const unwatched = {
    why: 'It is locked.',
    remedy: 'unlock-keychain',
    known: { ...KNOWN, at },
  } as const;
  change({ unwatched });
  change({ unwatched });
  expect(shown).toEqual([
    'Swing is not watched. It is locked. Last known 2 h ago: 1 open order, 2 positions. Swing, PAPER.',
  ]);
  change({ isOpen: true });
  expect(shown.at(-1)).toBe('over: Swing is not watched');
  expect(store.recent()).toEqual([]);
  change({ unwatched });
  expect(shown).toHaveLength(3);
});

it('gives the keychain’s own question some seconds first', () => {
  const { change, shown, time } = setUp();
  change({ unwatched: { why: 'The keychain waits.' } });
  time.advance(14_999);
  expect(shown).toEqual([]);
  time.advance(1);
  expect(shown).toHaveLength(1);
});

it('is told anew at the next start, and withdrawn if the account opens there', () => {
  const first = setUp();
  first.change({ unwatched: { why: 'It is locked.', remedy: 'unlock-keychain' } });
  first.stop();
  const second = setUp(first.store);
  second.change({ unwatched: { why: 'It is locked.', remedy: 'unlock-keychain' } });
  expect(second.shown.at(-1)).toContain('Its orders are not known.');
  second.stop();
  const third = setUp(first.store);
  third.change({ isOpen: true });
  expect(third.store.recent()).toEqual([]);
});
