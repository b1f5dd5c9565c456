// One account at work: its client, its two links, its journal, its book and its trading. Open while a window, an open
// order or an unsettled intent needs it.
import type { Bar } from '#contract/bars.ts';
import { ok, type Failure, type Result } from '#contract/failure.ts';
import type { Environment } from '#contract/records.ts';
import type { Gap } from '#contract/trading.ts';
import { openBarCache } from '#main/account/prices/bar-cache.ts';
import { createBarBook, type BarBook } from '#main/account/prices/bar-book.ts';
import { createBook, type Book } from '#main/account/standing/book.ts';
import { createClient, type Client } from '#main/broker/client.ts';
import type { AssetTraits } from '#main/domain/orders/draft-issues.ts';
import type { GuardSettings } from '#main/domain/guards/guards.ts';
import { uuidV7 } from '#main/domain/uuid7.ts';
import { toFailed } from '#main/journal/failure.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { Journal, JournalOptions } from '#main/journal/types.ts';
import { createDataLink } from '#main/broker/links/data-link.ts';
import type { OpenSocket } from '#main/broker/links/socket.ts';
import { createTradeLink } from '#main/broker/links/trade-link.ts';
import type { Clock, Credentials, Delay, Hosts, Log, Random } from '#main/ports.ts';
import { keepStreamEvents, tellSetAside } from '#main/account/activity.ts';
import { createStandingReader } from '#main/account/standing/account-reading.ts';
import { createAssets, type Assets } from '#main/account/prices/assets.ts';
import { createGaps } from '#main/account/reconciling/gaps.ts';
import { createGlances } from '#main/account/prices/glances.ts';
import { createHistory, type History } from '#main/account/prices/history.ts';
import { keepWhatIsLearnt, loadLastKnown } from '#main/account/standing/last-known.ts';
import { createLeases } from '#main/account/prices/leases.ts';
import { createMarketHours } from '#main/account/prices/market-hours.ts';
import { createMints, type Mints, type MintsNews } from '#main/account/mints/mints.ts';
import { createMintBroker } from '#main/account/mints/mint-broker.ts';
import { createOrderDoubts } from '#main/account/reconciling/order-doubts.ts';
import { factsOf } from '#main/account/orders/preview.ts';
import { createPriceKeeping } from '#main/account/prices/price-keeping.ts';
import { createReconcile } from '#main/account/reconciling/reconcile.ts';
import { createRefresh } from '#main/tools/refresh.ts';
import { createGate, type TradingGate } from '#main/account/intents/gate.ts';
import { createTrading, type Trading, type TradingNews } from '#main/account/orders/trading.ts';
import { streamState } from '#main/account/reconciling/stream-state.ts';
import { createOrderBroker } from '#main/account/orders/order-broker.ts';
import type { Dial } from '#main/broker/http/pinned-agent.ts';
import { readOrderBody } from '#main/wire/read-order.ts';
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
  /** A ticket asks about this symbol: its price is followed for a while. */
  lookAt(symbol: string): void;
  /** A chart shows this symbol: its prices and bars are followed until the answered function is called. */
  follow(symbol: string): () => void;
  onNews(listener: (news: UnitNews) => void): () => void;
  /** Something is still open that only this unit can settle or tell of: an intent, a cancel, an order, a batch. */
  isNeeded(): boolean;
  /** A rotated key: both streams sign in anew with it, and everything recorded goes on. */
  useCredentials(credentials: Credentials): void;
  /** After sleep: every limit ends, both streams connect again and everything is read anew. */
  wake(): void;
  start(): void;
  stop(): void;
};

export type UnitNews =
  TradingNews | MintsNews | { kind: 'gap'; gap: Gap } | { kind: 'bars'; bars: Bar[] };

