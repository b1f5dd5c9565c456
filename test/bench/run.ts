// `npm run bench [-- NAME…] [--json] [--minutes N] [--orders N] [--lines N] [--data DIR] [--only PART,PART]`: measurements, each against an anchor in the same run. Nothing here passes or
// fails; the figures are for comparing one run with itself.
import { parseArgs } from 'node:util';
import { benchApp, benchWeb } from '#test/bench/app.ts';
import { benchCore } from '#test/bench/core.ts';
import { benchGrowth } from '#test/bench/growth.ts';
import { benchJournal } from '#test/bench/journal.ts';
import { benchPaper } from '#test/bench/paper.ts';
import { benchScale } from '#test/bench/scale.ts';
import { benchTables } from '#test/bench/tables.ts';
import { benchUi } from '#test/bench/ui.ts';
import { benchWatched } from '#test/bench/watched.ts';
import type { BenchOptions, Figures } from '#test/bench/measure.ts';

type Bench = (say: (line: string) => void, options: BenchOptions) => Promise<Figures>;

const benches: Record<string, Bench> = {
  paper: benchPaper,
  core: benchCore,
  tables: benchTables,
  journal: benchJournal,
  watched: benchWatched,
  growth: benchGrowth,
  scale: benchScale,
  ui: benchUi,
  app: benchApp,
  web: benchWeb,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    orders: { type: 'string' },
    lines: { type: 'string' },
    data: { type: 'string' },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(benches);
const unknown = names.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench ${unknown.join(', ')}: ${Object.keys(benches).join(', ')}\n`,
  );
  process.exit(2);
}
const options: BenchOptions = {
  minutes: Number(values.minutes),
  only: values.only.split(',').filter(Boolean),
  orders: Number(values.orders ?? 250_000),
  scale: {
    orders: values.orders === undefined ? undefined : Number(values.orders),
    lines: values.lines === undefined ? undefined : Number(values.lines),
    data: values.data,
  },
};
if (!(options.minutes > 0)) {
  process.stderr.write(`--minutes must be a number above 0, not ${values.minutes}\n`);
  process.exit(2);
}
if (!(options.orders >= 10)) {
  process.stderr.write(`--orders must be a number from 10 on, not ${values.orders}\n`);
  process.exit(2);
}
const say = (line: string): void => {
  if (!values.json) process.stdout.write(`${line}\n`);
};
for (const name of names) {
  say(`── ${name}`);
  const figures = await benches[name]?.(say, options);
  process.stdout.write(`${JSON.stringify({ bench: name, node: process.version, ...figures })}\n`);
}
process.exit(0);
