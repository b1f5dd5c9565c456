// What is in a proposal: the rows of a batch with their keys, the bytes that an approval is for, where they go, and words.
import { createHash } from 'node:crypto';
import type { MintProposal } from '#contract/proposals.ts';
import type { MintForm } from '#contract/tokenization.ts';
import { add, type Decimal } from '#main/domain/decimal.ts';
import { mintWarnings } from '#main/domain/mints/mint-issues.ts';
import { walletKey } from '#main/domain/mints/wallet-key.ts';
import { qtyText } from '#main/domain/words.ts';
import type { StoredBatch } from '#main/journal/batch-rows.ts';

/** What the second person is asked about, whole. */
export type PendingProposal = {
  proposal: MintProposal;
  /** What each wallet would get, and what whoever proposed it was warned of. */
  amounts: string[];
  warnings: string[];
  newWallets: MintForm[];
  /** What it repeats, in words: whoever agrees to a mint a second time knows that it is one. */
  repeats: string | undefined;
};

type KeyedRow = { intentId: string; form: MintForm; meant: readonly string[] };

export const keyedRows = ({ rows }: StoredBatch): KeyedRow[] =>
  rows.flatMap(({ intentId, form, issues, meant = [] }) =>
    intentId !== undefined && form && issues.length === 0 ? [{ intentId, form, meant }] : [],
  );

export const keysOf = (batch: StoredBatch | undefined): string[] =>
  (batch ? keyedRows(batch) : []).map(({ intentId }) => intentId);

export const bytesOf = (form: MintForm): string =>
  JSON.stringify([
    form.underlyingSymbol,
    form.qty,
    form.issuer,
    form.network,
    form.walletAddress,
    form.label,
  ]);

const digests = new WeakMap<StoredBatch, string>();

/** Nothing changes a batch: what is changed is another one. */
export function digestOf(batch: StoredBatch): string {
  const known = digests.get(batch);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(batch.batchId);
  for (const { intentId, form, meant } of keyedRows(batch))
    hash.update(`\n${intentId} ${bytesOf(form)} ${meant.join()}`);
  const digest = hash.digest('hex');
  digests.set(batch, digest);
  return digest;
}

/** Each wallet once, in whatever spelling. */
export const destinations = (forms: readonly MintForm[]): MintForm[] => [
  ...new Map(
    forms.map((form) => [walletKey(form.network, form.walletAddress), form] as const),
  ).values(),
];

/** What each wallet gets. */
export const amountWords = (forms: readonly MintForm[]): string[] =>
  [
    ...Map.groupBy(forms, ({ network, walletAddress }) =>
      walletKey(network, walletAddress),
    ).values(),
  ].flatMap((group) => {
    const [first] = group;
    return first ? `${sumWords(group)} to ${first.walletAddress} on ${first.network}` : [];
  });

/** What whoever proposed it was warned of, each with the row that it is about. */
export const warningWords = (forms: readonly MintForm[]): string[] =>
  forms.flatMap((form) =>
    mintWarnings(form).map((text) => `${form.label || form.walletAddress}: ${text}`),
  );

export function batchWords(name: string, forms: readonly MintForm[]): string {
  if (forms.length === 0) return `Batch ${name}: none of its rows is waiting anymore`;
  return `Batch ${name}: ${forms.length} ${forms.length === 1 ? 'mint' : 'mints'}, ${sumWords(forms)}`;
}

/** '4 AAPL, 2.5 MSFT' */
function sumWords(forms: readonly MintForm[]): string {
  const bySymbol = new Map<string, Decimal>();
  for (const { underlyingSymbol: symbol, qty } of forms) {
    const before = bySymbol.get(symbol);
    bySymbol.set(symbol, before === undefined ? qty : add(before, qty));
  }
  return [...bySymbol].map(([symbol, qty]) => `${qtyText(qty)} ${symbol}`).join(', ');
}
