// The address book of a damaged journal. A damaged address would be minted to and nobody would notice, so an entry comes
// over only where its digest says that it is what was saved last. The checksum of an address is no proof of that: it
// says nothing of the name that it is chosen by, and some networks have none.
import type { DatabaseSync } from 'node:sqlite';
import { WalletAddress } from '#contract/tokenization.ts';
import { addressIssues } from '#main/domain/mints/address-issues.ts';
import { digestOf } from '#main/journal/address-digest.ts';
import { createAddressRows } from '#main/journal/address-rows.ts';
import { rowsOf } from '#main/journal/columns.ts';

export type CarriedAddresses = {
  kept: number;
  /** With those of which only one of the two records was found. */
  found: number;
  /** Neither record could be read to its end: there may have been more. */
  isCut: boolean;
};

type Row = Record<string, unknown>;

/** Called within a transaction of `to`, the address book of which is empty. Throws when nothing can be written. */
export function carryAddresses(from: DatabaseSync, to: DatabaseSync): CarriedAddresses {
  const digests = new Map<unknown, Set<unknown>>();
  const entries = new Map<number, WalletAddress>();
  const places = new Set<unknown>();
  const isCutAmongDigests = readBothWays(from, 'address_digests', ({ place, digest }) => {
    places.add(place);
    digests.set(place, (digests.get(place) ?? new Set()).add(digest));
  });
  const isCut = readBothWays(from, 'addresses', (row) => {
    places.add(row['place']);
    const { place, name, network, address } = row;
    const known = digests.get(place);
    // Two digests of one place: which of them was the last is not known.
    if (typeof place !== 'number' || known?.size !== 1) return;
    if (!known.has(digestOf({ name, network, address }))) return;
    const entry = WalletAddress.safeParse({ name, network, address });
    if (entry.success) entries.set(place, entry.data);
  });
  const proven = [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry);
  const issues = addressIssues(proven);
  const kept = proven.filter((_, at) => issues[at]?.length === 0);
  if (kept.length > 0) createAddressRows(to).save(kept);
  return { kept: kept.length, found: places.size, isCut: isCut && isCutAmongDigests };
}

/** Answers whether some of it may have been missed. */
function readBothWays(
  db: DatabaseSync,
  table: 'addresses' | 'address_digests',
  onRow: (row: Row) => void,
): boolean {
  let isCut = true;
  for (const direction of ['ASC', 'DESC'] as const)
    try {
      for (const row of rowsOf(db, table, direction)) onRow(row);
      isCut = false;
    } catch {
      // The rest of it cannot be read from this end.
    }
  return isCut;
}
