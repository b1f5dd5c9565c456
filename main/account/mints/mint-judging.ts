// The one place that judges a mint, with what the account knows: asked for the form (when it is shown and again when it is
// sent), at the start of a batch, and before each of its rows.
import { MINT_AGAIN, type MintVerdict } from '#contract/mint-guards.ts';
import type { Environment } from '#contract/records.ts';
import type { MintForm } from '#contract/tokenization.ts';
import type { GuardSettings } from '#contract/trading.ts';
import type { Book } from '#main/account/standing/book.ts';
import { add, mul, type Decimal } from '#main/domain/decimal.ts';
import {
  checkMint,
  NOTHING_LEFT,
  repetitionsOf,
  type KnownMint,
  type Outflow,
} from '#main/domain/mints/mint-guards.ts';
import { secondPersonNeeded } from '#main/domain/mints/second-person.ts';
import { newYorkMoment, newYorkTime } from '#main/domain/new-york.ts';
import { positionIn } from '#main/domain/orders/exits.ts';
import type { Clock } from '#main/ports.ts';
import type { MintLedger } from '#main/account/mints/mint-ledger.ts';
import type { WalletApprovals } from '#main/account/mints/wallet-approvals.ts';

export type Judged = {
  verdicts: MintVerdict[];
  /** What it repeats, by key: that it is meant is said of these and of no others. */
  repeats: string[];
};

type JudgeOptions = {
  /** Of the mint itself, where it has one. */
  key?: string | undefined;
  /** Belongs to it, so that it repeats nothing by that: itself, and the rows of its own batch. */
  isOwn?: ((key: string) => boolean) | undefined;
  /** Of a batch: what two labels tell apart is not worth a word. */
  isRow?: boolean | undefined;
  /** Of batches: the row of the same file that was run before, and rows of others that wait. */
  alsoAlike?: readonly KnownMint[] | undefined;
};

/** As things stand now; what is planned counts for the next ones. */
export type MintLook = {
  judge(form: MintForm, options?: JudgeOptions): Judged;
  plan(form: MintForm): void;
};

export type MintJudging = {
  look(): MintLook;
  /** Why it may not go; nothing when it may. */
  refusal(judged: Judged, isMeant: (key: string) => boolean): string | undefined;
};

type Deps = {
  environment: Environment;
  guards: () => GuardSettings;
  book: Pick<Book, 'price' | 'positions'>;
  ledger: MintLedger;
  approvals: Pick<WalletApprovals, 'isNew' | 'isWithdrawn'>;
  /** Whether a second person agreed to exactly this mint. */
  isApproved: (key: string | undefined) => boolean;
  clock: Clock;
};

/** What the second person is asked about: a proposal may be made all the same. */
export const OF_A_PROPOSAL = ['new-wallet', 'second-person'] as const;

/** As if these guards were not there. */
export const besides = (
  { verdicts, repeats }: Judged,
  guards: readonly MintVerdict['guard'][],
): Judged => ({ verdicts: verdicts.filter(({ guard }) => !guards.includes(guard)), repeats });

export const isBlockedRepeat = ({ guard, level }: MintVerdict): boolean =>
  guard === 'repeated' && level === 'block';

export const isMintAgain = (typed: string | undefined): boolean => typed?.trim() === MINT_AGAIN;

export function createMintJudging(deps: Deps): MintJudging {
  const { book, ledger, clock } = deps;

  const priceOf = (symbol: string): Decimal | undefined =>
    book.price(symbol)?.price ?? positionIn(book.positions(), symbol)?.currentPrice;

  function leftToday(now: number): Outflow | undefined {
    const midnight = newYorkMoment(newYorkTime(now).date, 0);
    const left = midnight === undefined ? undefined : ledger.leftSince(midnight);
    if (!left) return undefined;
    return [...left].reduce<Outflow>(
      (sum, [symbol, shares]) => plus(sum, shares, priceOf(symbol)),
      NOTHING_LEFT,
    );
  }

  return {
    look() {
      const now = clock.wall();
      const guards = deps.guards();
      let today = leftToday(now);
      return {
        judge(form, { key, isOwn = () => false, isRow = false, alsoAlike = [] } = {}) {
          const like = ledger.alike(form, { isOwn, isRow });
          const alike = like && merged(like, alsoAlike);
          const price = priceOf(form.underlyingSymbol);
          const second = secondPersonNeeded(form, price, guards.mintSecond);
          const facts = {
            form,
            alike,
            today,
            price,
            isNewWallet: deps.approvals.isNew(form),
            isWithdrawnWallet: deps.approvals.isWithdrawn(form),
            isLive: deps.environment === 'live',
            names: ledger.names,
            approval: second && !deps.isApproved(key) ? second : undefined,
            now,
          };
          const { isOn, withinMs } = guards.mintRepeat;
          return {
            verdicts: checkMint(facts, guards),
            repeats: isOn ? repetitionsOf(facts, withinMs).map((known) => known.key) : [],
          };
        },
        plan(form) {
          today &&= plus(today, form.qty, priceOf(form.underlyingSymbol));
        },
      };
    },
    refusal: ({ verdicts, repeats }, isMeant) =>
      verdicts.find(
        ({ guard, level }) =>
          level === 'block' &&
          !(guard === 'repeated' && repeats.length > 0 && repeats.every(isMeant)),
      )?.text,
  };
}

function plus({ shares, dollars }: Outflow, qty: Decimal, price: Decimal | undefined): Outflow {
  return {
    shares: add(shares, qty),
    dollars: dollars !== undefined && price ? add(dollars, mul(qty, price)) : undefined,
  };
}

/** What is known from two sides is known once; from the same file says more. */
function merged(known: readonly KnownMint[], also: readonly KnownMint[]): KnownMint[] {
  const byKey = new Map(known.map((one) => [one.key, one]));
  for (const one of also) byKey.set(one.key, one);
  return [...byKey.values()].sort((a, b) => b.at - a.at);
}