export type UnitDeps = {
  accountId: string;
  environment: Environment;
  hosts: Hosts & { broker?: string | undefined };
  credentials: Credentials;
  /** The account's broker is known to refuse an id that was used before. */
  refusesReusedIds: boolean;
  /** The account's own folder. */
  folder: string;
  guards: () => GuardSettings;
  /** The person's choice; without one every order was reviewed. */
  isReviewSkipped?: () => boolean;
  isStopped: () => boolean;
  stops?: () => number;
  /** Why nothing may be placed for a reason outside of trading, such as a live account that nobody armed. */
  heldBack?: () => string | undefined;
  /** Why the key may be that of another account. */
  accountDoubt?: () => string | undefined;
  /** From the broker's list of assets, without asking the network. */
  traitsOf?: (symbol: string) => AssetTraits | undefined;
  openSocket: OpenSocket;
  /** How the account's REST hosts are reached: by the system's sockets unless told otherwise. */
  dial?: Dial | undefined;
  clock: Clock;
  delay: Delay;
  random: Random;
  log: Log;
  /** How long the broker may take to answer. */
  timeoutMs?: number | undefined;
  probe?: JournalOptions['probe'];
  connect?: JournalOptions['connect'];
};

const RETRY_MS = 2_000;
const ACCOUNT_EVERY_MS = 15_000;
const DOUBTFUL_EVERY_MS = 1_000;

