// Everything an account's journal knows, as one list of lines, newest first. A line's id sorts as text within one
// moment: an intent comes before its evidence, evidence in the order of its writing. Pages are cut by (at, line id), so
// that lines of the same millisecond are neither lost nor told twice. Each part is cut before the parts are put
// together: a page costs what it shows, however long the journal is.
import type { DatabaseSync } from 'node:sqlite';
import { ActivityLine } from '#contract/activity.ts';
import type { Intent } from '#contract/intents.ts';
import type { ActivityLineQuery, FoundLines, Kept } from '#main/journal/types.ts';

/** A row as it was read; its line is absent where it cannot be one. */
type ActivityRow = { at: number; lineId: string; line: ActivityLine | undefined };
export type ActivityRows = {
  /** With `among` only the orders that it names are looked at, and no others can have what is asked for. */
  find(query: ActivityLineQuery, kept: Kept, among?: Among): FoundLines;
};

/** Which orders may have every word of a search in one of their lines. */
export type Among = {
  /** Of these the index does not know how they are now. */
  unindexed: readonly string[];
  /** With more orders than these it is faster to read everything, in the order in which it was written. */
  most: number;
  /** The others, with a line from before this moment: no line of one that follows is newer than `upto`. */
  matches(before: number): Iterable<{ intentId: string; upto: number }>;
};

/** The moments that a clock can show. */
export const LAST_MS = 8_640_000_000_000_000;

/** The words of the search, each of which must be in what is shown or in one of the ids. */
const hasWords = (...columns: string[]): string =>
  `(:words = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(:words) AS word
     WHERE instr(lower(${columns.map((name) => `coalesce(${name}, '')`).join(` || ' ' || `)}), lower(word.value)) = 0))`;
const isWanted = (at: string, lineId: string): string =>
  `${at} BETWEEN :from AND :at AND (${at} < :at OR ${lineId} < :line)`;
const evidenceText = (text: string, times: string): string =>
  `CASE WHEN ${times} > 1 THEN ${text} || ' (' || ${times} || ' times)' ELSE ${text} END`;

const INTENT_ID = `'1.' || intent_id`;
const EVIDENCE_ID = `'2.' || printf('%015d', e.seq)`;
const EVENT_ID = `'4.' || printf('%015d', seq)`;

/** What is searched of an intent and of a line of its evidence, besides these two words. What is left out is not indexed. */
export const INTENT_WORDS = [
  'kind',
  'state',
  'title',
  'reason',
  'symbol',
  'intent_id',
  'result_id',
  'target_id',
] as const;
export const LINE_WORDS = ['kind', 'text', 'request_id', 'status'] as const;
const OF_INTENT = ["'intent'", ...INTENT_WORDS];
const OF_LINE = [
  "'evidence'",
  ...LINE_WORDS.map((name) => `e.${name}`),
  'i.symbol',
  'e.intent_id',
  'i.result_id',
  'i.target_id',
];

/** Orders are verified so many at a time, then twice as many, until these. */
const FIRST_CHUNK = 100;
const LAST_CHUNK = 1_600;

/** The members of a line in the order of the columns. */
const MEMBERS = [
  'lineId',
  'at',
  'kind',
  'detail',
  'text',
  'symbol',
  'intentId',
  'orderId',
  'requestId',
  'status',
] as const satisfies (keyof ActivityLine)[];

const keptMember = (name: string): string => `kept.value->>'${name}'`;
/** The order that a line in memory is of may be on disk alone, which then says its symbol and its ids. */
const KEPT_MEMBERS = MEMBERS.map((name) => {
  if (name === 'symbol') return `coalesce(${keptMember(name)}, i.symbol)`;
  if (name === 'orderId') return `coalesce(${keptMember(name)}, i.result_id, i.target_id)`;
  return keptMember(name);
});
const OF_KEPT = [...KEPT_MEMBERS.slice(MEMBERS.indexOf('kind')), 'i.result_id', 'i.target_id'];

