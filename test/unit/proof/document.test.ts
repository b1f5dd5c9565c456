// The page of the proof: what a stranger reads must be short, and must not look like one proof when it is several.
import { globSync, readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { describe, expect, it } from 'vitest';
import { writeProof } from '#test/proof/document.ts';
import { PLAN } from '#test/proof/parts.ts';
import { problemsOf, readRecords, type PartRecord, type Records } from '#test/proof/record.ts';
import { rowOf } from '#test/proof/second.ts';
import { PARTS, type Part, type ProofRow } from '#test/support/proof.ts';

const MOST_IN_A_CELL = 150;

const row = (part: Part, more: Partial<ProofRow> = {}): PartRecord['rows'][number] => ({
  part,
  what: `tries of ${part}`,
  count: 1_000,
  zero: { lost: 0 },
  repeat: 'npm run it',
  ...more,
});
const record = (part: Part, more: Partial<PartRecord> = {}): PartRecord => ({
  at: '2026-11-19T00:00:00.000Z',
  commit: 'abc1234',
  machine: 'a machine',
  scale: 1,
  seconds: 60,
  rows: [row(part)],
  ...more,
});
const everything = (): Records => Object.fromEntries(PARTS.map((part) => [part, record(part)]));
const isMixed = (page: string): boolean => page.includes('not one proof of one commit');
const cellsOf = (page: string): string[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

describe('the page', () => {
  it('is what the writer makes of docs/proof.json (npm run proof -- --page)', async () => {
    const { code } = await format('proof.md', writeProof(readRecords()));
    expect(readFileSync('docs/proof.md', 'utf8')).toBe(code);
  });

  it('has no cell that nobody would read', () => {
    const kinds = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`kind ${n}`, 7 + n]));
    const page = writeProof({
      ...readRecords(),
      orders: record('orders', { rows: [row('orders', { figures: kinds, each: kinds })] }),
    });
    expect(cellsOf(page).filter((cell) => cell.length > MOST_IN_A_CELL)).toEqual([]);
    expect(page).toContain('(40 kinds, each at least 7 times)');
    expect(page).toContain('- kind 39: 46');
  });

  it('says of one commit, all parts and scale 1 that it is so', () => {
    const page = writeProof(everything());
    expect(isMixed(page)).toBe(false);
    expect(page).toContain('All of it is commit abc1234, at scale 1.');
  });

  it.each([
    ['another commit', { commit: 'def5678' }, '2 commits'],
    ['a tree with changes', { commit: 'abc1234 with changes' }, 'changes that no commit has'],
    ['another scale', { scale: 0.2 }, 'scales 1 and 0.2'],
  ])('says first that a part is of %s', (_name, more, words) => {
    const page = writeProof({ ...everything(), exits: record('exits', more) });
    expect(isMixed(page)).toBe(true);
    expect(page.slice(0, page.indexOf('| Part'))).toContain(words);
  });

  it('says that a part was not run, and what it claims', () => {
    const { soak: _soak, ...others } = everything();
    const page = writeProof(others);
    expect(isMixed(page)).toBe(true);
    expect(page).toContain('one part has not been run');
    expect(page).toContain('npm run proof -- --only soak');
    expect(page).toContain(PLAN.soak.blind);
  });

  it('shows what was contradicted, and times where they can be seen', () => {
    const page = writeProof({
      stop: record('stop', {
        rows: [
          row('stop', {
            zero: { late: 2, falselyHeld: 1 },
            figures: { 'until the answer: p50, p99, worst': '2 ms, 6 ms, 7 ms' },
          }),
        ],
      }),
    });
    const cells = cellsOf(page).join('|');
    expect(cells).toContain('tries of stop|1,000|3');
    expect(cells).toContain('until the answer|2 ms|6 ms|7 ms');
    expect(page).toContain('falsely held 1');
  });
});

it.each(PARTS)('what %s would not have found is said in two sentences or so', (part) => {
  for (const text of [PLAN[part].blind, PLAN[part].instead]) {
    expect(text).toMatch(/\.$/);
    expect(text.split(/\s+/).length).toBeLessThan(60);
  }
});

it('names in each part every file that tells a row of it, and files that exist', () => {
  const tells = (text: string, part: Part): boolean =>
    text.includes('tellProof(') && text.includes(`part: '${part}'`);
  const suites = globSync('test/{faults,campaigns,soak}/**/*.test.ts');
  const isNamed = (part: Part, file: string): boolean =>
    PLAN[part].files.some((start) => file.includes(start));
  for (const part of PARTS) {
    const telling = suites.filter((file) => tells(readFileSync(file, 'utf8'), part));
    expect(telling.filter((file) => !isNamed(part, file))).toEqual([]);
    for (const start of PLAN[part].files)
      expect(suites.filter((file) => file.includes(start))).not.toEqual([]);
  }
});

it('names only files and folders that exist', () => {
  const named = PARTS.flatMap((part) =>
    [...`${PLAN[part].blind} ${PLAN[part].instead}`.matchAll(/`(test\/[^`]+)`/g)].map(
      ([, path = '']) => path,
    ),
  );
  expect(named.filter((path) => globSync(path).length === 0)).toEqual([]);
});

describe('the second proof as a part', () => {
  const summary = {
    seed: 7,
    minutes: 30,
    rounds: 100,
    intents: 4_000,
    values: 900_000,
    estimates: 80,
    words: 20_000,
    alerts: 3_000,
    violations: 0,
    neverHappened: [],
    skipped: [],
    happened: { 'cut-before': 90, 'kill desk': 8 },
  };

  it('is a row with its seed and command', () => {
    const told = rowOf(JSON.stringify(summary));
    expect(told).toMatchObject({
      part: 'second',
      count: 4_000,
      each: { 'cut-before': 90, 'kill desk': 8 },
      repeat: 'npm run second-proof -- --minutes 30 --seed 7',
    });
    expect(problemsOf([told])).toEqual([]);
  });

  it('fails with what was wrong, and with what it never tried', () => {
    const told = rowOf(
      JSON.stringify({ ...summary, violations: 2, neverHappened: ['drip-answer'] }),
    );
    expect(problemsOf([told])).toHaveLength(2);
  });

  it('says what a machine could not try', () => {
    const told = rowOf(
      JSON.stringify({ ...summary, skipped: ['clocks that jump: no libfaketime'] }),
    );
    expect(told.what).toContain('cannot be tried on this machine');
    expect(told.figures?.['not tried here']).toContain('libfaketime');
  });

  it('cannot be told by a summary that lacks something', () => {
    expect(() => rowOf(JSON.stringify({ seed: 7 }))).toThrow();
  });
});
