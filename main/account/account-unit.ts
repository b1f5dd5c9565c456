// One account at work: its client, its two streams, its journal, its book and its trading. Open from the start of the desk
// to its end; its prices are followed while a window looks at it.
import type { LiveBar } from '#contract/bars.ts';
import type { Closing } from '#contract/closings.ts';
import { ok, type Result } from '#contract/failure.ts';
import { delayMsOf, type FeedChoice, type MarketState } from '#contract/market-state.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { Environment } from '#contract/records.ts';
import type { Gap, GuardSettings } from '#contract/trading.ts';
import { recordSetAside, recordStreamEvents } from '#main/account/activity.ts';
import { keepJournalOpen } from '#main/account/keep-journal-open.ts';
import { createOddityLog } from '#main/account/oddities.ts';
import { createDailyLoss } from '#main/account/daily-loss.ts';
import { createGate, type TradingGate } from '#main/account/intents/gate.ts';
import { createOwnReads } from '#main/account/own-reads.ts';
import { createDayEnds, type DayEnds } from '#main/account/mints/day-end.ts';
import { createMints, type Mints } from '#main/account/mints/mints.ts';
import type { MintsNews } from '#main/account/mints/mints-news.ts';
import { createMintBroker } from '#main/account/mints/mint-broker.ts';
import { createClosings, type Closings } from '#main/account/orders/closing/closings.ts';
import { createQuotes } from '#main/account/orders/closing/quotes.ts';
import { createReadPositions } from '#main/account/orders/closing/read-positions.ts';
import { factsOf } from '#main/account/orders/preview.ts';
import { createTrading, type Trading, type TradingNews } from '#main/account/orders/trading.ts';
import { createOrderBroker } from '#main/account/orders/order-broker.ts';
import type { Assets } from '#main/account/prices/assets.ts';
import type { BarBook } from '#main/account/prices/bar-book.ts';
import type { History } from '#main/account/prices/history.ts';
import type { MarketHours } from '#main/account/prices/market-hours.ts';
import { createMarketFeeds } from '#main/account/prices/market-feed.ts';
import { createPrices } from '#main/account/prices/prices.ts';
import type { QuoteBook } from '#main/account/prices/quote-book.ts';
import type { RunningMinutes } from '#main/account/prices/running-minutes.ts';
import { createActivities } from '#main/account/reconciling/activities.ts';
import { createAccountSync } from '#main/account/reconciling/account-sync.ts';
import { createStreams } from '#main/account/reconciling/streams.ts';
import type { ReadAccount } from '#main/account/standing/account-reader.ts';
import type { Book } from '#main/account/standing/book.ts';
import { withoutSuddenEmptiness } from '#main/account/standing/empty-list.ts';
import { watchStanding } from '#main/account/standing/standing-news.ts';
import { keepBookSmall, type BookLimits } from '#main/account/standing/keep-book-small.ts';
import { openAccountBook } from '#main/account/standing/stored-book.ts';
import { createClient, type Client } from '#main/broker/client.ts';
import type { Dial } from '#main/broker/http/pinned-agent.ts';
import type { OpenSocket } from '#main/broker/streams/socket.ts';
import type { AssetTraits } from '#main/domain/orders/draft-issues.ts';
import { uuidV7 } from '#main/domain/uuid7.ts';
import { toFailed } from '#main/journal/failure.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { CheckLater } from '#main/journal/later-checks.ts';
import type { BesideMain, Journal, JournalOptions } from '#main/journal/types.ts';
import type { Credentials, Hosts, Ports } from '#main/ports.ts';
import { createListeners } from '#main/tools/listeners.ts';
import type { Tell } from '#main/wire/oddities.ts';
import { readOrderBody } from '#main/wire/order-body.ts';
import type { TradeUpdate } from '#main/wire/trade-stream.ts';

