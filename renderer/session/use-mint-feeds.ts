// The feeds of the mint desk. Watched for as long as its screen is in front, and by no other.
import { useEffect, useState } from 'react';
import type { Bridge } from '#contract/bridge.ts';
import type { Item } from '#contract/feeds.ts';
import { onceSeen } from '#renderer/core/delay.ts';
import { createFeedStore } from '#renderer/core/feeds/feed-store.ts';
import type { Slices } from '#renderer/core/feeds/slices.ts';

export type MintFeeds = {
  mints: Slices<string, Item<'mints'>>;
  tokenizations: Slices<string, Item<'tokenizations'>>;
  batches: Slices<string, Item<'batches'>>;
  proposals: Slices<string, Item<'proposals'>>;
  /** Which of them have delivered their state at least once, by name. */
  heard: Slices<string, true>;
};

export function useMintFeeds(bridge: Bridge, accountId: string): MintFeeds {
  const [{ feeds, start }] = useState(() => createMintFeeds(bridge, accountId));
  useEffect(() => start(), [start]);
  return feeds;
}

function createMintFeeds(bridge: Bridge, accountId: string) {
  const { subscribe, heard, start } = createFeedStore(bridge, accountId, onceSeen);
  const feeds: MintFeeds = {
    mints: subscribe('mints'),
    tokenizations: subscribe('tokenizations'),
    batches: subscribe('batches'),
    proposals: subscribe('proposals'),
    heard,
  };
  return { feeds, start };
}
