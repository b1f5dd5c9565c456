// The inputs that many calls share.
import { z } from 'zod';
import { IntentId } from '#contract/intents.ts';
import { AccountId, Ticker } from '#contract/records.ts';

export const Nothing = z.strictObject({});
export const OfAccount = z.strictObject({ accountId: AccountId });
export const OfSymbol = OfAccount.extend({ symbol: Ticker });
export const OfIntent = OfAccount.extend({ intentId: IntentId });
