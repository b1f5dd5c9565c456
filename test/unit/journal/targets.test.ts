// What an intent aims at and what came of it: two fields, also in files that were written when they were one.
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '#main/journal/schema.ts';
import { ACCOUNT, createHarness, draft, value } from '#test/unit/journal/harness.ts';

const harness = createHarness();
const FOUND = { kind: 'found', text: 'Found.' } as const;
const id = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const SPLIT = MIGRATIONS.findIndex((sql) => sql.includes('target_id'));

type OldRow = { kind: string; state: string; orderId: string | null; unanswered?: number };

/** A journal as the version before the split wrote it. */
function writeOld(rows: readonly OldRow[], orders: Record<string, object> = {}): void {
  const db = new DatabaseSync(harness.path());
  for (const sql of MIGRATIONS.slice(0, SPLIT)) db.exec(sql);
  db.exec(`PRAGMA user_version = ${SPLIT}`);
  db.prepare('INSERT INTO owner VALUES (1, ?)').run(ACCOUNT);
  const intent = db.prepare(
    `INSERT INTO intents VALUES (?, ?, ?, ?, '{}', 'AAPL', 'Title', ?, ?, 0, 0, ?, NULL, 0)`,
  );
  for (const [n, { kind, state, orderId, unanswered = 0 }] of rows.entries())
    intent.run(id(n), ACCOUNT, kind, state, n, orderId, unanswered);
  const order = db.prepare(`INSERT INTO orders VALUES (?, ?, 'c', 0, NULL, ?, 0)`);
  for (const [orderId, record] of Object.entries(orders))
    order.run(orderId, ACCOUNT, JSON.stringify(record));
  db.close();
}

describe('a journal of the first edition', () => {
  it('has what each intent aimed at, and what came of it', () => {
    writeOld(
      [
        { kind: 'place', state: 'accepted', orderId: 'placed' },
        { kind: 'place', state: 'refused', orderId: null },
        { kind: 'replace', state: 'unknown', orderId: 'old', unanswered: 1 },
        { kind: 'replace', state: 'refused', orderId: 'old' },
        { kind: 'replace', state: 'accepted', orderId: 'new' },
        { kind: 'replace', state: 'accepted', orderId: 'gone' },
        { kind: 'mint', state: 'accepted', orderId: 'request' },
        { kind: 'mint', state: 'refused', orderId: 'rejected' },
      ],
      { new: { replaces: 'old' } },
    );
    const journal = harness.open();
    const idsOf = (n: number) => {
      const intent = value(journal.get(id(n)));
      return [intent?.targetId, intent?.resultId];
    };
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(idsOf)).toEqual([
      [undefined, 'placed'],
      [undefined, undefined],
      ['old', undefined],
      ['old', undefined],
      ['old', 'new'],
      // Nobody remembers the order that this one replaced.
      [undefined, 'gone'],
      [undefined, 'request'],
      [undefined, 'rejected'],
    ]);
  });

  it('has the target of a change whose kind could not be read', () => {
    writeOld([{ kind: 'replacf', state: 'unknown', orderId: 'old', unanswered: 1 }]);
    const intent = value(harness.open().get(id(0)));
    expect(intent).toMatchObject({ kind: 'replace', state: 'unknown', targetId: 'old' });
    expect(intent?.resultId).toBeUndefined();
  });

  it('that is damaged gives up what a change aimed at, and what another became', () => {
    writeOld([
      { kind: 'replace', state: 'unknown', orderId: 'old', unanswered: 1 },
      { kind: 'replace', state: 'accepted', orderId: 'new' },
      { kind: 'place', state: 'accepted', orderId: 'placed' },
    ]);
    const db = new DatabaseSync(harness.path());
    // A table that is missing is damage: the file is set aside before it is brought up to date.
    db.exec('DROP TABLE orders');
    db.close();
    const { journal, salvaged } = harness.openAll();
    expect(salvaged).toBe(3);
    expect(value(journal.get(id(0)))).toMatchObject({ state: 'unknown', targetId: 'old' });
    expect(value(journal.get(id(0)))?.resultId).toBeUndefined();
    expect(value(journal.get(id(1)))).toMatchObject({ state: 'accepted', resultId: 'new' });
    expect(value(journal.get(id(2)))).toMatchObject({ state: 'accepted', resultId: 'placed' });
  });
});

it('a change keeps its target when it becomes another order, and is found under both', () => {
  const journal = harness.open();
  const { intentId } = value(journal.record(draft({ kind: 'replace', targetId: 'old' }))).intent;
  value(journal.advance(intentId, { step: 'accepted', resultId: 'new' }, FOUND));
  journal.close();
  const again = harness.open();
  expect(value(again.get(intentId))).toMatchObject({ targetId: 'old', resultId: 'new' });
  for (const brokerId of ['old', 'new'])
    expect(value(again.about(brokerId)).map((intent) => intent.intentId)).toEqual([intentId]);
});
