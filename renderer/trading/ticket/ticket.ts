// What the ticket holds. Pure: nothing here asks, waits or draws. Whatever is typed in whatever order, choices that do
// not belong together never stand together: the class decides the types, the type the times.
import type { IntentState } from '#contract/intents.ts';
import {
  assetKindOf,
  canExtendHours,
  classesFor,
  sizesFor,
  timesFor as timesOf,
  typesFor,
  type SizeUnit,
} from '#contract/order-choices.ts';
import type { OrderDraft } from '#contract/orders.ts';
import type { TradingState } from '#contract/trading.ts';
import type { ExitUnit } from '#renderer/trading/exits/exit-prices.ts';
import type { OrderClass, OrderType, TimeInForce } from '#renderer/trading/ticket/ticket-words.ts';

export { priceWords, TIME_WORDS, TYPE_WORDS } from '#renderer/trading/ticket/ticket-words.ts';

export type OrderSide = OrderDraft['side'];
type TrailUnit = 'dollars' | 'percent';

export type TicketFields = {
  symbol: string;
  side: OrderSide;
  type: OrderType;
  timeInForce: TimeInForce;
  orderClass: OrderClass;
  sizeIn: SizeUnit;
  /** How much, one text for each unit: ten shares do not become ten dollars. */
  qty: string;
  dollars: string;
  percent: string;
  risk: string;
  /** The stop that a size by risk is reckoned with when the order has none. It is not sent. */
  riskStop: string;
  limitPrice: string;
  stopPrice: string;
  trail: string;
  trailUnit: TrailUnit;
  /** In what both exits are given; only the prices that come of it are sent. */
  exitUnit: ExitUnit;
  takeProfit: string;
  stopLoss: string;
  stopLossLimit: string;
  extendedHours: boolean;
};
export type FieldName = keyof TicketFields;

export type Ticket = {
  fields: TicketFields;
  /** The symbol as it was when a person went into its field: what the desk chooses meanwhile stays out of it. */
  heldSymbol: string | undefined;
  /** Fields that a person has been in, or all of them once a review was asked for: only these complain. */
  touched: ReadonlySet<FieldName> | 'all';
  /** As something else than the person filled them; nothing is lost with them. */
  filled?: TicketFields;
  /** What the person had typed before that. */
  aside?: TicketFields;
};

export type TicketAction =
  | { kind: 'edit'; change: Partial<TicketFields> }
  /** Another symbol was chosen on the desk; the first one by the desk itself, which no person asked for. */
  | { kind: 'symbol'; symbol: string; isFirst?: boolean }
  | { kind: 'hold-symbol' }
  /** The person left the symbol's field; an empty one takes what the desk shows. */
  | { kind: 'release-symbol'; symbol: string | undefined }
  | { kind: 'fill'; draft: OrderDraft }
  /** The draft that was set aside and the one in the fields change places. */
  | { kind: 'bring-back' }
  | { kind: 'drop-aside' }
  /** A preset: what it says stands as if it had been there from the start, and complains of nothing. */
  | { kind: 'apply'; change: Partial<TicketFields> }
  | { kind: 'tried' }
  /** Main recorded it: what comes next is another order. */
  | { kind: 'recorded'; state: IntentState };

const NO_EXITS = { takeProfit: '', stopLoss: '', stopLossLimit: '' };
const NO_PRICES = { limitPrice: '', stopPrice: '', trail: '', riskStop: '', ...NO_EXITS };
const NO_AMOUNTS = { qty: '', dollars: '', percent: '', risk: '' };

export const newTicket = (symbol: string): Ticket => ({
  fields: {
    symbol,
    side: 'buy',
    type: 'market',
    timeInForce: 'day',
    orderClass: 'simple',
    sizeIn: 'shares',
    trailUnit: 'dollars',
    exitUnit: 'price',
    extendedHours: false,
    ...NO_AMOUNTS,
    ...NO_PRICES,
  },
  heldSymbol: undefined,
  touched: new Set(),
});

