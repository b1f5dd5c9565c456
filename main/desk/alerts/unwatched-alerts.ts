// That an account is not open, so that nobody hears of its fills: told at once, and taken back when it is.
import type { AccountProfile } from '#contract/accounts.ts';
import { lastKnownWords } from '#contract/unwatched.ts';
import { ENVIRONMENT_WORDS } from '#contract/records.ts';
import type { AlertEvent } from '#main/desk/alerts/alert-events.ts';
import type { Notifier } from '#main/desk/alerts/notifier.ts';
import { ageText } from '#main/domain/words.ts';
import type { Clock, Delay } from '#main/ports.ts';

export type UnwatchedSource = {
  list(): readonly AccountProfile[];
  onChange(listener: () => void): () => void;
};

type Deps = {
  accounts: UnwatchedSource;
  notifier: Pick<Notifier, 'notify' | 'withdraw'>;
  clock: Clock;
  delay: Delay;
};

/** The keychain's own question is in sight: whoever answers it needs no second one. */
const ASKED_MS = 15_000;

/** Answers a function that ends it. */
export function followUnwatched({ accounts, notifier, clock, delay }: Deps): () => void {
  /** Those that were told of in this run, or will be in a moment. */
  const known = new Map<string, () => void>();

  function tell(accountId: string): void {
    const profile = unwatched().find((one) => one.accountId === accountId);
    if (!profile) return;
    // One of an earlier run was about that run.
    notifier.withdraw(alertIdOf(accountId));
    notifier.notify(eventOf(profile, clock.wall()));
  }

  const unwatched = (): AccountProfile[] =>
    accounts.list().filter((one) => one.unwatched && !one.isOpen);

  function update(): void {
    const now = new Map(unwatched().map((profile) => [profile.accountId, profile]));
    for (const accountId of known.keys())
      if (!now.has(accountId)) {
        known.get(accountId)?.();
        known.delete(accountId);
      }
    for (const { accountId, isOpen } of accounts.list())
      if (isOpen) notifier.withdraw(alertIdOf(accountId));
    for (const [accountId, { keyHome, unwatched: { remedy } = {} }] of now) {
      if (known.has(accountId)) continue;
      const isAsked = keyHome === 'keychain' && remedy === undefined;
      known.set(
        accountId,
        delay(isAsked ? ASKED_MS : 0, () => tell(accountId)),
      );
    }
  }

  const stop = accounts.onChange(update);
  update();
  return () => {
    stop();
    for (const cancel of known.values()) cancel();
  };
}

const alertIdOf = (accountId: string): string => `unwatched:${accountId}`;

function eventOf(profile: AccountProfile, now: number): AlertEvent {
  const { accountId, label, environment, unwatched } = profile;
  const last = lastKnownWords(unwatched?.known, (at) => ageText(now - at));
  return {
    alertId: alertIdOf(accountId),
    kind: 'unwatched',
    title: `${label} is not watched`,
    text: `${unwatched?.why ?? ''} ${last} ${label}, ${ENVIRONMENT_WORDS[environment]}.`.trim(),
    target: { accountId },
  };
}
