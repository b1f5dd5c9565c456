// One account at work: its client, its two streams, its journal, its book and its trading. Open while a window, an open
// order or an unsettled intent needs it.
import type { Bar } from '#contract/bars.ts';
import { ok, type Result } from '#contract/failure.ts';
import type { Environment } from '#contract/records.ts';
import type { Gap, GuardSettings } from '#contract/trading.ts';
import { recordSetAside, recordStreamEvents } from '#main/account/activity.ts';
import { createGate, type TradingGate } from '#main/account/intents/gate.ts';
import { createMints, type Mints, type MintsNews } from '#main/account/mints/mints.ts';
import { createMintBroker } from '#main/account/mints/mint-broker.ts';
import { factsOf } from '#main/account/orders/preview.ts';
import { createTrading, type Trading, type TradingNews } from '#main/account/orders/trading.ts';
import { createOrderBroker } from '#main/account/orders/order-broker.ts';
import type { Assets } from '#main/account/prices/assets.ts';
import type { BarBook } from '#main/account/prices/bar-book.ts';
import type { History } from '#main/account/prices/history.ts';
import { createPrices } from '#main/account/prices/prices.ts';
import { createAccountSync } from '#main/account/reconciling/account-sync.ts';
import { createStreams } from '#main/account/reconciling/streams.ts';
import type { Book } from '#main/account/standing/book.ts';
import { openAccountBook } from '#main/account/standing/stored-book.ts';
import { createClient, type Client } from '#main/broker/client.ts';
import type { Dial } from '#main/broker/http/pinned-agent.ts';
import type { OpenSocket } from '#main/broker/streams/socket.ts';
import type { AssetTraits } from '#main/domain/orders/draft-issues.ts';
import { uuidV7 } from '#main/domain/uuid7.ts';
import { toFailed } from '#main/journal/failure.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { Journal, JournalOptions } from '#main/journal/types.ts';
import type { Credentials, Hosts, Ports } from '#main/ports.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { readOrderBody } from '#main/wire/order-body.ts';
import type { TradeUpdate } from '#main/wire/trade-stream.ts';

