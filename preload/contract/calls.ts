// Everything the page may ask main to do. The schemas are the types; dispatch refuses what does not fit them.
import { z } from 'zod';
import { AccountId, AccountProfile, DeskInfo, Ticker, Watchlist } from '#contract/records.ts';

const OfAccount = z.strictObject({ accountId: AccountId });
const OfSymbol = z.strictObject({ accountId: AccountId, symbol: Ticker });

export const calls = {
  'desk.info': { input: z.strictObject({}), output: DeskInfo },
  'accounts.list': { input: z.strictObject({}), output: z.array(AccountProfile) },
  'watchlist.get': { input: OfAccount, output: Watchlist },
  'watchlist.add': { input: OfSymbol, output: Watchlist },
  'watchlist.remove': { input: OfSymbol, output: Watchlist },
} as const;

export type CallName = keyof typeof calls;
export type Input<K extends CallName> = z.infer<(typeof calls)[K]['input']>;
export type Output<K extends CallName> = z.infer<(typeof calls)[K]['output']>;

export const isCallName = (name: unknown): name is CallName =>
  typeof name === 'string' && Object.hasOwn(calls, name);
