// The second proof as a part of this one: its own command, and its summary as a row. It imports nothing from here, so
// what it tells is read as a stranger's.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ProofRow } from '#test/support/proof.ts';

const FULL_MINUTES = 30;

const Summary = z.object({
  seed: z.number(),
  minutes: z.number(),
  rounds: z.number(),
  intents: z.number(),
  values: z.number(),
  estimates: z.number(),
  words: z.number(),
  alerts: z.number(),
  violations: z.number(),
  /** Kinds of faults and events that a run of this length must have had. */
  neverHappened: z.array(z.string()),
  /** What this machine cannot do. */
  skipped: z.array(z.string()),
  happened: z.record(z.string(), z.number()),
});

export function runSecondProof(scale: number, folder: string) {
  const file = join(folder, 'second-proof.json');
  rmSync(file, { force: true });
  const { status } = spawnSync(
    process.execPath,
    ['test/second-proof/run.ts', '--minutes', String(FULL_MINUTES * scale), '--summary', file],
    { stdio: 'inherit' },
  );
  const rows = existsSync(file) ? [rowOf(readFileSync(file, 'utf8'))] : [];
  return { rows, isOk: status === 0 };
}

export function rowOf(text: string): ProofRow {
  const { violations, neverHappened, skipped, happened, seed, minutes, ...figures } = Summary.parse(
    JSON.parse(text),
  );
  return {
    part: 'second',
    what: `orders and changes from two windows in ${minutes} min, through a proxy that spoils bytes${skipped.length > 0 ? '; some of it cannot be tried on this machine' : ''}`,
    count: figures.intents,
    zero: { violations, 'kinds of fault that never happened': neverHappened.length },
    figures: {
      rounds: figures.rounds,
      'values told and judged': figures.values,
      'marked as estimates and not judged': figures.estimates,
      'words of intents judged': figures.words,
      'alerts judged': figures.alerts,
      'not tried here': skipped.join('; ') || 'nothing',
    },
    each: happened,
    seed,
    repeat: `npm run second-proof -- --minutes ${minutes} --seed ${seed}`,
  };
}
