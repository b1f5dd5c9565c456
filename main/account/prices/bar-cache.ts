// Finished bars that were read before, and for which ranges of time all of them are known. Nothing in here is worth
// keeping for itself: a file that cannot be read, is of another version or has grown too large is thrown away, and a
// disk that cannot be written to means that this run remembers in memory only.
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Bar } from '#contract/bars.ts';
import type { Timeframe } from '#contract/market.ts';
import type { HistoryFeed } from '#main/domain/market-feeds.ts';
import type { Log } from '#main/ports.ts';
import { makePrivate } from '#main/tools/private-file.ts';

/** Bars of different feeds are different bars. */
export type Series = { feed: HistoryFeed; symbol: string; timeframe: Timeframe };

/** A bar as the file has it: its symbol is the series', and a mean price may be absent. */
export type KeptBar = Omit<Bar, 'symbol' | 'tradeCount' | 'vwap'> & {
  vwap?: number | null | undefined;
};

/** Every bar that starts in [from, to) is kept. */
type KnownRange = {
  from: number;
  to: number;
  /** There is nothing before `from`. */
  isFirst: boolean;
  /** When the broker last sent any of it, epoch ms. */
  readAt: number;
};

export type BarCache = {
  /** The range that holds the moment right before `before`. */
  rangeBefore(series: Series, before: number): KnownRange | undefined;
  /** The newest range that ends at or before a moment. */
  rangeBelow(series: Series, before: number): KnownRange | undefined;
  /** The newest `limit` bars that start in [from, to), oldest first. */
  read(series: Series, from: number, to: number, limit: number): KeptBar[];
  /** Keeps bars and the range they fill; ranges that touch become one. */
  keep(series: Series, range: KnownRange, bars: readonly KeptBar[]): void;
  close(): void;
};

type Options = { folder: string; log: Log };

/** The first version did not say of which feed its bars were. */
const VERSION = 2;
const MOST_BYTES = 1_000_000_000;
const SCHEMA = `
  CREATE TABLE bars (
    feed TEXT NOT NULL, symbol TEXT NOT NULL, timeframe TEXT NOT NULL, time INTEGER NOT NULL,
    open REAL NOT NULL, high REAL NOT NULL, low REAL NOT NULL, close REAL NOT NULL, volume REAL NOT NULL, vwap REAL,
    PRIMARY KEY (feed, symbol, timeframe, time)
  ) WITHOUT ROWID;
  CREATE TABLE spans (
    feed TEXT NOT NULL, symbol TEXT NOT NULL, timeframe TEXT NOT NULL, from_ms INTEGER NOT NULL, to_ms INTEGER NOT NULL,
    is_first INTEGER NOT NULL, read_at INTEGER NOT NULL,
    PRIMARY KEY (feed, symbol, timeframe, from_ms)
  ) WITHOUT ROWID;
  PRAGMA user_version = ${VERSION};
`;

export function openBarCache({ folder, log }: Options): BarCache {
  const path = join(folder, 'cache.db');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return createCache(openSound(path, log));
  } catch (error) {
    log('warn', 'bars are kept in memory only', { path, error: String(error) });
    return createCache(openFresh(':memory:'));
  }
}

function openSound(path: string, log: Log): DatabaseSync {
  if (existsSync(path)) {
    let db: DatabaseSync | undefined;
    try {
      if (statSync(path).size > MOST_BYTES) throw new Error('it has grown too large');
      makePrivate(path);
      db = new DatabaseSync(path);
      const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
      if (version !== VERSION) throw new Error(`its version is ${version}`);
      const sound = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
      if (sound !== 'ok') throw new Error(String(sound));
      setUp(db);
      db.prepare('SELECT vwap FROM bars JOIN spans USING (symbol) LIMIT 0').all();
      return db;
    } catch (error) {
      log('warn', 'the kept bars are thrown away', { path, error: String(error) });
      db?.close();
      for (const suffix of ['-wal', '-shm', '']) rmSync(path + suffix, { force: true });
    }
  }
  makePrivate(path);
  return openFresh(path);
}

function openFresh(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  setUp(db);
  db.exec(`BEGIN; ${SCHEMA} COMMIT`);
  return db;
}

const setUp = (db: DatabaseSync): void =>
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 500');

function createCache(db: DatabaseSync): BarCache {
  const RANGE =
    'SELECT from_ms, to_ms, is_first, read_at FROM spans WHERE feed = ? AND symbol = ? AND timeframe = ?';
  const before = db.prepare(
    `${RANGE} AND from_ms < ? AND to_ms >= ? ORDER BY from_ms DESC LIMIT 1`,
  );
  const below = db.prepare(`${RANGE} AND to_ms <= ? ORDER BY to_ms DESC LIMIT 1`);
  const touching = db.prepare(`${RANGE} AND to_ms >= ? AND from_ms <= ?`);
  const dropTouching = db.prepare(
    'DELETE FROM spans WHERE feed = ? AND symbol = ? AND timeframe = ? AND to_ms >= ? AND from_ms <= ?',
  );
  const putRange = db.prepare('INSERT INTO spans VALUES (?, ?, ?, ?, ?, ?, ?)');
  const putBar = db.prepare('INSERT OR REPLACE INTO bars VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const readBars = db.prepare(
    `SELECT time, open, high, low, close, volume, vwap FROM bars
     WHERE feed = ? AND symbol = ? AND timeframe = ? AND time >= ? AND time < ? ORDER BY time DESC LIMIT ?`,
  );

  function unite({ feed, symbol, timeframe }: Series, range: KnownRange): KnownRange {
    const found = touching.all(feed, symbol, timeframe, range.from, range.to).map(rangeOf);
    return found.reduce(
      (whole, part) => ({
        from: Math.min(whole.from, part.from),
        to: Math.max(whole.to, part.to),
        isFirst: whole.isFirst || (part.isFirst && part.from <= whole.from),
        readAt: Math.max(whole.readAt, part.readAt),
      }),
      range,
    );
  }

  return {
    rangeBefore({ feed, symbol, timeframe }, at) {
      const row = before.get(feed, symbol, timeframe, at, at);
      return row && rangeOf(row);
    },
    rangeBelow({ feed, symbol, timeframe }, at) {
      const row = below.get(feed, symbol, timeframe, at);
      return row && rangeOf(row);
    },
    read({ feed, symbol, timeframe }, from, to, limit) {
      const newestFirst = readBars.all(feed, symbol, timeframe, from, to, limit);
      return newestFirst.reverse() as unknown as KeptBar[];
    },
    keep(series, range, bars) {
      if (range.from >= range.to) return;
      const { feed, symbol, timeframe } = series;
      db.exec('BEGIN IMMEDIATE');
      try {
        for (const { time, open, high, low, close, volume, vwap } of bars)
          putBar.run(feed, symbol, timeframe, time, open, high, low, close, volume, vwap ?? null);
        const whole = unite(series, range);
        dropTouching.run(feed, symbol, timeframe, range.from, range.to);
        putRange.run(
          feed,
          symbol,
          timeframe,
          whole.from,
          whole.to,
          Number(whole.isFirst),
          whole.readAt,
        );
        db.exec('COMMIT');
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
    close() {
      if (db.isOpen) db.close();
    },
  };
}

const rangeOf = (row: Record<string, unknown>): KnownRange => ({
  from: Number(row['from_ms']),
  to: Number(row['to_ms']),
  isFirst: row['is_first'] === 1,
  readAt: Number(row['read_at']),
});
