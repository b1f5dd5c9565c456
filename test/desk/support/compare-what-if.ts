// What the desk said that an order would do, against what the broker made of it. Money may differ by what the spread
// makes of it, a few cents a share; nothing else may differ.
import type { OrderDraft } from '#contract/orders.ts';
import type { OrderPreview } from '#contract/trading.ts';
import type { Book } from '#main/account/standing/book.ts';
import { holdingOf } from '#main/domain/orders/holdings.ts';
import { positionIn } from '#main/domain/orders/exits.ts';
import type { Quote, Told } from './what-if-seat.ts';

export type Trial = {
  draft: OrderDraft;
  preview: OrderPreview;
  before: Book;
  quote: Quote | undefined;
  told: Told;
  after: Book;
  /** The order after the broker dealt with it; absent when it was refused. */
  order: Record<string, unknown> | undefined;
};

export type Difference =
  | 'taken, and the desk said it would be refused'
  | 'refused, and the desk did not say so'
  | 'another reserve'
  | 'another buying power'
  | 'another position'
  | 'another average price'
  | 'another result'
  | 'an exit for one and not for the other';

type Said = {
  qty?: string;
  buyingPowerAfter?: string;
  positionAfter?: { qty: string; averagePrice?: string };
  realized?: string;
  isExit: boolean;
  notes: string[];
};

/** How much of the spread the broker's formulas can make of one share: it values at the last trade, four times over. */
const TIMES_SPREAD = 5;
const CENT = 0.01;

export function compareTrial(trial: Trial): Difference | 'agreed' {
  const { preview, told } = trial;
  const whatIf = preview.whatIf as unknown as Said;
  const isRefused = told.status >= 400;
  const expectsRefusal =
    preview.issues.length > 0 || whatIf.notes.some((note) => note.includes('would refuse'));
  if (isRefused !== expectsRefusal) {
    if (isWithinSlippage(trial, whatIf)) return 'agreed';
    return isRefused
      ? 'refused, and the desk did not say so'
      : 'taken, and the desk said it would be refused';
  }
  return isRefused ? compareReserve(trial, whatIf) : compareTaken(trial, whatIf);
}

/** A refusal for money or shares that hangs on what the spread makes of the price. */
function isWithinSlippage(trial: Trial, whatIf: Said): boolean {
  const { told, draft } = trial;
  const { cost_basis: cost, buying_power: power, available } = told.body;
  const slip = slipOf(trial);
  if (cost !== undefined) return Math.abs(Number(cost) - Number(power)) <= slip;
  if (available !== undefined && draft.notional !== undefined)
    return Math.abs(Number(whatIf.qty) - Number(available)) * lastOf(trial) <= slip;
  if (told.status >= 400) return false;
  return Math.abs(Number(whatIf.buyingPowerAfter ?? Number.NaN)) <= slip || isNotionalExit(trial);
}

/** Dollars that come to just what is held, at one price and not at the other. */
function isNotionalExit(trial: Trial): boolean {
  const { draft, before, preview } = trial;
  if (draft.notional === undefined) return false;
  const held = Math.abs(Number(holdingOf(positionIn(before.positions(), draft.symbol)).qty));
  const { qty } = preview.whatIf as unknown as Said;
  return Math.abs(Number(qty) - held) * lastOf(trial) <= slipOf(trial);
}

/** The broker tells what it would have set aside when that was too much. */
function compareReserve(trial: Trial, { buyingPowerAfter }: Said): Difference | 'agreed' {
  const { told, before } = trial;
  const cost = told.body['cost_basis'];
  if (cost === undefined || buyingPowerAfter === undefined) return 'agreed';
  const reserve = powerOf(before) - Number(buyingPowerAfter);
  return isClose(reserve, Number(cost), slipOf(trial)) ? 'agreed' : 'another reserve';
}