export type AccountUnit = {
  accountId: string;
  environment: Environment;
  book: Book;
  bars: BarBook;
  history: History;
  client: Client;
  /** What the account can trade. */
  assets: Assets;
  journal: Journal;
  gate: TradingGate;
  trading: Trading;
  mints: Mints;
  watchSymbols(symbols: readonly string[]): void;
  /** What the broker's list of assets says of a symbol; undefined while nobody knows. */
  traitsOf(symbol: string): AssetTraits | undefined;
  /** A ticket asks about this symbol: its prices are followed for a while. */
  followBriefly(symbol: string): void;
  /** A chart shows this symbol: its prices and bars are followed until the answered function is called. */
  follow(symbol: string): () => void;
  onNews(listener: (news: UnitNews) => void): () => void;
  /** Something is still open that only this unit can settle or report: an intent, a cancel, an order, a batch. */
  isNeeded(): boolean;
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
  | { kind: 'gap'; gap: Gap }
  | { kind: 'bars'; bars: Bar[] };

export type UnitDeps = Pick<Ports, 'clock' | 'delay' | 'random' | 'log'> & {
  accountId: string;
  environment: Environment;
  hosts: Hosts;
  credentials: Credentials;
  /** The account's broker is known to refuse an id that was used before. */
  refusesReusedIds: boolean;
  /** The account's own folder. */
  folder: string;
  guards: () => GuardSettings;
  /** The person's choice; without one every order was reviewed. */
  isReviewSkipped?: () => boolean;
  isStopped: () => boolean;
  stops: () => number;
  /** Why nothing may be placed for a reason outside of trading, such as a live account that nobody armed. */
  heldBack: () => string | undefined;
  /** Why the key may be that of another account. */
  accountDoubt: () => string | undefined;
  /** From the broker's list of assets, without asking the network. */
  traitsOf?: (symbol: string) => AssetTraits | undefined;
  openSocket: OpenSocket;
  /** How the account's REST hosts are reached: by the system's sockets unless `dial` is given. */
  dial?: Dial | undefined;
  /** How long the broker may take to answer. */
  timeoutMs?: number | undefined;
  probe?: JournalOptions['probe'];
  connect?: JournalOptions['connect'];
};

export function openAccountUnit(deps: UnitDeps): Result<AccountUnit> {
  const opened = openJournal(deps);
  if (!opened.ok) return toFailed(opened.failure);
  recordSetAside(opened.value);
  const { journal } = opened.value;
  const book = openAccountBook(journal);
  recordStreamEvents(journal, book);
  const client = createClient(deps);
  const news = createListeners<[UnitNews]>();
  const ending = new AbortController();
  let { credentials } = deps;
  const shared = {
    ...deps,
    journal,
    book,
    client,
    signal: ending.signal,
    credentials: () => credentials,
  };

  const prices = createPrices({
    ...shared,
    onSymbols: (symbols) => streams.want(symbols),
    onBars: (bars) => news.notify({ kind: 'bars', bars }),
    onFilled: (since) => streams.onPricesRead(since),
  });
  const traitsOf = deps.traitsOf ?? prices.assets.traitsOf;
  const gate = createGate({
    ...shared,
    readBody: readOrderBody,
    isMarketOpen: prices.isMarketOpen,
  });
  const trading = createTrading({
    ...shared,
    gate,
    broker: createOrderBroker(client),
    draftContext: ({ symbol }) => factsOf({ book, traitsOf }, symbol),
    onNews: news.notify,
  });
  const mints = createMints({
    ...shared,
    gate,
    broker: createMintBroker(client),
    onNews: news.notify,
    onMoved: () => sync.readAccount(),
    newId: () => uuidV7(deps.clock.wall(), deps.random.secret(10)),
  });
  const sync = createAccountSync({
    ...shared,
    onOrder: trading.onOrder,
    lookUpUnsettled: trading.lookUpUnsettled,
    onComplete(since) {
      gate.setReconciled();
      streams.onOrdersRead(since);
    },
    isOrderStreamLive: () => streams.isOrderStreamLive(),
  });
  const streams = createStreams({
    ...shared,
    onPrices: prices.onEvents,
    onPricesMissed: prices.readAgain,
    onTradeUpdate,
    onOrdersMissed: sync.reconcile,
    onGap(gap) {
      journal.saveGap(gap);
      news.notify({ kind: 'gap', gap });
    },
  });

  function onTradeUpdate({ event, order, fill }: TradeUpdate): void {
    trading.onOrder(order, 'heard');
    if (event === 'order_cancel_rejected') trading.onCancelRejected(order.id);
    if (!fill) return;
    const { id: orderId, symbol, side, filledQty: cumQty } = order;
    book.putExecutions([{ orderId, symbol, side, cumQty, ...fill }], true);
  }

  return ok({
    accountId: deps.accountId,
    environment: deps.environment,
    book,
    bars: prices.bars,
    history: prices.history,
    client,
    assets: prices.assets,
    journal,
    gate,
    trading,
    traitsOf,
    mints,
    watchSymbols: prices.watchSymbols,
    followBriefly: prices.followBriefly,
    follow: prices.follow,
    onNews: news.add,
    isNeeded: () =>
      journal.unsettled().length > 0 ||
      journal.pendingCancels().length > 0 ||
      mints.batches.isRunning() ||
      book.openOrders().length > 0,
    useCredentials(next) {
      credentials = next;
      client.useCredentials(next);
      streams.signInAgain();
      sync.readAccount();
    },
    wake() {
      for (const part of [trading, mints, streams]) part.wake();
    },
    start() {
      trading.recover();
      for (const part of [mints, prices, streams, sync]) part.start();
    },
    stop() {
      ending.abort();
      for (const part of [sync, prices, streams, trading, mints]) part.stop();
      client.close();
      journal.close();
    },
  });
}
