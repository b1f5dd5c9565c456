// Intents and their evidence as rows of one connection. Statements are prepared once and used again.
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import {
  UNSETTLED,
  type EvidenceKind,
  type Intent,
  type IntentKind,
  type IntentState,
} from '#contract/intents.ts';
import type { EvidenceLine, IntentQuery } from '#main/journal/types.ts';

/** A line as stored: its place among all lines, and whether it came through `repeatEvidence`. */
export type StoredLine = EvidenceLine & { seq: number; isRepeat: boolean };

export type IntentRows = {
  insertIntent(intent: Intent): void;
  saveIntent(intent: Intent): void;
  /** For an intent that was never sent: does not touch what the disk knows better. */
  saveUnsent(intent: Intent): void;
  saveLine(line: StoredLine): void;
  get(intentId: string): Intent | undefined;
  about(brokerId: string): Intent[];
  /** Unsettled, or with a cancel to carry out. */
  open(): Intent[];
  list(query: IntentQuery, limit: number, except: readonly string[]): Intent[];
  counts(except: readonly string[]): { state: IntentState; count: number }[];
  lines(intentId: string): StoredLine[];
  /** The lines after the newest one that is no repeat. */
  repeats(intentId: string): StoredLine[];
  lastSeq(): number;
  /** Changes nothing, but goes all the way to the disk. */
  touch(): void;
};

type Row = Record<string, SQLOutputValue>;

const INTENT_COLUMNS =
  'intent_id, account_id, kind, state, body, symbol, title, confirmed_at, result_id, cancel_when_found, is_conflict, unanswered, reason, changed_at, target_id, is_exit';
const NEWEST = 'ORDER BY confirmed_at DESC, intent_id DESC';
const OPEN_STATES = UNSETTLED.map((state) => `'${state}'`).join(', ');

export function createIntentRows(db: DatabaseSync): IntentRows {
  const values = INTENT_COLUMNS.replaceAll(/\w+/g, '?');
  const insert = `INSERT INTO intents (${INTENT_COLUMNS}) VALUES (${values})`;
  const update = `DO UPDATE SET state = excluded.state, result_id = excluded.result_id,
    cancel_when_found = excluded.cancel_when_found, is_conflict = excluded.is_conflict,
    unanswered = excluded.unanswered, reason = excluded.reason, changed_at = excluded.changed_at`;
  const insertIntent = db.prepare(insert);
  const saveIntent = db.prepare(`${insert} ON CONFLICT (intent_id) ${update}`);
  const saveUnsent = db.prepare(
    `${insert} ON CONFLICT (intent_id) ${update} WHERE intents.state = 'recorded'`,
  );
  const saveLine = db.prepare(
    `INSERT INTO evidence (seq, intent_id, at, kind, text, status, request_id, is_repeat, times, last_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (seq) DO UPDATE SET text = excluded.text,
       status = excluded.status, request_id = excluded.request_id, times = excluded.times, last_at = excluded.last_at`,
  );
  const get = db.prepare('SELECT * FROM intents WHERE intent_id = ?');
  const about = db.prepare(
    `SELECT * FROM intents WHERE result_id = :id OR target_id = :id ${NEWEST}`,
  );
  const open = db.prepare(
    `SELECT * FROM intents WHERE state IN (${OPEN_STATES})
     UNION SELECT * FROM intents WHERE cancel_when_found = 1 ORDER BY confirmed_at, intent_id`,
  );
  const listWhere = (isOfKind: string) =>
    db.prepare(
      `SELECT * FROM intents WHERE ${isOfKind} AND (confirmed_at, intent_id) < (:at, :id)
         AND (:states IS NULL OR state IN (SELECT value FROM json_each(:states)))
         AND (:symbol IS NULL OR symbol = :symbol) AND confirmed_at >= :from AND confirmed_at < :to
         AND changed_at >= :changedFrom
         AND intent_id NOT IN (SELECT value FROM json_each(:except)) ${NEWEST} LIMIT :limit`,
    );
  const list = listWhere('(:kinds IS NULL OR kind IN (SELECT value FROM json_each(:kinds)))');
  // By an index of their own: among a million orders they would be looked for in each.
  const listMints = listWhere("kind = 'mint'");
  const counts = db.prepare(
    `SELECT state, count(*) AS count FROM intents
     WHERE intent_id NOT IN (SELECT value FROM json_each(?)) GROUP BY state`,
  );
  const lines = db.prepare('SELECT * FROM evidence WHERE intent_id = ? ORDER BY seq');
  const repeats = db.prepare(
    `SELECT * FROM evidence WHERE intent_id = :id AND seq > coalesce(
       (SELECT seq FROM evidence WHERE intent_id = :id AND is_repeat = 0 ORDER BY seq DESC LIMIT 1), 0) ORDER BY seq`,
  );
  const lastSeq = db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM evidence');
  const touch = db.prepare('UPDATE owner SET account_id = account_id');

  return {
    insertIntent: (intent) => void insertIntent.run(...intentValues(intent)),
    saveIntent: (intent) => void saveIntent.run(...intentValues(intent)),
    saveUnsent: (intent) => void saveUnsent.run(...intentValues(intent)),
    saveLine: (line) => void saveLine.run(...lineValues(line)),
    get(intentId) {
      const row = get.get(intentId);
      return row && toIntent(row);
    },
    about: (brokerId) => about.all({ id: brokerId }).map(toIntent),
    open: () => open.all().map(toIntent),
    list(query, limit, except) {
      const { kinds, ...rest } = listValues(query, limit, except);
      const rows = kinds === ONLY_MINTS ? listMints.all(rest) : list.all({ kinds, ...rest });
      return rows.map(toIntent);
    },
    counts: (except) =>
      counts.all(JSON.stringify(except)).map((row) => ({
        state: row['state'] as IntentState,
        count: Number(row['count']),
      })),
    lines: (intentId) => lines.all(intentId).map(toLine),
    repeats: (intentId) => repeats.all({ id: intentId }).map(toLine),
    lastSeq: () => Number(lastSeq.get()?.['seq'] ?? 0),
    touch: () => void touch.run(),
  };
}

