// docs/proof.md, written from the records: what a stranger reads in two minutes is in the open, and figures, seeds and
// commands are folded away under each part.
import { PLAN } from '#test/proof/parts.ts';
import type { PartRecord, Records } from '#test/proof/record.ts';
import { PARTS, PERCENTILES, type Part, type ProofRow } from '#test/support/proof.ts';

const INTRODUCTION = `# The proof

An order is placed once, or you are told that it was not, and you can see the evidence. This page is what was tried to make that untrue, and what came of it: how often, how often it was contradicted, and what each part could not have seen. [faults.md](faults.md) tells how the parts work.`;

const REPEATING = `\`npm run proof\` writes this page, never a hand. \`-- --scale 1\` repeats all of it, \`--only orders,streams\` some of it, and a smaller scale takes that share of every count. Every landing runs a hundredth of it, but for the soak and the second proof: eighteen seconds of that would have time for one round, and the first has no faults.`;

const UNITS = new Intl.NumberFormat('en-US');

export function writeProof(records: Records): string {
  const blocks = [
    INTRODUCTION,
    describeOrigin(Object.values(records)),
    summarise(records),
    REPEATING,
    ...PARTS.map((part) => describePart(part, records[part])),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** One proof is of one commit, all parts, at scale 1: whatever else this page is, it says so first. */
function describeOrigin(ran: readonly PartRecord[]): string {
  const distinct = <T>(of: (record: PartRecord) => T): T[] => [...new Set(ran.map(of))];
  const commits = distinct(({ commit }) => commit);
  const scales = distinct(({ scale }) => scale);
  const missing = PARTS.length - ran.length;
  const doubts = [
    commits.length > 1 && `its parts come from ${commits.length} commits`,
    commits.some((commit) => commit.includes(' ')) && 'some ran with changes that no commit has',
    scales.length > 1
      ? `they ran at scales ${scales.join(' and ')}`
      : scales.some((scale) => scale !== 1) && `it ran at scale ${scales.join()}`,
    missing > 0 && `${missing === 1 ? 'one part has' : `${missing} parts have`} not been run`,
  ].filter((doubt) => doubt !== false);
  const where = `Machine: ${distinct(({ machine }) => machine).join('; ')}.`;
  if (doubts.length === 0) return `All of it is commit ${commits.join()}, at scale 1. ${where}`;
  return `> **This page is not one proof of one commit:** ${doubts.join('; ')}. The table says which part is which.\n\n${where}`;
}

function summarise(records: Records): string {
  const lines = PARTS.map((part) => {
    const record = records[part];
    const { title } = PLAN[part];
    if (!record) return [title, 'not run yet', '', '', ''];
    const { rows, commit, scale } = record;
    const link = `[${title}](#${title.toLowerCase().replaceAll(' ', '-')})`;
    const tried = rows.reduce((sum, { count }) => sum + count, 0);
    const wrong = rows.reduce((sum, row) => sum + wrongOf(row), 0);
    return [link, told(tried), told(wrong), commit, String(scale)];
  });
  return table(['Part', 'Tries', 'Contradicted by', 'Commit', 'Scale'], lines);
}

function describePart(part: Part, record: PartRecord | undefined): string {
  const { title, claim, blind, instead } = PLAN[part];
  return [
    `## ${title}`,
    claim,
    ...(record
      ? describeTries(record.rows)
      : [`Not run yet: \`npm run proof -- --only ${part}\`.`]),
    `**What this would not have found.** ${blind}`,
    `**Where that is looked at.** ${instead}`,
    ...(record ? foldAway(record) : []),
  ].join('\n\n');
}

function describeTries(rows: readonly ProofRow[]): string[] {
  const tried = rows.map((row) => [row.what + leastOf(row), told(row.count), told(wrongOf(row))]);
  const times = rows.flatMap(({ figures = {} }) =>
    Object.entries(figures)
      .filter(([name]) => name.endsWith(PERCENTILES))
      .map(([name, value]) => [name.slice(0, -PERCENTILES.length), ...String(value).split(', ')]),
  );
  return [
    table(['What was tried', 'Tries', 'Contradicted by'], tried),
    ...(times.length > 0 ? [table(['Measured', 'p50', 'p99', 'Worst'], times)] : []),
  ];
}

const foldAway = ({ at, commit, scale, seconds, rows }: PartRecord): string[] => [
  fold(
    `Figures, seeds and commands: ${at.slice(0, 10)}, commit ${commit}, scale ${scale}, ${duration(seconds)}`,
    rows.map(describeRow).join('\n\n'),
  ),
  ...rows.flatMap(({ what, each }) =>
    each ? [fold(`${Object.keys(each).length} kinds: ${what}`, list(each))] : [],
  ),
];

function describeRow({ what, zero, figures = {}, repeat }: ProofRow): string {
  const plain = Object.fromEntries(
    Object.entries(figures).filter(([name]) => !name.endsWith(PERCENTILES)),
  );
  return [
    `**${escape(what)}**`,
    `\`${repeat}\``,
    `Contradicted by: ${Object.entries(zero)
      .map(([name, count]) => `${words(name)} ${told(count)}`)
      .join(', ')}.`,
    ...(Object.keys(plain).length > 0 ? [list(plain)] : []),
  ].join('\n\n');
}

/** Of many kinds the one that happened least often says most. */
function leastOf({ each }: ProofRow): string {
  const counts = Object.values(each ?? {});
  if (counts.length === 0) return '';
  const numbers = counts.filter((count) => typeof count === 'number');
  const least =
    numbers.length === counts.length && `, each at least ${told(Math.min(...numbers))} times`;
  return ` (${counts.length} kinds${least || ''})`;
}

function table(head: readonly string[], lines: readonly string[][]): string {
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => escape(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(head), row(head.map((_, n) => (n === 0 ? '---' : '--:'))), ...lines.map(row)].join(
    '\n',
  );
}

const fold = (summary: string, inside: string): string =>
  `<details>\n<summary>${escape(summary)}</summary>\n\n${inside}\n\n</details>`;

const list = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `- ${escape(words(name))}: ${escape(told(value))}`)
    .join('\n');

/** Names that are written as in code are told in words. */
const words = (name: string): string =>
  name.replaceAll(/[a-z][A-Z]/g, ([a = '', b = '']) => `${a} ${b.toLowerCase()}`);

const wrongOf = ({ zero }: ProofRow): number =>
  Object.values(zero).reduce((sum, count) => sum + count, 0);
const escape = (text: string): string => text.replaceAll('<', '&lt;');
const told = (value: string | number): string =>
  typeof value === 'number' ? UNITS.format(value) : value;
const duration = (seconds: number): string =>
  seconds < 120 ? `${seconds} s` : `${(seconds / 60).toFixed(1)} min`;
