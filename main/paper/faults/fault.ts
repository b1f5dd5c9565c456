// What can be made to go wrong: a rule says where (requests or a stream), what, and how often.
import { z } from 'zod';

const when = z.enum(['before', 'after']).default('before');
const waitMs = z.int().min(0).max(600_000);

export const RequestAct = z.discriminatedUnion('kind', [
  /** The connection is reset: before processing nothing happened, after processing only the answer is lost. */
  z.strictObject({ kind: z.literal('reset'), when }),
  /** No answer and no end, until the caller gives up. */
  z.strictObject({ kind: z.literal('hang'), when }),
  z.strictObject({ kind: z.literal('delay'), ms: waitMs, when }),
  /** This status and body instead of the true answer. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.json().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    when,
  }),
  /** The head and the first part of the body, then the end of the connection. */
  z.strictObject({ kind: z.literal('truncate'), bytes: z.int().min(0).optional() }),
  /** Processed; the connection is cut before a byte of the answer. */
  z.strictObject({ kind: z.literal('lost') }),
  /** No answer now, processed up to a minute later. */
  z.strictObject({
    kind: z.literal('late'),
    ms: z.int().min(0).max(60_000),
    connection: z.enum(['cut', 'open']).default('cut'),
  }),
  /** Lookups and lists do not show orders and tokenization requests younger than this. */
  z.strictObject({ kind: z.literal('blind'), ms: z.int().min(1).max(600_000) }),
]);

export const StreamAct = z.discriminatedUnion('kind', [
  /** The connection ends without a close frame, instead of the frame. */
  z.strictObject({ kind: z.literal('cut') }),
  /** The frame is dropped; with `ms`, everything after it for that long too. The connection stays and answers pings. */
  z.strictObject({ kind: z.literal('mute'), ms: waitMs.optional() }),
  z.strictObject({ kind: z.literal('duplicate') }),
  /** The frame is sent after the next one. */
  z.strictObject({ kind: z.literal('reorder') }),
  /** Bytes that no codec reads, before the frame. */
  z.strictObject({ kind: z.literal('garbage') }),
]);

const frequency = {
  /** How often it happens at most. Left out: once, or without end when a probability is given. */
  times: z.int().min(1).optional(),
  /** Chance that a match is hit. */
  probability: z.number().gt(0).max(1).optional(),
  /** Matches to let pass first. */
  skip: z.int().min(0).default(0),
  seed: z.int().optional(),
  /**
   * Of an act that lasts for some time: it lasts from every hit of the rule of this id on, about nothing but what that hit
   * has made, and is over with it. It happens as often as it is met in that time.
   */
  follows: z.string().optional(),
};

const RequestRule = z.strictObject({
  match: z.strictObject({
    method: z.string().toUpperCase().optional(),
    /** `*` stands for one part of the path, `**` for any rest; with a `?` the query is matched too. */
    path: z.string().min(1).max(500),
  }),
  act: RequestAct,
  ...frequency,
});

const StreamRule = z.strictObject({
  match: z.strictObject({
    stream: z.enum(['trade', 'data']),
    /** Trade stream only: the event kind. */
    event: z.string().optional(),
    /** Only connections of this account. */
    accountId: z.uuid().optional(),
  }),
  act: StreamAct,
  ...frequency,
});

export const FaultRule = z.union([RequestRule, StreamRule]);

export type RequestAct = z.infer<typeof RequestAct> & {
  /** When the rule that it follows has hit: only what was made then is meant. */
  madeAt?: readonly number[];
};
export type StreamAct = z.infer<typeof StreamAct>;
export type StreamKind = 'trade' | 'data';
export type RequestRule = z.infer<typeof RequestRule>;
type StreamRule = z.infer<typeof StreamRule>;
export type FaultRule = RequestRule | StreamRule;
export type Fault = FaultRule & { id: string; fired: number; left: number | null };