function compareTaken(trial: Trial, whatIf: Said): Difference | 'agreed' {
  const { draft, order = {}, before, after } = trial;
  const isClosing = String(order['position_intent']).endsWith('to_close');
  const slip = slipOf(trial);
  if (isClosing !== whatIf.isExit && !isNotionalExit(trial)) {
    // The desk lets no order go as an exit that could open something once the others have filled.
    if (!isClosing || !hasOpening(trial)) return 'an exit for one and not for the other';
  }
  const filled = Number(order['filled_qty']);
  const price = Number(order['filled_avg_price'] ?? 0);
  const isOver = ['canceled', 'expired'].includes(String(order['status']));
  const reserve = powerOf(before) - Number(whatIf.buyingPowerAfter);
  const asked = Number(whatIf.qty);
  // What filled costs its price, what rests is set aside, what was dropped comes back.
  const restShare = isOver ? 0 : draft.notional === undefined ? (asked - filled) / asked : 1;
  const spent =
    draft.notional === undefined
      ? filled * price + reserve * restShare
      : isOver
        ? filled * price
        : reserve;
  if (isClosing ? powerOf(after) < powerOf(before) - slip : false) return 'another buying power';
  if (isClosing && !isClose(reserve, 0, slip)) return 'another reserve';
  if (!isClosing && !isClose(powerOf(before) - spent, powerOf(after), slip))
    return 'another buying power';
  return comparePosition(trial, whatIf, { filled, price, isOver });
}

type Filled = { filled: number; price: number; isOver: boolean };

function comparePosition(
  trial: Trial,
  whatIf: Said,
  { filled, price, isOver }: Filled,
): Difference | 'agreed' {
  const { draft, before, after, order } = trial;
  const at = (book: Book) => holdingOf(positionIn(book.positions(), draft.symbol));
  const asked = Number(whatIf.qty);
  const isFilled = order?.['status'] === 'filled';
  const signed = draft.side === 'buy' ? 1 : -1;
  const rest = isFilled && draft.notional !== undefined ? 0 : asked - filled;
  const share = slipOf(trial) / lastOf(trial);
  const expected = Number(whatIf.positionAfter?.qty) - signed * rest;
  if (!isClose(expected, Number(at(after).qty), draft.notional === undefined ? 1e-9 : share))
    return 'another position';
  if (!isFilled || isOver) return 'agreed';
  const { averagePrice } = whatIf.positionAfter ?? {};
  const { qty, costBasis } = at(after);
  const spread = TIMES_SPREAD * spreadOf(trial) + CENT;
  if (averagePrice !== undefined && Number(qty) !== 0)
    if (!isClose(Number(averagePrice), Number(costBasis) / Number(qty), spread))
      return 'another average price';
  if (whatIf.realized === undefined) return 'agreed';
  const held = at(before);
  const entry = Number(held.costBasis) / Number(held.qty);
  const realized = filled * (price - entry) * -signed;
  return isClose(Number(whatIf.realized), realized, slipOf(trial)) ? 'agreed' : 'another result';
}

const restingWith = ({ before, draft }: Trial) =>
  before
    .openOrders()
    .filter(
      ({ symbol, side, status }) =>
        symbol === draft.symbol && side === draft.side && status !== 'held',
    );

const hasOpening = (trial: Trial): boolean =>
  restingWith(trial).some((order) => String(order['positionIntent']).endsWith('_to_open'));

const isClose = (a: number, b: number, within: number): boolean => Math.abs(a - b) <= within;
const powerOf = (book: Book): number => Number(book.account()?.account.buyingPower);
const lastOf = ({ quote }: Trial): number => quote?.last ?? 1;
const spreadOf = ({ quote }: Trial): number =>
  quote ? Math.max(quote.ask, quote.last) - Math.min(quote.bid, quote.last) : 0;

/** What the spread, and rounding to a cent, make of the whole order. */
function slipOf(trial: Trial): number {
  const { qty } = trial.preview.whatIf as unknown as Said;
  const per = TIMES_SPREAD * spreadOf(trial) + (lastOf(trial) < 1 ? CENT / 100 : CENT);
  return Number(qty ?? 0) * per + CENT;
}
