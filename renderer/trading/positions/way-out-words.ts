// The way out in words: what it will do, what was done, and what is left.
import type {
  Closing,
  ClosingKind,
  ClosingPlan,
  ClosingStep,
  ExitHow,
  Protection,
} from '#contract/closings.ts';
import { OrderDraft } from '#contract/orders.ts';
import { abs, isMore } from '#renderer/core/exact.ts';
import { formatPrice, formatQuantity } from '#renderer/ui/format.ts';
import {
  canGo,
  type WayOutPart,
  type WayOutRequest,
} from '#renderer/trading/positions/use-way-out.ts';

type Planned = ClosingPlan['symbols'][number];

export const NAMES: Record<ClosingKind, string> = {
  close: 'Close',
  flatten: 'Flatten',
  half: 'Half',
  reverse: 'Reverse',
  protect: 'Protect',
};

/** What all of it does, before its list. */
export const EXPLAINED: Record<ClosingKind, string> = {
  close:
    'For each position, Ballast cancels the open orders, reads the position and closes all of it. You confirm once.',
  flatten:
    'For each position, Ballast cancels the open orders, reads the position and closes all of it. You confirm once.',
  half: 'Ballast cancels only the open orders that are in the way, reads the position and closes half of it. You confirm once.',
  reverse:
    'Ballast cancels the open orders, reads the position and closes all of it. When it is closed, the review of the same size on the other side opens here: nothing is opened without it.',
  protect:
    'Orders that end the position at your stop or your target, good till canceled. They rest at the broker.',
};

const MOST_NAMED = 5;

/** 'Stays open: Buy 3 JPM, limit 150.00. It can open a position. To end it, use Cancel all in Orders.' */
export function staysWords(orders: readonly string[]): string {
  const named = orders.slice(0, MOST_NAMED).join('; ');
  const others = orders.length - MOST_NAMED;
  const [they, them] = orders.length === 1 ? ['It', 'it'] : ['They', 'them'];
  return `${orders.length === 1 ? 'Stays' : 'Stay'} open: ${named}${others > 0 ? `, and ${others} more` : ''}. ${they} can open a position. To end ${them}, use Cancel all in Orders.`;
}

/** 'Sell 100 AAPL at the market', 'Sell 5 of 10 AAPL at the market' */
export function exitWords({ symbol, side, qty, of, isEstimate }: Planned, how: ExitHow): string {
  const isSale = side === 'long';
  const price =
    how === 'market'
      ? 'at the market'
      : `with a limit at the ${isSale ? 'bid' : 'ask'}, extended hours`;
  const about = isEstimate ? 'about ' : '';
  const size =
    about +
    (of === undefined ? formatQuantity(qty) : `${formatQuantity(qty)} of ${formatQuantity(of)}`);
  return `${isSale ? 'Sell' : 'Buy'} ${size} ${symbol} ${price}`;
}

/** 'then review: Sell short 100 AAPL' */
export const openingWords = ({ symbol, side, qty }: Planned): string =>
  `then review: ${side === 'long' ? 'Sell short' : 'Buy'} ${formatQuantity(qty)} ${symbol}`;

/** The order that opens the other side of what was closed. */
export const openingDraft = ({
  symbol,
  side,
  qty,
}: Planned | Closing['symbols'][number]): OrderDraft =>
  OrderDraft.parse({
    symbol,
    side: side === 'long' ? 'sell' : 'buy',
    type: 'market',
    timeInForce: 'day',
    qty,
  });

export const cancelWords = ({ cancels }: Planned): string | undefined =>
  cancels.length === 0 ? undefined : `after canceling ${cancels.join('; ')}`;

/** What regular hours do not allow is offered for the extended session. */
export const howOf = (parts: readonly WayOutPart[]): ExitHow =>
  parts.every(({ plan }) => plan === undefined || plan.isMarketOpen || plan.kind === 'protect')
    ? 'market'
    : 'extended';

