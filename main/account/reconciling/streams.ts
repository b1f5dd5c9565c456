// The two streams of an account: their links, their state in the book, and a record of every gap in what they said.
import type { Gap } from '#contract/trading.ts';
import { delayMsOf, type MarketFeed } from '#contract/market-state.ts';
import { isHearing, type StreamState } from '#contract/records.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { MarketHours } from '#main/account/prices/market-hours.ts';
import { whyClosed } from '#main/account/prices/why-closed.ts';
import type { Told } from '#main/account/reconciling/missed-orders.ts';
import { createStreamGaps } from '#main/account/reconciling/stream-gaps.ts';
import type { Client } from '#main/broker/client.ts';
import { createDataLink } from '#main/broker/streams/data-link.ts';
import type { Link, LinkState } from '#main/broker/streams/link.ts';
import type { Carried } from '#main/broker/streams/subscribing.ts';
import type { OpenSocket } from '#main/broker/streams/socket.ts';
import { createTradeLink } from '#main/broker/streams/trade-link.ts';
import { streamOf } from '#main/domain/market-feeds.ts';
import type { Credentials, Hosts, Ports } from '#main/ports.ts';
import type { DataBatch } from '#main/wire/data-stream.ts';
import type { Tell } from '#main/wire/oddities.ts';
import type { TradeUpdate } from '#main/wire/trade-stream.ts';

