// What each call does: finds the account it names and hands the rest to the service whose business it is.
import { fail, ok, type Result } from '#contract/failure.ts';
import type { DeskInfo } from '#contract/records.ts';
import type { TradingState } from '#contract/trading.ts';
import type { Handlers } from '#main/gateway/dispatch.ts';
import type { DeskAccounts, OpenAccount } from '#main/services/desk-accounts.ts';
import { readEvidence } from '#main/services/evidence.ts';
import type { KillSwitch } from '#main/services/kill-switch.ts';
import { previewOrder } from '#main/services/preview.ts';
import type { SettingsService } from '#main/services/settings.ts';

type Deps = {
  info: DeskInfo;
  accounts: DeskAccounts;
  killSwitch: KillSwitch;
  settings: SettingsService;
  newIntentId: () => string;
};

export function createHandlers({
  info,
  accounts,
  killSwitch,
  settings,
  newIntentId,
}: Deps): Handlers {
  /** Runs `use` on the account that the call names. */
  async function on<T>(
    { accountId }: { accountId: string },
    use: (account: OpenAccount) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>> {
    const account = accounts.get(accountId);
    return account.ok ? use(account.value) : account;
  }

  return {
    'desk.info': async () => ok(info),
    'accounts.list': async () => ok(accounts.all().map(({ profile }) => profile)),
    'watchlist.get': (input) => on(input, ({ watchlist }) => ok(watchlist.get())),
    'watchlist.add': (input) => on(input, ({ watchlist }) => watchlist.add(input.symbol)),
    'watchlist.remove': (input) => on(input, ({ watchlist }) => watchlist.remove(input.symbol)),

    'tickets.open': (input) => on(input, () => ok({ intentId: newIntentId() })),
    'orders.preview': (input) =>
      on(input, ({ unit }) => {
        unit.lookAt(input.draft.symbol);
        return ok(previewOrder(unit, input.draft, input.intentId));
      }),
    'orders.submit': (input) => on(input, ({ unit }) => unit.trading.submit(input)),
    'orders.replace': (input) => on(input, ({ unit }) => unit.trading.replace(input)),
    'orders.cancel': (input) => on(input, ({ unit }) => unit.trading.cancel(input.orderId)),
    'orders.cancelUnknown': (input) =>
      on(input, ({ unit }) => unit.trading.cancelUnknown(input.intentId)),
    'orders.cancelAll': (input) =>
      on(input, ({ unit }) => unit.trading.cancelAll(input.orderIds, input.intentIds)),
    'orders.cancelEverything': (input) => on(input, ({ unit }) => unit.trading.cancelEverything()),
    'orders.lookAgain': (input) => on(input, ({ unit }) => unit.trading.lookAgain(input.intentId)),
    'orders.sendAgain': (input) =>
      on(input, ({ unit }) => unit.trading.sendAgain(input.intentId, input.confirmations)),
    'orders.setAside': (input) =>
      on(input, ({ unit }) => unit.trading.setAside(input.intentId, input.cancelWhenFound)),
    'orders.evidence': (input) =>
      on(input, ({ unit }) => readEvidence(unit.journal, input.intentId)),
    'positions.closing': (input) =>
      on(input, ({ unit }) => unit.trading.closingDraft(input.symbol)),
    'guards.get': async () => ok(settings.get().guards),
    'guards.set': async ({ guards }) => {
      settings.update((all) => ({ ...all, guards }));
      return ok(settings.get().guards);
    },
    'trading.stop': async () => {
      killSwitch.stop();
      return ok(tradingState());
    },
    'trading.resume': async () =>
      (await killSwitch.resume())
        ? ok(tradingState())
        : fail({ kind: 'not-allowed', message: 'Trading stays stopped: it was not confirmed.' }),
  };

  function tradingState(): TradingState {
    const disarmed = accounts
      .all()
      .map(({ unit }) => unit.gate.armState())
      .find(({ isArmed }) => !isArmed);
    const isStopped = killSwitch.isStopped();
    return disarmed && !disarmed.isArmed
      ? { isArmed: false, why: disarmed.why, isStopped }
      : { isArmed: true, isStopped };
  }
}
