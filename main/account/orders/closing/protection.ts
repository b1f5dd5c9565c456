// The orders that protect a position: a stop and a target as an OCO, or one of them alone, good till canceled, for the
// whole shares that no other order holds.
import type { Protection } from '#contract/closings.ts';
import { OrderDraft, type Order, type Position } from '#contract/orders.ts';
import {
  restingIn,
  unsettledIn,
  type InTheWay,
  type WayDeps,
} from '#main/account/orders/closing/in-the-way.ts';
import { takenByMints } from '#main/account/orders/drafts.ts';
import { isLess, isMore, round, sign, sub, type Decimal } from '#main/domain/decimal.ts';
import { draftIssues, type DraftContext } from '#main/domain/orders/draft-issues.ts';
import { availableToExit, exitSideOf, heldForSure } from '#main/domain/orders/exits.ts';
import { mayBeSide } from '#main/domain/orders/order-terms.ts';
import { priceText } from '#main/domain/words.ts';

type Deps = WayDeps & { draftContext: (draft: OrderDraft) => DraftContext };

export type Protecting =
  | { ok: true; draft: OrderDraft; qty: Decimal; replaced: InTheWay }
  | { ok: false; why: string };

/** What would be placed for it now, and what would be canceled before. */
export function protecting(deps: Deps, position: Position, wanted: Protection): Protecting {
  const { symbol } = position;
  const { stop, target } = wanted;
  const { available, qty, openOrders, replaced } = protectable(deps, position, wanted);
  if (sign(qty) <= 0)
    return no(
      sign(available) > 0
        ? `Less than one share of ${symbol} is free, and only whole shares can be protected.`
        : whyNoneFree(deps, position, openOrders, wanted),
    );
  if (stop === undefined && target === undefined) return no('Enter a stop, a target, or both.');
  const draft = draftOf(position, qty, wanted);
  if (!draft) return no('A price has at most 4 decimals.');
  const { positions, filledSince } = deps.book;
  const context = { ...deps.draftContext(draft), positions: positions(), openOrders, filledSince };
  const why =
    whyAtOnce(position, wanted, deps.book.price(symbol)?.price) ??
    draftIssues(draft, context)[0]?.message;
  return why === undefined ? { ok: true, draft, qty, replaced } : no(why);
}

type Protectable = {
  /** What no order that stays has a claim on, and its whole shares. */
  available: Decimal;
  qty: Decimal;
  inOrders: Decimal;
  openOrders: readonly Order[];
  replaced: InTheWay;
};

/** How much of it could be protected, at any prices. */
export function protectable(
  deps: WayDeps,
  position: Position,
  { replaces }: Pick<Protection, 'replaces'>,
): Protectable {
  const replaced = replaces ? replacedFor(deps, position) : { orders: [], intents: [] };
  const openOrders = deps.book
    .openOrdersOf(position.symbol)
    .filter((order) => !replaced.orders.includes(order));
  const available = availableTo(deps, position, openOrders, replaced);
  const inOrders = sub(heldForSure(position, deps.book), available);
  return { available, qty: round(available, 0, 'down'), inOrders, openOrders, replaced };
}

function whyNoneFree(
  { book, gate }: WayDeps,
  { symbol }: Position,
  openOrders: readonly Order[],
  { replaces }: Pick<Protection, 'replaces'>,
): string {
  const minted = takenByMints(symbol, book, gate.unknownOrders());
  if (minted !== undefined) return minted;
  if (replaces) return `Open or unconfirmed orders may already use all of your ${symbol}.`;
  return `${openOrders.length > 0 ? 'Open orders' : 'Unconfirmed orders'} hold all of your ${symbol}: replace them.`;
}

const no = (why: string): Protecting => ({ ok: false, why });

/** The exits that rest, or may; without what the person has set aside. */
export function exitsOf(deps: WayDeps, position: Position): InTheWay {
  const { orders, intents } = replacedFor(deps, position);
  return { orders, intents: intents.filter(({ state }) => state !== 'set-aside') };
}

/** With it: nobody waits for that, but it would keep its claim on the shares. */
export function replacedFor(deps: WayDeps, position: Position): InTheWay {
  const { symbol } = position;
  const side = exitSideOf(position);
  const unknown = new Map(
    deps.gate.unknownOrders().map(({ intentId, draft }) => [intentId, draft]),
  );
  return {
    orders: restingIn(deps.book, symbol).filter((order) => mayBeSide(order.side, side)),
    intents: unsettledIn(deps.journal, symbol).filter(
      ({ intentId }) => (unknown.get(intentId)?.side ?? side) === side,
    ),
  };
}

function availableTo(
  { book, gate }: WayDeps,
  position: Position,
  openOrders: readonly Order[],
  { intents }: InTheWay,
): Decimal {
  const ended = new Set(intents.map(({ intentId }) => intentId));
  return availableToExit(position, {
    openOrders,
    unknownOrders: gate.unknownOrders().filter(({ intentId }) => !ended.has(intentId)),
    filledSince: book.filledSince,
  });
}

/** Undefined for a price that no order may have. */
function draftOf(
  position: Position,
  qty: Decimal,
  { stop, target }: Protection,
): OrderDraft | undefined {
  const exits =
    stop !== undefined && target !== undefined
      ? {
          type: 'limit',
          orderClass: 'oco',
          takeProfit: { limitPrice: target },
          stopLoss: { stopPrice: stop },
        }
      : stop === undefined
        ? { type: 'limit', limitPrice: target }
        : { type: 'stop', stopPrice: stop };
  const draft = OrderDraft.safeParse({
    symbol: position.symbol,
    side: exitSideOf(position),
    timeInForce: 'gtc',
    qty,
    ...exits,
  });
  return draft.success ? draft.data : undefined;
}

/** One on the wrong side of the market would not protect: it would end the position now. */
function whyAtOnce(
  position: Position,
  { stop, target }: Protection,
  market: Decimal | undefined,
): string | undefined {
  if (market === undefined) return undefined;
  const isLong = exitSideOf(position) === 'sell';
  const [under, over] = isLong ? [stop, target] : [target, stop];
  const name = (price: Decimal): string => (price === stop ? 'stop' : 'target');
  if (under !== undefined && !isLess(under, market))
    return `The ${name(under)} must be below the last price, ${priceText(market)}.`;
  if (over !== undefined && !isMore(over, market))
    return `The ${name(over)} must be above the last price, ${priceText(market)}.`;
  return undefined;
}
