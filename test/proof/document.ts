// docs/proof.md, written from the records.
import { PLAN } from '#test/proof/parts.ts';
import type { PartRecord, Records } from '#test/proof/record.ts';
import { PARTS, type Part, type ProofRow } from '#test/support/proof.ts';

const INTRODUCTION = `# The proof

An order is placed once, or you are told that it was not, and you can see the evidence. This page is what was tried to make that untrue, and what came of it. It is written by \`npm run proof\`, never by hand; docs/faults.md tells how each part works.

\`npm run proof -- --scale 1\` repeats all of it, \`--only orders,streams\` some of it, and a smaller scale takes that share of every count: \`.ci/run\` runs the same suites at 0.01. A row's own command repeats that row with its seed.`;

export function writeProof(records: Records): string {
  const sections = PARTS.flatMap((part) => {
    const record = records[part];
    return record ? [describePart(part, record)] : [];
  });
  return `${[INTRODUCTION, summarise(records), ...sections].join('\n\n')}\n`;
}

function summarise(records: Records): string {
  const lines = PARTS.map((part) => {
    const record = records[part];
    const { title, claim } = PLAN[part];
    if (!record) return [title, claim, 'not run yet', ''];
    const tried = record.rows.reduce((sum, { count }) => sum + count, 0);
    const wrong = record.rows.flatMap(({ zero }) => Object.values(zero)).reduce(add, 0);
    return [title, claim, number(tried), number(wrong)];
  });
  return table(['Part', 'Claim', 'Tries', 'Contradicted by'], lines);
}

function describePart(part: Part, { at, commit, machine, scale, seconds, rows }: PartRecord) {
  const lines = rows.map((row) => [
    row.what,
    number(row.count),
    pairs(row.zero),
    pairs(row.figures ?? {}),
    row.seed === undefined ? '' : String(row.seed),
  ]);
  const repeats = [...new Set(rows.map(({ repeat }) => `- \`${repeat}\``))].join('\n');
  return [
    `## ${PLAN[part].title}`,
    `${at.slice(0, 10)}, commit ${commit}, scale ${scale}, ${duration(seconds)}, on ${machine}.`,
    table(['What', 'Tries', 'Must be zero', 'Figures', 'Seed'], lines),
    `To repeat:\n\n${repeats}`,
  ].join('\n\n');
}

function table(head: readonly string[], lines: readonly string[][]): string {
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...lines.map(row)].join('\n');
}

const pairs = (from: ProofRow['zero'] | NonNullable<ProofRow['figures']>): string =>
  Object.entries(from)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? number(value) : value}`)
    .join(', ');

const number = (value: number): string => value.toLocaleString('en-US');
const add = (a: number, b: number): number => a + b;
const duration = (seconds: number): string =>
  seconds < 120 ? `${seconds} s` : `${(seconds / 60).toFixed(1)} min`;
