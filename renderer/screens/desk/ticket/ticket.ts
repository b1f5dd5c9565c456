// What the ticket holds, and the order that it amounts to. Pure: nothing here asks, waits or draws.
import type { Issue } from '#contract/failure.ts';
import type { IntentState } from '#contract/intents.ts';
import { OrderDraft, type Order } from '#contract/orders.ts';
import type { Confirmation, TradingState } from '#contract/trading.ts';

export type OrderSide = OrderDraft['side'];
export type OrderType = OrderDraft['type'];
export type TimeInForce = OrderDraft['timeInForce'];
export type TrailUnit = 'dollars' | 'percent';

export type TicketFields = {
  symbol: string;
  side: OrderSide;
  type: OrderType;
  timeInForce: TimeInForce;
  qty: string;
  limitPrice: string;
  stopPrice: string;
  trail: string;
  trailUnit: TrailUnit;
};
export type FieldName = keyof TicketFields;

export type Ticket = {
  fields: TicketFields;
  /** The id of the order that this may become; absent until main gave one. */
  intentId: string | undefined;
  /** It went to main and may have been recorded: another order needs another id. */
  isSubmitted: boolean;
  /** Fields that a person has been in, or all of them once a review was asked for: only these complain. */
  touched: ReadonlySet<FieldName> | 'all';
};

export type TicketAction =
  | { kind: 'edit'; change: Partial<TicketFields> }
  /** Another symbol was chosen on the desk. */
  | { kind: 'symbol'; symbol: string }
  | { kind: 'fill'; draft: OrderDraft }
  | { kind: 'opened'; intentId: string }
  | { kind: 'tried' }
  | { kind: 'submitted' }
  /** Main proved that nothing was recorded. */
  | { kind: 'unrecorded' }
  /** Main recorded it: what comes next is another order. */
  | { kind: 'recorded'; state: IntentState };

export const newTicket = (symbol: string): Ticket => ({
  fields: {
    symbol,
    side: 'buy',
    type: 'market',
    timeInForce: 'day',
    qty: '',
    limitPrice: '',
    stopPrice: '',
    trail: '',
    trailUnit: 'dollars',
  },
  intentId: undefined,
  isSubmitted: false,
  touched: new Set(),
});

export function reduceTicket(ticket: Ticket, action: TicketAction): Ticket {
  switch (action.kind) {
    case 'edit':
      return edited(ticket, action.change);
    case 'symbol':
      if (action.symbol === ticket.fields.symbol) return ticket;
      // A price that was meant for another symbol must not stay.
      return { ...changed(ticket, { symbol: action.symbol, ...NO_PRICES }), touched: new Set() };
    case 'fill':
      return { ...changed(ticket, fieldsOf(action.draft)), touched: new Set() };
    case 'opened':
      return ticket.intentId === undefined ? { ...ticket, intentId: action.intentId } : ticket;
    case 'tried':
      return { ...ticket, touched: 'all' };
    case 'submitted':
      return { ...ticket, isSubmitted: true };
    case 'unrecorded':
      return { ...ticket, isSubmitted: false };
    case 'recorded': {
      const next = { ...ticket, intentId: undefined, isSubmitted: false };
      // Proven not to be an order: the draft is kept, to be put right.
      if (action.state === 'refused' || action.state === 'not-sent') return next;
      const fields = { ...ticket.fields, qty: '', ...NO_PRICES };
      return { ...next, fields, touched: new Set() };
    }
    default:
      return action satisfies never;
  }
}

const NO_PRICES = { limitPrice: '', stopPrice: '', trail: '' };

function edited(ticket: Ticket, change: Partial<TicketFields>): Ticket {
  const touched =
    ticket.touched === 'all'
      ? ticket.touched
      : new Set([...ticket.touched, ...(Object.keys(change) as FieldName[])]);
  return { ...changed(ticket, change), touched };
}

function changed(ticket: Ticket, change: Partial<TicketFields>): Ticket {
  const fields = { ...ticket.fields, ...change };
  if (!timesFor(fields.type).includes(fields.timeInForce)) fields.timeInForce = 'day';
  const isNew = ticket.isSubmitted;
  return {
    ...ticket,
    fields,
    isSubmitted: false,
    intentId: isNew ? undefined : ticket.intentId,
  };
}

const fieldsOf = (draft: OrderDraft): Partial<TicketFields> => ({
  symbol: draft.symbol,
  side: draft.side,
  type: draft.type,
  timeInForce: draft.timeInForce,
  qty: draft.qty ?? '',
  limitPrice: draft.limitPrice ?? '',
  stopPrice: draft.stopPrice ?? '',
  trail: draft.trailPercent ?? draft.trailPrice ?? '',
  trailUnit: draft.trailPercent === undefined ? 'dollars' : 'percent',
});

export const hasLimit = (type: OrderType): boolean => type === 'limit' || type === 'stop_limit';
export const hasStop = (type: OrderType): boolean => type === 'stop' || type === 'stop_limit';
export const hasTrail = (type: OrderType): boolean => type === 'trailing_stop';

/** The times in force that the broker takes for a type. */
export const timesFor = (type: OrderType): readonly TimeInForce[] =>
  type === 'market' || type === 'limit'
    ? ['day', 'gtc', 'opg', 'cls', 'ioc', 'fok']
    : ['day', 'gtc'];

export type BuiltDraft = { ok: true; draft: OrderDraft } | { ok: false; issues: Issue[] };

