// What a person is told although no window shows it.
import { z } from 'zod';
import { Decimal } from '#contract/decimal.ts';
import { AccountId, Ticker } from '#contract/records.ts';

export const AlertKind = z.enum([
  'fill',
  'cancel',
  'refusal',
  'unknown',
  'late',
  'expired',
  'no-exit',
  'guard-stop',
  'mint',
  'elsewhere',
  'redeem',
  'price',
  'stream-down',
  'unwatched',
  'journal',
]);
export type AlertKind = z.infer<typeof AlertKind>;

/** Where the click on an alert leads. */
export const AlertTarget = z.strictObject({
  accountId: AccountId,
  orderId: z.string().optional(),
  intentId: z.string().optional(),
  symbol: z.string().optional(),
  tokenizationRequestId: z.string().optional(),
  batchId: z.uuid().optional(),
  proposalId: z.uuid().optional(),
});
export type AlertTarget = z.infer<typeof AlertTarget>;

/** How loud a kind of alert is: not at all, a line in the tray, a notification, a notification with a sound. */
export const AlertWay = z.enum(['off', 'tray', 'notify', 'sound']);
export type AlertWay = z.infer<typeof AlertWay>;

export const Alert = z.strictObject({
  /** The same happening has the same id, also after a restart: nothing is told twice. */
  alertId: z.string(),
  kind: AlertKind,
  at: z.number(),
  title: z.string(),
  text: z.string(),
  target: AlertTarget,
  /** How it was told, after quiet hours and do not disturb had their say. */
  way: AlertWay.exclude(['off']),
  /** It says what is so no longer: whoever shows it takes it away. */
  isOver: z.literal(true).optional(),
  /** Among those to begin with: nobody has looked at it yet, in any window. */
  isUnseen: z.literal(true).optional(),
});
export type Alert = z.infer<typeof Alert>;

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 22:00');

/** What notifications show while the desk is locked: what happened, that something did, nothing. */
export const WhileLocked = z.enum(['all', 'happened', 'nothing']);
export type WhileLocked = z.infer<typeof WhileLocked>;

export const AlertSettings = z.strictObject({
  ways: z.record(AlertKind, AlertWay),
  /** In local time; may pass midnight. */
  quietHours: z.strictObject({ from: TimeOfDay, to: TimeOfDay }).optional(),
  isDoNotDisturb: z.boolean(),
  /** Settings of earlier editions do not have it. */
  whileLocked: WhileLocked.default('all'),
  streamDownAfterSeconds: z.number().int().min(1).max(3_600),
});
export type AlertSettings = z.infer<typeof AlertSettings>;

export const PriceAlert = z.strictObject({
  priceAlertId: z.uuid(),
  accountId: AccountId,
  symbol: Ticker,
  rule: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('above'), price: Decimal }),
    z.strictObject({ kind: z.literal('below'), price: Decimal }),
    /** From the price when it was set. */
    z.strictObject({ kind: z.literal('move'), percent: Decimal, from: Decimal }),
  ]),
  /** Told once; a person arms it again. */
  firedAt: z.number().optional(),
});
export type PriceAlert = z.infer<typeof PriceAlert>;