export type AccountUnit = {
  accountId: string;
  environment: Environment;
  book: Book;
  bars: BarBook;
  /** The minutes that run. */
  running: Pick<RunningMinutes, 'get'>;
  /** Quotes, halts and price bands. */
  quotes: QuoteBook;
  history: History;
  client: Client;
  /** What the account can trade. */
  assets: Assets;
  journal: Journal;
  gate: TradingGate;
  hours: MarketHours;
  trading: Trading;
  closings: Closings;
  mints: Mints;
  dayEnds: DayEnds;
  watchSymbols(symbols: readonly string[]): void;
  /** Whether a window looks at it. Orders, positions and the account are followed in any case. */
  setInSight(isInSight: boolean): void;
  /** Something of it may be sent by itself, which is judged by prices: an intent that is not settled, a batch, a way out. */
  isAtWork(): boolean;
  /** What the broker's list of assets says of a symbol; undefined while nobody knows. */
  traitsOf(symbol: string): AssetTraits | undefined;
  /** A ticket asks about this symbol: its prices are followed for a while. */
  followBriefly(symbol: string): void;
  /** A chart shows this symbol: its prices and bars are followed until the answered function is called. */
  follow(symbol: string): () => void;
  /** The session, and the feed of the prices. */
  market(): MarketState;
  chooseFeed(choice: FeedChoice): void;
  /** Its bid and ask are in sight until the answered function is called. */
  followQuotes(symbol: string): () => void;
  /** Account and positions, now, for somebody who waits for them. */
  readNow: ReadAccount;
  onNews(listener: (news: UnitNews) => void): () => void;
  /** A rotated key: both streams sign in anew with it, and everything recorded goes on. */
  useCredentials(credentials: Credentials): void;
  /** After sleep: every limit ends, both streams connect again and everything is read anew. */
  wake(): void;
  start(): void;
  stop(): void;
};

export type UnitNews =
  | TradingNews
  | MintsNews
  | { kind: 'closing'; closing: Closing }
  | { kind: 'gap'; gap: Gap }
  /** What the account stands at may be something else: the book says what. */
  | { kind: 'standing' }
  /** How far the first reading is: the gate says it. */
  | { kind: 'reading' }
  /** Of the session or the feed. */
  | { kind: 'market' }
  | { kind: 'bars'; bars: LiveBar[] };

export type UnitDeps = BookLimits &
  Pick<Ports, 'clock' | 'delay' | 'random' | 'log'> & {
    accountId: string;
    environment: Environment;
    hosts: Hosts;
    credentials: Credentials;
    /** The account's broker is known to refuse an id that was used before. */
    refusesReusedIds: boolean;
    /** Of market data; the best that the broker lets the account have unless it is given. */
    feed?: FeedChoice | undefined;
    /** The account's own folder. */
    folder: string;
    guards: () => GuardSettings;
    /** The person's choice; without one every order was reviewed. */
    isReviewSkipped?: () => boolean;
    isStopped: () => boolean;
    stops: () => number;
    /** Why nothing may be placed for a reason outside of trading, such as a live account that nobody armed. */
    heldBack: (isConfirmedExit: boolean) => string | undefined;
    /** Why the key may be that of another account. */
    accountDoubt: () => string | undefined;
    /** From the broker's list of assets, without asking the network. */
    traitsOf?: (symbol: string) => AssetTraits | undefined;
    /** The journal could be read only now. Holds, marks, ways out and batches are taken over by whoever opens the unit anew. */
    onReadLate?: (() => void) | undefined;
    /** Checks the file of a journal that is in use; without it every journal is checked before it is used. */
    checkLater?: CheckLater | undefined;
    /** The data folder could not be written at the start. */
    isFolderReadOnly?: boolean | undefined;
    openSocket: OpenSocket;
    /** How the account's REST hosts are reached: by the system's sockets unless `dial` is given. */
    dial?: Dial | undefined;
    /** How long the broker may take to answer. */
    timeoutMs?: number | undefined;
  } & Pick<JournalOptions, 'probe' | 'connect' | 'checkedAtOnceBytes' | keyof BesideMain>;

