import type { deskCalls } from '#contract/calls/desk.ts';
import { fail, notAllowed, ok } from '#contract/failure.ts';
import type { DeskInfo } from '#contract/records.ts';
import type { TradingState } from '#contract/trading.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import { stopState, type KillSwitch } from '#main/desk/kill-switch.ts';
import type { Lock } from '#main/desk/lock.ts';
import type { SecondPerson } from '#main/desk/second-person.ts';
import type { Questions } from '#main/desk/questions.ts';
import type { Delay, Ports } from '#main/ports.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';
import type { Versions } from '#main/desk/settings/versions.ts';

type Deps = {
  info: DeskInfo;
  units: Pick<Units, 'all'>;
  killSwitch: KillSwitch;
  settings: SettingsService;
  versions: Versions;
  lock: Lock;
  questions: Pick<Questions, 'guards'>;
  secondPerson: Pick<SecondPerson, 'guards'>;
  delay: Delay;
  openFolder?: Ports['openFolder'];
};

const FOLDER_AGAIN_MS = 2_000;

export function createDeskHandlers(deps: Deps): HandlersOf<typeof deskCalls> {
  const { info, units, killSwitch, settings, versions, lock, questions, secondPerson } = deps;
  let opening: Promise<boolean> | undefined;
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
    'desk.openFolder': async () => {
      // A page that was taken over could bury the screen in windows: a click soon after has the answer of the first.
      if (!opening) {
        opening = deps.openFolder?.(info.dataFolder) ?? Promise.resolve(false);
        deps.delay(FOLDER_AGAIN_MS, () => (opening = undefined));
      }
      return (await opening) ? ok(null) : notAllowed('There is no file manager here to show it.');
    },
    'guards.get': async () => ok(guardsNow()),
    'guards.set': async ({ guards, from }) => {
      const outdated = () =>
        versions.of('guards') === from
          ? undefined
          : fail({
              kind: 'outdated',
              message: 'The guards were changed in another window.',
              now: guardsNow(),
            });
      const { guards: before, profiles } = settings.get();
      const hasLive = profiles.some(({ environment }) => environment === 'live');
      const refusal =
        outdated() ??
        (hasLive ? await questions.guards(before, guards) : undefined) ??
        (await secondPerson.guards(before, guards));
      if (refusal) return refusal;
      const overtaken = outdated();
      if (overtaken) return overtaken;
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
