// What leaves a live account by a way that a page alone must not open: an exit while all is stopped, and a mint to an
// address that nothing went to before. One question of main is the whole confirmation; after a yes it goes at once.
import type { AccountProfile } from '#contract/accounts.ts';
import { notAllowed, type Failed, type Result } from '#contract/failure.ts';
import type { Confirmation } from '#contract/trading.ts';
import type { Destination } from '#main/account/mints/wallet-approvals.ts';
import { walletKey } from '#main/domain/mints/wallet-key.ts';
import type { Mints } from '#main/account/mints/mints.ts';
import type { Arming } from '#main/desk/accounts/arming.ts';
import type { OpenAccount } from '#main/desk/accounts/units.ts';
import type { KillSwitch } from '#main/desk/kill-switch.ts';
import type { Questions } from '#main/desk/questions.ts';

export type LiveWalls = {
  /** Does `go` at once, or after a yes. `what`: the exit in words; nothing where none would be sent. */
  exit<T>(
    account: OpenAccount,
    exit: { what: () => string | undefined; confirmations?: readonly Confirmation[] },
    go: Go<T>,
  ): Going<T>;
  /** `heldBack`: why it would not go even after a yes; then nobody is asked. */
  mint<T>(
    account: OpenAccount,
    to: () => readonly Destination[],
    go: Go<T>,
    heldBack?: () => string | undefined,
  ): Going<T>;
};

type Going<T> = Result<T> | Promise<Result<T>>;
type Go<T> = () => Going<T>;

type Deps = {
  killSwitch: Pick<KillSwitch, 'isStopped' | 'stops'>;
  arming: Pick<Arming, 'isArmed'>;
  questions: Pick<Questions, 'exit' | 'mint'>;
};

const NOT_ARMED = 'This live account is not armed. Arm it with its account number first.';

export function createLiveWalls({ killSwitch, arming, questions }: Deps): LiveWalls {
  async function askExit(profile: AccountProfile, what: string): Promise<Failed | undefined> {
    const stops = killSwitch.stops();
    const refusal = await questions.exit(profile, what);
    if (refusal || killSwitch.stops() === stops) return refusal;
    return notAllowed('The exit was not sent: all trading was stopped again meanwhile.');
  }

  return {
    exit({ profile }, { what, confirmations = ['exit-while-stopped'] }, go) {
      const isAsked =
        profile.environment === 'live' &&
        killSwitch.isStopped() &&
        confirmations.includes('exit-while-stopped');
      const words = isAsked ? what() : undefined;
      if (words === undefined) return go();
      if (!arming.isArmed(profile)) return notAllowed(NOT_ARMED);
      return askExit(profile, words).then((refusal) => refusal ?? go());
    },
    mint({ profile, unit }, to, go, heldBack) {
      const unknown = profile.environment === 'live' ? newWallets(unit.mints.wallets, to()) : [];
      if (unknown.length === 0) return go();
      if (!arming.isArmed(profile)) return notAllowed(NOT_ARMED);
      const held = heldBack?.();
      if (held !== undefined) return notAllowed(held);
      const words = unknown.map((one) => `${one.walletAddress} on ${one.network}`);
      return questions.mint(profile, words).then((refusal) => {
        if (refusal) return refusal;
        unit.mints.wallets.approve(unknown);
        return go();
      });
    },
  };
}

/** Each once, in whatever spelling. */
function newWallets(
  wallets: Pick<Mints['wallets'], 'isNew'>,
  to: readonly Destination[],
): Destination[] {
  const byKey = new Map(to.map((one) => [walletKey(one.network, one.walletAddress), one]));
  return [...byKey.values()].filter((one) => wallets.isNew(one));
}
