// The feed of an account's prices: the best of those that fit a person's choice and that the broker lets the account have.
// What it does not is learned by asking (a refusal of plain data, or at the sign-in of the stream), and is tried again
// when the person chooses, when the key changes and with the next start.
import { FEED_WORDS, type FeedChoice, type MarketFeed } from '#contract/market-state.ts';
import type { MarketState } from '#contract/market-state.ts';
import type { FeedSource } from '#main/broker/calls/market-calls.ts';
import { feedsFor } from '#main/domain/market-feeds.ts';

type MarketFeeds = FeedSource & {
  state(): Pick<MarketState, 'choice' | 'feed' | 'note'>;
  choose(choice: FeedChoice): void;
  /** What was refused may be granted now. */
  learnAgain(): void;
  /** The session may be another. */
  reconsider(): void;
};

type Deps = {
  choice: FeedChoice;
  isNight: () => boolean;
  /** Prices are of another feed from now on. */
  onSwitch: (note: string | undefined) => void;
  onState: () => void;
};

const nameOf = (feed: MarketFeed): string => FEED_WORDS[feed].name;

export function createMarketFeeds({
  choice: first,
  isNight,
  onSwitch,
  onState,
}: Deps): MarketFeeds {
  let choice = first;
  const refused = new Set<MarketFeed>();
  const answered = new Set<MarketFeed>();
  /** Changes only where it is told: whoever asks twice in between has two answers of one feed. */
  let used = wanted();

  function wanted(): MarketFeed {
    return feedsFor(choice, isNight()).find((feed) => !refused.has(feed)) ?? 'iex';
  }

  function note(): string | undefined {
    const [best = 'iex'] = feedsFor(choice, isNight());
    if (refused.has(best))
      return `${nameOf(best)} is not in this account’s market data plan: prices come from ${nameOf(used)}.`;
    return choice === 'overnight' && !isNight()
      ? `There is no overnight session now: prices come from ${nameOf(used)}.`
      : undefined;
  }

  function reconsider(): void {
    const next = wanted();
    if (next !== used) {
      used = next;
      onSwitch(note());
    }
    onState();
  }

  function learnAgain(): void {
    refused.clear();
    answered.clear();
    reconsider();
  }

  return {
    current: () => used,
    insteadOf(feed) {
      const feeds = feedsFor(choice, isNight());
      return feeds[feeds.indexOf(feed) + 1];
    },
    refuse(feed) {
      if (refused.has(feed)) return;
      refused.add(feed);
      reconsider();
    },
    confirm(feed) {
      if (answered.has(feed)) return;
      answered.add(feed);
      onState();
    },
    state() {
      const why = note();
      return {
        choice,
        ...(answered.has(used) && { feed: used }),
        ...(why !== undefined && { note: why }),
      };
    },
    choose(next) {
      choice = next;
      learnAgain();
    },
    learnAgain,
    reconsider,
  };
}
