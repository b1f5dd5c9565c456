// The address book as rows of one connection.
import type { DatabaseSync } from 'node:sqlite';
import { WalletAddress } from '#contract/tokenization.ts';
import { digestOf } from '#main/journal/address-digest.ts';

export type AddressRows = {
  /** In the place of all that there are. */
  save(addresses: readonly WalletAddress[]): void;
  /**
   * `skip` hears the names of those that cannot be read, or are not what was saved: the page saves what it was told, and
   * the digest of a damaged entry would then be made anew. One without a digest is told, as there is nothing against it.
   */
  all(skip: (name: string) => void): WalletAddress[];
  /** For those that an older version saved. Called within a transaction. */
  addDigests(): void;
};

export function createAddressRows(db: DatabaseSync): AddressRows {
  const clear = ['addresses', 'address_digests'].map((table) => db.prepare(`DELETE FROM ${table}`));
  const add = db.prepare('INSERT INTO addresses VALUES (?, ?, ?, ?)');
  const addDigest = db.prepare('INSERT OR IGNORE INTO address_digests VALUES (?, ?)');
  const all = db.prepare(
    `SELECT place, name, network, address, digest FROM addresses
       LEFT JOIN address_digests USING (place) ORDER BY place`,
  );
  return {
    save(addresses) {
      for (const statement of clear) statement.run();
      addresses.forEach((entry, place) => {
        add.run(place, entry.name, entry.network, entry.address);
        addDigest.run(place, digestOf(entry));
      });
    },
    all: (skip) =>
      all.all().flatMap(({ name, network, address, digest }) => {
        const entry = WalletAddress.safeParse({ name, network, address });
        const isSaved = digest === null || digest === digestOf({ name, network, address });
        if (entry.success && isSaved) return [entry.data];
        skip(String(name));
        return [];
      }),
    addDigests() {
      for (const { place = null, name, network, address } of all.all())
        addDigest.run(place, digestOf({ name, network, address }));
    },
  };
}
