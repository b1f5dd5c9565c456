// Journal files that a disk or somebody else has damaged. The start never fails for it; what is damaged is set aside as
// it was, with a line in the log; what can still be read is read; and no intent comes back in a state it never had.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Evidence, Intent, type IntentState } from '#contract/intents.ts';
import { openJournal } from '#main/journal/journal.ts';
import { MIGRATIONS } from '#main/journal/schema.ts';
import type { Journal, JournalOptions } from '#main/journal/types.ts';
import { newIntentId } from '#test/faults/support/desk.ts';
import { createDice, repeatFile, SEED, type Dice } from '#test/campaigns/support/seed.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { watchProcess } from '#test/support/process-watch.ts';
import { tellProof } from '#test/support/proof.ts';
import { atScale } from '#test/support/scale.ts';
import { ACCOUNT, draft, intentIn, OTHER_ACCOUNT } from '#test/unit/journal/harness.ts';

const COUNT = atScale(4_000);
const PAGE = 4096;
/** Nothing here is about the disk’s own speed; the crash suites wait for it. */
const IN_MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const STATES: readonly IntentState[] = [
  'recorded',
  'sent',
  'accepted',
  'refused',
  'not-sent',
  'unknown',
  'set-aside',
];
const INTENTS = 70;
const REINDEXED = 'the indexes of the journal are made anew';

type Finding = { what: 'falseStates' | 'unreadable' | 'lost'; told: string };
type Damage = { kind: string; main: Buffer | 'folder'; wal?: Buffer };

let folder: string;
/** A journal that was closed well, and one whose process died with a log of changes beside it. */
let closed: Buffer;
let crashed: { main: Buffer; wal: Buffer };
const original = new Map<string, Intent>();

