// `npm run faults -- --orders N --seed S [--workers W] [--json]`: the campaign on its own, for as long as one likes.
// With --simulated it is the simulation in virtual time instead, in which a seed repeats its history; with --year a year of
// it: `npm run faults -- --year --seed S [--from 2026-03-02] [--days N] [--share 0.2]`.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { complaintsOf, simulateSeries } from '#test/faults/simulation/series.ts';
import { repeatYearCommand, simulateYear } from '#test/faults/simulation/year.ts';
import { runCampaign } from '#test/faults/support/campaign.ts';

const EVENTS_OF_A_YEAR = 1_000_000;

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    workers: { type: 'string', default: '6' },
    simulated: { type: 'boolean', default: false },
    year: { type: 'boolean', default: false },
    from: { type: 'string' },
    days: { type: 'string' },
    share: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const orders = Number(values.orders);
const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
if (!Number.isSafeInteger(orders) || orders < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('Usage: npm run faults -- --orders N --seed S [--simulated] [--json]\n');
  process.exit(2);
}

if (!values.year) process.stdout.write(`${orders} orders, seed ${seed}\n`);
const isGood = values.year
  ? await oneYear()
  : values.simulated
    ? await simulateAll()
    : await campaign();
process.exit(isGood ? 0 : 1);

async function oneYear(): Promise<boolean> {
  const { from, days, share } = values;
  const options = {
    seed,
    ...(from !== undefined && { from }),
    ...(days !== undefined && { days: Number(days) }),
    ...(share !== undefined && { share: Number(share) }),
  };
  const started = performance.now();
  process.stdout.write(`${repeatYearCommand(options)}\n`);
  const told = new Set<string>();
  const { complaints, last, ...year } = await simulateYear({
    ...options,
    onWeek(date, lines) {
      process.stdout.write(`  until ${date}\n`);
      for (const line of lines) if (!told.has(line)) process.stdout.write(`    ${line}\n`);
      for (const line of lines) told.add(line);
    },
  });
  const { problems: _problems, stillOpen: _stillOpen, ...orderCounts } = last;
  const { parts, timers, rows } = year.events;
  const seconds = Math.round((performance.now() - started) / 1_000);
  const allEvents = parts + timers + rows;
  tell({ ...year, orders: orderCounts, allEvents, seconds });
  const isWhole = days === undefined && share === undefined;
  const isTooLittle = isWhole && allEvents < EVENTS_OF_A_YEAR;
  if (isTooLittle) process.stdout.write(`Too little happened: ${allEvents} events.\n`);
  const failures = complaints.length + year.neverHappened.length + year.neverStruck.length;
  return failures === 0 && !isTooLittle;
}

async function simulateAll(): Promise<boolean> {
  const series = await simulateSeries({
    intents: orders,
    seed,
    onRun(run) {
      const complaints = complaintsOf(run);
      if (complaints.length === 0) return;
      process.stdout.write(`  seed ${run.seed}, digest ${run.digest}\n`);
      for (const complaint of complaints) process.stdout.write(`    ${complaint}\n`);
    },
  });
  const { complaints, seconds, ...report } = series;
  process.stdout.write(`${seconds.toFixed(1)} s, ${Math.round(orders / seconds)} intents/s\n`);
  tell({ ...report, seed });
  return complaints.length === 0;
}

async function campaign(): Promise<boolean> {
  const { afterFaults, afterPerson, kinds, page, seconds } = await runCampaign({
    orders,
    seed,
    workers: Number(values.workers),
    onProgress: (done) => process.stdout.write(`  ${done}\n`),
  });
  for (const problem of new Set([
    ...afterFaults.problems,
    ...afterFaults.stillOpen,
    ...afterPerson.problems,
    ...page.untrue,
    ...page.differences,
  ]))
    process.stdout.write(`  ${problem}\n`);
  process.stdout.write(`${seconds} s\n`);
  const { problems: _problems, stillOpen: _stillOpen, ...counts } = afterPerson;
  const report = {
    ...counts,
    unknownAfterFaults: afterFaults.unknown,
    unknownResendable: afterFaults.unknownResendable,
    lost: afterFaults.lost + afterPerson.lost,
    duplicated: afterFaults.duplicated + afterPerson.duplicated,
    wrongAccount: afterFaults.wrongAccount + afterPerson.wrongAccount,
    toldToThePage: page.told,
    toldAsEstimates: page.estimates,
    misjudged: page.misjudged,
    slowestAgreementMs: page.slowestMs,
    toldAndNeverSo: page.untrue.length,
    toldOtherwiseWhenQuiet: page.differences.length,
    seed,
    kinds,
  };
  tell(report);
  const untrue = report.toldAndNeverSo + report.toldOtherwiseWhenQuiet;
  return (
    report.lost + report.duplicated + report.wrongAccount + report.unknownResendable + untrue === 0
  );
}

function tell(report: object): void {
  process.stdout.write(`${JSON.stringify(report, null, values.json ? 0 : 2)}\n`);
}
