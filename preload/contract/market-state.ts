// The market as one account sees it: which session runs and until when, and which feed its prices come from.
import { z } from 'zod';

/** The exchange's own three, the night between two of its days, and none. */
export const SessionPhase = z.enum(['pre', 'regular', 'post', 'overnight', 'closed']);
export type SessionPhase = z.infer<typeof SessionPhase>;

/** From one moment to another, epoch ms; the end is no part of it. */
export const SessionSpan = z.strictObject({
  phase: SessionPhase.exclude(['closed']),
  from: z.number(),
  to: z.number(),
});
export type SessionSpan = z.infer<typeof SessionSpan>;

export const MarketSession = z.strictObject({
  phase: SessionPhase,
  /** When another begins, epoch ms; absent where it goes on without an end, and while nobody has said. */
  until: z.number().optional(),
  /** It goes on day and night, for as long as any hours are known: the practice market does. */
  isEndless: z.literal(true).optional(),
});
export type MarketSession = z.infer<typeof MarketSession>;

export const SESSION_WORDS: Record<SessionPhase, string> = {
  pre: 'Pre-market',
  regular: 'Regular hours',
  post: 'After hours',
  overnight: 'Overnight',
  closed: 'Closed',
};

const MOMENT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
});
const SOON_MS = 12 * 3_600_000;

/** Hours that have no end are the regular ones of no exchange. */
const AROUND_THE_CLOCK = 'Open around the clock';

/** 'Pre-market until 09:30', 'Closed until Monday 04:00'; New York time. */
export function sessionText({ phase, until, isEndless }: MarketSession, now: number): string {
  if (isEndless) return AROUND_THE_CLOCK;

  const name = SESSION_WORDS[phase];
  return until === undefined ? name : `${name} until ${momentText(until, now)}`;
}

/** With its weekday unless it is the next time that the clock shows it, within half a day. */
export function momentText(at: number, now: number): string {
  const parts = MOMENT.formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  const time = `${part('hour')}:${part('minute')}`;
  return at - now < SOON_MS ? time : `${part('weekday')} ${time}`;
}

/** Where prices come from. */
export const MarketFeed = z.enum(['sip', 'iex', 'delayed_sip', 'overnight']);
export type MarketFeed = z.infer<typeof MarketFeed>;

/** What a person chose; 'auto' is the best that the broker lets the account have. */
export const FeedChoice = z.enum(['auto', ...MarketFeed.options]);
export type FeedChoice = z.infer<typeof FeedChoice>;

export const FEED_WORDS: Record<MarketFeed, { name: string; means: string }> = {
  sip: { name: 'SIP', means: 'every US exchange, as it happens' },
  iex: { name: 'IEX', means: 'one exchange, about 2% of the volume' },
  delayed_sip: { name: 'Delayed SIP', means: 'every US exchange, 15 minutes late' },
  overnight: {
    name: 'Overnight',
    means: 'the overnight venue, 20:00 to 04:00',
  },
};

/** 'IEX: one exchange, about 2% of the volume' */
export const feedText = (feed: MarketFeed): string =>
  `${FEED_WORDS[feed].name}: ${FEED_WORDS[feed].means}`;

const DELAY_MS = 15 * 60_000;
/** How far it is behind the market. */
export const delayMsOf = (feed: MarketFeed | undefined): number =>
  feed === 'delayed_sip' ? DELAY_MS : 0;

export const MarketState = z.strictObject({
  choice: FeedChoice,
  /** The feed that prices, charts and bars are of now; absent until the broker has answered with it. */
  feed: MarketFeed.optional(),
  /** Why it is another than a person would think. */
  note: z.string().optional(),
  session: MarketSession.optional(),
});
export type MarketState = z.infer<typeof MarketState>;
