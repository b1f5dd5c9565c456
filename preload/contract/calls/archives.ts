import { z } from 'zod';
import { AccountArchives, ArchivedMonth, EvidenceYears } from '#contract/archives.ts';
import { Nothing, OfAccount } from '#contract/calls/shared.ts';

export const archiveCalls = {
  /** How long evidence stays in the journals, and what each account has archived. */
  'archives.list': {
    input: Nothing,
    output: z.strictObject({ years: EvidenceYears, accounts: z.array(AccountArchives) }),
  },
  'archives.keep': { input: z.strictObject({ years: EvidenceYears }), output: z.null() },
  /** Of one account, newest first. */
  'archives.months': {
    input: OfAccount,
    output: z.strictObject({ months: z.array(ArchivedMonth) }),
  },
} as const;
