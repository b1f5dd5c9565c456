// What each feed is called where (docs/wire.md, "Feeds"). History knows no delayed feed: that of the
// whole market up to the delay is the same.
import type { FeedChoice, MarketFeed } from '#contract/market-state.ts';

export type HistoryFeed = 'sip' | 'iex' | 'boats';

const HISTORY: Record<MarketFeed, HistoryFeed> = {
  sip: 'sip',
  iex: 'iex',
  delayed_sip: 'sip',
  overnight: 'boats',
};
export const historyFeed = (feed: MarketFeed): HistoryFeed => HISTORY[feed];

/** Best first, by what was chosen. The last one is in every plan. The feed of the night is silent by day. */
export function feedsFor(choice: FeedChoice, isNight: boolean): readonly MarketFeed[] {
  if (choice === 'iex') return ['iex'];
  if (choice === 'delayed_sip') return ['delayed_sip', 'iex'];
  return choice === 'overnight' && isNight ? ['overnight', 'sip', 'iex'] : ['sip', 'iex'];
}

const STREAMS: Record<MarketFeed, string> = {
  sip: '/v2/sip',
  iex: '/v2/iex',
  delayed_sip: '/v2/delayed_sip',
  overnight: '/v1beta1/overnight',
};
const STREAM_PATH = /^\/(v2\/(sip|iex|delayed_sip)|v1beta1\/(boats|overnight))$/;

/** The address of the price stream for a feed; one whose path names no feed is left as it is. */
export function streamOf(address: string, feed: MarketFeed): string {
  const url = new URL(address);
  if (!STREAM_PATH.test(url.pathname)) return address;
  url.pathname = STREAMS[feed];
  return url.href;
}
