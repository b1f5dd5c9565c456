// What the windows reach of the desk: calls that are answered, and feeds that are watched.
import type { DeskInfo } from '#contract/records.ts';
import type { Accounts } from '#main/desk/accounts/accounts.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import type { Units } from '#main/desk/accounts/units.ts';
import type { DeskAlerts } from '#main/desk/alerts/desk-alerts.ts';
import type { OAuthService } from '#main/desk/applications/oauth.ts';
import type { RegistrationService } from '#main/desk/applications/registrations.ts';
import type { Keys } from '#main/desk/keys/types.ts';
import type { KillSwitch } from '#main/desk/kill-switch.ts';
import type { Lock } from '#main/desk/lock.ts';
import { createLiveWalls } from '#main/desk/live-walls.ts';
import type { Navigation } from '#main/desk/navigation.ts';
import type { Asking } from '#main/desk/asking.ts';
import type { Archiving } from '#main/desk/archiving.ts';
import type { Backups } from '#main/desk/backup/backups.ts';
import type { BreakIt } from '#main/desk/practice/break-it.ts';
import type { Questions } from '#main/desk/questions.ts';
import type { SecondPerson } from '#main/desk/second-person.ts';
import { isReviewSkipped, type OpenedSettings } from '#main/desk/settings/settings.ts';
import { createVersions } from '#main/desk/settings/versions.ts';
import { createTickets } from '#main/desk/tickets.ts';
import { createDispatch, type Dispatch, type Handlers } from '#main/gateway/dispatch.ts';
import { createFeeds, type Feeds } from '#main/gateway/feeds.ts';
import { createAccountHandlers } from '#main/gateway/handlers/accounts.ts';
import { createOAuthHandlers, createPaperHandlers } from '#main/gateway/handlers/applications.ts';
import { createArchiveHandlers } from '#main/gateway/handlers/archives.ts';
import { createDataHandlers } from '#main/gateway/handlers/data.ts';
import { createDayEndHandlers } from '#main/gateway/handlers/day-end.ts';
import { createDeskHandlers } from '#main/gateway/handlers/desk.ts';
import { createShut } from '#main/gateway/shut.ts';
import { createOnAccount, createOnTicket } from '#main/gateway/handlers/on-account.ts';
import { createProposalHandlers } from '#main/gateway/handlers/proposals.ts';
import { createRegistrationHandlers } from '#main/gateway/handlers/registrations.ts';
import { createPageHandlers } from '#main/gateway/handlers/page.ts';
import { createTokenizationHandlers } from '#main/gateway/handlers/tokenization.ts';
import {
  createAlertHandlers,
  createMarketHandlers,
  createOrderHandlers,
} from '#main/gateway/handlers/trading.ts';
import { createUpdateHandlers } from '#main/gateway/handlers/updates.ts';
import { createSources } from '#main/gateway/sources.ts';
import type { Updates } from '#main/updates/updates.ts';
import type { Delay, Log, OpenChart, Random, SaveFile } from '#main/ports.ts';

type Deps = {
  info: DeskInfo;
  settings: OpenedSettings;
  lock: Lock;
  killSwitch: KillSwitch;
  arming: Arming;
  keys: Keys;
  alerts: DeskAlerts;
  units: Units;
  accounts: Accounts;
  oauth: OAuthService;
  registrations: RegistrationService;
  questions: Questions;
  asking: Asking;
  backups: Backups;
  archiving: Archiving;
  updates: Updates;
  secondPerson: SecondPerson;
  breakIt: BreakIt;
  /** Starts the practice account where a call names it and it rests. */
  wake: (accountId: string) => Promise<void> | undefined;
  navigation: Navigation;
  newIntentId: () => string;
  saveFile?: SaveFile | undefined;
  openChart?: OpenChart | undefined;
  delay: Delay;
  random: Pick<Random, 'uuid'>;
  log: Log;
};

export function createGateway(deps: Deps): { dispatch: Dispatch; feeds: Feeds } {
  const { settings, lock, killSwitch, arming, units, delay, random, log } = deps;
  const { isLocked } = lock;

  function report(name: string, error: unknown): string {
    const ref = random.uuid().slice(0, 8);
    const stack = error instanceof Error ? error.stack : String(error);
    log('error', 'a call failed inside the desk', { ref, name, stack });
    return ref;
  }

  const sources = createSources({
    ...deps,
    isReviewSkipped: () => isReviewSkipped(settings.get()),
    onStopChange(listener) {
      const stops = [killSwitch, arming, settings].map(({ onChange }) => onChange(listener));
      return () => stops.forEach((stop) => stop());
    },
  });
  const feeds = createFeeds({ sources, delay, report, isLocked });
  units.onClose((accountId) =>
    feeds.end(accountId, { kind: 'not-allowed', message: 'This account was closed.' }),
  );
  lock.onChange(() => feeds.setLocked(isLocked()));
  const { isBeingReplaced } = deps.backups;
  const handlers = createHandlers(deps);
  return { dispatch: createDispatch({ handlers, report, isLocked, isBeingReplaced }), feeds };
}

function createHandlers(deps: Deps): Handlers {
  const versions = createVersions(deps.random.uuid);
  const tickets = createTickets(deps.newIntentId);
  const { isLocked } = deps.lock;
  const { isBeingReplaced } = deps.backups;
  const shut = createShut({ isLocked, isBeingReplaced });
  const on = createOnAccount(deps.units, tickets, deps.wake, shut);
  const onTicket = createOnTicket(on, tickets);
  const walls = createLiveWalls(deps);
  return {
    ...createDeskHandlers({ ...deps, versions }),
    ...createDataHandlers({ ...deps, versions }),
    ...createArchiveHandlers(on, deps.archiving),
    ...createAccountHandlers(deps),
    ...createOrderHandlers({ on, onTicket, tickets, walls }),
    ...createMarketHandlers(on),
    ...createAlertHandlers(on, deps.alerts),
    ...createTokenizationHandlers(on, onTicket, walls),
    ...createDayEndHandlers(on),
    ...createProposalHandlers(on, deps.secondPerson),
    ...createOAuthHandlers(on, deps.oauth),
    ...createRegistrationHandlers(on, deps.registrations),
    ...createPaperHandlers(on, deps.breakIt),
    ...createUpdateHandlers(deps.updates),
    ...createPageHandlers({ ...deps, on, versions }),
  };
}
