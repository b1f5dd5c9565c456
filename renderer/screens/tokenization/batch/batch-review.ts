// What a batch still has to send, summed up for the person who lets it go: exactly, and without rows that are wrong or
// settled.
import type { Batch, BatchRow, MintForm } from '#contract/tokenization.ts';
import { ENVIRONMENT_WORDS, type Environment } from '#contract/records.ts';
import { add } from '#renderer/core/exact.ts';

type Leaving = { symbol: string; qty: string; requests: number };
type Target = {
  network: string;
  issuer: string;
  walletAddress: string;
  requests: number;
  leaving: Leaving[];
  /** It is new, in words. */
  newWallet?: string | undefined;
};
export type BatchReview = {
  requests: number;
  /** Those that may have been sent before: the broker is asked about each first. */
  unknown: number;
  leaving: Leaving[];
  /** In the order of the table. */
  targets: Target[];
};

const OVER: ReadonlySet<BatchRow['state']> = new Set([
  'wrong',
  'pending',
  'completed',
  'rejected',
  'refused',
  'discarded',
]);
const MAYBE_SENT: ReadonlySet<BatchRow['state']> = new Set(['sending', 'unknown']);

/** Rows that a guard holds back stay behind, and those that repeat a mint until that is said to be meant. */
export function reviewOf(
  { rows }: Batch,
  isRepeatMeant = false,
  /** To a second person: what needs one goes as well. */
  isProposal = false,
): BatchReview {
  const left = rows.filter(
    ({ form, state, held }) =>
      form &&
      !OVER.has(state) &&
      held !== 'guard' &&
      (held !== 'repeats' || isRepeatMeant) &&
      (held !== 'second-person' || isProposal),
  );
  const forms = left.flatMap(({ form }) => form ?? []);
  const news = new Map(
    left.flatMap(({ form, newWallet }) =>
      form && newWallet !== undefined ? [[targetKey(form), newWallet] as const] : [],
    ),
  );
  return {
    requests: left.length,
    unknown: left.filter(({ state }) => MAYBE_SENT.has(state)).length,
    leaving: leavingOf(forms),
    targets: [...Map.groupBy(forms, targetKey).values()].flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const { network, issuer, walletAddress } = first;
      return {
        network,
        issuer,
        walletAddress,
        requests: group.length,
        leaving: leavingOf(group),
        newWallet: news.get(targetKey(first)),
      };
    }),
  };
}

/** '4 AAPL, 2.5 MSFT' */
export const leavingWords = (
  leaving: readonly Leaving[],
  format: (qty: string) => string = (qty) => qty,
): string => leaving.map(({ symbol, qty }) => `${format(qty)} ${symbol}`).join(', ');

export const requestWords = (count: number): string =>
  count === 1 ? '1 request' : `${count} requests`;

/** More than a button can name are counted. */
const MOST_NAMED = 2;

/** What the button that lets it go repeats: '4 mints, 1 AAPL, PRACTICE'. */
export function batchTitle(
  { requests, leaving }: BatchReview,
  environment: Environment,
  format: (qty: string) => string,
): string {
  const what =
    leaving.length > MOST_NAMED ? `${leaving.length} symbols` : leavingWords(leaving, format);
  return `${requests === 1 ? '1 mint' : `${requests} mints`}, ${what}, ${ENVIRONMENT_WORDS[environment]}`;
}

function leavingOf(forms: readonly MintForm[]): Leaving[] {
  return [...Map.groupBy(forms, ({ underlyingSymbol }) => underlyingSymbol)].map(
    ([symbol, group]) => ({
      symbol,
      qty: group.reduce((sum, { qty }) => add(sum, qty), '0'),
      requests: group.length,
    }),
  );
}

const targetKey = ({ network, issuer, walletAddress }: MintForm): string =>
  JSON.stringify([network, issuer, walletAddress]);
