// Many runs, one seed after the other, and what came of all of them. Each run that went wrong is told with its own seed,
// by which it alone can be repeated.
import { simulate, type Simulated } from '#test/faults/simulation/simulate.ts';
import type { Audit } from '#test/faults/support/audit.ts';

export type SeriesOptions = {
  /** How many intents in all. */
  intents: number;
  /** Of the first run; each further one takes the next. */
  seed: number;
  onRun?: (run: Simulated) => void;
};

export type Series = {
  intents: number;
  runs: number;
  fired: Record<string, number>;
  /** What must be zero. */
  zero: Record<
    'lost' | 'duplicated' | 'wrongAccount' | 'takenBack' | 'resendableLeftOpen' | 'otherwiseShown',
    number
  >;
  figures: Record<
    | 'accepted'
    | 'refused'
    | 'notSent'
    | 'setAside'
    | 'unknownAfterFaults'
    | 'deskRestarts'
    | 'clockJumps'
    | 'sleeps'
    | 'networkBreakdowns'
    | 'virtualSeconds',
    number
  >;
  /** In words, each with the command that repeats it. */
  complaints: string[];
  seconds: number;
};

/** Enough to meet each other, few enough that the lists of orders stay short. */
export const INTENTS_PER_RUN = 250;

export const repeatCommand = (intents: number, seed: number): string =>
  `npm run faults -- --simulated --orders ${intents} --seed ${seed}`;

export async function simulateSeries(options: SeriesOptions): Promise<Series> {
  const started = performance.now();
  const runs: Simulated[] = [];
  for (let left = options.intents; left > 0; left -= INTENTS_PER_RUN) {
    const intents = Math.min(INTENTS_PER_RUN, left);
    const run = await simulate({ seed: (options.seed + runs.length) % 2 ** 32, intents });
    runs.push(run);
    options.onRun?.(run);
  }
  const sum = (count: (run: Simulated) => number): number =>
    runs.reduce((total, run) => total + count(run), 0);
  const both = (name: keyof Audit & ('lost' | 'duplicated' | 'wrongAccount')): number =>
    sum(({ afterFaults, afterPerson }) => afterFaults[name] + afterPerson[name]);
  return {
    intents: options.intents,
    runs: runs.length,
    fired: runs.reduce<Record<string, number>>((total, { fired }) => addUp(total, fired), {}),
    zero: {
      lost: both('lost'),
      duplicated: both('duplicated'),
      wrongAccount: both('wrongAccount'),
      takenBack: sum(({ takenBack }) => takenBack.length),
      resendableLeftOpen: sum(({ afterFaults }) => afterFaults.unknownResendable),
      otherwiseShown: sum(({ differences }) => differences.length),
    },
    figures: {
      accepted: sum(({ afterPerson }) => afterPerson.accepted),
      refused: sum(({ afterPerson }) => afterPerson.refused),
      notSent: sum(({ afterPerson }) => afterPerson.notSent),
      setAside: sum(({ afterPerson }) => afterPerson.setAside),
      unknownAfterFaults: sum(({ afterFaults }) => afterFaults.unknown),
      deskRestarts: sum(({ restarts }) => restarts),
      clockJumps: sum(({ jumps }) => jumps),
      sleeps: sum(({ sleeps }) => sleeps),
      networkBreakdowns: sum(({ breakdowns }) => breakdowns),
      virtualSeconds: Math.round(sum(({ virtualMs }) => virtualMs) / 1_000),
    },
    complaints: runs.flatMap(complaintsOf),
    seconds: (performance.now() - started) / 1000,
  };
}

export function complaintsOf(run: Simulated): string[] {
  const { afterFaults, afterPerson } = run;
  const words = new Set([
    ...afterFaults.problems,
    ...afterFaults.stillOpen.map((line) => `still open: ${line}`),
    ...afterPerson.problems,
    ...run.takenBack,
    ...run.differences.map((line) => `shown otherwise: ${line}`),
  ]);
  return [...words].map((line) => `${line} (${repeatCommand(run.intents, run.seed)})`);
}

function addUp(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Record<string, number> {
  const total = { ...one };
  for (const [name, count] of Object.entries(other)) total[name] = (total[name] ?? 0) + count;
  return total;
}
