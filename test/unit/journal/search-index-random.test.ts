// Whatever happened to a journal and its index: a search with the index finds what a search without it finds.
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { HeldRow } from '#main/journal/archive-types.ts';
import { archiveMonth } from '#main/journal/archive/write-archive.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { ActivityLineQuery, Journal } from '#main/journal/types.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { GROWTH, scaled } from '#test/support/scale.ts';
import { ACCOUNT, createFaultyDisk, draft, value } from './harness.ts';
import { createIndexed } from './search-harness.ts';

const FULL = 13;
const IOERR = 10;
const PAGE = 4_096;
const OPS =
  'record,record,sent,accepted,accepted,lost,refused,late,note,repeat,repeat,repeat other,unfit,event,gap,index,index,slice,full,full once,broken,works,works,works,restart,copy,older,older inside,replaced,reopen,archive,archive,damage,index overwritten,index page lost,index gone'.split(
    ',',
  );
const PIECES =
  'AAPL,Straße,STRASSE,İstanbul,ÄRGER,ärger,😀x😀,"quo"te,a%b_c,intent,evidence,place,accepted,recorded,order of 018f,step,403,503,req-7,again 1,late,note 2,zz,nothing,Ballast closed,was,desk,orders,\0ab'.split(
    ',',
  );
const SYMBOLS = ['AAPL', 'Straße', 'İSTANBUL', 'ärger', '😀x😀y', 'say"quo"te', 'a%b_c'];

type Op = { op: string; n: number };
const START = ['record', 'sent', 'accepted', 'record', 'sent', 'record', 'index'].map(
  (op, n): Op => ({
    op,
    n,
  }),
);
type Search = { pieces: string[]; from: number; length: number; limit: number; kind: number };

const anOp = fc.record({ op: fc.constantFrom(...OPS), n: fc.nat(1_000) });
const aSearch = fc.record({
  pieces: fc.array(fc.constantFrom(...PIECES), { maxLength: 2 }),
  from: fc.nat(1_000),
  length: fc.integer({ min: 0, max: 12 }),
  limit: fc.constantFrom(1, 3, 200),
  kind: fc.nat(8),
});