/** The order that the fields amount to, or what keeps them from being one. */
export function buildDraft(fields: TicketFields): BuiltDraft {
  const { symbol, side, type, timeInForce, trailUnit } = fields;
  const qty = clean(fields.qty);
  const limitPrice = hasLimit(type) ? clean(fields.limitPrice) : undefined;
  const stopPrice = hasStop(type) ? clean(fields.stopPrice) : undefined;
  const trail = hasTrail(type) ? clean(fields.trail) : undefined;
  const missing = [
    symbol.trim() === '' && { path: 'symbol', message: 'Enter a symbol, for example AAPL.' },
    qty === '' && { path: 'qty', message: 'Enter a quantity.' },
    limitPrice === '' && { path: 'limitPrice', message: 'Enter a limit price.' },
    stopPrice === '' && { path: 'stopPrice', message: 'Enter a stop price.' },
    trail === '' && { path: 'trail', message: 'Enter how far the stop follows.' },
  ].filter((issue) => issue !== false);
  const parsed = OrderDraft.safeParse({
    symbol,
    side,
    type,
    timeInForce,
    qty,
    ...(limitPrice !== undefined && { limitPrice }),
    ...(stopPrice !== undefined && { stopPrice }),
    ...(trail !== undefined && {
      [trailUnit === 'percent' ? 'trailPercent' : 'trailPrice']: trail,
    }),
  });
  if (parsed.success && missing.length === 0) return { ok: true, draft: parsed.data };
  const isMissing = new Set(missing.map(({ path }) => path));
  const wrong = (parsed.error?.issues ?? [])
    .map(({ path, message }) => ({ path: fieldOf(path.join('.')), message }))
    .filter(({ path }) => !isMissing.has(path))
    .map(({ path, message }) => ({ path, message: `${LABELS[path] ?? 'It'} ${message}.` }));
  return { ok: false, issues: [...missing, ...wrong] };
}

/** 1,000.5 as people type it. */
const clean = (text: string): string => text.replaceAll(/[\s,]/g, '');

const LABELS: Record<string, string> = {
  symbol: 'Symbol',
  qty: 'Quantity',
  limitPrice: 'Limit price',
  stopPrice: 'Stop price',
  trail: 'Trail',
};

/** The field that shows what main says about a member of the draft. */
const fieldOf = (path: string): string =>
  path === 'trailPrice' || path === 'trailPercent' ? 'trail' : path;

/** What stands beside each field, and what belongs to none of those that are shown. */
export function placeIssues(
  issues: readonly Issue[],
  { fields: { type }, touched }: Pick<Ticket, 'fields' | 'touched'>,
): { byField: Partial<Record<FieldName, string>>; general: string[] } {
  const shown = new Set<string>(['symbol', 'side', 'type', 'timeInForce', 'qty']);
  if (hasLimit(type)) shown.add('limitPrice');
  if (hasStop(type)) shown.add('stopPrice');
  if (hasTrail(type)) shown.add('trail');
  const byField: Partial<Record<FieldName, string>> = {};
  const general: string[] = [];
  for (const { path, message } of issues) {
    const field = fieldOf(path);
    if (!shown.has(field)) general.push(message);
    else if (touched === 'all' || touched.has(field as FieldName))
      byField[field as FieldName] ??= message;
  }
  return { byField, general };
}

/** Why nothing can be placed at all; undefined when it can. An exit may go while all is stopped. */
export function heldBack(trading: TradingState | undefined, isExit: boolean): string | undefined {
  if (!trading) return 'Waiting for the state of trading.';
  if (!trading.isArmed) return `Not armed yet. ${trading.why ?? ''}`.trim();
  if (trading.isStopped && !isExit)
    return 'All trading is stopped. Only orders that reduce a position may go.';
  return undefined;
}

/** What the person has to confirm besides the order, as things stand. */
export function neededConfirmations(standing: {
  isExit: boolean;
  isStopped: boolean;
  isOrderStreamLive: boolean;
}): Confirmation[] {
  const { isExit, isStopped, isOrderStreamLive } = standing;
  return [
    ...(isStopped && isExit ? (['exit-while-stopped'] as const) : []),
    ...(!isOrderStreamLive && !isExit ? (['stream-down'] as const) : []),
  ];
}

export const TYPE_WORDS: readonly (readonly [OrderType, string])[] = [
  ['market', 'Market'],
  ['limit', 'Limit'],
  ['stop', 'Stop'],
  ['stop_limit', 'Stop limit'],
  ['trailing_stop', 'Trailing stop'],
];

export const TIME_WORDS: Record<TimeInForce, string> = {
  day: 'Day',
  gtc: 'Good till canceled',
  opg: 'At the open',
  cls: 'At the close',
  ioc: 'Immediate or cancel',
  fok: 'Fill or kill',
};

/** The price of an order in few words: a limit, a stop, a trail, or none. */
export function priceWords(
  order: Partial<Pick<Order, 'limitPrice' | 'stopPrice' | 'trailPrice' | 'trailPercent'>>,
  format: (price: string) => string,
): string {
  const { limitPrice, stopPrice, trailPrice, trailPercent } = order;
  const parts = [
    limitPrice !== undefined && format(limitPrice),
    stopPrice !== undefined && `stop ${format(stopPrice)}`,
    trailPrice !== undefined && `trail ${format(trailPrice)}`,
    trailPercent !== undefined && `trail ${trailPercent} %`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? '–' : parts.join(', ');
}
