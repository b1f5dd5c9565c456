// Main asks the page to show something: an alert was clicked, a link was opened, the tray's menu was used.
import { z } from 'zod';
import { AlertTarget } from '#contract/alerts.ts';

export const Visit = z.strictObject({
  visitId: z.uuid(),
  at: z.number(),
  to: z.discriminatedUnion('place', [
    z.strictObject({ place: z.literal('target'), target: AlertTarget }),
    /** The authorization page, with the link as it came; it is read and judged like any other. */
    z.strictObject({ place: z.literal('authorize'), link: z.string().max(10_000) }),
    z.strictObject({ place: z.literal('account'), accountId: z.uuid() }),
    z.strictObject({ place: z.literal('cancel-all'), accountId: z.uuid() }),
    /** Everything that is held, on every account that may trade. */
    z.strictObject({ place: z.literal('flatten') }),
  ]),
});
export type Visit = z.infer<typeof Visit>;
