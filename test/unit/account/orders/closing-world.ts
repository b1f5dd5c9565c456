// A desk with a way out: the world of orders, whose fake broker also has positions that its fills move.
import type { Closing, ClosingKind, ExitHow } from '#contract/closings.ts';
import type { MarketSession } from '#contract/market-state.ts';
import { fail, ok, type Failed, type Result } from '#contract/failure.ts';
import { isOpen, Position, type Order } from '#contract/orders.ts';
import { createClosings, type Closings } from '#main/account/orders/closing/closings.ts';
import {
  add,
  decimal,
  isZero,
  min,
  negate,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import type { AssetTraits } from '#main/domain/orders/draft-issues.ts';
import { listOf, type Listed } from '#main/wire/oddities.ts';
import type { Quote } from '#main/wire/records.ts';
import { encodeMint } from '#main/wire/tokenization.ts';
import {
  ACCOUNT,
  newId,
  value,
  type createWorld,
  type World,
} from '#test/unit/account/orders/world.ts';

type Options = Parameters<typeof createWorld>[0];

export type ClosingWorld = ReturnType<typeof createClosingWorld>;

export function createClosingWorld(open: (options?: Options) => World, options?: Options) {
  const seen: Closing[] = [];
  const held = new Map<string, Decimal>();
  const counted = new Map<string, Decimal>();
  let closings: Closings | undefined;
  let shown: Listed<Position> = [];
  const world = open({
    ...options,
    isConfirmedExit: (id) => closings?.hasExit(id) ?? false,
    isOfReverse: (id) => closings?.isOfReverse(id) ?? false,
  });
  const state = {
    /** Whether market orders fill as they arrive, and how much of each at most. */
    fills: 'all' as 'all' | 'none' | Decimal,
    /** At which average; without it the broker says none. */
    fillPrice: undefined as Decimal | undefined,
    reads: 'honest' as 'honest' | 'silent' | Failed,
    /** So many readings are silent, or show what was read before. */
    silentReads: 0,
    staleReads: 0,
    /** The stream says nothing, and nobody knows that it does not. */
    isMute: false,
    /** Symbols whose quote takes ten seconds. */
    slow: new Set<string>(),
    quote: { bid: decimal('189.5'), ask: decimal('190.5') } as Quote | Failed | undefined,
    quotesAsked: 0,
    /** Symbols of which the stream told that they are halted. */
    halted: new Set<string>(),
    /** Symbols that nothing can be done with. */
    untradable: new Set<string>(),
    /** Symbols whose position cannot be read. */
    unread: new Set<string>(),
    /** Which session runs; undefined while nobody has said. */
    session: undefined as MarketSession | undefined,
    /** What the broker's list says of every asset. */
    traits: {} as Omit<AssetTraits, 'symbol'>,
  };

  function settle(order: Order): void {
    const before = counted.get(order.id) ?? ZERO;
    const fresh = sub(order.filledQty, before);
    if (isZero(fresh)) return;
    counted.set(order.id, order.filledQty);
    const change = order.side === 'buy' ? fresh : negate(fresh);
    held.set(order.symbol, add(held.get(order.symbol) ?? ZERO, change));
  }

  /** What the broker does to an order that is new to it. */
  function match(order: Order): void {
    const isMarketable = order.type === 'market' || order.extendedHours === true;
    if (order.status !== 'new' || !isMarketable || state.fills === 'none') return;
    const qty = order.qty ?? ZERO;
    const isWhole = state.fills === 'all';
    const filledQty = state.fills === 'all' ? qty : min(qty, state.fills);
    world.broker.change(order.id, {
      status: isWhole ? 'filled' : 'canceled',
      filledQty,
      ...(state.fillPrice && { filledAvgPrice: state.fillPrice }),
    });
  }

  function listen(): void {
    world.broker.state.onEvent = (order) => {
      settle(order);
      if (!state.isMute) world.trading.onOrder(order, 'heard');
      // Not within its own arrival: the answer comes first.
      if (order.status === 'new') world.time.delay(10, () => match(order));
    };
  }

  const positions = (): Position[] =>
    [...held]
      .filter(([, qty]) => !isZero(qty))
      .map(([symbol, qty]) =>
        Position.parse({
          symbol,
          side: qty.startsWith('-') ? 'short' : 'long',
          qty,
          avgEntryPrice: '150',
          ...(symbol.includes('/') && { assetClass: 'crypto' }),
        }),
      );

  const readable = (all: Position[]): Listed<Position> =>
    listOf(
      all.filter(({ symbol }) => !state.unread.has(symbol)),
      [...state.unread].map((symbol) => ({ symbol, where: 'qty' })),
    );

  async function readPositions(): Promise<Result<unknown>> {
    const mark = world.book.markFills();
    await Promise.resolve();
    if (typeof state.reads === 'object') return state.reads;
    if (state.reads === 'silent' || state.silentReads-- > 0)
      return fail({ kind: 'offline', message: 'No answer.' });
    if (state.staleReads-- <= 0) shown = readable(positions());
    world.book.putPositions(shown, world.time.clock.wall(), mark);
    return ok(null);
  }

  function openClosings(): Closings {
    listen();
    closings = createClosings({
      book: world.book,
      journal: world.journal,
      gate: world.gate,
      trading: world.trading,
      clock: world.time.clock,
      delay: world.time.delay,
      log: (level, message, details) =>
        void world.log.push(`${level}: ${message} ${JSON.stringify(details ?? {})}`),
      newId,
      isMarketOpen: () => world.settings.isMarketOpen,
      session: () => state.session,
      isHalted: (symbol) => state.halted.has(symbol),
      readPositions,
      async quote(symbol) {
        const ms = state.slow.has(symbol) ? 10_000 : 0;
        await new Promise<void>((resolve) => void world.time.delay(ms, resolve));
        state.quotesAsked++;
        return state.quote && 'failure' in state.quote ? state.quote : ok(state.quote);
      },
      draftContext: ({ symbol }) => ({
        asset: {
          symbol,
          ...state.traits,
          ...(state.untradable.has(symbol) && { tradable: false }),
        },
      }),
      onChange: (closing) => void seen.push(closing),
    });
    return closings;
  }
  openClosings();

  const made = {
    world,
    state,
    seen,
    held: (symbol = 'AAPL') => held.get(symbol) ?? ZERO,
    get closings() {
      return closings!;
    },
    async hold(symbol: string, qty: string) {
      held.set(symbol, decimal(qty));
      await readPositions();
    },
    /** Something rests at the broker, placed elsewhere. */
    rest(members: Record<string, unknown>): Order {
      return world.broker.add({
        symbol: 'AAPL',
        side: 'sell',
        type: 'limit',
        timeInForce: 'gtc',
        qty: '30',
        limitPrice: '250',
        ...members,
      });
    },
    plan: (kind: ClosingKind = 'flatten', symbols?: string[]) => closings!.plan(kind, symbols),
    begin(kind: ClosingKind = 'flatten', symbols?: string[], how: ExitHow = 'market'): Closing {
      return value(closings!.begin(closings!.plan(kind, symbols).closingId, how));
    },
    now(closingId: string): Closing {
      return closings!.list().find((one) => one.closingId === closingId)!;
    },
    /** Orders that the desk placed, as the broker has them. */
    exits: () =>
      world.broker.ledger.filter(({ clientOrderId }) => clientOrderId.startsWith('018f')),
    open: () => world.broker.ledger.filter(({ status }) => isOpen(status)),
    restart() {
      closings?.end();
      world.restart();
      openClosings();
      closings?.start();
    },
  };
  return made;
}

export const aStop = (desk: ClosingWorld, qty: string): Order =>
  desk.rest({ type: 'stop', qty, limitPrice: undefined, stopPrice: '100' });

export const openIds = (desk: ClosingWorld): string[] => desk.open().map(({ id }) => id);

/** Its answer was lost, and nobody has found it since. */
export function anUnknownMint({ world: { journal, time } }: ClosingWorld, qty: string): string {
  const intentId = newId();
  const terms = { underlyingSymbol: 'AAPL', qty, issuer: 'ondo', network: 'base' };
  journal.record({
    intentId,
    accountId: ACCOUNT,
    kind: 'mint',
    body: encodeMint({ ...terms, walletAddress: '0x' }, intentId),
    symbol: 'AAPL',
    title: `Mint ${qty} AAPL`,
    confirmedAt: time.clock.wall(),
  });
  for (const step of ['sent', 'lost'] as const)
    journal.advance(intentId, { step }, { kind: step, text: step });
  return intentId;
}
