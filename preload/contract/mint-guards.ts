// The guards of mints: what holds one back, and the limits that a person sets.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';

/** What is typed where a mint that repeats another is meant. */
export const MINT_AGAIN = 'mint again';

export const MintVerdict = z.strictObject({
  guard: z.enum([
    'repeated',
    'most-per-mint',
    'most-per-day',
    'new-wallet',
    'unknown-names',
    'second-person',
  ]),
  level: z.enum(['pass', 'warn', 'block']),
  text: z.string(),
  /** A block that the person can lift now: a repetition by typing, a new wallet by main's own question. */
  canMean: z.boolean(),
});
export type MintVerdict = z.infer<typeof MintVerdict>;

/** What is typed in answer to a repetition. */
export const Meant = z.string().max(40);

const Switch = { isOn: z.boolean() };
const Positive = Decimal.refine(
  (text) => !/^-|^0+(\.0+)?$/.test(text),
  'must be greater than zero',
);
/** Dollars by the last price. Without a limit in dollars no price is needed. */
const Outflow = z.strictObject({
  ...Switch,
  maxShares: Positive,
  maxDollars: Positive.optional(),
});

/**
 * Beside the guards of orders, for each account by itself. A new wallet is always asked about, so that it has no switch.
 */
const MintGuards = z.strictObject({
  /** How long the same contents count as a repetition; the same label does at any time. */
  mintRepeat: z.strictObject({ ...Switch, withinMs: z.number().int().min(0).max(86_400_000) }),
  mintSize: Outflow,
  /** A day of New York. */
  mintDay: Outflow,
  mintNames: z.strictObject(Switch),
  /** From so much in one mint on, a second person has to agree. Off until a desk has two. */
  mintSecond: z.strictObject({
    ...Switch,
    fromShares: Positive,
    fromDollars: Positive.optional(),
  }),
});
export type MintGuards = z.infer<typeof MintGuards>;

export const DEFAULT_MINT_GUARDS: MintGuards = MintGuards.parse({
  mintRepeat: { isOn: true, withinMs: 86_400_000 },
  mintSize: { isOn: true, maxShares: '5000', maxDollars: '50000' },
  mintDay: { isOn: true, maxShares: '25000', maxDollars: '250000' },
  mintNames: { isOn: true },
  mintSecond: { isOn: false, fromShares: '1000', fromDollars: '10000' },
});

const { mintRepeat, mintSize, mintDay, mintNames, mintSecond } = MintGuards.shape;
/** As members of all guards. Settings of earlier editions do not have them. */
export const mintGuardShape = {
  mintRepeat: mintRepeat.default(DEFAULT_MINT_GUARDS.mintRepeat),
  mintSize: mintSize.default(DEFAULT_MINT_GUARDS.mintSize),
  mintDay: mintDay.default(DEFAULT_MINT_GUARDS.mintDay),
  mintNames: mintNames.default(DEFAULT_MINT_GUARDS.mintNames),
  mintSecond: mintSecond.default(DEFAULT_MINT_GUARDS.mintSecond),
};
