// Where tokens of this account went before: an address is known by a mint that the broker accepted, and by nothing that a
// page could have written down.
import type { MintForm } from '#contract/tokenization.ts';
import type { Cursor, Journal } from '#main/journal/types.ts';
import { readMintBody } from '#main/wire/tokenization.ts';

export type Destination = Pick<MintForm, 'network' | 'walletAddress'>;

const PAGE = 500;

/** Those of them that no accepted mint of this account went to. Without a readable journal none is known. */
export function newAddresses(
  journal: Pick<Journal, 'list'>,
  wanted: readonly Destination[],
): Destination[] {
  const unknown = new Map(wanted.map((one) => [keyOf(one), one]));
  let before: Cursor | undefined;
  do {
    if (unknown.size === 0) return [];
    const page = journal.list({ kinds: ['mint'], states: ['accepted'], before, limit: PAGE });
    if (!page.ok) break;
    for (const { body } of page.value.intents) {
      const mint = readMintBody(body);
      if (mint) unknown.delete(keyOf(mint));
    }
    before = page.value.next;
  } while (before);
  return [...unknown.values()];
}

const keyOf = ({ network, walletAddress }: Destination): string => `${network} ${walletAddress}`;