async function run(ops: Op[], searches: Search[], tally: Record<string, number>) {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-search-'));
  const path = join(folder, 'journal.db');
  const time = createFakeTime();
  const { connect, state } = createFaultyDisk();
  const indexed = createIndexed(() => time);
  const sliced = createIndexed(() => time, { sliceMs: 0 });
  const open = (): Journal =>
    value(
      openJournal({
        folder,
        accountId: ACCOUNT,
        clock: time.clock,
        log: () => undefined,
        connect,
        ...indexed.options,
      }),
    ).journal;
  let journal = open();
  const ids: string[] = [];

  function change({ op, n }: Op): unknown {
    time.advance(7);
    const id = ids[n % Math.max(1, ids.length)] ?? 'none';
    const line = (kind: 'sent' | 'lost' | 'answered', text: string) => ({ kind, text });
    switch (op) {
      case 'record': {
        const symbol = SYMBOLS[n % SYMBOLS.length] ?? '';
        const confirmedAt = time.clock.wall() + (n % 7 === 0 ? 1e9 * n : 0);
        const one = draft({ symbol, title: `Buy ${n} ${symbol}`, confirmedAt });
        ids.push(one.intentId);
        return journal.record(one, n % 3 === 0);
      }
      case 'sent':
        return journal.advance(id, { step: 'sent' }, line('sent', 'step sent'));
      case 'accepted': {
        const resultId = `order of ${id} ${n % 3}`;
        return journal.advance(id, { step: 'accepted', resultId }, line('answered', `was ${n}`));
      }
      case 'lost':
        return journal.advance(id, { step: 'lost' }, line('lost', `step lost ${n}`));
      case 'refused':
        return journal.advance(id, { step: 'refused' }, line('answered', `no ${n}`));
      case 'late':
        return journal.advance(
          id,
          { step: 'accepted', resultId: `late ${n}` },
          line('answered', 'late'),
        );
      case 'note':
        return journal.addEvidence(id, { kind: 'person', text: `note ${n % 5}`, status: n });
      case 'repeat':
      case 'repeat other': {
        const text = op === 'repeat' ? 'again' : `again ${n % 40}`;
        const answer = { status: n % 2 ? 403 : 503, requestId: `req-${n}` };
        return journal.repeatEvidence(id, { kind: 'lost', text, ...answer });
      }
      case 'unfit': {
        const unfit = { kind: 'answered' as const, text: 'unfit', status: 1.5 };
        return journal.advance(id, { step: 'accepted', resultId: `unfit ${n}` }, unfit);
      }
      case 'event':
        return journal.saveEvent({ kind: 'desk', detail: 'note', text: `note ${n % 5}` });
      case 'gap':
        return journal.saveGap({ stream: 'orders', from: n, to: time.clock.wall() });
      case 'index':
        return indexed.index(journal);
      case 'slice':
        return sliced.options.searchIndex
          .update({ path, until: 0, at: time.clock.wall(), sliceMs: 0, lag: 0 })
          .catch(() => undefined);
      case 'full':
        return (state.fault = { errcode: FULL, at: 'begin' });
      case 'full once':
        return (state.fault = { errcode: FULL, at: 'begin', times: 1 });
      case 'broken':
        return (state.fault = { errcode: IOERR, at: n % 2 ? 'commit' : 'landed', times: 1 });
      case 'works':
        return (state.fault = undefined);
      case 'archive':
        return archive();
      case 'reopen':
        return journal.reopen();
      case 'replaced':
        if (!existsSync(`${path}.copy`)) return undefined;
        copyFileSync(`${path}.copy`, `${path}.other`);
        renameSync(`${path}.other`, path);
        return journal.reopen();
      // Damage that SQLite sees. Of what it does not see inside a page nothing is promised but its age.
      case 'index overwritten':
        return damageIndex((bytes) => bytes.fill(n, n % 2 ? 0 : PAGE));
      case 'index page lost':
        return damageIndex((bytes) => {
          const from = PAGE * (n % Math.max(1, bytes.length / PAGE));
          return bytes.fill(0, from, from + PAGE);
        });
      case 'index gone':
        return rmSync(join(folder, 'search.db'), { force: true });
      default:
        return between(op, n);
    }
  }

  function damageIndex(damage: (bytes: Buffer) => Buffer): void {
    const file = join(folder, 'search.db');
    if (existsSync(file)) writeFileSync(file, damage(readFileSync(file)));
  }

  /** While nobody has it open. */
  function between(op: string, n: number): void {
    journal.close();
    state.fault = undefined;
    if (op === 'copy') copyFileSync(path, `${path}.copy`);
    if (existsSync(`${path}.copy`) && (op === 'older' || op === 'older inside')) {
      if (op === 'older') rmSync(path);
      copyFileSync(`${path}.copy`, path);
    }
    if (op === 'damage') {
      const bytes = readFileSync(path);
      const page = n % Math.max(1, bytes.length / PAGE);
      writeFileSync(path, bytes.fill(0, PAGE * page, PAGE * (page + 1)));
    }
    journal = open();
  }

  function archive(): void {
    const month = new Date(time.clock.wall()).toISOString().slice(0, 7);
    const job = { folder, accountId: ACCOUNT, month, cutoffMs: time.clock.wall() + 1 };
    let rows: HeldRow[];
    try {
      rows = archiveMonth(job);
    } catch {
      return; // after a damaged journal an archive may hold other lines under its numbers
    }
    for (let from = 0; from < rows.length;) {
      const next = journal.dropArchived(month, rows, from);
      if (!next.ok) return;
      from = next.value;
    }
  }

  async function compare({ pieces, from, length, limit, kind }: Search, n: number) {
    const all = journal.activity({ kinds: [], text: '', limit: 1_000 });
    const lines = all.ok ? all.value.lines : [];
    const line = lines[(from + n) % Math.max(1, lines.length)];
    const somewhere = line ? Object.values(line).join(' ') : '';
    const start = (from * 7) % Math.max(1, somewhere.length);
    const piece = somewhere.slice(start, start + length).toWellFormed();
    const query: ActivityLineQuery = {
      kinds: kind === 0 ? ['intent'] : kind === 1 ? ['evidence', 'desk'] : [],
      text: [...pieces, piece].join(' '),
      limit,
      ...(kind === 2 && line && { before: { at: line.at, lineId: line.lineId } }),
    };
    const found = await journal.findActivity(query);
    const look = indexed.looks.at(-1);
    tally['looked'] = (tally['looked'] ?? 0) + (look ? 1 : 0);
    tally['matched'] = (tally['matched'] ?? 0) + (look?.matched.length ? 1 : 0);
    const plain = journal.activity(query);
    expect(found).toEqual(plain);
    if (plain.ok && plain.value.lines.length > 0) tally['hits'] = (tally['hits'] ?? 0) + 1;
  }

  try {
    for (const op of ops) {
      await change(op);
      for (const [n, search] of searches.entries()) await compare(search, n + op.n);
    }
  } finally {
    state.fault = undefined;
    journal.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

it(
  'finds with the index what it finds without it, whatever happened to the journal and the index',
  async () => {
    const tally: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(
        fc.array(anOp, { minLength: 15, maxLength: 30, size: 'max' }),
        fc.array(aSearch, { minLength: 3, maxLength: 3 }),
        (ops, searches) => run([...START, ...ops], searches, tally),
      ),
      // To make it smaller by hand takes less long.
      { numRuns: scaled(20), endOnFailure: true },
    );
    // It would be easy to agree without an index, or without a hit. Fewer runs than usual may well have none.
    if (GROWTH < 1) return;
    for (const what of ['looked', 'matched', 'hits']) expect(tally[what], what).toBeGreaterThan(20);
  },
  scaled(120_000),
);
