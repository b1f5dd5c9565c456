// Only for the practice account: breaking its broker on purpose, to watch the desk hold.
import { z } from 'zod';
import { OfAccount } from '#contract/calls/shared.ts';

const FaultName = z.string().min(1).max(60);
export const FaultChoice = z.strictObject({
  name: FaultName,
  text: z.string(),
  /** Not struck a number of times: it is so until it is healed. */
  isLasting: z.boolean(),
});
export type FaultChoice = z.infer<typeof FaultChoice>;
const FaultPanel = z.strictObject({
  choices: z.array(FaultChoice),
  /** What is broken now, and how often it has struck. */
  active: z.array(z.strictObject({ name: FaultName, hits: z.number().int() })),
});
export type FaultPanel = z.infer<typeof FaultPanel>;

export const paperCalls = {
  'paper.faults': { input: OfAccount, output: FaultPanel },
  'paper.break': {
    input: OfAccount.extend({ name: FaultName, times: z.number().int().min(1).max(1_000) }),
    output: FaultPanel,
  },
  /** Everything, or the one fault of this name. */
  'paper.heal': { input: OfAccount.extend({ name: FaultName.optional() }), output: FaultPanel },
} as const;
