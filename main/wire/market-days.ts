// When the market is open: the clock and the calendar.
import { z } from 'zod';
import { decoderOf, listDecoderOf, Moment } from '#main/wire/decode.ts';

export const MarketClock = z.looseObject({
  timestamp: Moment,
  isOpen: z.boolean(),
  nextOpen: Moment,
  nextClose: Moment,
});
export type MarketClock = z.infer<typeof MarketClock>;

/** Times are New York's: open and close as 'HH:MM', the session's as 'HHMM'. */
export const CalendarDay = z.looseObject({
  date: z.string(),
  open: z.string(),
  close: z.string(),
  sessionOpen: z.string().optional(),
  sessionClose: z.string().optional(),
  settlementDate: z.string().optional(),
});
export type CalendarDay = z.infer<typeof CalendarDay>;

export const decodeMarketClock = decoderOf('clock', MarketClock);
export const decodeCalendar = listDecoderOf('calendar', decoderOf('calendar day', CalendarDay));