export function reduceTicket(ticket: Ticket, action: TicketAction): Ticket {
  switch (action.kind) {
    case 'edit':
      return edited(ticket, action.change);
    case 'symbol':
      return withSymbol(ticket, action);
    case 'hold-symbol':
      return { ...ticket, heldSymbol: ticket.fields.symbol };
    case 'release-symbol': {
      const released = { ...ticket, heldSymbol: undefined };
      const isEmpty = ticket.fields.symbol.trim() === '';
      return isEmpty && action.symbol !== undefined
        ? withSymbol(released, { symbol: action.symbol })
        : released;
    }
    case 'fill': {
      const { fields } = changed(ticket, fieldsOf(action.draft));
      return withAside(
        { ...ticket, fields, filled: fields, touched: new Set() },
        ticket.fields === ticket.filled || !hasDraft(ticket.fields) ? ticket.aside : ticket.fields,
      );
    }
    case 'bring-back':
      return ticket.aside
        ? withAside(
            { ...ticket, fields: ticket.aside, touched: new Set() },
            hasDraft(ticket.fields) ? ticket.fields : undefined,
          )
        : ticket;
    case 'drop-aside':
      return withAside(ticket, undefined);
    case 'apply':
      return { ...edited(ticket, action.change), touched: ticket.touched };
    case 'tried':
      return { ...ticket, touched: 'all' };
    case 'recorded': {
      // Proven not to be an order: the draft is kept, to be put right.
      if (action.state === 'refused' || action.state === 'not-sent') return ticket;
      const fields = { ...ticket.fields, ...NO_AMOUNTS, ...NO_PRICES };
      return { ...ticket, fields, touched: new Set() };
    }
    default:
      return action satisfies never;
  }
}

/** Something was typed that would have to be typed again; a side or a type alone is none. */
const hasDraft = (fields: TicketFields): boolean =>
  Object.keys({ ...NO_AMOUNTS, ...NO_PRICES }).some(
    (name) => fields[name as keyof typeof NO_AMOUNTS | keyof typeof NO_PRICES].trim() !== '',
  );

function withAside({ aside: _before, ...ticket }: Ticket, aside: TicketFields | undefined): Ticket {
  const isSame = JSON.stringify(aside) === JSON.stringify(ticket.fields);
  return { ...ticket, ...(aside && !isSame && { aside }) };
}

/** A symbol from elsewhere. It never goes into a field that a person is in, and the first one never over a text. */
function withSymbol(
  ticket: Ticket,
  { symbol, isFirst = false }: { symbol: string; isFirst?: boolean },
): Ticket {
  const { fields, heldSymbol } = ticket;
  const isHeld = heldSymbol !== undefined;
  if (symbol === fields.symbol || isHeld || (isFirst && fields.symbol !== '')) return ticket;
  return { ...changed(ticket, { symbol, ...withoutPrices(fields) }), touched: new Set() };
}

function edited(ticket: Ticket, change: Partial<TicketFields>): Ticket {
  const touched =
    ticket.touched === 'all'
      ? ticket.touched
      : new Set([...ticket.touched, ...(Object.keys(change) as FieldName[])]);
  const { fields } = ticket;
  const isOtherUnit = change.exitUnit !== undefined && change.exitUnit !== fields.exitUnit;
  const emptied = {
    ...(isOther(ticket, change) && withoutPrices(fields)),
    // Five percent do not become five dollars.
    ...(isOtherUnit && NO_EXITS),
  };
  return { ...changed(ticket, { ...emptied, ...change }), touched };
}

/** Percent and dollars from an entry are no prices: they are meant for any symbol. */
const withoutPrices = ({
  exitUnit,
  takeProfit,
  stopLoss,
}: TicketFields): Partial<TicketFields> => ({
  ...NO_PRICES,
  ...(exitUnit !== 'price' && { takeProfit, stopLoss }),
});

