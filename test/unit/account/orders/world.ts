// One desk on one account: real journal on a real disk, real book, gate and guards, fake time and a fake broker.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import type { Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import { Order, OrderChange, OrderDraft, Position } from '#contract/orders.ts';
import { Account } from '#contract/records.ts';
import { createQuoteBook } from '#main/account/prices/quote-book.ts';
import { createAccountBook } from '#main/account/standing/book.ts';
import type { FillMark } from '#main/account/standing/fill-tally.ts';
import { decimal } from '#main/domain/decimal.ts';
import type { AssetTraits } from '#main/domain/orders/draft-issues.ts';
import { DEFAULT_GUARDS, type Confirmation, type GuardSettings } from '#contract/trading.ts';
import { openJournal } from '#main/journal/journal.ts';
import type { Connect } from '#main/journal/types.ts';
import { createGate } from '#main/account/intents/gate.ts';
import { createTrading, type TradingNews } from '#main/account/orders/trading.ts';
import { readOrderBody } from '#main/wire/order-body.ts';
import { createFakeTime } from '#test/support/fake-time.ts';
import { createFakeBroker, must } from '#test/unit/account/orders/fake-broker.ts';

export const ACCOUNT = '11111111-1111-4111-8111-111111111111';

type Options = {
  /** What the desk believes about its broker. */
  refusesReusedIds?: boolean;
  /** What the broker really does. */
  brokerRefusesReusedIds?: boolean;
  shares?: string;
  isReady?: boolean;
  /** A restart finds a journal that is too large to be checked first. */
  isCheckedLater?: boolean;
  connect?: Connect;
  /** What the broker's list says of every asset. */
  traits?: Omit<AssetTraits, 'symbol'>;
  environment?: 'embedded' | 'live';
  isReviewSkipped?: () => boolean;
  isConfirmedExit?: (intentId: string) => boolean;
  isOfReverse?: (intentId: string) => boolean;
};

export type World = ReturnType<typeof createWorld>;

/** Worlds that end with their test. */
export function createWorlds() {
  const open: World[] = [];
  afterEach(() => {
    const ended = open.splice(0);
    for (const world of ended) world.end();
    // Nothing that throws ends the following of an order, so that a mistake of ours would only be seen here.
    expect(ended.flatMap(({ log }) => log.filter((line) => /TypeError/.test(line)))).toEqual([]);
  });
  return (options?: Options): World => {
    const world = createWorld(options);
    open.push(world);
    return world;
  };
}

let ids = 0;
export const newId = (): string => `018f0000-0000-7000-8000-${String(++ids).padStart(12, '0')}`;

