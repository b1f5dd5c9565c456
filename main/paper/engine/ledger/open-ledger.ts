// The ledger file: one SQLite connection, one writer. A transaction inside another is a savepoint, so that a refused
// step can be undone without losing the step around it; hooks tell the holders of caches what became of their writes.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Ledger } from '#main/paper/types.ts';
import { MIGRATIONS } from '#main/paper/engine/ledger/schema.ts';

export type LedgerFile = Ledger & {
  /** Runs once the outermost transaction is on disk; never after a rollback. At once when none is open. */
  afterCommit(run: () => void): void;
  /** Runs when the innermost open transaction, or one around it, is rolled back. */
  onRollback(run: () => void): void;
  close(): void;
};

export class NewerLedgerError extends Error {}

type Level = { committed: (() => void)[]; rolledBack: (() => void)[] };

export function openLedger(path: string): LedgerFile {
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = NORMAL');
    db.exec('PRAGMA foreign_keys = ON');
    db.exec('PRAGMA busy_timeout = 2000');
    migrate(db, path);
  } catch (error) {
    db.close();
    throw error;
  }

  const levels: Level[] = [];
  const statements = new Map<string, StatementSync>();

  function prepared(sql: string): StatementSync {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = db.prepare(sql)));
    return statement;
  }

  function transaction<T>(work: () => T): T {
    const depth = levels.length;
    db.exec(depth === 0 ? 'BEGIN IMMEDIATE' : `SAVEPOINT level${depth}`);
    const level: Level = { committed: [], rolledBack: [] };
    levels.push(level);
    let result: T;
    try {
      result = work();
      db.exec(depth === 0 ? 'COMMIT' : `RELEASE level${depth}`);
    } catch (error) {
      levels.pop();
      // SQLite has already rolled back by itself after some errors (a full disk, for one).
      if (db.isTransaction) {
        db.exec(depth === 0 ? 'ROLLBACK' : `ROLLBACK TO level${depth}; RELEASE level${depth}`);
      }
      for (const run of level.rolledBack) run();
      throw error;
    }
    levels.pop();
    const outer = levels.at(-1);
    if (outer) {
      outer.committed.push(...level.committed);
      outer.rolledBack.push(...level.rolledBack);
    } else {
      for (const run of level.committed) run();
    }
    return result;
  }

  return {
    db,
    all: (sql, ...values) => prepared(sql).all(...values),
    get: (sql, ...values) => prepared(sql).get(...values),
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    transaction,
    afterCommit(run) {
      const level = levels.at(-1);
      if (level) level.committed.push(run);
      else run();
    },
    onRollback(run) {
      levels.at(-1)?.rolledBack.push(run);
    },
    close: () => db.close(),
  };
}

function migrate(db: DatabaseSync, path: string): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (version > MIGRATIONS.length) {
    throw new NewerLedgerError(
      `The ledger ${path} was written by a newer version (schema ${version}, this one knows ${MIGRATIONS.length}): use that version, or another data folder.`,
    );
  }
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < version) continue;
    db.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`);
  }
}