/** A price that was meant for another symbol must not stay, however the symbol came to be another. */
function isOther({ heldSymbol, fields }: Ticket, { symbol }: Partial<TicketFields>): boolean {
  const before = (heldSymbol ?? fields.symbol).trim();
  return symbol !== undefined && before !== '' && symbol.trim() !== before;
}

const changed = (ticket: Ticket, change: Partial<TicketFields>): Ticket => ({
  ...ticket,
  fields: settled({ ...ticket.fields, ...change }, change),
});

/** The fields with every choice among those that are offered. */
function settled(fields: TicketFields, change: Partial<TicketFields>): TicketFields {
  const kind = assetKindOf(fields.symbol.trim());
  const orderClass = among(classesFor(kind), fields.orderClass);
  const type = among(typesFor(kind, orderClass), fields.type);
  const timeInForce = among(timesOf({ kind, orderClass, type }), fields.timeInForce);
  const choice = { kind, orderClass, type, timeInForce };
  const next = {
    ...fields,
    orderClass,
    type,
    timeInForce,
    sizeIn: among(sizesFor(orderClass), fields.sizeIn),
    extendedHours: fields.extendedHours && canExtendHours(choice),
  };
  // An OTO has one exit: the one that was given last.
  if (orderClass !== 'oto' || next.takeProfit === '' || next.stopLoss === '') return next;
  return change.takeProfit !== undefined && change.stopLoss === undefined
    ? { ...next, stopLoss: '', stopLossLimit: '' }
    : { ...next, takeProfit: '' };
}

const among = <T>(offered: readonly T[], wanted: T): T =>
  offered.includes(wanted) ? wanted : (offered[0] ?? wanted);

const fieldsOf = (draft: OrderDraft): Partial<TicketFields> => ({
  ...NO_AMOUNTS,
  symbol: draft.symbol,
  side: draft.side,
  type: draft.type,
  timeInForce: draft.timeInForce,
  orderClass: draft.orderClass ?? 'simple',
  sizeIn: draft.notional === undefined ? 'shares' : 'dollars',
  qty: draft.qty ?? '',
  dollars: draft.notional ?? '',
  riskStop: '',
  limitPrice: draft.limitPrice ?? '',
  stopPrice: draft.stopPrice ?? '',
  trail: draft.trailPercent ?? draft.trailPrice ?? '',
  trailUnit: draft.trailPercent === undefined ? 'dollars' : 'percent',
  exitUnit: 'price',
  // The limit of an OCO is its take profit, under whichever name it came.
  takeProfit:
    draft.takeProfit?.limitPrice ??
    (draft.orderClass === 'oco' ? draft.limitPrice : undefined) ??
    '',
  stopLoss: draft.stopLoss?.stopPrice ?? '',
  stopLossLimit: draft.stopLoss?.limitPrice ?? '',
  extendedHours: draft.extendedHours ?? false,
});

/** The times in force that the broker takes for a simple order of a type in shares. */
export const timesFor = (type: OrderType): readonly TimeInForce[] =>
  timesOf({ kind: 'shares', orderClass: 'simple', type });

/** Why nothing can be placed at all; undefined when it can. An exit may go while all is stopped. */
export function heldBack(trading: TradingState | undefined, isExit: boolean): string | undefined {
  if (!trading) return 'Checking whether trading is allowed.';
  if (!trading.isArmed && !(trading.takesExits && isExit))
    return trading.why ?? 'Trading is not ready yet.';
  if (trading.isStopped && !isExit)
    return 'All trading is stopped. You can only place orders that reduce a position.';
  return undefined;
}

/** A person may do without the review where no money is at stake. On a live account it stays, whatever was chosen. */
export const mayPlaceAtOnce = (
  environment: 'embedded' | 'paper' | 'live',
  isReviewSkipped: boolean,
): boolean => isReviewSkipped && environment !== 'live';
