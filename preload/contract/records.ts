// The records that cross the bridge. What comes from the broker has open sets of statuses, and members that nobody here
// knows are left out; what this application makes is strict.
import { z } from 'zod';
import { AccountState } from '#contract/account-states.ts';
import { Decimal } from '#contract/decimal.ts';
import { said } from '#contract/said.ts';

export const AccountId = z.uuid();
export type AccountId = z.infer<typeof AccountId>;

export const Ticker = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9]{0,11}([./][A-Z0-9]{1,6})?$/, 'must be a symbol such as AAPL or BRK.B');

export const Environment = z.enum(['embedded', 'paper', 'live']);
export type Environment = z.infer<typeof Environment>;

/** Wherever it is said which money is meant. */
export const ENVIRONMENT_WORDS: Record<Environment, string> = {
  embedded: 'PRACTICE',
  paper: 'PAPER',
  live: 'LIVE',
};

/** The brokerage account as it was last read. */
export const Account = z.object({
  accountNumber: z.string(),
  status: z.string(),
  currency: z.string(),
  equity: Decimal,
  lastEquity: Decimal,
  cash: Decimal,
  buyingPower: Decimal,
  id: said(z.string()),
  portfolioValue: said(Decimal),
  nonMarginableBuyingPower: said(Decimal),
  maintenanceMargin: said(Decimal),
  longMarketValue: said(Decimal),
  shortMarketValue: said(Decimal),
  initialMargin: said(Decimal),
  daytradingBuyingPower: said(Decimal),
  regtBuyingPower: said(Decimal),
  accruedFees: said(Decimal),
  multiplier: said(Decimal),
  /** The day of `lastEquity`. */
  balanceAsof: said(z.string()),
  shortingEnabled: said(z.boolean()),
  accountBlocked: said(z.boolean()),
  tradingBlocked: said(z.boolean()),
  tradeSuspendedByUser: said(z.boolean()),
  patternDayTrader: said(z.boolean()),
  daytradeCount: said(z.number()),
});
export type Account = z.infer<typeof Account>;

export const EstimatedMember = z.enum(['equity', 'cash', 'buyingPower']);
export type EstimatedMember = z.infer<typeof EstimatedMember>;

/**
 * A number is worth what its age is: `receivedAt` is when this desk heard it (epoch ms). Equity moves with every price
 * since.
 */
export const AccountReading = z.strictObject({
  account: Account,
  receivedAt: z.number(),
  dayChange: Decimal,
  /** In percent of yesterday's equity; absent when that was nothing. */
  dayChangePercent: Decimal.optional(),
  /** What the broker says about the account itself; absent when there is nothing to tell. */
  states: z.array(AccountState).optional(),
  /** What moved in, or out when negative, since yesterday's equity: no profit and no loss. Absent when nothing did. */
  transfers: Decimal.optional(),
  /** Something may have moved in or out that is not known yet: then the change of the day is an estimate. */
  areTransfersOpen: z.literal(true).optional(),
  /** What of it was shares, and what they were worth when they moved; negative: out. */
  sharesMoved: z
    .array(z.strictObject({ symbol: z.string(), qty: Decimal, value: Decimal }))
    .optional(),
  /** What is reckoned from fills, or may have been reserved by orders, since it was read. Absent when all of it was read. */
  estimates: z.array(EstimatedMember).optional(),
});
export type AccountReading = z.infer<typeof AccountReading>;

/** The newest trade of a symbol, with the close it is compared against where known. */
export const Price = z.strictObject({
  symbol: z.string(),
  price: Decimal,
  /** When it traded, epoch ms. */
  tradedAt: z.number(),
  /** When this desk first heard it, epoch ms. */
  receivedAt: z.number(),
  /** When it was last read by snapshot, epoch ms, where the stream does not carry the symbol. */
  readAt: z.number().optional(),
  previousClose: Decimal.optional(),
  change: Decimal.optional(),
  changePercent: Decimal.optional(),
});
export type Price = z.infer<typeof Price>;

/** What somebody bids and asks for a symbol; zero on a side where nobody does. Sizes in shares. */
export const Quote = z.strictObject({
  bid: Decimal,
  bidSize: Decimal,
  ask: Decimal,
  askSize: Decimal,
  /** What there is to say of it before anybody goes by it. */
  state: z.enum(['good', 'locked', 'crossed', 'no-bid', 'no-ask', 'empty', 'wide']),
  /** Ask less bid, and in percent of the bid; absent where a side is. */
  spread: Decimal.optional(),
  spreadPercent: Decimal.optional(),
  quotedAt: z.number(),
  /** From when its age counts: heard now, or read and as old as it was quoted. Epoch ms, like the others. */
  receivedAt: z.number(),
});
export type Quote = z.infer<typeof Quote>;

/** Nothing trades until the exchange says so, or something has traded. */
const Halt = z.strictObject({ since: z.number(), reason: z.string().optional() });

/** Outside of these prices nothing may trade (limit up, limit down). */
const PriceBand = z.strictObject({ lower: Decimal, upper: Decimal, since: z.number() });

/** What is known of a symbol's market besides its last price; absent what nobody told. */
export const SymbolMarket = z.strictObject({
  symbol: z.string(),
  quote: Quote.optional(),
  halt: Halt.optional(),
  band: PriceBand.optional(),
});
export type SymbolMarket = z.infer<typeof SymbolMarket>;

/**
 * How a stream is doing, in the words the screen uses. Quiet: nothing comes because there is nothing to tell. Stale:
 * nothing comes, and nobody knows whether there is.
 */
export const StreamPhase = z.enum([
  'off',
  'connecting',
  'live',
  'quiet',
  'stale',
  'reconnecting',
  'stopped',
]);
export type StreamPhase = z.infer<typeof StreamPhase>;

/** Whatever there is to tell is heard. */
export const isHearing = (phase: StreamPhase | undefined): boolean =>
  phase === 'live' || phase === 'quiet';

export const StreamState = z.strictObject({
  stream: z.enum(['orders', 'prices']),
  phase: StreamPhase,
  /** Why, when it is not live. */
  message: z.string().optional(),
  since: z.number(),
  /** How many of the followed symbols it carries; absent when it carries all. The others are read by snapshot. */
  carries: z.strictObject({ symbols: z.number(), of: z.number() }).optional(),
  /** Why it does not carry all, and what to do. */
  notes: z.array(z.string()).optional(),
});
export type StreamState = z.infer<typeof StreamState>;

export const DeskInfo = z.strictObject({
  version: z.string(),
  shell: z.enum(['electron', 'web']),
  dataFolder: z.string(),
});
export type DeskInfo = z.infer<typeof DeskInfo>;
