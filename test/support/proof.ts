// What a suite found, for docs/proof.md: the runner says where the rows go, and without a runner they are only printed.
import { appendFileSync } from 'node:fs';

export const PARTS = [
  'orders',
  'crashes',
  'streams',
  'exits',
  'mints',
  'airlock',
  'guards',
  'stop',
  'fuzz',
  'soak',
  'second',
] as const;
export type Part = (typeof PARTS)[number];

export const PERCENTILES = ': p50, p99, worst';

export type ProofRow = {
  part: Part;
  /** What was tried, in the words of the table. */
  what: string;
  /** How many times. */
  count: number;
  /** What must be zero, by name: lost, duplicated, crashed. Anything else than zero fails the proof. */
  zero: Readonly<Record<string, number>>;
  /**
   * Worst cases and whatever else a reader wants to know, by name and with their units. Under a name that ends with
   * `PERCENTILES` there are three, which the page shows in a table.
   */
  figures?: Readonly<Record<string, string | number>> | undefined;
  /** Of each kind that was tried: how often it happened, or what the desk said to it. The page folds them away. */
  each?: Readonly<Record<string, string | number>> | undefined;
  seed?: number | undefined;
  /** A command that repeats this row with its seed. */
  repeat: string;
};

/** Tells one row. Call it before the test's own expectations, so that a failing row is seen too. */
export function tellProof(row: ProofRow): void {
  const line = JSON.stringify(row);
  process.stdout.write(`  ${line}\n`);
  const file = process.env['BALLAST_PROOF'];
  if (file !== undefined) appendFileSync(file, `${line}\n`);
}
