// What each call does: one file per family, put together here.
import type { DeskInfo } from '#contract/records.ts';
import type { Handlers } from '#main/gateway/dispatch.ts';
import type { DeskAlerts } from '#main/desk/alerts/desk-alerts.ts';
import { createActivityHandlers } from '#main/gateway/handlers/activity.ts';
import { createAlertHandlers } from '#main/gateway/handlers/alerts.ts';
import { createAccountHandlers } from '#main/gateway/handlers/accounts.ts';
import { createDeskHandlers } from '#main/gateway/handlers/desk.ts';
import { createLockHandlers } from '#main/gateway/handlers/lock.ts';
import { createKeyHandlers } from '#main/gateway/handlers/keys.ts';
import { createFileHandlers } from '#main/gateway/handlers/files.ts';
import { createMarketHandlers } from '#main/gateway/handlers/market.ts';
import { createOAuthHandlers } from '#main/gateway/handlers/oauth.ts';
import { createOnAccount, createOnTicket } from '#main/gateway/handlers/on-account.ts';
import { createOrderHandlers } from '#main/gateway/handlers/orders.ts';
import { createUiHandlers } from '#main/gateway/handlers/ui.ts';
import { createPaperHandlers } from '#main/gateway/handlers/paper.ts';
import { createTokenizationHandlers } from '#main/gateway/handlers/tokenization.ts';
import { createWindowHandlers } from '#main/gateway/handlers/windows.ts';
import type { BreakIt } from '#main/desk/practice/break-it.ts';
import type { Accounts } from '#main/desk/accounts/accounts.ts';
import type { OpenChart, SaveFile } from '#main/ports.ts';
import type { DeskAccounts } from '#main/desk/accounts/open-accounts.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import type { KillSwitch } from '#main/desk/kill-switch.ts';
import type { OAuthService } from '#main/desk/applications/oauth.ts';
import type { Lock } from '#main/desk/lock.ts';
import { createTickets } from '#main/desk/tickets.ts';
import type { SettingsService } from '#main/desk/settings/settings.ts';

type Deps = {
  info: DeskInfo;
  accounts: DeskAccounts;
  management: Accounts;
  keys: Keys;
  lock: Lock;
  killSwitch: KillSwitch;
  settings: SettingsService;
  oauth: OAuthService;
  newIntentId: () => string;
  breakIt: BreakIt;
  alerts: DeskAlerts;
  saveFile: SaveFile | undefined;
  openChart: OpenChart | undefined;
};

export function createHandlers(deps: Deps): Handlers {
  const tickets = createTickets(deps.newIntentId);
  const on = createOnAccount(deps.accounts, tickets);
  const onTicket = createOnTicket(on, tickets);
  return {
    ...createDeskHandlers(deps),
    ...createLockHandlers(deps.lock),
    ...createAccountHandlers(deps.management),
    ...createKeyHandlers(deps.keys),
    ...createOrderHandlers({ on, onTicket, tickets }),
    ...createMarketHandlers(on),
    ...createTokenizationHandlers({ on, onTicket }),
    ...createOAuthHandlers({ on, oauth: deps.oauth }),
    ...createAlertHandlers({ on, alerts: deps.alerts }),
    ...createUiHandlers(deps.settings),
    ...createActivityHandlers(on),
    ...createFileHandlers(deps.saveFile),
    ...createWindowHandlers(on, deps.openChart),
    ...createPaperHandlers({ on, breakIt: deps.breakIt }),
  };
}
