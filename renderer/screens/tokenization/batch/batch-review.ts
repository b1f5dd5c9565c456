// What a batch still has to send, summed up for the person who lets it go: exactly, and without rows that are wrong or
// settled.
import type { Batch, BatchRow, MintForm } from '#contract/tokenization.ts';

export type Leaving = { symbol: string; qty: string; requests: number };
export type Target = {
  network: string;
  issuer: string;
  walletAddress: string;
  requests: number;
  leaving: Leaving[];
};
export type BatchReview = {
  requests: number;
  /** Those that may have been sent before: the broker is asked about each first. */
  unknown: number;
  leaving: Leaving[];
  /** In the order of the table. */
  targets: Target[];
};

const OVER: ReadonlySet<BatchRow['state']> = new Set(['wrong', 'accepted', 'refused']);
const MAYBE_SENT: ReadonlySet<BatchRow['state']> = new Set(['sending', 'unknown']);

export function reviewOf({ rows }: Batch): BatchReview {
  const left = rows.filter(({ form, state }) => form && !OVER.has(state));
  const forms = left.flatMap(({ form }) => form ?? []);
  return {
    requests: left.length,
    unknown: left.filter(({ state }) => MAYBE_SENT.has(state)).length,
    leaving: leavingOf(forms),
    targets: [...groupsOf(forms, targetKey).values()].flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const { network, issuer, walletAddress } = first;
      return {
        network,
        issuer,
        walletAddress,
        requests: group.length,
        leaving: leavingOf(group),
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

/** What the button that lets it go repeats: '4 mints, 1 AAPL, EMBEDDED'. */
export function batchTitle(
  { requests, leaving }: BatchReview,
  environment: string,
  format: (qty: string) => string,
): string {
  const what =
    leaving.length > MOST_NAMED ? `${leaving.length} symbols` : leavingWords(leaving, format);
  return `${requests === 1 ? '1 mint' : `${requests} mints`}, ${what}, ${environment.toUpperCase()}`;
}

function leavingOf(forms: readonly MintForm[]): Leaving[] {
  return [...groupsOf(forms, ({ underlyingSymbol }) => underlyingSymbol)].map(
    ([symbol, group]) => ({
      symbol,
      qty: textOf(group.reduce((sum, { qty }) => sum + unitsOf(qty), 0n)),
      requests: group.length,
    }),
  );
}

const targetKey = ({ network, issuer, walletAddress }: MintForm): string =>
  JSON.stringify([network, issuer, walletAddress]);

function groupsOf(
  forms: readonly MintForm[],
  keyOf: (form: MintForm) => string,
): Map<string, MintForm[]> {
  const groups = new Map<string, MintForm[]>();
  for (const form of forms) {
    const key = keyOf(form);
    const group = groups.get(key);
    if (group) group.push(form);
    else groups.set(key, [form]);
  }
  return groups;
}

/** A quantity has nine decimals at most. */
const DECIMALS = 9;

function unitsOf(qty: string): bigint {
  const [whole = '0', part = ''] = qty.split('.');
  return BigInt(whole + part.padEnd(DECIMALS, '0'));
}

function textOf(units: bigint): string {
  const digits = String(units).padStart(DECIMALS + 1, '0');
  const part = digits.slice(-DECIMALS).replace(/0+$/, '');
  const whole = digits.slice(0, -DECIMALS);
  return part === '' ? whole : `${whole}.${part}`;
}
