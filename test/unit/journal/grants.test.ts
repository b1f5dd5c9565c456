import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { GrantEntry } from '#contract/oauth.ts';
import { MIGRATIONS } from '#main/journal/schema.ts';
import { ACCOUNT, createHarness, value } from '#test/unit/journal/harness.ts';

const harness = createHarness();
const grant = (more: Partial<GrantEntry> = {}): GrantEntry => ({
  at: 1_767_625_200_000,
  accountId: ACCOUNT,
  clientId: '0f8a3c1e5b7d49d2a6c4e8f012345678',
  appName: 'Rebalancer',
  scope: 'trading data',
  kind: 'code',
  ...more,
});

describe('grants', () => {
  it('are found again by the next run, newest first, also when decided in the same moment', () => {
    const journal = harness.open();
    const all = [
      grant({ grantId: 'g1' }),
      grant({ kind: 'denied' }),
      grant({ at: grant().at - 5, kind: 'token' }),
    ];
    for (const one of all) value(journal.saveGrant(one));
    journal.close();
    expect(value(harness.open().grants())).toEqual([all[1], all[0], all[2]]);
  });

  it('have their place in a journal of the version before them', () => {
    const index = MIGRATIONS.findIndex((sql) => sql.includes('CREATE TABLE grants'));
    const db = new DatabaseSync(harness.path());
    for (const sql of MIGRATIONS.slice(0, index)) db.exec(sql);
    db.exec(`PRAGMA user_version = ${index}`);
    db.close();
    const journal = harness.open();
    value(journal.saveGrant(grant()));
    expect(value(journal.grants())).toEqual([grant()]);
  });

  it('of the edition before have no name, and stay', () => {
    const index = MIGRATIONS.findIndex((sql) => sql.includes('ADD COLUMN grant_id'));
    const db = new DatabaseSync(harness.path());
    for (const sql of MIGRATIONS.slice(0, index)) db.exec(sql);
    db.exec(`PRAGMA user_version = ${index};
      INSERT INTO grants VALUES (1, ${grant().at}, '${ACCOUNT}', '${grant().clientId}', 'Rebalancer', 'trading data', 'code')`);
    db.close();
    expect(value(harness.open().grants())).toEqual([grant()]);
  });

  it('that cannot be read are left out', () => {
    const journal = harness.open();
    value(journal.saveGrant(grant()));
    const db = new DatabaseSync(harness.path());
    db.exec(`INSERT INTO grants VALUES (9, 1, 'nobody', 'x', 'x', 'x', 'stolen', NULL)`);
    db.close();
    expect(value(journal.grants())).toEqual([grant()]);
  });
});
