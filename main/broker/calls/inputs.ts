// What a client's method may be given. Types do not hold at run time: a wrong value becomes a failure here, before it
// can become a path, a header or a throw.
import { z } from 'zod';
import { isId, isSegment } from '#main/wire/paths.ts';

const wellFormed = (text: string): boolean => text.isWellFormed();
const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

export const Text = z.string().max(2_048).refine(wellFormed, 'must be well-formed text');
export const Name = Text.min(1);
export const Segment = z.string().max(128).refine(isSegment, 'cannot be part of an address');
export const Id = z.string().refine(isId, 'is not an id');
export const Symbols = z.array(Name.max(64)).max(1_000);
export const When = z.string().max(64).refine(isTime, 'must be a date or time');
export const Count = z.number().int().min(1).max(10_000);
export const Signal = z.instanceof(AbortSignal).optional();

export const PagingOptions = z.strictObject({
  signal: Signal,
  /** After each page that is not the last: so many records were read. */
  onPage: functionOf<(read: number) => void>(),
});
export type PagingOptions = z.infer<typeof PagingOptions>;

/** `beforeSend` is asked once, synchronously, right before the first byte; a sentence refuses. */
export const HandOver = z.strictObject({
  beforeSend: functionOf<() => string | undefined>(),
  /** Waiting longer than this for its turn means: not sent. */
  maxWaitMs: z.number().min(0).optional(),
  signal: Signal,
  /** It ends a position: no wait that the broker asks for holds it back. */
  isExit: z.boolean().optional(),
  /** One of many that go by themselves: what a person sends meanwhile goes first. */
  isOfMany: z.boolean().optional(),
});
export type HandOver = z.infer<typeof HandOver>;

function functionOf<F>() {
  return z.custom<F>((value) => typeof value === 'function', 'must be a function').optional();
}
