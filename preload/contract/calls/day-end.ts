import { z } from 'zod';
import { OfAccount } from '#contract/calls/shared.ts';
import { DayEnd, Outstanding } from '#contract/day-end.ts';

export const dayEndCalls = {
  /** Today, or an earlier New York day. Asks the broker; changes nothing. */
  'mints.dayEnd': {
    input: OfAccount.extend({
      date: z
        .string()
        .regex(/^\d{4}-\d\d-\d\d$/, 'must be a date, such as 2026-11-17')
        .optional(),
    }),
    output: DayEnd,
  },
  /** Tokens outstanding now. Null for an account whose requests are not to be read. */
  'mints.outstanding': { input: OfAccount, output: Outstanding.nullable() },
} as const;
