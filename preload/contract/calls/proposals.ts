import { z } from 'zod';
import { Nothing, OfAccount } from '#contract/calls/shared.ts';
import { Meant } from '#contract/mint-guards.ts';
import { MintProposal } from '#contract/proposals.ts';
import { MintForm } from '#contract/tokenization.ts';

const OfProposal = OfAccount.extend({ proposalId: z.uuid() });
const SecondPerson = z.strictObject({ isSet: z.boolean() });

export const proposalCalls = {
  /** The same again while it waits is the same proposal. */
  'mints.propose': {
    input: OfAccount.extend({ form: MintForm, meant: Meant.optional() }),
    output: MintProposal,
  },
  /** The batch as it stands: the keys and contents of its rows. */
  'batches.propose': {
    input: OfAccount.extend({ batchId: z.uuid(), meant: Meant.optional() }),
    output: MintProposal,
  },
  /** Main asks for the second passphrase; what was approved is sent at once. */
  'proposals.approve': { input: OfProposal, output: MintProposal },
  /** By whoever proposed it: nothing is sent, and nobody is asked. */
  'proposals.withdraw': { input: OfProposal, output: MintProposal },
  'proposals.refuse': { input: OfProposal, output: MintProposal },
  'secondPerson.get': { input: Nothing, output: SecondPerson },
  /** Main asks for the passphrase, and for the present one where there is one: none passes through a page. */
  'secondPerson.set': { input: Nothing, output: SecondPerson },
} as const;
