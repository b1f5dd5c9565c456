import type { Month } from '#contract/archives.ts';

export type ArchivePlace = {
  /** The account's own. */
  folder: string;
  accountId: string;
  month: Month;
};

/** What was read, or why nothing was, in a sentence. */
export type ArchiveAnswer<T> = { value: T } | { why: string; isMissing?: true };

/** How a row looked when it was copied: one that has changed since stays in the journal. */
export type HeldRow =
  | { of: 'intent'; intentId: string; lines: number; lastSeq: number; times: number }
  | { of: 'event'; seq: number }
  | { of: 'gap'; stream: string; from: number; to: number; filledAt: number };
