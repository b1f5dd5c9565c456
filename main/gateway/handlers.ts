// What each call does: one file per family, put together here.
import { accountCalls } from '#contract/calls/accounts.ts';
import { alertCalls } from '#contract/calls/alerts.ts';
import { oauthCalls } from '#contract/calls/oauth.ts';
import { paperCalls } from '#contract/calls/paper.ts';
import { tokenizationCalls } from '#contract/calls/tokenization.ts';
import { uiCalls } from '#contract/calls/ui.ts';
import { ok } from '#contract/failure.ts';
import type { DeskInfo } from '#contract/records.ts';
import type { Handlers } from '#main/gateway/dispatch.ts';
import { createDeskHandlers } from '#main/gateway/handlers/desk.ts';
import { createMarketHandlers } from '#main/gateway/handlers/market.ts';
import { createOnAccount } from '#main/gateway/handlers/on-account.ts';
import { createOrderHandlers } from '#main/gateway/handlers/orders.ts';
import { unbuilt, unbuiltAll } from '#main/gateway/handlers/unbuilt.ts';
import type { DeskAccounts } from '#main/services/desk-accounts.ts';
import type { KillSwitch } from '#main/services/kill-switch.ts';
import type { SettingsService } from '#main/services/settings.ts';

type Deps = {
  info: DeskInfo;
  accounts: DeskAccounts;
  killSwitch: KillSwitch;
  settings: SettingsService;
  newIntentId: () => string;
};

export function createHandlers(deps: Deps): Handlers {
  const on = createOnAccount(deps.accounts);
  return {
    ...createDeskHandlers(deps),
    ...unbuilt('lock.now', 'lock.unlock', 'lock.configure', 'lock.touch'),
    ...unbuiltAll(accountCalls),
    'accounts.list': async () => ok(deps.accounts.all().map(({ profile }) => profile)),
    'accounts.open': (input) => on(input, ({ profile }) => ok(profile)),
    ...createOrderHandlers({ on, newIntentId: deps.newIntentId }),
    ...createMarketHandlers(on),
    ...unbuilt('assets.search', 'portfolio.history', 'activities.list'),
    ...unbuiltAll(tokenizationCalls),
    ...unbuiltAll(oauthCalls),
    ...unbuiltAll(alertCalls),
    ...unbuiltAll(uiCalls),
    ...unbuiltAll(paperCalls),
  };
}
