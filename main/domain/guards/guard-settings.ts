// What the guards are asked and what they may be told: plain data, so that settings can be kept and shown as they are.
import type { IntentState } from '#contract/intents.ts';
import type { MarketSession } from '#contract/market-state.ts';
import { DEFAULT_MINT_GUARDS, type MintGuards } from '#contract/mint-guards.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { Account, SymbolMarket } from '#contract/records.ts';
import { DEFAULT_GUARDS, type GuardSettings, type LossHold } from '#contract/trading.ts';
import type { Decimal } from '#main/domain/decimal.ts';
import type { LastPrice, MarketPrice } from '#main/domain/quotes.ts';
import type { AssetTraits } from '#main/domain/orders/draft-context.ts';
import type { Standing } from '#main/domain/orders/exits.ts';

/** Those of orders; mints have their own (main/domain/mints/mint-guards.ts). */
export type GuardName = Exclude<keyof GuardSettings, keyof MintGuards>;
type GuardLevel = 'pass' | 'warn' | 'block';
/** What one guard says of one order. */
export type Finding = { level: GuardLevel; text: string };
export type GuardVerdict = { guard: GuardName; level: GuardLevel; text: string };

/** Something a person decided lately. What was refused or never left is no order to repeat. */
export type RecentIntent = {
  intentId: string;
  /** Of a new order in the same symbol: only that can be repeated. */
  draft?: OrderDraft;
  confirmedAt: number;
  state: IntentState;
};

export type GuardInput = Omit<Standing, 'marketPrice'> & {
  draft: OrderDraft;
  /**
   * What the order would meet: the far side of the quote, or the last price. Its age counts from receipt, and from the
   * market where its feed is late.
   */
  price: (LastPrice & Partial<MarketPrice> & { lateMs?: number }) | undefined;
  halt?: SymbolMarket['halt'];
  band?: SymbolMarket['band'];
  /** What the broker's list of assets says of the symbol. */
  asset?: AssetTraits | undefined;
  account: Pick<Account, 'equity' | 'lastEquity'> | undefined;
  /** The day's result, as the account's reading has it. */
  dayChange?: Decimal | undefined;
  /** The daily loss limit was hit, and the next session has not begun. */
  lossHold?: LossHold | undefined;
  /** Undefined while the journal cannot be read. */
  recentIntents: readonly RecentIntent[] | undefined;
  isMarketOpen: boolean | undefined;
  /** The session that runs, where the broker tells more than open and closed. */
  session?: MarketSession | undefined;
  /** Epoch ms. */
  now: number;
};

export const GUARD_NAMES = Object.keys(DEFAULT_GUARDS).filter(
  (name): name is GuardName => !Object.hasOwn(DEFAULT_MINT_GUARDS, name),
);

/** The same facts in the shape that exits and exposure are reckoned from. */
export const standingOf = ({ price, ...input }: Omit<GuardInput, 'draft'>): Standing => ({
  ...input,
  ...(price && { marketPrice: price.price }),
});

export const pass = (text: string): Finding => ({ level: 'pass', text });
export const warn = (text: string): Finding => ({ level: 'warn', text });
export const block = (text: string): Finding => ({ level: 'block', text });
