// The hours of a market, from the third version of the clock and the calendar. Phases are an open set: one that nobody
// here knows is left to the calendar.
import { z } from 'zod';
import { ok } from '#contract/failure.ts';
import { said } from '#contract/said.ts';
import { decoderOf, Timestamp, type Decode } from '#main/wire/decode.ts';

const Market = z.object({ acronym: said(z.string()), mic: said(z.string()) });

const VenueClock = z.object({
  market: Market,
  timestamp: Timestamp,
  nextMarketOpen: Timestamp,
  nextMarketClose: Timestamp,
  phase: z.string(),
  phaseUntil: Timestamp,
});
export type VenueClock = z.infer<typeof VenueClock>;

/** A day on which a market trades. What it does not say of its early and late hours it does not have. */
const VenueDay = z.object({
  date: z.string(),
  coreStart: Timestamp,
  coreEnd: Timestamp,
  preStart: said(Timestamp),
  preEnd: said(Timestamp),
  postStart: said(Timestamp),
  postEnd: said(Timestamp),
});
export type VenueDay = z.infer<typeof VenueDay>;

/** What cannot be read of a list costs itself alone. */
const readable =
  <S extends z.ZodType>(schema: S) =>
  (items: readonly unknown[]): z.infer<S>[] =>
    items.flatMap((item) => {
      const record = schema.safeParse(item);
      return record.success ? [record.data] : [];
    });

const Clocks = decoderOf('clock', z.object({ clocks: z.array(z.unknown()).max(100) }));
const Days = decoderOf('calendar', z.object({ calendar: z.array(z.unknown()).max(1_000) }));

export const decodeVenueClocks: Decode<VenueClock[]> = (json) => {
  const answer = Clocks(json);
  return answer.ok ? ok(readable(VenueClock)(answer.value.clocks)) : answer;
};

export const decodeVenueDays: Decode<VenueDay[]> = (json) => {
  const answer = Days(json);
  return answer.ok ? ok(readable(VenueDay)(answer.value.calendar)) : answer;
};
