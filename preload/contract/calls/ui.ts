import { z } from 'zod';
import { ActivityKind, ActivityLine } from '#contract/activity.ts';
import { Month } from '#contract/archives.ts';
import { Nothing, OfAccount } from '#contract/calls/shared.ts';
import { ChartWindow } from '#contract/chart-window.ts';
import { Drawings } from '#contract/drawings.ts';
import { MOST_FILE_CHARS } from '#contract/files.ts';
import {
  Appearance,
  ChartSettings,
  KeyChoices,
  Layouts,
  LeftPlace,
  Presets,
  SystemChoices,
  Tables,
  Views,
} from '#contract/ui.ts';
import { Version, versioned } from '#contract/versioned.ts';

/** A name and no path. */
const FileName = z.string().regex(/^[\w-]{1,80}\.(csv|json)$/, 'must be a name such as orders.csv');

/**
 * Whoever writes names the version it changes and the one it makes: a second write can follow the first without its
 * answer, for which a page that goes away has no time.
 */
const Change = z.strictObject({ from: Version, to: z.uuid() });

export const uiCalls = {
  'ui.get': {
    input: Nothing,
    output: z.strictObject({
      appearance: versioned(Appearance),
      layouts: versioned(Layouts),
      views: versioned(Views),
      chart: versioned(ChartSettings),
      presets: versioned(Presets),
      drawings: versioned(Drawings),
      system: versioned(SystemChoices),
      keys: versioned(KeyChoices),
      tables: versioned(Tables),
    }),
  },
  'ui.set': {
    input: z.discriminatedUnion('area', [
      Change.extend({ area: z.literal('appearance'), value: Appearance }),
      Change.extend({ area: z.literal('layouts'), value: Layouts }),
      Change.extend({ area: z.literal('views'), value: Views }),
      Change.extend({ area: z.literal('chart'), value: ChartSettings }),
      Change.extend({ area: z.literal('presets'), value: Presets }),
      Change.extend({ area: z.literal('drawings'), value: Drawings }),
      Change.extend({ area: z.literal('system'), value: SystemChoices }),
      Change.extend({ area: z.literal('keys'), value: KeyChoices }),
      Change.extend({ area: z.literal('tables'), value: Tables }),
    ]),
    output: z.null(),
  },
  /** Where the last start was left, for the first window of this one; null for the others. */
  'places.first': { input: Nothing, output: LeftPlace.nullable() },
  'places.leave': { input: LeftPlace, output: z.null() },
  /** The system's own dialog asks where; null when nothing was saved. A page in a browser downloads by itself instead. */
  'files.save': {
    input: z.strictObject({ suggestedName: FileName, text: z.string().max(MOST_FILE_CHARS) }),
    output: z.strictObject({ path: z.string().nullable() }),
  },
  /** One more window with only this chart in it. A page in a browser opens its windows by itself instead. */
  'windows.openChart': { input: ChartWindow, output: z.null() },
  'activity.list': {
    input: OfAccount.extend({
      kinds: z.array(ActivityKind).max(10),
      text: z.string().max(200),
      /** Only lines from this moment on, and before that one; epoch ms. */
      from: z.number().optional(),
      to: z.number().optional(),
      /** Only lines before this one, newest first. */
      before: z.strictObject({ at: z.number(), lineId: z.string().max(200) }).optional(),
      limit: z.number().int().min(1).max(1_000),
      /** Of this archive, and not of the journal. */
      month: Month.optional(),
    }),
    output: z.strictObject({ lines: z.array(ActivityLine), isEnd: z.boolean() }),
  },
} as const;
