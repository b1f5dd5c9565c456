// Everything the page may ask main to do. The schemas are the types; dispatch refuses what does not fit them.
import { z } from 'zod';
import { Evidence, Intent, IntentId } from '#contract/intents.ts';
import { OrderChange, OrderDraft } from '#contract/orders.ts';
import { AccountId, AccountProfile, DeskInfo, Ticker, Watchlist } from '#contract/records.ts';
import { Confirmation, GuardSettings, OrderPreview, TradingState } from '#contract/trading.ts';

const Nothing = z.strictObject({});
const OfAccount = z.strictObject({ accountId: AccountId });
const OfSymbol = OfAccount.extend({ symbol: Ticker });
const OfIntent = OfAccount.extend({ intentId: IntentId });
const OrderId = z.string().min(1).max(128);
const Confirmations = z.array(Confirmation).max(8);

export const calls = {
  'desk.info': { input: Nothing, output: DeskInfo },
  'accounts.list': { input: Nothing, output: z.array(AccountProfile) },
  'watchlist.get': { input: OfAccount, output: Watchlist },
  'watchlist.add': { input: OfSymbol, output: Watchlist },
  'watchlist.remove': { input: OfSymbol, output: Watchlist },

  /** A ticket opens: the order it may become has its id from now on. */
  'tickets.open': { input: OfAccount, output: z.strictObject({ intentId: IntentId }) },
  'orders.preview': { input: OfIntent.extend({ draft: OrderDraft }), output: OrderPreview },
  'orders.submit': {
    input: OfIntent.extend({ draft: OrderDraft, confirmations: Confirmations }),
    output: Intent,
  },
  'orders.replace': {
    input: OfIntent.extend({
      orderId: OrderId,
      change: OrderChange,
      confirmations: Confirmations,
    }),
    output: Intent,
  },
  'orders.cancel': { input: OfAccount.extend({ orderId: OrderId }), output: z.null() },
  'orders.cancelUnknown': { input: OfIntent, output: Intent },
  'orders.cancelAll': {
    input: OfAccount.extend({
      orderIds: z.array(OrderId).max(5_000),
      intentIds: z.array(IntentId).max(5_000),
    }),
    output: z.null(),
  },
  /** Whoever placed them: the broker's own 'cancel all'. */
  'orders.cancelEverything': { input: OfAccount, output: z.null() },
  'orders.lookAgain': { input: OfIntent, output: Intent },
  'orders.sendAgain': { input: OfIntent.extend({ confirmations: Confirmations }), output: Intent },
  'orders.setAside': { input: OfIntent.extend({ cancelWhenFound: z.boolean() }), output: Intent },
  'orders.evidence': {
    input: OfIntent,
    output: z.strictObject({ intent: Intent, evidence: z.array(Evidence) }),
  },
  /** The order that would end a position, to be reviewed like any other. */
  'positions.closing': { input: OfSymbol, output: OrderDraft },
  'guards.get': { input: Nothing, output: GuardSettings },
  'guards.set': { input: z.strictObject({ guards: GuardSettings }), output: GuardSettings },
  'trading.stop': { input: Nothing, output: TradingState },
  /** Main itself asks the person before it agrees. */
  'trading.resume': { input: Nothing, output: TradingState },
} as const;

export type CallName = keyof typeof calls;
export type Input<K extends CallName> = z.infer<(typeof calls)[K]['input']>;
export type Output<K extends CallName> = z.infer<(typeof calls)[K]['output']>;

export const isCallName = (name: unknown): name is CallName =>
  typeof name === 'string' && Object.hasOwn(calls, name);
