// Mints that wait for a second person, as they are kept: what was proposed, letter by letter, and what was said to it.
import { z } from 'zod';
import { MintForm } from '#contract/tokenization.ts';

const Times = { proposalId: z.uuid(), at: z.number(), until: z.number(), what: z.string() };
const Said = {
  /** Epoch ms. */
  approvedAt: z.number().optional(),
  /** What came of the last question to the second person, where it was not sent. */
  tried: z.strictObject({ at: z.number(), why: z.string() }).optional(),
  ended: z
    .strictObject({ at: z.number(), how: z.enum(['refused', 'expired', 'discarded', 'withdrawn']) })
    .optional(),
};

const StoredProposal = z.union([
  z.strictObject({
    ...Times,
    ...Said,
    /** Sent under the proposal's own id. */
    form: MintForm,
    /** What it repeats, by key, and was typed to be meant. */
    meant: z.array(z.string()),
  }),
  z.strictObject({
    ...Times,
    ...Said,
    batch: z.strictObject({ batchId: z.uuid(), name: z.string() }),
    /** Of the keys and forms of its rows. */
    digest: z.string(),
  }),
]);
export type StoredProposal = z.infer<typeof StoredProposal>;
/** Of each member of the union. */
type Without<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never;
export type NewProposal = Without<StoredProposal, 'proposalId' | 'at' | 'until'>;

/** One that cannot be read was never approved, and costs none of the others. */
export const readProposals = (raw: unknown): StoredProposal[] =>
  (Array.isArray(raw) ? raw : []).flatMap((one: unknown) => {
    const read = StoredProposal.safeParse(one);
    return read.success ? [read.data] : [];
  });
