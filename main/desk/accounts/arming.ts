// Between a person and real money: a live account accepts orders only after its number was typed in a place that no page
// can reach, once per start. Locking the desk disarms it again.
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import type { Asking } from '#main/desk/asking.ts';
import type { Lock } from '#main/desk/lock.ts';
import { quoted } from '#main/desk/questions.ts';
import type { StoredProfile } from '#main/desk/settings/read-settings.ts';
import { createListeners } from '#main/tools/listeners.ts';

export type Arming = {
  isArmed(profile: Pick<StoredProfile, 'accountId' | 'environment'>): boolean;
  /** The sentence that holds orders back, for the gate. Locking does not interrupt an exit that was confirmed before. */
  heldBack(profile: StoredProfile, isConfirmedExit?: boolean): string | undefined;
  arm(profile: StoredProfile): Promise<Result<null>>;
  disarm(accountId: string): void;
  /** Why this account may not be reached from here at all. */
  refusal(environment: StoredProfile['environment']): string | undefined;
  onChange(listener: () => void): () => void;
};

type Deps = {
  asking: Pick<Asking, 'ask'>;
  isLiveAllowed: boolean;
  lock: Pick<Lock, 'isLocked' | 'onChange'>;
};

const LIVE_NOT_ALLOWED =
  'Live accounts cannot be opened in this window. Start Ballast with --allow-live, or use the desktop application.';

export function createArming({ asking, isLiveAllowed, lock }: Deps): Arming {
  const armed = new Set<string>();
  /** Armed until the desk was locked, and not armed or disarmed by a person since. */
  const lockedOut = new Set<string>();
  const listeners = createListeners();

  const isArmed: Arming['isArmed'] = ({ accountId, environment }) =>
    environment !== 'live' || armed.has(accountId);
  const stays = (why: string): Result<never> => notAllowed(`The account stays disarmed: ${why}`);

  async function arm({ accountId, label, environment, accountNumber }: StoredProfile) {
    if (environment !== 'live' || armed.has(accountId)) return ok(null);
    if (!isLiveAllowed) return notAllowed(LIVE_NOT_ALLOWED);
    if (accountNumber === undefined)
      return stays('its key has not been checked with the broker yet.');
    const asked = await asking.ask({
      title: QUESTIONS.arm,
      text: `${quoted(label)} trades with real money. Type its account number to allow orders until Ballast closes or is locked.`,
      label: 'Account number',
      action: 'Arm',
    });
    if ('why' in asked) return stays(asked.why);
    if (asked.answer.trim() !== accountNumber) return stays('that is not its account number.');
    if (lock.isLocked()) return stays('the desk was locked in the meantime.');
    armed.add(accountId);
    lockedOut.delete(accountId);
    listeners.notify();
    return ok(null);
  }

  lock.onChange(() => {
    if (!lock.isLocked() || armed.size === 0) return;
    for (const accountId of armed) lockedOut.add(accountId);
    armed.clear();
    listeners.notify();
  });

  return {
    isArmed,
    arm,
    heldBack: (profile, isConfirmedExit = false) =>
      isArmed(profile) || (isConfirmedExit && lockedOut.has(profile.accountId))
        ? undefined
        : 'This live account is not armed. Arm it with its account number first.',
    refusal: (environment) =>
      environment === 'live' && !isLiveAllowed ? LIVE_NOT_ALLOWED : undefined,
    disarm(accountId) {
      lockedOut.delete(accountId);
      if (armed.delete(accountId)) listeners.notify();
    },
    onChange: listeners.add,
  };
}
