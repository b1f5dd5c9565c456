import { newYorkSoon } from '#main/domain/new-york.ts';
import type { MarketHours } from '#main/account/prices/market-hours.ts';

type Hours = Pick<MarketHours, 'isOpen' | 'exchangeMinute' | 'nextOpen' | 'now'>;

/** Trades are told before and after the session too, on days on which there is one. */
const FIRST_MINUTE = 4 * 60;
const LAST_MINUTE = 20 * 60;

/** Why nothing is traded now, in words; undefined while something may be, and while nobody has said. */
export function whyClosed(hours: Hours): string | undefined {
  if (hours.isOpen() !== false) return undefined;
  const minute = hours.exchangeMinute();
  if (minute !== undefined && minute >= FIRST_MINUTE && minute < LAST_MINUTE) return undefined;
  const [next, now] = [hours.nextOpen(), hours.now()];
  if (next === undefined || now === undefined) return 'The market is closed.';
  return `Closed until ${newYorkSoon(next, now)} New York time.`;
}
