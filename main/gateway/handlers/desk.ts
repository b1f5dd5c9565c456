import type { deskCalls } from '#contract/calls/desk.ts';
import { fail, notAllowed, ok } from '#contract/failure.ts';
import type { DeskInfo } from '#contract/records.ts';
import type { TradingState } from '#contract/trading.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import { stopState, type KillSwitch } from '#main/desk/kill-switch.ts';
import type { Lock } from '#main/desk/lock.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';
import type { Versions } from '#main/desk/settings/versions.ts';

type Deps = {
  info: DeskInfo;
  units: Pick<Units, 'all'>;
  killSwitch: KillSwitch;
  settings: SettingsService;
  versions: Versions;
  lock: Lock;
};

export function createDeskHandlers(deps: Deps): HandlersOf<typeof deskCalls> {
  const { info, units, killSwitch, settings, versions, lock } = deps;
  const guardsNow = () => ({ value: settings.get().guards, version: versions.of('guards') });

  function tradingState(): TradingState {
    const disarmed = units
      .all()
      .map(({ unit }) => unit.gate.armState())
      .find(({ isArmed }) => !isArmed);
    return { ...(disarmed ?? { isArmed: true }), ...stopState(killSwitch) };
  }

  return {
    'desk.info': async () => ok(info),
    'guards.get': async () => ok(guardsNow()),
    'guards.set': async ({ guards, from }) => {
      if (versions.of('guards') !== from) {
        const message = 'The guards were changed in another window.';
        return fail({ kind: 'outdated', message, now: guardsNow() });
      }
      settings.update((all) => ({ ...all, guards }));
      versions.move('guards', from);
      return ok(guardsNow());
    },
    'trading.stop': async () => {
      killSwitch.stop();
      return ok(tradingState());
    },
    'trading.resume': async () => {
      const refusal = await killSwitch.resume();
      return refusal === undefined ? ok(tradingState()) : notAllowed(refusal);
    },
    'lock.now': async () => lock.lock(),
    'lock.unlock': ({ passphrase }) => lock.unlock(passphrase),
    'lock.configure': (input) => lock.configure(input),
    'lock.touch': async () => {
      lock.touch();
      return ok(null);
    },
  };
}