beforeAll(() => {
  folder = mkdtempSync(join(IN_MEMORY, 'ballast-fuzz-journal-'));
  const path = join(folder, 'journal.db');
  const first = open(folder);
  for (let n = 0; n < INTENTS; n++)
    intentIn(first, STATES[n % STATES.length] ?? 'sent', {
      intentId: newIntentId(),
      title: `Buy ${n} AAPL ${'x'.repeat(n * 20)}`,
    });
  for (const { intentId } of all(first)) {
    const found = first.get(intentId);
    if (found.ok && found.value) original.set(intentId, found.value);
  }
  crashed = { main: readFileSync(path), wal: readFileSync(`${path}-wal`) };
  first.close();
  closed = readFileSync(path);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`opens ${COUNT} damaged journals and loses nothing that can be read (BALLAST_FUZZ_SEED=${SEED})`, () => {
  const watch = watchProcess();
  const dice = createDice(SEED);
  const zero = {
    threw: 0,
    notSetAside: 0,
    silent: 0,
    falseStates: 0,
    unreadable: 0,
    lost: 0,
    deaf: 0,
  };
  const ends: Record<string, number> = {};
  const complaints: string[] = [];
  let salvagedLeast = INTENTS;

  for (let count = 0; count < COUNT; count++) {
    const damage = damaged(dice);
    const place = join(folder, `case-${count}`);
    const path = join(place, 'journal.db');
    mkdirSync(place);
    if (damage.main === 'folder') mkdirSync(path);
    else writeFileSync(path, damage.main);
    if (damage.wal) writeFileSync(`${path}-wal`, damage.wal);
    const readable = readableIn(place, damage);
    const complain = (what: keyof typeof zero, told: unknown): void => {
      zero[what]++;
      if (complaints.length < 10)
        complaints.push(`${what}: ${damage.kind} (case ${count}) → ${String(told)}`);
    };
    const log: string[] = [];
    let journal: Journal | undefined;
    try {
      const opened = openJournal(options(place, log));
      if (!opened.ok) {
        end(opened.failure.kind);
        if (!/[a-z]{3,} .*\./.test(opened.failure.message))
          complain('silent', opened.failure.message);
        if (damage.main !== 'folder' && !readFileSync(path).equals(damage.main))
          complain('notSetAside', 'a file that was refused is not as it was');
        continue;
      }
      ({ journal } = opened.value);
      const { setAside, problem } = opened.value;
      end(problem ? 'in memory' : setAside === undefined ? 'opened' : 'set aside');
      if (problem && problem.message.length < 20) complain('silent', problem.message);
      if (setAside !== undefined) {
        if (!log.includes('the journal is damaged and is set aside'))
          complain('silent', log.join());
        const kept = readFileSync(setAside);
        if (
          damage.main === 'folder' ||
          !isAsItWas(kept, damage.main, damage.wal !== undefined || log.includes(REINDEXED))
        )
          complain('notSetAside', setAside);
      }
      const found = judge(journal, readable, problem !== undefined);
      const isMetLater = found.some(({ told }) => told.startsWith('The journal is damaged.'));
      if (isMetLater && !problem) {
        // Damage that is met only later says what to do about it, and doing it helps.
        end('damage met later');
        const reopened = journal.reopen();
        if (!reopened.ok) complain('deaf', reopened.failure.message);
        found.splice(0, found.length, ...judge(journal, readable, false));
      }
      for (const { what, told } of found) complain(what, told);
      if (setAside !== undefined) salvagedLeast = Math.min(salvagedLeast, all(journal).length);
      // Placing goes on where there is a file, and the next start finds it.
      const fresh = draft();
      const recorded = journal.record(fresh);
      if (!problem && !recorded.ok) complain('deaf', recorded.failure.message);
      journal.close();
      journal = undefined;
      if (!problem && recorded.ok) {
        const again = openJournal(options(place, log));
        const kept = again.ok ? again.value.journal.get(fresh.intentId) : undefined;
        if (!kept?.ok || kept.value?.body !== fresh.body)
          complain('lost', 'what was recorded afterwards');
        if (again.ok) again.value.journal.close();
      }
    } catch (error) {
      complain('threw', error instanceof Error ? error.stack : error);
    } finally {
      journal?.close();
      rmSync(place, { recursive: true, force: true });
    }
  }

  function end(how: string): void {
    ends[how] = (ends[how] ?? 0) + 1;
  }

  watch.stop();
  tellProof({
    part: 'fuzz',
    what: 'journal files: bits, pages, cuts, logs, versions, strangers',
    count: COUNT,
    zero: { ...zero, unhandled: watch.unhandled.length },
    figures: {
      ...ends,
      'intents in each': original.size,
      'fewest saved from a damaged one': salvagedLeast,
    },
    seed: SEED,
    repeat: repeatFile('fuzz-journal.test.ts'),
  });
  expect(complaints).toEqual([]);
  expect(watch.unhandled).toEqual([]);
  for (const how of ['opened', 'set aside']) expect(ends[how] ?? 0).toBeGreaterThan(COUNT / 50);
});

/** SQLite may write its own first page, and folds a log into the file; nothing else changes before it is set aside. */
const isAsItWas = (kept: Buffer, was: Buffer, isRewritten: boolean): boolean =>
  isRewritten
    ? kept.length > 0 || was.length === 0
    : kept.subarray(PAGE).equals(was.subarray(PAGE));

/** Everything that is there can be read, is of the right kind, and says what it said before the damage. */
function judge(
  journal: Journal,
  readable: ReadonlyMap<string, IntentState>,
  isInMemory: boolean,
): Finding[] {
  const findings: Finding[] = [];
  const complain = (what: Finding['what'], told: string): void =>
    void findings.push({ what, told });
  const found = new Map(all(journal).map((intent) => [intent.intentId, intent]));
  for (const intent of [...found.values(), ...journal.unsettled(), ...journal.pendingCancels()]) {
    const was = original.get(intent.intentId);
    if (!Intent.safeParse(intent).success) complain('unreadable', JSON.stringify(intent));
    else if (was && !mayBecome(was.state, intent.state))
      complain('falseStates', `${was.state} became ${intent.state}`);
    const lines = journal.evidence(intent.intentId);
    if (!lines.ok) complain('unreadable', lines.failure.message);
    else
      for (const { times: _t, lastAt: _l, ...line } of lines.value)
        if (!Evidence.safeParse({ ...plain(line), intentId: intent.intentId }).success)
          complain('unreadable', JSON.stringify(line));
  }
  if (isInMemory) return findings;
  for (const [intentId, state] of readable)
    if (!found.has(intentId)) complain('lost', `${intentId}, which could be read as ${state}`);
  for (const read of [
    journal.counts(),
    journal.load(),
    journal.grants(),
    journal.batches(),
    journal.addresses(),
    journal.activity({ kinds: [], text: '', limit: 500 }),
  ])
    if (!read.ok) complain('unreadable', read.failure.message);
  return findings;
}

/** Unknown is what it becomes when it was left open, or when its record cannot be read; nothing becomes anything else. */
const mayBecome = (was: IntentState, is: IntentState): boolean => was === is || is === 'unknown';

const plain = ({ seq: _seq, isRepeat: _isRepeat, ...line }: Record<string, unknown>) => line;

/** What a patient reader gets out of a copy, row by row from both ends: the measure for what is carried over. */
function readableIn(place: string, { main, wal }: Damage): Map<string, IntentState> {
  const found = new Map<string, IntentState>();
  if (main === 'folder') return found;
  const copy = join(place, 'copy.db');
  copyFileSync(join(place, 'journal.db'), copy);
  if (wal) copyFileSync(join(place, 'journal.db-wal'), `${copy}-wal`);
  try {
    const db = new DatabaseSync(copy, { readOnly: true });
    try {
      const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
      for (const direction of version > MIGRATIONS.length ? [] : ['ASC', 'DESC'])
        try {
          for (const row of db
            .prepare(`SELECT * FROM intents ORDER BY rowid ${direction}`)
            .iterate()) {
            const was = original.get(String(row['intent_id']));
            const isWhole =
              was &&
              row['account_id'] === ACCOUNT &&
              row['state'] === was.state &&
              row['body'] === was.body &&
              row['kind'] === was.kind &&
              row['title'] === was.title &&
              row['symbol'] === was.symbol &&
              row['unanswered'] === was.unanswered;
            if (isWhole) found.set(was.intentId, was.state);
          }
        } catch {
          // no further from this end
        }
    } finally {
      db.close();
    }
  } catch {
    // not a database any more
  }
  for (const name of readdirSync(place)) if (name.startsWith('copy.db')) rmSync(join(place, name));
  return found;
}

function damaged(dice: Dice): Damage {
  const { below, chance, pick } = dice;
  const hasLog = chance(0.3);
  const main = Buffer.from(hasLog ? crashed.main : closed);
  const wal = hasLog ? Buffer.from(crashed.wal) : undefined;
  const withLog = (kind: string, changed: Buffer | 'folder' = main): Damage => ({
    kind: hasLog ? `${kind}, with a log` : kind,
    main: changed,
    ...(wal && { wal }),
  });
  const target = wal && (main.length < PAGE || chance(0.5)) ? wal : main;
  const kind = below(16);
  if (kind < 6) {
    for (let times = 1 + below(8); times > 0; times--) {
      const at = below(target.length);
      target[at] = (target[at] ?? 0) ^ (1 << below(8));
    }
    return withLog('bits');
  }
  if (kind < 8) return withLog('cut', main.subarray(0, below(main.length)));
  if (kind === 8 && wal) return { kind: 'log cut', main, wal: wal.subarray(0, below(wal.length)) };
  if (kind === 8 || kind === 9) {
    const pages = Math.max(1, Math.floor(target.length / PAGE));
    const at = below(pages) * PAGE;
    target.fill(pick([0, 0xff, 0xa5]), at, Math.min(target.length, at + PAGE * (1 + below(3))));
    return withLog('pages overwritten');
  }
  if (kind === 10) {
    const pages = Math.max(1, Math.floor(main.length / PAGE));
    main.copy(main, below(pages) * PAGE, below(pages) * PAGE, below(pages) * PAGE + PAGE);
    return withLog('a page in the place of another');
  }
  if (kind === 11) {
    for (let at = 0; at < 100 && at < main.length; at++) if (chance(0.2)) main[at] = below(256);
    return withLog('header');
  }
  if (kind === 12)
    return withLog(
      'random bytes',
      Buffer.from(Array.from({ length: below(20_000) }, () => below(256))),
    );
  if (kind === 13)
    return withLog('garbage behind', Buffer.concat([main, Buffer.alloc(below(9_000), 7)]));
  if (kind === 14) return { kind: 'by SQL', main: changedBySql(dice) };
  return pick([
    withLog('empty', Buffer.alloc(0)),
    { kind: 'a folder', main: 'folder' as const },
    withLog('log alone', Buffer.alloc(0)),
  ]);
}

/** A sound database that says something else. */
function changedBySql({ pick }: Dice): Buffer {
  const path = join(folder, 'sql.db');
  writeFileSync(path, closed);
  const db = new DatabaseSync(path);
  db.exec(
    pick([
      'PRAGMA user_version = 99',
      `PRAGMA user_version = ${MIGRATIONS.length + 1}`,
      'PRAGMA user_version = 0',
      'PRAGMA user_version = -5',
      `UPDATE owner SET account_id = '${OTHER_ACCOUNT}'`,
      'DELETE FROM owner',
      'DROP TABLE evidence',
      'DROP TABLE intents',
      'DROP TABLE events',
      'ALTER TABLE intents RENAME COLUMN body TO corpus',
      'CREATE TABLE novelty (x)',
      'DROP INDEX intents_newest',
      'PRAGMA journal_mode = DELETE',
    ]),
  );
  db.close();
  const changed = readFileSync(path);
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    if (existsSync(path + suffix)) rmSync(path + suffix);
  return changed;
}

function all(journal: Journal): Intent[] {
  const page = journal.list({ limit: 1_000 });
  return page.ok ? page.value.intents : [];
}

const options = (place: string, log: string[] = []): JournalOptions => ({
  folder: place,
  accountId: ACCOUNT,
  clock: createFakeTime().clock,
  log: (_level, message) => void log.push(message),
});

function open(place: string): Journal {
  const opened = openJournal(options(place));
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value.journal;
}