const jsonOrNull = (value: readonly string[] | undefined) =>
  value === undefined ? null : JSON.stringify(value);

const ONLY_MINTS = JSON.stringify(['mint'] satisfies IntentKind[]);

const listValues = (query: IntentQuery, limit: number, except: readonly string[]) => ({
  at: query.before?.confirmedAt ?? Number.MAX_SAFE_INTEGER,
  id: query.before?.intentId ?? '',
  states: jsonOrNull(query.states),
  kinds: jsonOrNull(query.kinds),
  symbol: query.symbol ?? null,
  from: query.from ?? Number.MIN_SAFE_INTEGER,
  to: query.to ?? Number.MAX_SAFE_INTEGER,
  changedFrom: query.changedFrom ?? Number.MIN_SAFE_INTEGER,
  except: JSON.stringify(except),
  limit,
});

const intentValues = (intent: Intent): SQLInputValue[] => [
  intent.intentId,
  intent.accountId,
  intent.kind,
  intent.state,
  intent.body,
  intent.symbol,
  intent.title,
  Math.trunc(intent.confirmedAt),
  intent.resultId ?? null,
  Number(intent.cancelWhenFound),
  Number(intent.isConflict),
  intent.unanswered,
  intent.reason ?? null,
  Math.trunc(intent.changedAt),
  intent.targetId ?? null,
  Number(intent.isExit ?? false),
];

const lineValues = (line: StoredLine): SQLInputValue[] => [
  line.seq,
  line.intentId,
  Math.trunc(line.at),
  line.kind,
  line.text,
  line.status ?? null,
  line.requestId ?? null,
  Number(line.isRepeat),
  line.times,
  Math.trunc(line.lastAt),
];

export function toIntent(row: Row): Intent {
  const intent: Intent = {
    intentId: String(row['intent_id']),
    accountId: String(row['account_id']),
    kind: row['kind'] as IntentKind,
    state: row['state'] as IntentState,
    body: String(row['body']),
    symbol: String(row['symbol']),
    title: String(row['title']),
    confirmedAt: Number(row['confirmed_at']),
    cancelWhenFound: row['cancel_when_found'] === 1,
    isConflict: row['is_conflict'] === 1,
    unanswered: Number(row['unanswered']),
    changedAt: Number(row['changed_at']),
  };
  if (row['is_exit'] === 1) intent.isExit = true;
  if (typeof row['target_id'] === 'string') intent.targetId = row['target_id'];
  if (typeof row['result_id'] === 'string') intent.resultId = row['result_id'];
  if (typeof row['reason'] === 'string') intent.reason = row['reason'];
  return intent;
}

export function toLine(row: Row): StoredLine {
  const line: StoredLine = {
    seq: Number(row['seq']),
    intentId: String(row['intent_id']),
    at: Number(row['at']),
    kind: row['kind'] as EvidenceKind,
    text: String(row['text']),
    isRepeat: row['is_repeat'] === 1,
    times: Number(row['times']),
    lastAt: Number(row['last_at']),
  };
  if (typeof row['status'] === 'number') line.status = row['status'];
  if (typeof row['request_id'] === 'string') line.requestId = row['request_id'];
  return line;
}
