import { memo } from 'react';
import { feedText, FEED_WORDS, sessionText } from '#contract/market-state.ts';
import { useSession } from '#renderer/session/session.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { Tip } from '#renderer/ui/Tip.tsx';
import { useNow } from '#renderer/ui/use-now.ts';

/** The session that runs at the exchange, and until when. Nothing until the broker's clock has said it. */
export function SessionStatus() {
  const { feeds, profile } = useSession();
  const session = useSlice(feeds.market, 'market')?.session;
  const now = useNow(30_000);
  if (!session) return null;
  const text =
    session.isEndless && profile.environment === 'embedded'
      ? 'The practice market is open day and night. Day orders still end at 16:00, New York time'
      : 'The market session by the broker’s clock, New York time';
  return (
    <Tip text={text}>
      <span role="status" aria-label="Market session" className="stream">
        {sessionText(session, now)}
      </span>
    </Tip>
  );
}

/** Which feed the prices beside it are of; what that means is a pointer away and always there to be read out. */
export const FeedLabel = memo(function FeedLabel() {
  const { feeds, profile } = useSession();
  const market = useSlice(feeds.market, 'market');
  if (!market?.feed) return null;
  const { name } = FEED_WORDS[market.feed];
  const isSimulated = profile.environment === 'embedded';
  const means = isSimulated
    ? `Simulated, and labeled as ${feedText(market.feed)}`
    : `Prices from ${feedText(market.feed)}`;
  const text = market.note === undefined ? `${means}.` : `${means}. ${market.note}`;
  return (
    <Tip text={text}>
      <span className="feed-label">
        {name}
        <span className="visually-hidden">. {text}</span>
      </span>
    </Tip>
  );
});
