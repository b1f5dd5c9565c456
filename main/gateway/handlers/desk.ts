import type { deskCalls } from '#contract/calls/desk.ts';
import { fail, invalid, ok } from '#contract/failure.ts';
import type { DeskInfo } from '#contract/records.ts';
import type { TradingState } from '#contract/trading.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { DeskAccounts } from '#main/desk/accounts/open-accounts.ts';
import { stopState, type KillSwitch } from '#main/desk/kill-switch.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';

type Deps = {
  info: DeskInfo;
  accounts: DeskAccounts;
  killSwitch: KillSwitch;
  settings: SettingsService;
};

type Built = 'desk.info' | 'guards.get' | 'guards.set' | 'trading.stop' | 'trading.resume';

export function createDeskHandlers(deps: Deps): Pick<HandlersOf<typeof deskCalls>, Built> {
  const { info, accounts, killSwitch, settings } = deps;

  function tradingState(): TradingState {
    const disarmed = accounts
      .all()
      .map(({ unit }) => unit.gate.armState())
      .find(({ isArmed }) => !isArmed);
    return { ...(disarmed ?? { isArmed: true }), ...stopState(killSwitch) };
  }

  return {
    'desk.info': async () => ok(info),
    'guards.get': async () => ok(settings.get().guards),
    'guards.set': async ({ guards, from }) => {
      // Both were read by the same schema, so that their members stand in one order.
      if (from && JSON.stringify(from) !== JSON.stringify(settings.get().guards))
        return invalid('The guards were changed in another window.', 'from');
      settings.update((all) => ({ ...all, guards }));
      return ok(settings.get().guards);
    },
    'trading.stop': async () => {
      killSwitch.stop();
      return ok(tradingState());
    },
    'trading.resume': async () => {
      const refusal = await killSwitch.resume();
      return refusal === undefined
        ? ok(tradingState())
        : fail({ kind: 'not-allowed', message: refusal });
    },
  };
}
