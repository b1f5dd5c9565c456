// The desk in one glance, for the tray: is all well, what is open, which alerts came last.
import type { AccountProfile } from '#contract/accounts.ts';
import type { Alert } from '#contract/alerts.ts';
import { lastKnownWords } from '#contract/unwatched.ts';
import { standingWords } from '#main/account/mints/batch-news.ts';
import { isLeftWaiting } from '#contract/intents.ts';
import { isHearing, type Environment } from '#contract/records.ts';
import { orderLine } from '#main/desk/order-line.ts';
import { ageText } from '#main/domain/words.ts';
import type { Hiding } from '#main/desk/hiding.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';

/** What a person should see first wins: stopped, then unknown orders, then streams that are not live. */
type DeskMood = 'stopped' | 'unknown' | 'stale' | 'live';

export type DeskSummary = {
  mood: DeskMood;
  openOrders: number;
  unknown: number;
  /** Mints whose fate is open: nothing may restart the application meanwhile. */
  mintsInFlight: number;
  /** Cancels that the broker has not taken and that end with this run. */
  unkeptCancels: number;
  /** A way out is under way: after a restart its further exits would wait for the person. */
  isClosing: boolean;
  /** Batches of mints that run, stand or are awaited, each in a line. */
  batches: { accountId: string; batchId: string; text: string }[];
  /** What waits for a second person, each in a line. */
  proposals: { accountId: string; proposalId: string; text: string }[];
  accounts: AccountSummary[];
  /** Accounts of which nothing is heard; while the desk is locked without their names. */
  unwatched: { accountId: string; text: string }[];
  /** Accounts that are started when somebody chooses them. */
  resting: Pick<AccountSummary, 'accountId' | 'label' | 'environment'>[];
  /** Newest first. */
  alerts: readonly Alert[];
};

type AccountSummary = {
  accountId: string;
  label: string;
  environment: Environment;
  openCount: number;
  /** The first of them, as many as a menu has room for. */
  openOrders: { orderId: string; text: string }[];
};

type Deps = {
  accounts: () => readonly Pick<OpenAccount, 'profile' | 'unit'>[];
  unwatched: () => readonly AccountProfile[];
  resting?: () => readonly AccountProfile[];
  isStopped: () => boolean;
  /** A locked desk tells how things are, and nothing of what is in it. */
  isLocked: () => boolean;
  alerts: () => readonly Alert[];
  hiding: Hiding;
  now: () => number;
};

const MOST_ALERTS = 8;
/** However many are open: what nobody would read is not put into words. */
const MOST_ORDERS = 15;

export function summarize(deps: Deps): DeskSummary {
  const { accounts, isStopped, isLocked, alerts, hiding, now } = deps;
  const open = accounts().map(({ profile, unit }) => ({
    profile,
    unit,
    unsettled: unit.journal.unsettled(),
  }));
  const unwatched = deps.unwatched();
  const isOpen = !isLocked();
  const unsettled = open.flatMap((account) => account.unsettled);
  const isStale = open.some(({ unit }) =>
    unit.book.streams().some(({ phase }) => !isHearing(phase) && phase !== 'off'),
  );
  const unknown = unsettled.filter(
    (intent) => intent.state === 'unknown' && !isLeftWaiting(intent),
  ).length;
  return {
    mood: isStopped()
      ? 'stopped'
      : unknown > 0
        ? 'unknown'
        : isStale || unwatched.length > 0
          ? 'stale'
          : 'live',
    openOrders: open.reduce((sum, { unit }) => sum + unit.book.openCount(), 0),
    unknown,
    mintsInFlight: unsettled.filter(({ kind, state }) => kind === 'mint' && state !== 'set-aside')
      .length,
    unkeptCancels: open.reduce((sum, { unit }) => sum + unit.trading.unkeptCancels(), 0),
    isClosing: open.some(({ unit }) => unit.closings.isRunning()),
    batches: (isOpen ? open : []).flatMap(({ profile: { accountId }, unit }) =>
      unit.mints.batches.standings().map((batch) => ({
        accountId,
        batchId: batch.batchId,
        text: hiding.text(standingWords(batch)),
      })),
    ),
    proposals: (isOpen ? open : []).flatMap(({ profile: { accountId }, unit }) =>
      unit.mints.proposals
        .list()
        .filter(({ state }) => state === 'waiting')
        .map(({ proposalId, what }) => ({
          accountId,
          proposalId,
          text: hiding.text(`Waiting for a second person: ${what}`),
        })),
    ),
    accounts: (isOpen ? open : []).map(({ profile, unit, ...mine }) => ({
      accountId: profile.accountId,
      label: profile.label,
      environment: profile.environment,
      openCount: unit.book.openCount(),
      openOrders: unit.book.openOrders(MOST_ORDERS).map((order) => ({
        orderId: order.id,
        text: hiding.text(orderLine(order, { ...mine, trading: unit.trading }, now())),
      })),
    })),
    unwatched: unwatched.map((profile) => ({
      accountId: profile.accountId,
      text: isOpen ? hiding.text(unwatchedWords(profile, now())) : 'An account is not watched',
    })),
    resting: (isOpen ? (deps.resting?.() ?? []) : []).map(({ accountId, label, environment }) => ({
      accountId,
      label,
      environment,
    })),
    alerts: (isOpen ? [...alerts()] : []).toReversed().slice(0, MOST_ALERTS).map(hiding.alert),
  };
}

function unwatchedWords({ label, unwatched }: AccountProfile, now: number): string {
  const last = lastKnownWords(unwatched?.known, (at) => ageText(now - at));
  return `${label} is not watched. ${last}`;
}
