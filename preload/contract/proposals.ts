// A mint, or a batch of them, that waits for a second person. What was proposed is shown; it cannot be changed.
import { z } from 'zod';
import { MintForm } from '#contract/tokenization.ts';

export const MintProposal = z.strictObject({
  proposalId: z.uuid(),
  /** What would leave the account, in words. */
  what: z.string(),
  form: MintForm.optional(),
  batch: z.strictObject({ batchId: z.uuid(), name: z.string() }).optional(),
  /** Where the tokens would go, each once: the first of them, and how many there are. */
  wallets: z.array(MintForm.pick({ walletAddress: true, network: true })),
  walletCount: z.number().int(),
  /** Epoch ms, as all times here. */
  at: z.number(),
  until: z.number(),
  /** Not sent: it was approved, and nothing left; it has to be proposed again. Discarded: its batch was. */
  state: z.enum([
    'waiting',
    'approved',
    'not-sent',
    'refused',
    'expired',
    'discarded',
    'withdrawn',
  ]),
  endedAt: z.number().optional(),
  /** The second person was asked, and it was not sent. */
  tried: z.strictObject({ at: z.number(), why: z.string() }).optional(),
  /** It was typed that it repeats a mint, and is meant. */
  isRepeat: z.literal(true).optional(),
  /** What there is to know besides. */
  note: z.string().optional(),
});
export type MintProposal = z.infer<typeof MintProposal>;

/** Two that differ in their label alone are told apart. */
export const proposalWords = ({ what, form }: Pick<MintProposal, 'what' | 'form'>): string =>
  form && form.label !== '' ? `${what}, label ${form.label}` : what;

/** What can be said of one that nobody approved: other rows of its batch may have gone. */
export const unsentWords = ({ batch }: Pick<MintProposal, 'batch'>): string =>
  batch ? 'No more rows were sent' : 'Nothing was sent';