export function createWorld(options: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-trading-'));
  const time = createFakeTime();
  const broker = createFakeBroker({
    time,
    refusesReusedIds: options.brokerRefusesReusedIds ?? true,
    ...(options.shares !== undefined && { shares: options.shares }),
  });
  const settings = {
    isStopped: false,
    stops: 0,
    isMarketOpen: true,
    lateMs: 0,
    guards: { ...DEFAULT_GUARDS, repeat: { isOn: false, withinMs: 0 } } as GuardSettings,
    heldBack: undefined as string | undefined,
    isLocked: false,
    /** Why the key may open another account than this one. */
    accountDoubt: undefined as string | undefined,
  };
  const news: TradingNews[] = [];
  const log: string[] = [];
  const quotes = createQuoteBook(time);
  let desk = open();

  function open() {
    const opened = openJournal({
      folder,
      accountId: ACCOUNT,
      clock: time.clock,
      log: () => undefined,
      connect: options.connect,
      isCheckedLater: options.isCheckedLater,
      checkedAtOnceBytes: 0,
    });
    if (!opened.ok) throw new Error(opened.failure.message);
    const { journal } = opened.value;
    const book = createAccountBook();
    const gate = createGate({
      book,
      journal,
      readBody: readOrderBody,
      guards: () => settings.guards,
      isStopped: () => settings.isStopped,
      stops: () => settings.stops,
      isMarketOpen: () => settings.isMarketOpen,
      lateMs: () => settings.lateMs,
      // Locking, which disarms, does not interrupt what was confirmed.
      heldBack: (isConfirmedExit) =>
        isConfirmedExit && settings.isLocked ? undefined : settings.heldBack,
      isConfirmedExit: options.isConfirmedExit,
      isOfReverse: options.isOfReverse,
      accountDoubt: () => settings.accountDoubt,
      quotes,
      clock: time.clock,
    });
    const trading = createTrading({
      accountId: ACCOUNT,
      environment: options.environment ?? 'embedded',
      ...(options.isReviewSkipped && { isReviewSkipped: options.isReviewSkipped }),
      refusesReusedIds: options.refusesReusedIds ?? true,
      journal,
      broker: broker.broker,
      book,
      gate,
      draftContext: ({ symbol }) =>
        options.traits ? { asset: { symbol, ...options.traits } } : {},
      brokerNow: () => time.clock.wall(),
      onNews: (item) => void news.push(item),
      clock: time.clock,
      delay: time.delay,
      log: (level, message, details) =>
        void log.push(`${level}: ${message} ${JSON.stringify(details ?? {})}`),
    });
    const made = { journal, book, gate, trading };
    if (options.isReady !== false) makeReady(made);
    return made;
  }

  type Made = Pick<ReturnType<typeof open>, 'book' | 'gate'>;
  function makeReady({ book, gate }: Made): void {
    book.putStream({ stream: 'orders', phase: 'live', since: 0 });
    book.putAccount(
      Account.parse({
        accountNumber: 'PA1',
        status: 'ACTIVE',
        currency: 'USD',
        equity: '100000',
        lastEquity: '100000',
        cash: '100000',
        buyingPower: '200000',
      }),
      time.clock.wall(),
    );
    priceIn(book);
    gate.setReconciled();
  }

  function priceIn(book: Made['book'], price = '190'): void {
    const now = time.clock.wall();
    book.putPrices([{ symbol: 'AAPL', price: decimal(price), tradedAt: now, receivedAt: now }]);
  }

  const world = {
    time,
    broker,
    settings,
    news,
    log,
    get journal() {
      return desk.journal;
    },
    get book() {
      return desk.book;
    },
    get gate() {
      return desk.gate;
    },
    get trading() {
      return desk.trading;
    },
    quotes,
    quote: (bid: string, ask: string) =>
      quotes.putNews(
        {
          kind: 'quote',
          symbol: 'AAPL',
          bid: decimal(bid),
          bidSize: decimal('100'),
          ask: decimal(ask),
          askSize: decimal('100'),
          at: time.clock.wall(),
        },
        time.clock.wall(),
      ),
    halt: (isHalted: boolean) =>
      quotes.putNews({ kind: 'status', symbol: 'AAPL', isHalted, at: 1 }, 1),
    freshPrice: (price?: string) => priceIn(desk.book, price),
    /** By the last reading; without a mark by one of an earlier run. */
    hold: (qty: string, asked?: FillMark) =>
      desk.book.putPositions(
        [Position.parse({ symbol: 'AAPL', side: 'long', qty, avgEntryPrice: '150' })],
        time.clock.wall(),
        asked,
      ),
    stream: (phase: 'live' | 'reconnecting') =>
      desk.book.putStream({ stream: 'orders', phase, since: 0 }),
    /** The order stream tells of every change of the ledger from now on. */
    listen: () => (broker.state.onEvent = (order) => desk.trading.onOrder(order, 'heard')),
    submit: (
      draft: OrderDraft = aDraft(),
      intentId = newId(),
      confirmations: Confirmation[] = [],
    ) => desk.trading.submit({ intentId, draft, confirmations }),
    replace: (
      orderId: string,
      change: Record<string, unknown> = { limitPrice: '180' },
      intentId = newId(),
    ) =>
      desk.trading.replace({
        intentId,
        orderId,
        change: OrderChange.parse(change),
        confirmations: [],
      }),
    intent: (intentId: string): Intent => {
      const found = desk.journal.get(intentId);
      return must(found.ok ? found.value : undefined);
    },
    state: (intentId: string) => world.intent(intentId).state,
    evidence: (intentId: string): string[] => {
      const lines = desk.journal.evidence(intentId);
      return lines.ok ? lines.value.map(({ kind, text }) => `${kind}: ${text}`) : [];
    },
    newsOf: <K extends TradingNews['kind']>(kind: K) =>
      news.filter((item): item is Extract<TradingNews, { kind: K }> => item.kind === kind),
    /** The process ends at this very moment and is started again; nothing that was under way is heard of any more. */
    restart({ isReady = true, isCrash = false } = {}) {
      // After a crash nothing more is written.
      if (isCrash) desk.journal.close();
      desk.trading.stop();
      desk.journal.close();
      desk = open();
      if (isReady && options.isReady === false) makeReady(desk);
      desk.trading.recover();
    },
    makeReady: () => makeReady(desk),
    /** Lets time pass in small steps, so that what was asked for is also answered. */
    async pass(ms: number, stepMs = 50) {
      await flush();
      for (let done = 0; done < ms; done += stepMs) {
        time.advance(Math.min(stepMs, ms - done));
        await flush();
      }
    },
    end() {
      desk.trading.stop();
      desk.journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}

export const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const aDraft = (members: Record<string, unknown> = {}): OrderDraft =>
  OrderDraft.parse({
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    qty: '10',
    limitPrice: '190',
    ...members,
  });

export function aMarketDraft(members: Record<string, unknown> = {}): OrderDraft {
  const { limitPrice: _, ...draft } = aDraft(members);
  return { ...draft, type: 'market' };
}

export const anOrder = (members: Record<string, unknown>): Order =>
  Order.parse({
    id: 'order-x',
    clientOrderId: 'elsewhere',
    symbol: 'AAPL',
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    status: 'new',
    qty: '10',
    filledQty: '0',
    limitPrice: '190',
    ...members,
  });

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

export function failureOf(result: Result<unknown>): string {
  if (result.ok) throw new Error('it worked');
  const { failure } = result;
  return failure.kind === 'invalid'
    ? failure.issues.map(({ message }) => message).join(' ')
    : JSON.stringify(failure);
}

export function deferred() {
  let go: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (go = resolve));
  return { promise, go: () => go() };
}