export function openAccountUnit(deps: UnitDeps): Result<AccountUnit> {
  const { clock, delay, log } = deps;
  const opened = openJournal(deps);
  if (!opened.ok) return toFailed(opened.failure);
  const { journal } = opened.value;
  tellSetAside(opened.value);
  const book = createBook();
  const bars = createBarBook();
  const client = createClient(deps);
  let { credentials } = deps;
  const ending = new AbortController();
  const { signal } = ending;
  const listeners = new Set<(news: UnitNews) => void>();
  let watched: readonly string[] = [];

  const tell = (news: UnitNews): void => {
    for (const listener of listeners) listener(news);
  };
  const saveGap = (gap: Gap): void => {
    journal.saveGap(gap);
    tell({ kind: 'gap', gap });
  };

  loadLastKnown(journal, book);
  keepWhatIsLearnt(journal, book);
  keepStreamEvents(journal, book);
  const glances = createGlances({ client, signal, onChange: () => followSymbols(), log });
  const assets = createAssets({ client, signal, clock, log });
  const traitsOf = deps.traitsOf ?? assets.traitsOf;
  const leases = createLeases({ ...deps, client, signal, onChange: () => followSymbols() });
  const cache = openBarCache(deps);
  const history = createHistory({ client, cache, clock, signal, log });
  const hours = createMarketHours({ client, signal, clock, delay, log });
  const gate = createGate({
    ...deps,
    book,
    journal,
    readBody: readOrderBody,
    isMarketOpen: hours.isOpen,
  });
  const trading = createTrading({
    ...deps,
    journal,
    book,
    gate,
    broker: createOrderBroker(client),
    draftContext: ({ symbol }) => factsOf({ book, traitsOf }, symbol),
    onNews: tell,
  });
  const mints = createMints({
    ...deps,
    journal,
    book,
    gate,
    broker: createMintBroker(client),
    onNews: tell,
    onMoved: () => readAccount.now(),
    newId: () => uuidV7(clock.wall(), deps.random.secret(10)),
  });

  const orderGaps = createGaps('orders', clock, saveGap);
  const priceGaps = createGaps('prices', clock, saveGap);
  const readStanding = createStandingReader({
    client,
    book,
    clock,
    signal,
    key: () => credentials,
  });
  const reconcile = createReconcile({
    client,
    book,
    readStanding,
    onOrder: trading.onOrder,
    lookUpUnsettled: trading.lookUpUnsettled,
    onComplete(since) {
      gate.setReconciled();
      orderGaps.onFilled(since);
    },
    isOrderStreamLive: () => tradeLink.state().phase === 'live',
    signal,
    clock,
    delay,
    random: deps.random,
    log,
  });
  const readAccount = createRefresh({
    retryMs: RETRY_MS,
    delay,
    log,
    async work() {
      const standing = await readStanding();
      if (!standing.ok) return retryIn(standing.failure);
      return book.arePositionsInDoubt() ? DOUBTFUL_EVERY_MS : ACCOUNT_EVERY_MS;
    },
  });
  const doubts = createOrderDoubts({
    client,
    book,
    onOrder: trading.onOrder,
    onDoubt: () => reconcile.now(),
    clock,
    delay,
    log,
    signal,
  });
  const prices = createPriceKeeping({
    client,
    book,
    bars,
    onBars: (fresh) => tell({ kind: 'bars', bars: fresh }),
    onFilled: priceGaps.onFilled,
    retryIn,
    retryMs: RETRY_MS,
    clock,
    delay,
    log,
    signal,
  });

  const dataLink = createDataLink({
    ...deps,
    credentials: () => credentials,
    url: deps.hosts.dataStream,
    onEvents: prices.onEvents,
    onState(state) {
      book.putStream(streamState('prices', state));
      if (priceGaps.onPhase(state.phase)) prices.readAgain();
    },
  });
  const tradeLink = createTradeLink({
    ...deps,
    credentials: () => credentials,
    url: deps.hosts.tradeStream,
    onEvents: (updates) => updates.forEach(onUpdate),
    onState(state) {
      book.putStream(streamState('orders', state));
      if (orderGaps.onPhase(state.phase) || state.phase === 'reconnecting') reconcile.now();
    },
  });

  function onUpdate({ event, order, fill }: TradeUpdate): void {
    trading.onOrder(order, 'heard');
    if (event === 'order_cancel_rejected') trading.onCancelRejected(order.id);
    if (!fill) return;
    const { id: orderId, symbol, side, filledQty: cumQty } = order;
    book.putExecutions([{ orderId, symbol, side, cumQty, ...fill }], true);
  }

  // However a fill was learnt, the positions that were read before it are behind.
  book.onChange(({ kind }) => {
    if (kind === 'fills') readAccount.now();
  });

  function followSymbols(): void {
    const symbols = [...new Set([...watched, ...glances.symbols(), ...leases.symbols()])];
    dataLink.want({ trades: symbols, bars: symbols });
    prices.follow(symbols);
  }

  return ok({
    accountId: deps.accountId,
    environment: deps.environment,
    book,
    bars,
    history,
    client,
    assets,
    journal,
    gate,
    trading,
    traitsOf,
    mints,
    watchSymbols(next) {
      watched = [...next];
      followSymbols();
    },
    lookAt(symbol) {
      if (!prices.symbols().includes(symbol)) glances.lookAt(symbol);
    },
    follow: leases.take,
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isNeeded: () =>
      journal.unsettled().length > 0 ||
      journal.pendingCancels().length > 0 ||
      mints.batches.isRunning() ||
      book.openOrders().length > 0,
    useCredentials(next) {
      credentials = next;
      client.useCredentials(next);
      for (const link of [dataLink, tradeLink]) {
        link.stop();
        link.start();
      }
      readAccount.now();
    },
    wake() {
      trading.wake();
      mints.wake();
      dataLink.wake();
      tradeLink.wake();
    },
    start() {
      trading.recover();
      mints.start();
      hours.start();
      dataLink.start();
      tradeLink.start();
      readAccount.now();
      reconcile.now();
    },
    stop() {
      ending.abort();
      for (const part of [
        doubts,
        leases,
        readAccount,
        prices,
        reconcile,
        dataLink,
        tradeLink,
        hours,
        trading,
        mints,
      ])
        part.stop();
      client.close();
      journal.close();
      cache.close();
    },
  });
}

const retryIn = (failure: Failure): number =>
  failure.kind === 'throttled' ? failure.retryAfterMs : RETRY_MS;
