import { sessionText, type MarketFeed } from '#contract/market-state.ts';
import type { MarketHours } from '#main/account/prices/market-hours.ts';

type Hours = Pick<MarketHours, 'session' | 'now'>;

/** Why nothing of this feed is traded now, in words; undefined while something may be, and while nobody has said. */
export function whyClosed(hours: Hours, feed: MarketFeed): string | undefined {
  const [session, now] = [hours.session(), hours.now()];
  if (!session || now === undefined) return undefined;
  const isNight = session.phase === 'overnight' && feed !== 'overnight';
  if (session.phase !== 'closed' && !isNight) return undefined;
  const words = sessionText(session, now);
  const until = session.until === undefined ? words : `${words} New York time`;
  return isNight ? `${until}: this feed has no prices during that session.` : `${until}.`;
}
