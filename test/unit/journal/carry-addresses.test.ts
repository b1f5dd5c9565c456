// The address book of a journal that is set aside: what is shown to be undamaged comes over, and nothing else.
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { WalletAddress } from '#contract/tokenization.ts';
import { MIGRATIONS } from '#main/journal/schema.ts';
import { createHarness, intentIn, value } from './harness.ts';

const harness = createHarness();
const PAGE = 4096;

/** Its letters are all small, so that it has no checksum. */
const walletOf = (text: string): string =>
  `0x${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
const entry = (name: string, network = 'ethereum'): WalletAddress => ({
  name,
  network,
  address: walletOf(name),
});
const BOOK = [
  entry('Cold'),
  {
    ...entry('Treasury'),
    network: 'solana',
    address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  },
  entry('Hot', 'base'),
];
const [COLD, TREASURY, HOT] = BOOK as [WalletAddress, WalletAddress, WalletAddress];

function save(book: readonly WalletAddress[] = BOOK): void {
  const journal = harness.open();
  if (journal.unsettled().length === 0) intentIn(journal, 'unknown');
  value(journal.saveAddresses(book));
  journal.close();
}

function change(sql: string): void {
  const db = new DatabaseSync(harness.path());
  db.exec(sql);
  db.close();
}

function pageOf(table: string): number {
  const db = new DatabaseSync(harness.path(), { readOnly: true });
  const page = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table);
  db.close();
  return (Number(page?.['rootpage']) - 1) * PAGE;
}

/** As an intent without its id does it. */
function opened(damage = `UPDATE intents SET intent_id = 'none'`) {
  change(damage);
  const { journal, setAside, addresses } = harness.openAll();
  expect(setAside).toMatch(/journal\.damaged-/);
  return { book: value(journal.addresses()), told: addresses, journal };
}

/** As the version before digests left it. */
const OLDER = `DROP TABLE address_digests;
  PRAGMA user_version = ${MIGRATIONS.findIndex((sql) => sql.includes('address_digests'))}`;

describe('an address book that is not damaged', () => {
  it('comes over whole, in its order, and can be carried over again', () => {
    save();
    const first = opened();
    expect(first.book).toEqual(BOOK);
    expect(first.told).toEqual({ kept: 3, found: 3, isCut: false });
    intentIn(first.journal, 'unknown');
    first.journal.close();
    expect(opened().book).toEqual(BOOK);
  });

  it('that is empty stays empty', () => {
    save([]);
    expect(opened()).toMatchObject({ book: [], told: { kept: 0, found: 0, isCut: false } });
  });

  it('makes no wallet known: approvals stay behind, and only what was taken back comes over', () => {
    const journal = harness.open();
    value(journal.saveApprovedWallets({ 'ethereum 0xa': 1, 'ethereum 0xb': 0 }));
    journal.close();
    save();
    expect(value(opened().journal.approvedWallets())).toEqual({ 'ethereum 0xb': 0 });
  });

  it('is carried over from a journal that was moved while in use, and put back', () => {
    save();
    const journal = harness.open();
    renameSync(harness.path(), harness.path('elsewhere.db'));
    journal.close();
    expect(opened().book).toEqual(BOOK);
  });
});

describe('an entry', () => {
  it.each([
    [
      'the address of which is damaged',
      `UPDATE addresses SET address = replace(address, 'D', 'E')`,
    ],
    ['the network of which is another one', `UPDATE addresses SET network = 'ton'`],
    ['the name of which is damaged', `UPDATE addresses SET name = 'Treasurx'`],
    ['the case of which is damaged', `UPDATE addresses SET address = lower(address)`],
    ['the digest of which is damaged', `UPDATE address_digests SET digest = upper(digest)`],
    ['the digest of which is gone', 'DELETE FROM address_digests'],
    [
      'that is another one’s',
      'UPDATE addresses SET (name, address) = (SELECT name, address FROM addresses WHERE place = 0)',
    ],
  ])('%s stays behind, and the others do not', (_what, damage) => {
    save();
    change(`${damage} WHERE place = 1`);
    const { book, told } = opened();
    expect(book).toEqual([COLD, HOT]);
    expect(told).toEqual({ kept: 2, found: 3, isCut: false });
  });

  it('that is gone is counted', () => {
    save();
    change('DELETE FROM addresses WHERE place = 1');
    expect(opened()).toMatchObject({ book: [COLD, HOT], told: { kept: 2, found: 3 } });
  });

  it('with two digests stays behind: one of them may be older', () => {
    save();
    change(`CREATE TABLE odd (place INTEGER, digest TEXT);
      INSERT INTO odd SELECT * FROM address_digests;
      INSERT INTO odd VALUES (1, 'older');
      DROP TABLE address_digests; ALTER TABLE odd RENAME TO address_digests`);
    expect(opened()).toMatchObject({ book: [COLD, HOT], told: { kept: 2, found: 3 } });
  });

  it('that its network would not take stays behind, as does a second of the same name', () => {
    save([
      COLD,
      { ...HOT, address: '0xb' },
      { ...TREASURY, name: 'cold' },
      { ...HOT, name: 'Cold' },
    ]);
    const { book, told } = opened();
    expect(book.map(({ name }) => name)).toEqual(['Cold', 'cold']);
    expect(told).toEqual({ kept: 2, found: 4, isCut: false });
  });
});

describe('a page of the file', () => {
  it.each(['addresses', 'address_digests'])(
    'of %s that an older one has taken the place of gives up what has not changed since',
    (table) => {
      save();
      const at = pageOf(table);
      const older = readFileSync(harness.path()).subarray(at, at + PAGE);
      save([COLD, { ...TREASURY, address: 'So11111111111111111111111111111111111111112' }]);
      const bytes = readFileSync(harness.path());
      older.copy(bytes, at);
      writeFileSync(harness.path(), bytes);
      expect(opened()).toMatchObject({ book: [COLD], told: { kept: 1, found: 3 } });
    },
  );

  it('that cannot be read leaves what is before it and after it', () => {
    const book = Array.from({ length: 400 }, (_, at) => entry(`Wallet ${at}`));
    save(book);
    const bytes = readFileSync(harness.path());
    const at = bytes.indexOf('Wallet 200');
    bytes.fill(0, at - (at % PAGE), at - (at % PAGE) + PAGE);
    writeFileSync(harness.path(), bytes);
    const found = opened('PRAGMA user_version');
    const kept = book.filter(({ name }) => found.book.some((other) => other.name === name));
    expect(found.book).toEqual(kept);
    expect([kept.at(0), kept.at(-1)]).toEqual([book[0], book[399]]);
    expect(kept.length).toBeGreaterThan(300);
    expect(kept.length).toBeLessThan(400);
    // How many there were is known from their digests.
    expect(found.told).toEqual({ kept: kept.length, found: 400, isCut: false });
  });

  it('of each table that cannot be read leaves nothing, and how much that is nobody knows', () => {
    save();
    const bytes = readFileSync(harness.path());
    for (const table of ['addresses', 'address_digests'])
      bytes.fill(0, pageOf(table), pageOf(table) + PAGE);
    writeFileSync(harness.path(), bytes);
    const { book, told } = opened('PRAGMA user_version');
    expect([book, told]).toEqual([[], { kept: 0, found: 0, isCut: true }]);
  });
});

describe('a journal of the version before digests', () => {
  it('that is damaged keeps its address book for itself, and that is told', () => {
    save();
    change(OLDER);
    const bytes = readFileSync(harness.path());
    const at = pageOf('gaps');
    writeFileSync(harness.path(), bytes.fill(0, at, at + PAGE));
    const { book, told } = opened('PRAGMA user_version');
    expect([book, told]).toEqual([[], { kept: 0, found: 3, isCut: false }]);
  });

  it('gets them when it is opened, and is carried over if it is damaged later', () => {
    save();
    change(OLDER);
    const journal = harness.open();
    expect(value(journal.addresses())).toEqual(BOOK);
    journal.close();
    expect(opened().book).toEqual(BOOK);
  });

  it('gets them with the table that they stand in, also where that start is its last', () => {
    save();
    change(OLDER);
    harness.state.onProbe = (point) => {
      if (point === 'after-migrate') throw new Error('killed');
    };
    expect(() => harness.tryOpen()).toThrow('killed');
    harness.state.onProbe = undefined;
    expect(opened().book).toEqual(BOOK);
  });

  it('gets none while the columns of another table are not its own', () => {
    save();
    change(`${OLDER}; ALTER TABLE gaps RENAME COLUMN stream TO strean`);
    const { setAside, addresses, journal } = harness.openAll();
    expect(setAside).toMatch(/journal\.damaged-/);
    expect([value(journal.addresses()), addresses]).toEqual([
      [],
      { kept: 0, found: 3, isCut: false },
    ]);
  });

  it('gets none while something else in it is damaged, until its address book is saved', () => {
    save();
    change(`${OLDER}; UPDATE intents SET state = 'odd'`);
    const journal = harness.open();
    expect(harness.state.log).toContain('damaged records of the journal were mended');
    expect(value(journal.addresses())).toEqual(BOOK);
    journal.close();
    const { book, told, journal: next } = opened();
    expect([book, told]).toEqual([[], { kept: 0, found: 3, isCut: false }]);
    intentIn(next, 'unknown');
    value(next.saveAddresses(BOOK));
    next.close();
    expect(opened().book).toEqual(BOOK);
  });

  it('gets none again for those that lost them', () => {
    save();
    change('DELETE FROM address_digests');
    harness.open().close();
    expect(opened().book).toEqual([]);
  });
});