type Streams = {
  /**
   * The symbols whose trades, minute bars and halts are wanted from now on, and those whose quotes are. While it rests
   * there is no price stream: a broker may allow one in all, which is for the account that is looked at.
   */
  want(symbols: readonly string[], quoted: readonly string[], isResting?: boolean): void;
  isOrderStreamLive(): boolean;
  /** What the order stream is seen to have told, and not to have told. */
  onOrdersTold(told: Told): void;
  /** Everything was read that the stream could have said up to this moment. */
  onOrdersRead(since: number): void;
  onPricesRead(since: number): void;
  /** With the credentials as they are now. */
  signInAgain(): void;
  /** Prices of another feed from now on. */
  changeFeed(): void;
  wake(): void;
  start(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'random' | 'log'> & {
  hosts: Pick<Hosts, 'dataStream' | 'tradeStream'>;
  client: Pick<Client, 'latestTrades'>;
  hours: MarketHours;
  signal: AbortSignal;
  credentials: () => Credentials;
  feed: () => MarketFeed;
  /** The feed is not in the account's plan; answers whether another is to be tried. */
  onFeedRefused: () => boolean;
  book: Pick<Book, 'putStream' | 'prices'>;
  onPrices: (batches: DataBatch[]) => void;
  onTradeUpdate: (update: TradeUpdate) => void;
  /** What was said before was not heard. */
  onPricesMissed: () => void;
  /** The prices of these come by the stream, those of the others that are wanted do not; some are no symbols of the feed. */
  onCarried: (symbols: ReadonlySet<string>, refused: readonly string[]) => void;
  onOrdersMissed: () => void;
  onGap: (gap: Gap) => void;
  /** Of earlier runs. What was missed then is read by the first pass of this one, and with its first prices. */
  gapsLeft: readonly Gap[];
  openSocket: OpenSocket;
  tell?: Tell | undefined;
};

export function createStreams(deps: Deps): Streams {
  const { book, clock, hosts, hours, onGap, gapsLeft } = deps;
  const orderGaps = createStreamGaps('orders', clock, onGap, gapsLeft);
  const priceGaps = createStreamGaps('prices', clock, onGap, gapsLeft, silentMark);
  /** Since when the order stream is up; and whether all was read since: what was missed before is not its fault. */
  let ordersUpAt = 0;
  let isReadSince = false;
  let isFollowing = false;
  let isStarted = false;
  let isResting = false;

  /** Nobody follows anything, or the market is closed: until when, and with which trade as the last one. */
  function silentMark(): string | undefined {
    if (!isFollowing) return 'nothing is followed';
    if (whyClosed(hours, deps.feed()) === undefined) return undefined;
    const newestAt = book.prices().reduce((at, { tradedAt }) => Math.max(at, tradedAt), 0);
    return `closed until ${hours.nextOpen()}, ${newestAt}`;
  }

  /** Undefined until the broker has answered what it carries. */
  let carried: Carried | undefined;

  function tellPrices(): void {
    const state = dataLink.state();
    const isHeard = isHearing(state.phase);
    const isConnected = isHeard || state.phase === 'stale';
    book.putStream({ ...streamState('prices', state), ...(isConnected && shortfallOf(carried)) });
    // What a connection carries that tells nothing is read as well.
    if (!isHeard && state.phase !== 'connecting') deps.onCarried(NONE, carried?.refused ?? []);
    else if (isHeard && carried) deps.onCarried(carried.symbols, carried.refused);
  }

  const dataLink = createDataLink({
    ...deps,
    url: () => streamOf(hosts.dataStream, deps.feed()),
    market: {
      whyClosed: () => whyClosed(hours, deps.feed()),
      // How late a feed is that is late, nobody says to the second.
      now: () => (delayMsOf(deps.feed()) === 0 ? hours.now() : undefined),
      latestTrades: (symbols) =>
        deps.client.latestTrades({ symbols: [...symbols], feed: deps.feed() }, deps.signal),
    },
    onEvents: deps.onPrices,
    onCarried(next) {
      carried = next;
      tellPrices();
    },
    onState(state) {
      tellPrices();
      if (priceGaps.onPhase(state.phase, dataLink.knownUntil())) deps.onPricesMissed();
    },
  });
  const tradeLink = createTradeLink({
    ...deps,
    url: hosts.tradeStream,
    onEvents: (updates) => updates.forEach(deps.onTradeUpdate),
    onState(state) {
      book.putStream(streamState('orders', state));
      const cameAlive = orderGaps.onPhase(state.phase, tradeLink.knownUntil());
      if (cameAlive) [ordersUpAt, isReadSince] = [clock.elapsed(), false];
      if (cameAlive || state.phase === 'reconnecting') deps.onOrdersMissed();
    },
  });
  const links = [dataLink, tradeLink];
  const inUse = (): Link[] => (isResting ? [tradeLink] : links);
  const startAnew = (link: Link): void => {
    link.stop();
    link.start();
  };

  return {
    want(symbols, quoted, rests = false) {
      isFollowing = symbols.length > 0;
      dataLink.want({
        trades: symbols,
        bars: symbols,
        updatedBars: symbols,
        quotes: quoted,
        statuses: symbols,
        lulds: symbols,
      });
      if (rests === isResting) return;
      isResting = rests;
      if (!isStarted) return;
      // What is told while nobody listens is no gap.
      priceGaps.forget();
      if (isResting) dataLink.stop();
      else dataLink.start();
    },
    isOrderStreamLive: () => tradeLink.state().phase === 'live',
    onOrdersTold(told) {
      if ('until' in told) tradeLink.confirm(told.until);
      else if (isReadSince) tradeLink.doubt(told.isUntold, UNTOLD);
    },
    onOrdersRead(since) {
      if (since >= ordersUpAt) isReadSince = true;
      orderGaps.onFilled(since);
    },
    onPricesRead: priceGaps.onFilled,
    signInAgain: () => inUse().forEach(startAnew),
    changeFeed() {
      if (dataLink.state().phase === 'off') return;
      priceGaps.forget();
      startAnew(dataLink);
    },
    wake: () => links.forEach((link) => link.wake()),
    start() {
      isStarted = true;
      for (const link of inUse()) link.start();
    },
    stop() {
      // Before the links, whose end is no gap.
      for (const gaps of [orderGaps, priceGaps]) gaps.end();
      for (const link of links) link.stop();
    },
  };
}

const NONE: ReadonlySet<string> = new Set();
const UNTOLD = 'connected, but it did not tell of an order that began or ended';

/** What is wanted and not carried. */
function shortfallOf(carried: Carried | undefined): Pick<StreamState, 'carries' | 'notes'> {
  if (!carried || carried.notes.length === 0) return {};
  const { symbols, wanted, notes } = carried;
  const isLess = symbols.size < wanted;
  return { ...(isLess && { carries: { symbols: symbols.size, of: wanted } }), notes: [...notes] };
}

/** A link's state as the book and the screens know it. */
const streamState = (stream: StreamState['stream'], state: LinkState): StreamState => ({
  stream,
  phase: state.phase,
  ...(state.message !== undefined && { message: state.message }),
  since: state.since,
});
