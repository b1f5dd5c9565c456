// What leaves a live account by a way that a page alone must not open: an exit while all is stopped, a mint to an address
// that nothing went to before, and a mint a second time. One question of main is the whole confirmation; after a yes it goes at once.
import type { AccountProfile } from '#contract/accounts.ts';
import { notAllowed, type Failed, type Result } from '#contract/failure.ts';
import type { Confirmation } from '#contract/trading.ts';
import type { Repetition } from '#main/account/mints/judged-mints.ts';
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
  mint<T>(account: OpenAccount, leaving: Leaving, go: Go<T>): Going<T>;
};

type Leaving = {
  to: () => readonly Destination[];
  /** What it mints a second time. */
  repeats?: () => readonly Repetition[];
  /** Why it would not go even after a yes; then nobody is asked. */
  heldBack?: () => string | undefined;
};

type Asked = { wallets: Destination[]; repeats: readonly Repetition[] };

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
    return notAllowed('The exit was not sent: all trading was stopped again in the meantime.');
  }

  /** A yes is to what was named: what came in meanwhile is asked about as well. */
  async function askMint<T>(
    account: OpenAccount,
    leaving: Leaving,
    asked: Asked,
    go: Go<T>,
  ): Promise<Result<T>> {
    const refusal = await questions.mint(
      account.profile,
      asked.wallets.map((one) => walletWords(account, one)),
      asked.repeats.map(({ words }) => words),
    );
    if (refusal) return refusal;
    const now = wantedOf(account, leaving);
    if (!isNothing(unasked(now, asked))) return askMint(account, leaving, now, go);
    account.unit.mints.wallets.approve(asked.wallets);
    return go();
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
    mint(account, leaving, go) {
      if (account.profile.environment !== 'live') return go();
      const wanted = wantedOf(account, leaving);
      if (isNothing(wanted)) return go();
      if (!arming.isArmed(account.profile)) return notAllowed(NOT_ARMED);
      const held = leaving.heldBack?.();
      if (held !== undefined) return notAllowed(held);
      return askMint(account, leaving, wanted, go);
    },
  };
}

function wantedOf({ unit }: OpenAccount, { to, repeats }: Leaving): Asked {
  return { wallets: newWallets(unit.mints.wallets, to()), repeats: repeats?.() ?? [] };
}

const isNothing = ({ wallets, repeats }: Asked): boolean => wallets.length + repeats.length === 0;

/** Those of them that were not asked about. */
function unasked(now: Asked, asked: Asked): Asked {
  const wallets = new Set(asked.wallets.map(keyOf));
  const repeats = new Set(asked.repeats.map(({ key }) => key));
  return {
    wallets: now.wallets.filter((one) => !wallets.has(keyOf(one))),
    repeats: now.repeats.filter(({ key }) => !repeats.has(key)),
  };
}

const walletWords = ({ unit }: OpenAccount, to: Destination): string => {
  const isWithdrawn = unit.mints.wallets.isWithdrawn(to);
  return `${to.walletAddress} on ${to.network}${isWithdrawn ? ', whose approval was revoked' : ''}`;
};

const keyOf = ({ network, walletAddress }: Destination): string =>
  walletKey(network, walletAddress);

/** Each once, in whatever spelling. */
function newWallets(
  wallets: Pick<Mints['wallets'], 'isNew'>,
  to: readonly Destination[],
): Destination[] {
  const byKey = new Map(to.map((one) => [keyOf(one), one]));
  return [...byKey.values()].filter((one) => wallets.isNew(one));
}
