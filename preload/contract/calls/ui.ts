import { z } from 'zod';
import { ActivityKind, ActivityLine } from '#contract/activity.ts';
import { Nothing, OfAccount } from '#contract/calls/shared.ts';
import { Appearance, ChartSettings, Layouts, SystemChoices, Views } from '#contract/ui.ts';

export const uiCalls = {
  'ui.get': {
    input: Nothing,
    output: z.strictObject({
      appearance: Appearance,
      layouts: Layouts,
      views: Views,
      chart: ChartSettings,
      system: SystemChoices,
    }),
  },
  'ui.set': {
    input: z.discriminatedUnion('area', [
      z.strictObject({ area: z.literal('appearance'), value: Appearance }),
      z.strictObject({ area: z.literal('layouts'), value: Layouts }),
      z.strictObject({ area: z.literal('views'), value: Views }),
      z.strictObject({ area: z.literal('chart'), value: ChartSettings }),
      z.strictObject({ area: z.literal('system'), value: SystemChoices }),
    ]),
    output: z.null(),
  },
  'activity.list': {
    input: OfAccount.extend({
      kinds: z.array(ActivityKind).max(10),
      text: z.string().max(200),
      /** Only lines before this one, newest first. */
      before: z.strictObject({ at: z.number(), lineId: z.string().max(200) }).optional(),
      limit: z.number().int().min(1).max(1_000),
    }),
    output: z.strictObject({ lines: z.array(ActivityLine), isEnd: z.boolean() }),
  },
} as const;
