// What an order would do, before it is sent: estimates at the limit, the stop or the newest price, in exact decimals.
// Open orders are in the broker's buying power already; unknown ones are not and count as placed.
import type { AccountState } from '#contract/account-states.ts';
import type { Order, OrderDraft } from '#contract/orders.ts';
import type { Account } from '#contract/records.ts';
import {
  abs,
  decimal,
  isMore,
  isZero,
  max,
  mul,
  sign,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import {
  exitSideOf,
  heldForSure,
  isExit,
  positionIn,
  type Standing,
} from '#main/domain/orders/exits.ts';
import { changedDraft } from '#main/domain/orders/order-change.ts';
import { exposureAfter, shareOf } from '#main/domain/orders/exposure.ts';
import {
  applyExecution,
  averagePriceOf,
  holdingOf,
  type Holding,
} from '#main/domain/orders/holdings.ts';
import { limitWarnings } from '#main/domain/orders/limit-warnings.ts';
import {
  convertedLimit,
  estimatedPrice,
  fillPrice,
  isSameSymbol,
  openingPrice,
  qtyOf,
  restOf,
  type UnknownOrder,
} from '#main/domain/orders/order-terms.ts';
import { moneyText, priceText } from '#main/domain/words.ts';

export type WhatIfInput = Standing & {
  draft: OrderDraft;
  account: Pick<Account, 'equity' | 'buyingPower'> | undefined;
  /** What the broker says about the account itself. */
  states?: readonly AccountState[];
  /** What may be spent on the symbol when it cannot be bought on margin. */
  unmarginedPower?: Decimal | undefined;
  /** The broker's list of assets does not have the symbol. */
  isUnlisted?: boolean;
  /** The newest prices by symbol, for unknown market orders in other symbols. */
  prices?: ReadonlyMap<string, Decimal>;
};

/** A member that is absent could not be reckoned: a price, the quantity or the account is missing. */
type WhatIf = {
  isExit: boolean;
  qty?: Decimal;
  price?: Decimal;
  /** What a buy costs or a sell brings. */
  value?: Decimal;
  /** Once it is placed, before it fills. */
  buyingPowerAfter?: Decimal;
  /** Once it has filled, and the unknown orders of the symbol with it. */
  positionAfter?: { qty: Decimal; averagePrice?: Decimal };
  /** It sells more than is known to be held, whatever becomes of the unknown orders. */
  isShort?: true;
  /** The symbol's share of equity in percent once everything on this side has filled. */
  shareOfEquity?: Decimal;
  /** The result of the shares that it closes. */
  realized?: Decimal;
  /** What is probably not meant; said in the review, too. */
  warnings?: string[];
  notes: string[];
};

const WORSE = decimal('0.01');

export function whatIf(input: WhatIfInput): WhatIf {
  const { draft, marketPrice, account } = input;
  const qty = qtyOf(draft, marketPrice);
  const price = estimatedPrice(draft, marketPrice);
  const filledAt = fillPrice(draft, marketPrice);
  const value = draft.notional ?? (qty && price && mul(qty, price));
  const buyingPowerAfter = account && buyingPowerLeft(input, account.buyingPower);
  const exposure = exposureAfter(draft, input);
  const shareOfEquity = exposure && account && shareOf(exposure.value, account.equity);
  const rest = qtyOf(restOf(draft, input), marketPrice);
  const filled = rest && filledAt && fillOf(input, rest, filledAt);
  const warnings = limitWarnings(draft);
  return {
    isExit: isExit(draft, input),
    ...(qty && { qty }),
    ...(price && { price }),
    ...(value && { value }),
    ...(buyingPowerAfter && { buyingPowerAfter }),
    ...filled,
    ...(shareOfEquity && { shareOfEquity }),
    ...(warnings.length > 0 && { warnings }),
    notes: notesOn(input, qty, buyingPowerAfter, filled?.positionAfter !== undefined),
  };
}

function fillOf(input: WhatIfInput, qty: Decimal, price: Decimal) {
  const { draft, positions } = input;
  const before = holdingOf(positionIn(positions, draft.symbol));
  const fill = { side: draft.side, qty, price };
  const { holding, realized } = applyExecution(before, fill);
  const isClosing = !isZero(before.qty) && closesPart(before.qty, draft.side);
  const expected = withUnknown(input, before);
  const after = expected && applyExecution(expected, fill).holding;
  const averagePrice = after && averagePriceOf(after);
  return {
    ...(after && { positionAfter: { qty: after.qty, ...(averagePrice && { averagePrice }) } }),
    ...(draft.side === 'sell' && sign(holding.qty) < 0 && { isShort: true as const }),
    ...(isClosing && { realized }),
  };
}

/** Once the unknown orders of the symbol have filled; undefined when a size or a price of one is missing. */
function withUnknown(input: WhatIfInput, before: Holding): Holding | undefined {
  let holding = before;
  for (const { draft } of unknownOf(input)) {
    const qty = qtyOf(draft, input.marketPrice);
    const price = fillPrice(draft, input.marketPrice);
    if (!qty || !price) return undefined;
    ({ holding } = applyExecution(holding, { side: draft.side, qty, price }));
  }
  return holding;
}

/** Those of its symbol. An open order is not in the position, so a change of one is not either. */
const unknownOf = ({ draft, unknownOrders, intentId }: WhatIfInput): UnknownOrder[] =>
  unknownOrders.filter(
    (order) =>
      order.intentId !== intentId &&
      order.replaces === undefined &&
      isSameSymbol(order.draft.symbol, draft.symbol),
  );

function buyingPowerLeft(input: WhatIfInput, buyingPower: Decimal): Decimal | undefined {
  const { draft, unknownOrders, intentId } = input;
  let left: Decimal | undefined = buyingPower;
  for (const order of unknownOrders) {
    if (order.intentId === intentId) continue;
    const more = reserveFor(order.draft, standingOfUnknown(order, input));
    // Of an order and a change that may not be made the larger counts.
    left = subtract(left, more && max(more, ZERO));
  }
  return subtract(left, reserveFor(draft, input));
}

function standingOfUnknown(order: UnknownOrder, input: WhatIfInput): Standing {
  const { positions, openOrders, unknownOrders, filledSince, prices } = input;
  const { symbol } = order.draft;
  const marketPrice = isSameSymbol(symbol, input.draft.symbol)
    ? input.marketPrice
    : prices?.get(symbol);
  return {
    positions,
    openOrders,
    unknownOrders,
    filledSince,
    intentId: order.intentId,
    ...(order.replaces !== undefined && { replaces: order.replaces }),
    ...(marketPrice && { marketPrice }),
  };
}

/** What the broker sets aside for it; of a change, what it sets aside more than for the order that it replaces. */
function reserveFor(draft: OrderDraft, standing: Standing): Decimal | undefined {
  const old = replacedBy(standing);
  // What a leg closes its order pays for.
  if (old?.parentId !== undefined) return ZERO;
  const needed = needOf(restOf(draft, standing), standing);
  const before = old && changedDraft(old, {});
  const reserved = before && needOf(restOf(before, standing), standing);
  return needed && reserved ? sub(needed, reserved) : needed;
}

const replacedBy = ({ openOrders, replaces }: Standing): Order | undefined =>
  replaces === undefined ? undefined : openOrders.find(({ id }) => id === replaces);

/** Nothing for shares that close a position, the price for a buy, somewhat more for a short. */
function needOf(draft: OrderDraft, standing: Standing): Decimal | undefined {
  const { marketPrice, ask } = standing;
  const position = positionIn(standing.positions, draft.symbol);
  // While something is held the broker closes it or refuses the order; it never opens a part of it the other way.
  const isClosing =
    position && exitSideOf(position) === draft.side && !isZero(heldForSure(position, standing));
  if (isClosing) return ZERO;
  if (draft.notional !== undefined && draft.side === 'buy') return draft.notional;
  const qty = qtyOf(draft, marketPrice);
  const price = openingPrice(draft, marketPrice, ask);
  return qty && price && mul(qty, price);
}

function notesOn(
  input: WhatIfInput,
  qty: Decimal | undefined,
  buyingPowerAfter: Decimal | undefined,
  hasPosition: boolean,
): string[] {
  const { draft, account, marketPrice, unknownOrders, intentId } = input;
  const notes = [...stateNotes(input), ...fillNotes(draft, qty, marketPrice)];
  if (account && buyingPowerAfter) notes.push(...shortageNotes(input, account, buyingPowerAfter));
  if (account && !buyingPowerAfter) {
    notes.push(
      'Buying power cannot be estimated: there is no price for this order or for an unconfirmed one.',
    );
  }
  const unknown = unknownOrders.filter((order) => order.intentId !== intentId).length;
  if (unknown > 0) {
    const filled = hasPosition ? unknownOf(input).length : 0;
    notes.push(
      `${unknown === 1 ? '1 unconfirmed order' : `${unknown} unconfirmed orders`} counted as placed${
        filled === 0 ? '' : filled === unknown ? ' and filled' : `, ${filled} of them as filled`
      }.`,
    );
  }
  return notes;
}

/** What the broker takes no orders for at all, and what only stops orders that open something. */
function stateNotes(input: WhatIfInput): string[] {
  const { draft, states = [], isUnlisted } = input;
  const notes = states.map(({ name, isBlocking, text }) => {
    if (!isBlocking || (name === 'closingOnly' && isExit(draft, input))) return text;
    return isExit(draft, input)
      ? `${text} It would refuse this order too. You can still send it, because it only reduces your position.`
      : `${text} It would refuse this order.`;
  });
  if (isUnlisted)
    notes.push(
      `The broker does not list ${draft.symbol} and would refuse the order: check the symbol.`,
    );
  return notes;
}

function shortageNotes(
  { draft, unmarginedPower }: WhatIfInput,
  { buyingPower }: Pick<Account, 'buyingPower'>,
  after: Decimal,
): string[] {
  const needed = sub(buyingPower, after);
  if (sign(needed) <= 0) return [];
  if (isMore(needed, buyingPower)) {
    return [
      `It needs ${moneyText(abs(after))} more than your buying power: the broker would refuse it.`,
    ];
  }
  if (!unmarginedPower || !isMore(needed, unmarginedPower)) return [];
  return [
    `${draft.symbol} cannot be bought on margin, and it needs ${moneyText(sub(needed, unmarginedPower))} more than the ${moneyText(unmarginedPower)} you have without margin: the broker would refuse it.`,
  ];
}

/** What a price that nobody promised may come to. */
function fillNotes(
  { type, side, stopPrice }: OrderDraft,
  qty: Decimal | undefined,
  marketPrice: Decimal | undefined,
): string[] {
  if (type === 'stop' && side === 'buy' && stopPrice) {
    const limit = priceText(convertedLimit(stopPrice));
    return [
      `The broker turns it into a stop limit: it pays up to ${limit} and does not fill above that.`,
    ];
  }
  if (type === 'stop' || type === 'trailing_stop') {
    return ['Once triggered, it fills at the next price, which can be far from the stop.'];
  }
  if (type !== 'market') return [];
  if (!marketPrice || !qty) return ['A market order fills at the next price.'];
  const worse = mul(mul(qty, marketPrice), WORSE);
  return [`A market order fills at the next price; a 1% move is $${moneyText(worse)}.`];
}

const closesPart = (held: Decimal, side: string): boolean =>
  isMore(held, ZERO) === (side === 'sell');
const subtract = (a: Decimal | undefined, b: Decimal | undefined): Decimal | undefined =>
  a && b && sub(a, b);
