import { describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { decimal } from '#main/domain/decimal.ts';
import { createKillSwitch } from '#main/services/kill-switch.ts';
import { createSettings } from '#main/services/settings.ts';

function setUp(stored?: unknown) {
  let file = stored;
  const warnings: string[] = [];
  const store = { read: () => file, write: (value: unknown) => (file = value) };
  const open = () => createSettings({ store, log: (_level, message) => warnings.push(message) });
  return { open, warnings, file: () => file };
}

describe('settings', () => {
  it('have defaults, and keep what was changed', () => {
    const { open } = setUp();
    const settings = open();
    expect(settings.get()).toMatchObject({ version: 1, isStopped: false, watchlists: {} });
    settings.update((all) => ({ ...all, isStopped: true }));
    expect(open().get().isStopped).toBe(true);
  });

  it.each([['text'], [7], [{ watchlists: 7 }], [{ version: 9 }], [{ isStopped: 'no' }]])(
    'that cannot be read (%j) cost their contents and never the start',
    (stored) => {
      const { open, warnings } = setUp(stored);
      expect(open().get().version).toBe(1);
      expect(warnings).toHaveLength(1);
    },
  );
});

describe('guard settings', () => {
  it('are all on but the daily loss, and are kept when a person changes them', () => {
    const { open } = setUp();
    const settings = open();
    const { guards } = settings.get();
    expect(Object.entries(guards).filter(([, guard]) => !guard.isOn)).toEqual([
      ['dailyLoss', { isOn: false }],
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
    expect(calls['guards.set'].input.safeParse({ guards: { ...guards, ...change } }).success).toBe(
      false,
    );
  });
});

describe('the kill switch', () => {
  it('stops at once, tells everyone, and survives a restart', () => {
    const { open } = setUp();
    const killSwitch = createKillSwitch(open(), async () => true);
    let told = 0;
    killSwitch.onChange(() => told++);
    killSwitch.stop();
    expect([killSwitch.isStopped(), told]).toEqual([true, 1]);
    expect(createKillSwitch(open(), async () => true).isStopped()).toBe(true);
  });

  it('is turned off only when main’s own question is answered with yes', async () => {
    const { open } = setUp({ isStopped: true });
    let answer = false;
    const killSwitch = createKillSwitch(open(), async () => answer);
    expect(await killSwitch.resume()).toBe(false);
    expect(killSwitch.isStopped()).toBe(true);
    answer = true;
    expect(await killSwitch.resume()).toBe(true);
    expect(killSwitch.isStopped()).toBe(false);
  });

  it('stops trading even when the settings cannot be written', () => {
    const broken = {
      get: () => setUp().open().get(),
      update: () => {
        throw new Error('disk full');
      },
    };
    const killSwitch = createKillSwitch(broken, async () => true);
    expect(() => killSwitch.stop()).toThrow('disk full');
    expect(killSwitch.isStopped()).toBe(true);
  });
});
