// The prices of the followed symbols that the stream does not carry: one question for all of them, at a pace that
// leaves the budget to others.
import { retryInMs } from '#contract/failure.ts';
import type { MarketFeed } from '#contract/market-state.ts';
import type { Client } from '#main/broker/client.ts';
import type { Ports } from '#main/ports.ts';
import { createSingleRepeater } from '#main/tools/repeat.ts';
import type { Snapshot } from '#main/wire/records.ts';

type Deps = Pick<Ports, 'delay' | 'log'> & {
  client: Pick<Client, 'snapshots'>;
  feed: () => MarketFeed;
  /** Followed, and not carried by the stream. */
  symbols: () => readonly string[];
  isMarketClosed: () => boolean;
  onRead: (snapshots: readonly Snapshot[]) => void;
  signal: AbortSignal;
};

const SOON_MS = 2_000;
const EVERY_MS = 10_000;
/** Less than after which what was read counts as old. */
const WHILE_CLOSED_MS = 50_000;

export function createSnapshotPrices(deps: Deps): { onChange(): void; stop(): void } {
  const reading = createSingleRepeater({
    ...deps,
    what: 'reading prices by snapshot',
    waitMs: () => EVERY_MS,
    async run() {
      const [asked, feed] = [deps.symbols(), deps.feed()];
      if (asked.length === 0) return true;
      const answer = await deps.client.snapshots(asked, deps.signal, { lane: 'follow' });
      // What was answered may be of the feed of before.
      if (deps.feed() !== feed) return 0;
      if (!answer.ok) return retryInMs(answer.failure, EVERY_MS);
      deps.onRead(answer.value);
      return deps.isMarketClosed() ? WHILE_CLOSED_MS : EVERY_MS;
    },
  });
  return {
    /** Other symbols, or others of them are carried. */
    onChange() {
      if (deps.symbols().length > 0) reading.within(SOON_MS);
    },
    stop: reading.stop,
  };
}
