// Many requests from elsewhere in a short time: the first few are told one by one, the rest as one alert that counts.
// Hundreds of notifications would bury the first and everything else; the table of requests has each of them.
import type { ForeignNews } from '#main/account/mints/foreign-requests.ts';
import type { AlertedAccount, AlertEvent } from '#main/desk/alerts/alert-events.ts';
import { foreignAlert } from '#main/desk/alerts/foreign-alerts.ts';
import { newYorkTime } from '#main/domain/new-york.ts';
import type { Clock, Delay } from '#main/ports.ts';

type ForeignRequest = Extract<ForeignNews, { kind: 'foreign-request' }>;
type Burst = { alertId: string; from: number; to: number; ids: Set<string>; tellInMs: number };

type ForeignBursts = {
  onRequest(news: ForeignRequest): void;
  /** It turned out to be this desk's. */
  onOver(tokenizationRequestId: string): void;
  /** It is among those that are counted: what becomes of it is not told by itself. */
  isCounted(tokenizationRequestId: string): boolean;
  stop(): void;
};

type Deps = {
  account: AlertedAccount;
  clock: Clock;
  delay: Delay;
  notify: (event: AlertEvent) => void;
  notifyAnew: (event: AlertEvent) => void;
  withdraw: (alertId: string) => void;
};

/** Told one by one. */
const MOST_ALONE = 5;
/** A burst is over when none came for this long. */
const QUIET_MS = 180_000;
/** The count is told this soon, then ever more seldom while it grows. */
const FIRST_TELL_MS = 2_000;
const LONGEST_TELL_MS = 60_000;

export function createForeignBursts({ account, clock, delay, ...deps }: Deps): ForeignBursts {
  const bursts = new Map<string, Burst>();
  const alone = new Map<string, Map<string, number>>();
  const timers = new Map<string, () => void>();

  /** Those of this type that were told one by one lately. */
  function recently(type: string, now: number): Map<string, number> {
    const all = alone.get(type) ?? new Map<string, number>();
    for (const [id, at] of all) if (now - at > QUIET_MS) all.delete(id);
    alone.set(type, all);
    return all;
  }

  function burstOf(type: string, now: number): Burst {
    const running = bursts.get(type);
    if (running && now - running.to <= QUIET_MS) return running;
    const alertId = `elsewhere-many:${account.accountId}:${type}:${now}`;
    const begun = { alertId, from: now, to: now, ids: new Set<string>(), tellInMs: FIRST_TELL_MS };
    bursts.set(type, begun);
    return begun;
  }

  function tellSoon(type: string, burst: Burst): void {
    if (timers.has(burst.alertId)) return;
    const cancel = delay(burst.tellInMs, () => {
      timers.delete(burst.alertId);
      if (burst.ids.size > 0) deps.notifyAnew(countAlert(type, burst, account));
      else deps.withdraw(burst.alertId);
    });
    burst.tellInMs = Math.min(LONGEST_TELL_MS, burst.tellInMs * 2);
    timers.set(burst.alertId, cancel);
  }

  return {
    onRequest(news) {
      const { type, tokenizationRequestId: id } = news.request;
      const now = clock.wall();
      const told = recently(type, now);
      // One that may be this desk's is told by itself: there are as many as mints in doubt.
      if (!news.isSure || told.has(id) || told.size < MOST_ALONE) {
        if (news.isSure) told.set(id, now);
        return deps.notify(foreignAlert(news, account));
      }
      const burst = burstOf(type, now);
      if (burst.ids.has(id)) return;
      burst.ids.add(id);
      burst.to = now;
      // As long as it goes on, none is told by itself.
      for (const one of told.keys()) told.set(one, now);
      tellSoon(type, burst);
    },
    onOver(id) {
      for (const [type, burst] of bursts) if (burst.ids.delete(id)) tellSoon(type, burst);
    },
    isCounted: (id) => [...bursts.values()].some(({ ids }) => ids.has(id)),
    stop() {
      for (const cancel of timers.values()) cancel();
    },
  };
}

function countAlert(
  type: string,
  { alertId, from, to, ids }: Burst,
  { accountId, name }: AlertedAccount,
): AlertEvent {
  const [begin, end] = [clockText(from), clockText(to)];
  const when = `${begin === end ? begin : `${begin} to ${end}`} New York time`;
  const more = `${ids.size} more`;
  return type === 'redeem'
    ? {
        alertId,
        kind: 'redeem',
        title: `${more} ${ids.size === 1 ? 'redeem' : 'redeems'} arrived, ${when}`,
        text: `Each one is in the requests table. ${name}.`,
        target: { accountId },
      }
    : {
        alertId,
        kind: 'elsewhere',
        title: `${more} ${ids.size === 1 ? 'mint' : 'mints'} that this desk did not send, ${when}`,
        text: `Each one is in the requests table. If nobody on your side sent them, replace the account’s key and revoke application access. ${name}.`,
        target: { accountId },
      };
}

/** '14:02' */
function clockText(ms: number): string {
  const { minute } = newYorkTime(ms);
  const two = (count: number): string => String(count).padStart(2, '0');
  return `${two(Math.trunc(minute / 60))}:${two(minute % 60)}`;
}
