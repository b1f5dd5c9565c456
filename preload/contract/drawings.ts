// What a person drew on a symbol's chart. Anchored to time and price, so that it is the same in every timeframe and
// window; numbers, because nothing but a drawing is made of them.
import { z } from 'zod';
import { Ticker } from '#contract/records.ts';

const Anchor = z.strictObject({
  /** Epoch ms; may lie to the right of the newest bar. */
  time: z.number().int().min(0).max(8_640_000_000_000),
  price: z.number().positive().max(1e9),
});
export type Anchor = z.infer<typeof Anchor>;

export const DrawingKind = z.enum(['horizontal', 'trend', 'ray', 'rectangle', 'measure']);
export type DrawingKind = z.infer<typeof DrawingKind>;

export const Drawing = z
  .strictObject({
    id: z.uuid(),
    kind: DrawingKind,
    /** A horizontal line has one, the others two. */
    points: z.array(Anchor).min(1).max(2),
  })
  .refine(({ kind, points }) => points.length === (kind === 'horizontal' ? 1 : 2), {
    message: 'must have as many points as its kind',
    path: ['points'],
  });
export type Drawing = z.infer<typeof Drawing>;

/** The oldest goes when there is one more; a person is told so before. */
export const MOST_DRAWINGS = 100;
/** Of all symbols together: what a settings document can hold. */
export const MOST_DRAWINGS_IN_ALL = 1_000;

/** By symbol, oldest first. */
export const Drawings = z
  .strictObject({ symbols: z.record(Ticker, z.array(Drawing).max(MOST_DRAWINGS)).default({}) })
  .refine(
    ({ symbols }) =>
      Object.values(symbols).reduce((sum, of) => sum + of.length, 0) <= MOST_DRAWINGS_IN_ALL,
    { message: `must be at most ${MOST_DRAWINGS_IN_ALL} drawings`, path: ['symbols'] },
  );
export type Drawings = z.infer<typeof Drawings>;