/** The words of the confirming button. */
export function confirmWords(
  parts: readonly WayOutPart[],
  { kind, symbols: asked }: WayOutRequest,
): string {
  const going = parts.flatMap(({ plan }) => (plan && canGo(plan) ? [plan] : []));
  const symbols = going.flatMap((plan) => plan.symbols);
  const [first] = symbols;
  if (kind === 'half' && first)
    return `Half: ${first.side === 'long' ? 'sell' : 'buy'} ${formatQuantity(first.qty)} ${first.symbol}`;
  if (kind !== 'flatten')
    return first
      ? `${NAMES[kind]} ${formatQuantity(first.qty)} ${first.symbol}`
      : `${NAMES[kind]} ${asked?.join(', ') ?? 'position'}`;
  if (!first) return 'Flatten';
  const what =
    symbols.length === 1
      ? `${formatQuantity(first.qty)} ${first.symbol}`
      : `${symbols.length} positions`;
  return `Flatten ${what}${going.length > 1 ? ` on ${going.length} accounts` : ''}`;
}

const STEP_WORDS: Record<ClosingStep, string> = {
  waiting: 'waiting',
  canceling: 'canceling orders',
  reading: 'reading the position',
  exiting: 'exit sent',
  closed: 'closed',
  left: 'not closed',
};

const OWN_WORDS: Partial<Record<ClosingKind, Partial<Record<ClosingStep, string>>>> = {
  half: { closed: 'half closed' },
  protect: { exiting: 'orders sent', closed: 'protected', left: 'not placed' },
};

export const stepWords = (kind: ClosingKind, step: ClosingStep): string =>
  OWN_WORDS[kind]?.[step] ?? STEP_WORDS[step];

export const isLeft = ({ state, symbols }: Closing): boolean =>
  state !== 'running' && symbols.some(({ step }) => step !== 'closed');

/** 'Flatten: 2 of 3 closed.', 'Half closed: 5 of 10 AAPL. 5 stays open.' */
export function progressWords({ kind, state, symbols }: Closing): string {
  const [first] = symbols;
  if (kind === 'half' && first) return halfWords(first, state);
  const closed = symbols.filter(({ step }) => step === 'closed').length;
  const done = kind === 'protect' ? 'protected' : 'closed';
  return `${NAMES[kind]}: ${closed} of ${symbols.length} ${done}.`;
}

function halfWords(
  { symbol, qty, of, step, left }: Closing['symbols'][number],
  state: Closing['state'],
): string {
  const size = of === undefined ? '' : ` of ${formatQuantity(of)}`;
  const what = `${formatQuantity(qty)}${size} ${symbol}`;
  if (step !== 'closed')
    return state === 'running' ? `Half: closing ${what}.` : `Half: ${what} not closed in full.`;
  const rest = left === undefined ? '' : ` ${formatQuantity(abs(left))} stays open.`;
  return `Half closed: ${what}.${rest}`;
}

/** What does not happen before the person continues one that waits. */
export const waitingWords = ({ kind }: Closing): string =>
  `Nothing more will be ${kind === 'protect' ? 'placed' : 'closed'} until you continue.`;

/** 'Closed 4 GOOGL at 152.31.', 'Closed 5 of 11 AAPL at 190.02. 6 stays open.', 'Protected AAPL: stop 180.00.' */
export function doneWords({ kind, symbols, protection }: Closing): string {
  const [first] = symbols;
  if (!first || symbols.length > MOST_NAMED) return `Closed ${symbols.length} positions.`;
  if (kind === 'protect') return `Protected ${first.symbol}${pricesWords(protection)}.`;
  const rest =
    kind === 'half' && first.left !== undefined
      ? ` ${formatQuantity(abs(first.left))} stays open.`
      : '';
  return `Closed ${symbols.map(closedWords).join(', ')}.${rest}`;
}

/** By its own fills; what ended by others is only named. */
function closedWords({ symbol, qty, of, filled }: Closing['symbols'][number]): string {
  if (!filled) return symbol;
  const at = filled.price === undefined ? '' : ` at ${formatPrice(filled.price)}`;
  if (of === undefined && isMore(abs(qty), filled.qty))
    return `${symbol}: ${formatQuantity(filled.qty)}${at}, the rest by other orders`;
  const size = `${formatQuantity(filled.qty)}${of === undefined ? '' : ` of ${formatQuantity(of)}`}`;
  return `${size} ${symbol}${at}`;
}

/** ': stop 180.00, target 200.00' */
export function pricesWords(protection: Protection | undefined): string {
  const prices = [
    protection?.stop !== undefined && `stop ${formatPrice(protection.stop)}`,
    protection?.target !== undefined && `target ${formatPrice(protection.target)}`,
  ].filter((price) => price !== false);
  return prices.length > 0 ? `: ${prices.join(', ')}` : '';
}
