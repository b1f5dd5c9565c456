// What was granted or refused to applications on this machine. Rows are only ever added.
import type { DatabaseSync } from 'node:sqlite';
import { Grant } from '#contract/oauth.ts';

export type GrantRows = {
  saveGrant(grant: Grant): void;
  /** Newest first. */
  grants(): Grant[];
};

const NEWEST = 1000;

export function createGrantRows(db: DatabaseSync): GrantRows {
  const save = db.prepare(
    'INSERT INTO grants (at, account_id, client_id, app_name, scope, kind) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const newest = db.prepare(
    `SELECT at, account_id AS accountId, client_id AS clientId, app_name AS appName, scope, kind
     FROM grants ORDER BY at DESC, seq DESC LIMIT ${NEWEST}`,
  );
  return {
    saveGrant: ({ at, accountId, clientId, appName, scope, kind }) =>
      void save.run(Math.trunc(at), accountId, clientId, appName, scope, kind),
    grants: () => newest.all().flatMap((row) => Grant.safeParse({ ...row }).data ?? []),
  };
}
