// What a proposal would send as things stand: its mint, or the rows of its batch that still wait. Rows below the limit may
// have gone since it was made, and one that a guard holds back stays behind.
import type { MintForm } from '#contract/tokenization.ts';
import type { StoredProposal } from '#main/journal/proposal-rows.ts';
import type { Batches } from '#main/account/mints/batches.ts';
import { batchWords, keyedRows } from '#main/account/mints/proposal-contents.ts';

type Proposed = {
  /** In words. */
  what: string;
  forms: MintForm[];
  /** What became of the other rows. */
  others: string | undefined;
};

type ProposedRows = {
  /** As it was when it was last looked at: who lists many proposals reads no rows for that. */
  of(proposal: StoredProposal): Proposed;
  /** The rows of this batch changed. */
  forget(batchId: string): void;
};

export function createProposedRows(batches: Pick<Batches, 'stored' | 'proposable'>): ProposedRows {
  const known = new Map<string, Proposed>();

  function look({ batchId, name }: { batchId: string; name: string }): Proposed {
    const batch = batches.stored(batchId);
    const { rows, waiting } = batches.proposable(batchId);
    const forms = rows.flatMap(({ form }) => form ?? []);
    const total = batch ? keyedRows(batch).length : 0;
    const others = [sentWords(total - waiting, total), behindWords(waiting - forms.length)];
    return {
      what: batchWords(name, forms),
      forms,
      others: others.filter(Boolean).join(' ') || undefined,
    };
  }

  return {
    of(proposal) {
      if ('form' in proposal)
        return { what: proposal.what, forms: [proposal.form], others: undefined };
      const { batchId } = proposal.batch;
      const now = known.get(batchId) ?? look(proposal.batch);
      known.set(batchId, now);
      return now;
    },
    forget: (batchId) => void known.delete(batchId),
  };
}

const sentWords = (sent: number, total: number): string =>
  sent > 0 ? `${sent} of its ${total} rows ${sent === 1 ? 'was' : 'were'} sent before.` : '';

const behindWords = (behind: number): string =>
  behind === 1
    ? 'One more row was not sent: a guard blocked it.'
    : behind > 1
      ? `${behind} more rows were not sent: a guard blocked them.`
      : '';
