import { z } from 'zod';
import { AlertSettings, PriceAlert } from '#contract/alerts.ts';
import { Nothing, OfAccount, OfSymbol } from '#contract/calls/shared.ts';
import { Decimal } from '#contract/decimal.ts';

export const alertCalls = {
  'alerts.settings': { input: Nothing, output: AlertSettings },
  'alerts.configure': { input: z.strictObject({ settings: AlertSettings }), output: AlertSettings },
  /** A person has looked at these. */
  'alerts.see': {
    input: z.strictObject({ alertIds: z.array(z.string().max(10_000)).max(50) }),
    output: z.null(),
  },
  'priceAlerts.list': { input: OfAccount, output: z.array(PriceAlert) },
  'priceAlerts.add': {
    input: OfSymbol.extend({
      rule: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.enum(['above', 'below']), price: Decimal }),
        z.strictObject({ kind: z.literal('move'), percent: Decimal }),
      ]),
    }),
    output: z.array(PriceAlert),
  },
  'priceAlerts.remove': {
    input: OfAccount.extend({ priceAlertId: z.uuid() }),
    output: z.array(PriceAlert),
  },
} as const;