export function openAccountUnit(deps: UnitDeps): Result<AccountUnit> {
  const opened = openJournal({ ...deps, isCheckedLater: deps.checkLater !== undefined });
  if (!opened.ok) return toFailed(opened.failure);
  recordSetAside(opened.value);
  const journal = keepJournalOpen(opened.value.journal, {
    ...deps,
    onReopened(isFirst) {
      markUnderWay();
      // Not within the call that opens it, which has not ended.
      if (isFirst && deps.onReadLate) return queueMicrotask(deps.onReadLate);
      trading.recover();
      mints.recover();
    },
  });
  const book = openAccountBook(journal, deps.log, deps.newestOrders);
  recordStreamEvents(journal, book);
  const tellOddity = createOddityLog(journal);
  const tell: Tell = (oddity) => {
    // What another account's key reads is none of this journal's.
    if (deps.accountDoubt() === undefined) tellOddity(oddity);
  };
  let hours: MarketHours | undefined;
  const feeds = createMarketFeeds({
    choice: deps.feed ?? 'auto',
    isNight: () => hours?.session()?.phase === 'overnight',
    onState: () => news.notify({ kind: 'market' }),
    onSwitch(note) {
      if (note !== undefined)
        journal.saveEvent({ kind: 'desk', detail: 'market-feed', text: note });
      prices.changeFeed();
      // Not within a message of the stream, which may be what said it.
      queueMicrotask(() => streams.changeFeed());
    },
  });
  const client = withoutSuddenEmptiness(createClient({ ...deps, tell, feeds }), book);
  const news = createListeners<[UnitNews]>(deps.log);
  const ending = new AbortController();
  let { credentials } = deps;
  const shared = {
    ...deps,
    journal,
    book,
    client,
    tell,
    signal: ending.signal,
    credentials: () => credentials,
    feed: feeds.current,
  };
  const reads = createOwnReads(client, shared);
  const prices = createPrices({
    ...shared,
    onSymbols: (...wanted) => streams.want(...wanted),
    onBars: (bars) => news.notify({ kind: 'bars', bars }),
    onFilled: (since) => streams.onPricesRead(since),
  });
  ({ hours } = prices);
  const stopHours = hours.onRead(feeds.reconsider);
  const traitsOf = deps.traitsOf ?? prices.assets.traitsOf;
  const dailyLoss = createDailyLoss({ ...shared, hours: prices.hours });
  const market = { isMarketOpen: prices.hours.isOpen, session: prices.hours.session };
  const gate = createGate({
    ...shared,
    readBody: readOrderBody,
    ...market,
    lateMs: () => delayMsOf(feeds.current()),
    traitsOf,
    quotes: prices.quotes,
    lossHold: dailyLoss.hold,
    isConfirmedExit: (intentId) => closings.hasExit(intentId),
    isOfReverse: (intentId) => closings.isOfReverse(intentId),
  });
  const newId = () => uuidV7(deps.clock.wall(), deps.random.secret(10));
  const draftContext = ({ symbol }: OrderDraft) => factsOf({ book, traitsOf }, symbol);
  const trading = createTrading({
    ...shared,
    gate,
    broker: createOrderBroker(client),
    draftContext,
    brokerNow: prices.hours.now,
    ...market,
    onNews: news.notify,
  });
  const closings: Closings = createClosings({
    ...shared,
    gate,
    trading,
    draftContext,
    newId,
    ...market,
    isHalted: (symbol) => prices.quotes.get(symbol)?.halt !== undefined,
    readPositions: createReadPositions({ ...shared, readAccount: () => sync.readPositions() }),
    quote: createQuotes(shared),
    onChange: (closing) => news.notify({ kind: 'closing', closing }),
  });
  const mints = createMints({
    ...shared,
    gate,
    broker: createMintBroker(reads),
    onNews: news.notify,
    onMoved: () => sync.readAccount(),
    newId,
  });
  const sync = createAccountSync({
    ...shared,
    // It asks about the doubt itself, once positions and account were read together.
    client: { ...reads, positions: client.positions },
    onOrder: trading.onOrder,
    onUnreadOrders: gate.setUnreadOrders,
    onReading(read) {
      gate.setReading(read);
      news.notify({ kind: 'reading' });
    },
    lookUpUnsettled: trading.lookUpUnsettled,
    onAnswer: trading.hurryCancels,
    onComplete(since) {
      gate.setReconciled();
      streams.onOrdersRead(since);
    },
    isOrderStreamLive: () => streams.isOrderStreamLive(),
    onTold: (told) => streams.onOrdersTold(told),
  });
  const gaps = journal.gaps();
  const streams = createStreams({
    ...shared,
    hours: prices.hours,
    gapsLeft: gaps.ok ? gaps.value : [],
    onPrices: prices.onEvents,
    onPricesMissed: prices.readAgain,
    onFeedRefused() {
      const feed = feeds.current();
      if (feeds.insteadOf(feed) === undefined) return false;
      feeds.refuse(feed);
      return true;
    },
    onCarried: prices.onCarried,
    onTradeUpdate,
    onOrdersMissed: sync.reconcile,
    onGap(gap) {
      journal.saveGap(gap);
      news.notify({ kind: 'gap', gap });
    },
  });

  const activities = createActivities({
    brokerNow: prices.hours.now,
    ...shared,
    client: reads,
    readAccount: sync.readSoon,
    readOrder: trading.readOrder,
    readPrices: prices.readAgain,
    onSharesMoved: mints.lookSoon,
  });

  const stopTrims = keepBookSmall(shared);
  const stopStanding = watchStanding(book, deps.delay, () => news.notify({ kind: 'standing' }));

  /** A cancel that began while its order was not known to be our own is gone on with by whoever comes next. */
  function markUnderWay(): void {
    journal.markCancels(
      trading.intentsBeingCanceled(),
      'It was being canceled when the journal was opened again.',
    );
  }

  function onTradeUpdate({ event, order, fill, positionQty }: TradeUpdate): void {
    // A pass that begins during the doubt is repeated until it is over, and reads what is not heard here.
    if (deps.accountDoubt() !== undefined) return;
    trading.onOrder(order, 'heard');
    if (event === 'order_cancel_rejected') trading.onCancelRejected(order.id);
    if (event === 'order_replace_rejected') trading.onChangeRejected(order);
    if (!fill) return;
    const { id: orderId, symbol, side, filledQty: cumQty } = order;
    book.putFill({ orderId, symbol, side, cumQty, ...fill }, positionQty);
  }

  return ok({
    accountId: deps.accountId,
    environment: deps.environment,
    book,
    bars: prices.bars,
    running: prices.running,
    quotes: prices.quotes,
    history: prices.history,
    client,
    assets: prices.assets,
    journal,
    gate,
    hours: prices.hours,
    trading,
    closings,
    traitsOf,
    mints,
    dayEnds: createDayEnds({
      ...shared,
      client: reads,
      requests: mints.requests,
      brokerNow: prices.hours.now,
    }),
    watchSymbols: prices.watchSymbols,
    setInSight: prices.setInSight,
    isAtWork: () =>
      journal.unsettled().length > 0 ||
      mints.batches.standings().some(({ state }) => state !== 'paused') ||
      mints.batches.isRunning() ||
      closings.isRunning(),
    followBriefly: prices.followBriefly,
    follow: prices.follow,
    market() {
      const session = prices.hours.session();
      return { ...feeds.state(), ...(session && { session }) };
    },
    chooseFeed: feeds.choose,
    followQuotes: prices.followQuotes,
    readNow: sync.readPositions,
    onNews: news.add,
    useCredentials(next) {
      credentials = next;
      client.useCredentials(next);
      feeds.learnAgain();
      streams.signInAgain();
      activities.wake();
      sync.readAccount();
    },
    wake() {
      for (const part of [trading, mints, streams, activities]) part.wake();
    },
    start() {
      trading.recover();
      closings.start();
      for (const part of [mints, prices, streams, sync]) part.start();
      // It asks from the broker's time on, which is then known.
      const stopWaiting = prices.hours.onRead(() => {
        stopWaiting();
        activities.start();
      });
    },
    stop() {
      ending.abort();
      for (const stop of [stopTrims, stopStanding, stopHours]) stop();
      closings.end();
      for (const part of [activities, sync, prices, streams, trading, mints]) part.stop();
      client.close();
      journal.close();
    },
  });
}