/** The lines of all orders, or of those that :among names. */
function orderLines(isAmong: boolean): string {
  const from = (table: string, id: string): string =>
    isAmong ? `json_each(:among) AS one CROSS JOIN ${table} ON ${id} = one.value` : table;
  return `SELECT * FROM (SELECT ${INTENT_ID} AS line_id, confirmed_at AS at, 'intent' AS kind, state AS detail,
      CASE WHEN reason IS NULL THEN title ELSE title || '. ' || reason END AS text,
      symbol, intent_id, coalesce(result_id, target_id), NULL AS request_id, NULL AS status
    FROM ${from('intents', 'intent_id')} WHERE ${isWanted('confirmed_at', INTENT_ID)}
      AND intent_id NOT IN (SELECT value FROM json_each(:keptIntents))
      AND ${hasWords(...OF_INTENT)}
    ORDER BY confirmed_at DESC, intent_id DESC LIMIT :intents)
  UNION ALL
  SELECT * FROM (SELECT ${EVIDENCE_ID}, e.at, 'evidence', e.kind, ${evidenceText('e.text', 'e.times')}, i.symbol,
      e.intent_id, coalesce(i.result_id, i.target_id), e.request_id, CASE WHEN e.status BETWEEN 0 AND 999 THEN e.status END
    FROM ${from('evidence AS e', 'e.intent_id')} LEFT JOIN intents AS i ON i.intent_id = e.intent_id
    WHERE ${isWanted('e.at', EVIDENCE_ID)} AND e.seq NOT IN (SELECT value FROM json_each(:keptSeqs))
      AND ${hasWords(...OF_LINE)}
    ORDER BY e.at DESC, e.seq DESC LIMIT :evidence)`;
}

const OTHER_LINES = `SELECT * FROM (SELECT *, NULL AS symbol, NULL AS intent_id, NULL AS order_id, NULL AS request_id, NULL AS status
    FROM (SELECT '3.' || stream || '.' || printf('%015d', from_ms) AS line_id, to_ms AS at, 'gap' AS kind,
        CASE WHEN filled_at IS NULL THEN 'open' ELSE 'filled' END AS detail,
        'The ' || CASE stream WHEN 'orders' THEN 'order' WHEN 'prices' THEN 'price' ELSE stream END ||
        ' stream was not heard for ' || printf('%.1f', (to_ms - from_ms) / 1000.0) || ' s. ' ||
        CASE WHEN filled_at IS NULL THEN 'What it missed has not been read yet.'
          ELSE 'What it missed was read afterwards.' END AS text FROM gaps)
    WHERE ${isWanted('at', 'line_id')} AND ${hasWords('kind', 'detail', 'text')}
    ORDER BY at DESC, line_id DESC LIMIT :gaps)
  UNION ALL
  SELECT * FROM (SELECT ${EVENT_ID}, at, kind, detail, text, NULL, NULL, NULL, NULL, NULL
    FROM events WHERE ${isWanted('at', EVENT_ID)} AND ${hasWords('kind', 'detail', 'text')}
      AND (:kinds = '[]' OR kind IN (SELECT value FROM json_each(:kinds)))
    ORDER BY at DESC, seq DESC LIMIT :events)
  UNION ALL
  SELECT * FROM (SELECT ${KEPT_MEMBERS.join(', ')}
    FROM json_each(:kept) AS kept LEFT JOIN intents AS i ON i.intent_id = ${keptMember('intentId')}
    WHERE ${isWanted(keptMember('at'), keptMember('lineId'))} AND ${hasWords(...OF_KEPT)}
      AND (:kinds = '[]' OR ${keptMember('kind')} IN (SELECT value FROM json_each(:kinds))))`;

const pageOf = (...parts: string[]): string =>
  `SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY at DESC, line_id DESC LIMIT :limit`;

export function createActivityRows(db: DatabaseSync): ActivityRows {
  const whole = db.prepare(pageOf(orderLines(false), OTHER_LINES));

  function page(query: ActivityLineQuery, limit: number, kept: Kept, among?: Among): ActivityRow[] {
    const given = valuesOf(query, limit, kept);
    if (!among || given.intents + given.evidence === 0) return whole.all(given).map(toRow);
    return pageAmong(among, given);
  }

  /** The same rows as of the whole journal: those with an order that is not looked at have no hit, or come after the page. */
  function pageAmong(among: Among, given: Given): ActivityRow[] {
    const seen = new Set(among.unindexed);
    const first = db.prepare(pageOf(orderLines(true), OTHER_LINES));
    let rows = first.all({ ...given, among: JSON.stringify([...seen]) }).map(toRow);
    const { kept: _kept, kinds: _kinds, gaps: _gaps, events: _events, ...ofOrders } = given;
    const more = db.prepare(pageOf(orderLines(true)));
    let chunk: string[] = [];
    let size = FIRST_CHUNK;
    const verify = (): void => {
      const found = more.all({ ...ofOrders, among: JSON.stringify(chunk) }).map(toRow);
      rows = [...rows, ...found].sort(newestFirst).slice(0, given.limit);
      chunk = [];
      size = Math.min(2 * size, LAST_CHUNK);
    };
    for (const { intentId, upto } of among.matches(given.at)) {
      if (upto < given.from) break;
      if (!seen.has(intentId)) chunk.push(intentId);
      seen.add(intentId);
      if (chunk.length < size) continue;
      verify();
      const last = rows[given.limit - 1];
      if (last && last.at > upto) return rows;
      if (seen.size > among.most) return whole.all(given).map(toRow);
    }
    if (chunk.length > 0) verify();
    return rows;
  }

  return {
    find(query, kept, among) {
      const lines: ActivityLine[] = [];
      let { before } = query;
      let damaged = 0;
      // A page that lost rows to damage goes on behind them: an empty page would look like the end.
      for (;;) {
        const wanted = query.limit - lines.length;
        const rows = page({ ...query, before }, wanted + 1, kept, among);
        const shown = rows.slice(0, wanted);
        for (const { line } of shown)
          if (line) lines.push(line);
          else damaged++;
        before = shown.at(-1) ?? before;
        const isEnd = rows.length <= wanted;
        if (isEnd || lines.length >= query.limit) return { lines, isEnd, damaged };
      }
    },
  };
}

