// What was granted or refused to applications on this machine, and what became of it. Rows are only ever added.
import type { DatabaseSync } from 'node:sqlite';
import { GrantEntry } from '#contract/oauth.ts';

export type GrantRows = {
  saveGrant(grant: GrantEntry): void;
  /** Newest first. */
  grants(): GrantEntry[];
};

const NEWEST = 1000;

export function createGrantRows(db: DatabaseSync): GrantRows {
  const save = db.prepare(
    'INSERT INTO grants (at, account_id, client_id, app_name, scope, kind, grant_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const newest = db.prepare(
    `SELECT at, account_id AS accountId, client_id AS clientId, app_name AS appName, scope, kind, grant_id AS grantId
     FROM grants ORDER BY at DESC, seq DESC LIMIT ${NEWEST}`,
  );
  return {
    saveGrant: ({ at, accountId, clientId, appName, scope, kind, grantId }) =>
      void save.run(Math.trunc(at), accountId, clientId, appName, scope, kind, grantId ?? null),
    grants: () =>
      newest
        .all()
        .flatMap(
          ({ grantId, ...row }) =>
            GrantEntry.safeParse(grantId === null ? row : { ...row, grantId }).data ?? [],
        ),
  };
}
