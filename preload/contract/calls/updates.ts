import { z } from 'zod';
import { Nothing } from '#contract/calls/shared.ts';

export const updateCalls = {
  /** Reads the feed now; what came of it is in the feed `updates`. */
  'updates.look': { input: Nothing, output: z.null() },
  /** Saves the version that was found where a person says, and answers when it is verified. Null: no place was chosen. */
  'updates.fetch': { input: Nothing, output: z.strictObject({ path: z.string().nullable() }) },
  /** Ends the saving; what was saved so far is deleted. */
  'updates.cancel': { input: Nothing, output: z.null() },
  /** Shows the folder of the file that was verified. */
  'updates.showFolder': { input: Nothing, output: z.null() },
} as const;