type Given = ReturnType<typeof valuesOf>;

function valuesOf(query: ActivityLineQuery, limit: number, kept: Kept) {
  const { kinds, text, from = -LAST_MS } = query;
  const most = (...wanted: ActivityLine['kind'][]): number =>
    kinds.length === 0 || wanted.some((kind) => kinds.includes(kind)) ? limit : 0;
  return {
    from: Math.max(Math.ceil(from), -LAST_MS),
    ...newestOf(query),
    words: JSON.stringify(wordsIn(text)),
    kinds: JSON.stringify(kinds),
    intents: most('intent'),
    evidence: most('evidence'),
    gaps: most('gap'),
    events: most('stream', 'desk'),
    keptIntents: JSON.stringify(kept.intents.map(({ intentId }) => intentId)),
    keptSeqs: JSON.stringify(kept.lines.map(({ seq }) => seq)),
    kept: JSON.stringify(keptLines(kept)),
    limit,
  };
}

/** Behind the line that is named, or where the time that is wanted ends, whichever is earlier. */
function newestOf({ before, to = LAST_MS + 1 }: ActivityLineQuery): { at: number; line: string } {
  const last = Math.min(Math.ceil(to) - 1, LAST_MS);
  if (before && before.at <= last) return { at: before.at, line: before.lineId };
  // Above every id, so that the newest moment is whole.
  return { at: last, line: '~' };
}

/** As SQLite has them in order: ids byte by byte. */
const newestFirst = (a: ActivityRow, b: ActivityRow): number =>
  b.at - a.at || Buffer.compare(Buffer.from(b.lineId), Buffer.from(a.lineId));

export const wordsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function toRow(row: Record<string, unknown>): ActivityRow {
  const at = Number(row['at']);
  const lineId = String(row['line_id']);
  const members = Object.values(row);
  const known = MEMBERS.flatMap((name, n) => (members[n] === null ? [] : [[name, members[n]]]));
  const line = ActivityLine.safeParse(Object.fromEntries(known));
  return { at, lineId, line: line.success ? line.data : undefined };
}

/** In the shape of lines, with the same ids that the disk would give them. */
function keptLines({ intents, lines }: Kept): ActivityLine[] {
  const byId = new Map(intents.map((intent) => [intent.intentId, intent]));
  return [
    ...intents.map(
      ({ intentId, confirmedAt, state, title, reason, symbol, ...ids }): ActivityLine => ({
        lineId: `1.${intentId}`,
        at: Math.trunc(confirmedAt),
        kind: 'intent',
        detail: state,
        text: reason === undefined ? title : `${title}. ${reason}`,
        symbol,
        intentId,
        ...orderIdIn(ids),
      }),
    ),
    ...lines.map(({ seq, intentId, at, kind, text, status, requestId, times }): ActivityLine => {
      const { symbol, ...ids } = byId.get(intentId) ?? {};
      return {
        lineId: `2.${String(seq).padStart(15, '0')}`,
        at: Math.trunc(at),
        kind: 'evidence',
        detail: kind,
        text: times > 1 ? `${text} (${times} times)` : text,
        ...(symbol !== undefined && { symbol }),
        intentId,
        ...orderIdIn(ids),
        ...(status !== undefined && { status }),
        ...(requestId !== undefined && { requestId }),
      };
    }),
  ];
}

function orderIdIn({ resultId, targetId }: Partial<Intent>): Pick<ActivityLine, 'orderId'> {
  const orderId = resultId ?? targetId;
  return orderId === undefined ? {} : { orderId };
}
