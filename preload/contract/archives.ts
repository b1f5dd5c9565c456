// Evidence that is older than a person wants in the journal is in one file per month, which is read like the journal.
import { z } from 'zod';
import { AccountId } from '#contract/records.ts';

/** Of the moment at which an order was confirmed, in UTC, such as 2019-03. */
export const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2019-03');
export type Month = z.infer<typeof Month>;

/** For so many years evidence stays in the journal; 0 is forever. */
export const EvidenceYears = z.literal([0, 1, 2, 3, 5, 7, 10]);
export type EvidenceYears = z.infer<typeof EvidenceYears>;
export const DEFAULT_EVIDENCE_YEARS: EvidenceYears = 7;

export const ArchivedMonth = z.strictObject({ month: Month, bytes: z.number() });
export type ArchivedMonth = z.infer<typeof ArchivedMonth>;

export const AccountArchives = z.strictObject({
  accountId: AccountId,
  label: z.string(),
  /** Of its journal with the log beside it. */
  journalBytes: z.number(),
  /** The oldest evidence in the journal; epoch ms. */
  since: z.number().optional(),
  /** Newest first. */
  months: z.array(ArchivedMonth),
  /** Why nothing was moved when that was last due. */
  problem: z.string().optional(),
});
export type AccountArchives = z.infer<typeof AccountArchives>;

const NAMES =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** 'March 2019' */
export const monthWords = (month: Month): string =>
  `${NAMES[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;
