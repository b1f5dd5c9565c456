// What was proven, part by part, as docs/proof.json keeps it: a part that is run again replaces its own record alone.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { z } from 'zod';
import { PARTS, type Part, type ProofRow } from '#test/support/proof.ts';

const RECORD = 'docs/proof.json';

const Row = z.object({
  part: z.enum(PARTS),
  what: z.string(),
  count: z.number(),
  zero: z.record(z.string(), z.number()),
  figures: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  each: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  seed: z.number().optional(),
  repeat: z.string(),
});

const PartRecord = z.object({
  at: z.string(),
  commit: z.string(),
  machine: z.string(),
  scale: z.number(),
  seconds: z.number(),
  rows: z.array(Row),
});
export type PartRecord = z.infer<typeof PartRecord>;
export type Records = Partial<Record<Part, PartRecord>>;

const Records = z.partialRecord(z.enum(PARTS), PartRecord);

export const readRecords = (): Records =>
  existsSync(RECORD) ? Records.parse(JSON.parse(readFileSync(RECORD, 'utf8'))) : {};

export const writeRecords = (records: Records): void =>
  writeFileSync(RECORD, `${JSON.stringify(records, null, 2)}\n`);

export function readRows(file: string): ProofRow[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => Row.parse(JSON.parse(line)));
}

/** A tree with changes in it has no commit that a stranger could check out, so it says so. */
export function describeCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`;
}

export function describeMachine(): string {
  const [first] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${first?.model.trim() ?? 'unknown'}, ${gigabytes} GB, ${type()} ${release()}, Node ${process.versions.node}`;
}

/** What must be zero and is not, in words. */
export const problemsOf = (rows: readonly ProofRow[]): string[] =>
  rows.flatMap(({ what, zero, seed, repeat }) =>
    Object.entries(zero)
      .filter(([, count]) => count !== 0)
      .map(([name, count]) => `${what}: ${count} ${name} (seed ${seed ?? 'none'}): ${repeat}`),
  );
