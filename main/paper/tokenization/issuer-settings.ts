// How the issuer behaves: settable while the broker runs.
import { z } from 'zod';

/** What the issuer will do: at once (refuse), when the request falls due, or never by itself (lose). */
export const IssuerOutcome = z.enum(['complete', 'reject', 'refuse', 'lose']);
export type IssuerOutcome = z.infer<typeof IssuerOutcome>;

const IssuerSettings = z.strictObject({
  /** From acceptance to the issuer's result, on the broker's clock. */
  delayMs: z.int().min(0).max(86_400_000),
  /** What becomes of a mint: completed, rejected after the delay (the shares return), or refused at once with a 400. */
  outcome: IssuerOutcome,
  /** Told as `fees` of a completed request; settled with the issuer, not in the account's cash. */
  fee: z.string().regex(/^\d{1,9}(\.\d{1,9})?$/),
  /** Refuse wallet addresses that do not have the form of their network. */
  strictWallets: z.boolean(),
  /** After every n-th completed mint the same quantity is redeemed; 0 for never. */
  redeems: z.strictObject({ every: z.int().min(0), afterMs: z.int().min(0).max(86_400_000) }),
});
type IssuerSettings = z.infer<typeof IssuerSettings>;

export const IssuerChange = IssuerSettings.partial().extend({
  /** Outcomes of the next mints, before `outcome` applies again. */
  next: z.array(IssuerOutcome).max(1000).optional(),
});

const DEFAULTS: IssuerSettings = {
  delayMs: 5000,
  outcome: 'complete',
  fee: '0.5',
  strictWallets: false,
  redeems: { every: 3, afterMs: 60_000 },
};

export function createIssuerSettings() {
  let settings = DEFAULTS;
  let queue: readonly IssuerOutcome[] = [];
  return {
    get: (): IssuerSettings => settings,
    change({ next, ...rest }: z.infer<typeof IssuerChange>): void {
      // zod's partial() says `| undefined`; a member that was not sent must not erase one
      settings = IssuerSettings.parse({ ...settings, ...JSON.parse(JSON.stringify(rest)) });
      if (next) queue = next;
    },
    /** How many of the next mints end so. */
    upcoming: (outcome: IssuerOutcome): number => queue.filter((one) => one === outcome).length,
    setUpcoming(outcome: IssuerOutcome, left: number): void {
      const others = queue.filter((one) => one !== outcome);
      queue = [...others, ...Array.from({ length: left }, () => outcome)];
    },
    /** The outcome of one more mint. */
    next(): IssuerOutcome {
      const [first, ...others] = queue;
      queue = others;
      return first ?? settings.outcome;
    },
  };
}
