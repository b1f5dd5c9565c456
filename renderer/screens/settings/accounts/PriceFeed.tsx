import type { AccountProfile } from '#contract/accounts.ts';
import { describeFailure } from '#contract/failure.ts';
import { feedText, MarketFeed, type FeedChoice } from '#contract/market-state.ts';
import { useSession } from '#renderer/session/session.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { Select, type Options } from '#renderer/ui/Select.tsx';

type Props = { profile: AccountProfile; isHere: boolean };

const OPTIONS: Options<FeedChoice> = [
  ['auto', 'Best on your plan: SIP, or IEX'],
  ...MarketFeed.options.map((feed) => [feed, feedText(feed)] as const),
];

/** Where the prices of an account come from: the choice, and what came of it. */
export function PriceFeed({ profile, isHere }: Props) {
  const { bridge, feeds, toast } = useSession();
  const market = useSlice(feeds.market, 'market');
  const { accountId, label, environment, feed = 'auto' } = profile;
  const origin = environment === 'embedded' ? 'Simulated, and labeled as' : 'Now';

  async function choose(next: FeedChoice): Promise<void> {
    const chosen = await bridge.call('accounts.setFeed', { accountId, feed: next });
    if (!chosen.ok) toast({ kind: 'bad', text: describeFailure(chosen.failure) });
  }

  return (
    <div className="accounts-feed">
      <span className="quiet-text">Prices from</span>
      <Select
        label={`Prices of ${label} from`}
        value={feed}
        options={OPTIONS}
        onChange={(next) => void choose(next)}
      />
      {isHere && market?.feed !== undefined && (
        <p className="quiet-text">
          {origin} {feedText(market.feed)}. {market.note}
        </p>
      )}
    </div>
  );
}
