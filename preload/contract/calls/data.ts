// What a desk knows, as a whole: kept in one file, brought back, begun anew. Main asks about all of it itself.
import { z } from 'zod';
import { Nothing } from '#contract/calls/shared.ts';

/** Null when no file was chosen. */
const Place = z.strictObject({ path: z.string().nullable() });

export const dataCalls = {
  /** Everything but keys into one file. */
  'data.backUp': {
    input: Nothing,
    /** What the file lacks, in a sentence. */
    output: Place.extend({ note: z.string().optional() }),
  },
  /** Replaces everything by what the file has, at the next start; Ballast ends. */
  'data.restore': { input: Nothing, output: Place },
  /** Ends a backup, or a restore that has replaced nothing yet. */
  'data.cancel': { input: Nothing, output: z.null() },
  /** Layouts, guards, watchlists, alerts and appearance are as on a new desk. */
  'data.resetSettings': { input: Nothing, output: z.null() },
  /** Its journal and its broker's ledger are put aside at the next start; Ballast ends. */
  'data.resetPractice': { input: Nothing, output: z.null() },
} as const;
