import { describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { ALPACA_HOSTS } from '#main/domain/account-hosts.ts';
import { decimal } from '#main/domain/decimal.ts';
import { embeddedProfile } from '#main/desk/settings/read-settings.ts';
import { createSettings } from '#main/desk/settings/settings.ts';

function setUp(stored?: unknown) {
  let file = stored;
  const warnings: string[] = [];
  const aside: unknown[] = [];
  const store = {
    read: () => file,
    write: (value: unknown) => (file = value),
    setAside() {
      aside.push(file);
      return 'settings.damaged.json';
    },
  };
  const open = () => createSettings({ store, log: (_level, message) => warnings.push(message) });
  return { open, warnings, aside, file: () => file };
}

describe('settings', () => {
  it('have defaults, and keep what was changed', () => {
    const { open } = setUp();
    const settings = open();
    expect(settings.get()).toMatchObject({ version: 2, isStopped: false, watchlists: {} });
    settings.update((all) => ({ ...all, isStopped: true }));
    expect(open().get().isStopped).toBe(true);
  });

  it.each([
    ['text'],
    [7],
    [[]],
    [{ watchlists: 7 }],
    [{ version: 'two' }],
    [{ isStopped: 'no' }],
    [{ version: 2, profiles: [{ accountId: 'x' }] }],
    [{ version: 2, lock: { afterMinutes: -1, isLocked: true } }],
  ])('that cannot be read (%j) are set aside with a note and never cost the start', (stored) => {
    const { open, warnings, aside } = setUp(stored);
    const settings = open();
    expect(settings.get().version).toBe(2);
    expect(aside).toEqual([stored]);
    expect(warnings).toHaveLength(1);
    expect(settings.notes()).toEqual([expect.stringContaining('settings.damaged.json')]);
  });

  it('keep every member that can be read when another cannot', () => {
    const profile = embeddedProfile('00000000-0000-4000-8000-000000000001');
    const { open } = setUp({
      version: 2,
      isStopped: true,
      watchlists: 7,
      profiles: [{ label: 'broken' }, profile],
    });
    expect(open().get()).toMatchObject({ isStopped: true, watchlists: {}, profiles: [profile] });
  });

  it('keep one of two accounts with the same id, and every other', () => {
    const [one, two] = ['1', '2'].map((n) =>
      embeddedProfile(`00000000-0000-4000-8000-00000000000${n}`),
    );
    const { open, aside } = setUp({ version: 2, profiles: [one, two, { ...one, label: 'Again' }] });
    expect(open().get().profiles).toEqual([one, two]);
    expect(aside).toHaveLength(1);
  });

  it('that are a list still say that trading was stopped', () => {
    expect(
      setUp([{ version: 2, isStopped: true }])
        .open()
        .get().isStopped,
    ).toBe(true);
    expect(
      setUp([{ version: 2, isStopped: false }])
        .open()
        .get().isStopped,
    ).toBe(false);
  });

  it('of a newer version are left alone: defaults, a note, and nothing is written', () => {
    const newer = { version: 9, isStopped: true, something: 'new' };
    const { open, file, aside } = setUp(newer);
    const settings = open();
    settings.update((all) => ({ ...all, watchlists: {} }));
    expect(file()).toBe(newer);
    expect(aside).toEqual([]);
    expect(settings.notes()).toEqual([expect.stringContaining('newer version of Ballast')]);
    expect(settings.get().isStopped).toBe(true);
  });

  it('of the first version keep their practice account', () => {
    const embeddedAccountId = '00000000-0000-4000-8000-000000000007';
    const { open, warnings } = setUp({ version: 1, embeddedAccountId, isStopped: true });
    expect(open().get()).toMatchObject({
      version: 2,
      isStopped: true,
      profiles: [embeddedProfile(embeddedAccountId)],
    });
    expect(warnings).toEqual([]);
  });

  it.each(['not an address', 'https://', 'http://[::1', ''])(
    'of an account at “%s” cost that account and not the start',
    (rest) => {
      const good = embeddedProfile('00000000-0000-4000-8000-000000000001');
      const profile = {
        ...good,
        accountId: '00000000-0000-4000-8000-000000000002',
        environment: 'paper',
        hosts: { ...ALPACA_HOSTS.paper, rest },
      };
      const { open, aside } = setUp({ version: 2, profiles: [profile, good] });
      expect(open().get().profiles).toEqual([good]);
      expect(aside).toHaveLength(1);
    },
  );

  it.each([
    ['paper', 'https://api.alpaca.markets'],
    ['paper', 'https://broker.example'],
    ['live', 'https://paper-api.alpaca.markets'],
    ['embedded', 'https://api.alpaca.markets'],
  ])('do not believe a %s profile at %s, whoever wrote the file', (environment, rest) => {
    const { open } = setUp({
      version: 2,
      profiles: [
        {
          ...embeddedProfile('00000000-0000-4000-8000-000000000001'),
          environment,
          hosts: { ...ALPACA_HOSTS.live, rest },
        },
      ],
    });
    expect(open().get().profiles).toEqual([]);
  });
});

describe('guard settings', () => {
  it('are all on but the daily loss and the second person, and are kept when a person changes them', () => {
    const { open } = setUp();
    const settings = open();
    const { guards } = settings.get();
    expect(Object.entries(guards).flatMap(([name, guard]) => (guard.isOn ? [] : [name]))).toEqual([
      'dailyLoss',
      'mintSecond',
    ]);
    const size = { isOn: true, maxShares: decimal('7') };
    const dailyLoss = { isOn: true, maxDollars: decimal('500') };
    settings.update((all) => ({ ...all, guards: { ...guards, size, dailyLoss } }));
    expect(open().get().guards).toMatchObject({ size, dailyLoss });
  });

  it.each([
    [{ size: { isOn: true, maxShares: '0' } }],
    [{ size: { isOn: true, maxShares: '-1' } }],
    [{ value: { isOn: true } }],
    [{ dailyLoss: { isOn: true } }],
    [{ ordersPerMinute: { isOn: true, maxOrders: 0 } }],
    [{ repeat: { isOn: 'yes', withinMs: 1 } }],
    [{ bypass: { isOn: true } }],
  ])('refuse %j', (change) => {
    const guards = setUp().open().get().guards;
    expect(
      calls['guards.set'].input.safeParse({ guards: { ...guards, ...change }, from: '' }).success,
    ).toBe(false);
  });
});

describe('the edition of a settings document', () => {
  it.each([
    ['a first edition that may trade', { version: 2, isStopped: false }, true],
    ['a first edition that is stopped', { version: 2, isStopped: true }, false],
    ['one that does not say', { version: 2 }, false],
    ['this edition', { version: 2, isStopped: false, tradingPermission: 'file' }, false],
    ['a damaged one', { version: 2, isStopped: false, watchlists: 7 }, false],
    ['a newer one', { version: 9, isStopped: false }, false],
    ['none', undefined, false],
  ])('%s', (_what, stored, isOldAllowed) => {
    const { open } = setUp(stored);
    expect(open().isOldAllowed).toBe(isOldAllowed);
  });

  it('is this one as soon as it is written', () => {
    const { open } = setUp({ version: 2, isStopped: false });
    open().update((all) => all);
    expect(open().isOldAllowed).toBe(false);
  });
});
