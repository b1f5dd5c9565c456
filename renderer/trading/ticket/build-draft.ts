// The order that the ticket's fields amount to, and where what is wrong with it is said.
import type { Issue } from '#contract/failure.ts';
import {
  assetKindOf,
  canExtendHours,
  hasLimit,
  hasStop,
  hasTrail,
  legsFor,
  type Choice,
} from '#contract/order-choices.ts';
import { OrderDraft } from '#contract/orders.ts';
import { Sizing } from '#contract/trading.ts';
import { readTypedNumber, type TypedNumber } from '#contract/typed-number.ts';
import {
  exitPrice,
  type Entry,
  type ExitKind,
  type ExitPrice,
} from '#renderer/trading/exits/exit-prices.ts';
import type { FieldName, Ticket, TicketFields } from '#renderer/trading/ticket/ticket.ts';

/** A sizing stands for the quantity that main will reckon. */
type BuiltDraft = { ok: true; draft: OrderDraft; sizing?: Sizing } | { ok: false; issues: Issue[] };

export const choiceIn = (fields: TicketFields): Choice => ({
  kind: assetKindOf(fields.symbol.trim()),
  orderClass: fields.orderClass,
  type: fields.type,
  timeInForce: fields.timeInForce,
});

/** The fields that are shown and count, in their order. */
export function shownFields(fields: TicketFields): FieldName[] {
  const { type, orderClass, sizeIn } = fields;
  const legs = legsFor[orderClass];
  const hasStopLoss = legs.stopLoss !== 'none';
  return [
    'side',
    'symbol',
    sizeIn === 'shares' ? 'qty' : sizeIn,
    'type',
    'timeInForce',
    'orderClass',
    'sizeIn',
    ...(sizeIn === 'risk' && needsRiskStop(fields) ? (['riskStop'] as const) : []),
    ...(hasStop(type) ? (['stopPrice'] as const) : []),
    ...(hasLimit(fields) ? (['limitPrice'] as const) : []),
    ...(hasTrail(type) ? (['trail', 'trailUnit'] as const) : []),
    ...(legs.takeProfit === 'none' ? [] : (['exitUnit', 'takeProfit'] as const)),
    ...(hasStopLoss ? (['stopLoss'] as const) : []),
    ...(hasStopLoss && fields.stopLoss !== '' ? (['stopLossLimit'] as const) : []),
    ...(canExtendHours(choiceIn(fields)) ? (['extendedHours'] as const) : []),
  ];
}

/** An order with a stop loss of its own is sized by that. */
const needsRiskStop = ({ orderClass, stopLoss }: TicketFields): boolean =>
  legsFor[orderClass].stopLoss === 'none' ||
  (legsFor[orderClass].stopLoss === 'either' && stopLoss === '');

/** The price of an exit of these fields, or what keeps it from being one; undefined while nothing is entered. */
export function exitIn(
  name: 'takeProfit' | 'stopLoss',
  fields: TicketFields,
  entry: Entry | undefined,
): ExitPrice | undefined {
  const read = readField(name, fields);
  if (!read.ok) return undefined;
  const kind: ExitKind = name === 'takeProfit' ? 'target' : 'stop';
  const issue = entry || fields.exitUnit === 'price' ? undefined : whyNoEntry(fields);
  if (issue !== undefined) return { ok: false, issue };
  return exitPrice(kind, fields.exitUnit, read.value, entry);
}

/** What there is to measure from is the person's to say, or is not there at all. */
function whyNoEntry({ orderClass, type, symbol }: TicketFields): string | undefined {
  if (orderClass === 'oco')
    return `An OCO closes a position, and none in ${symbol.trim().toUpperCase() || 'it'} is known.`;
  if (type === 'limit' || type === 'stop_limit')
    return 'Enter the limit price first: it is measured from there.';
  return type === 'stop' ? 'Enter the stop price first: it is measured from there.' : undefined;
}

/** The order that the fields amount to, or what keeps them from being one. Exits are measured from the entry. */
export function buildDraft(fields: TicketFields, entry?: Entry): BuiltDraft {
  const shown = new Set(shownFields(fields));
  const text = (name: NumberName): string | undefined => {
    if (!shown.has(name)) return undefined;
    const read = readField(name, fields);
    const exit = isExit(name) ? exitIn(name, fields, entry) : undefined;
    if (exit?.ok) return exit.price;
    return read.ok ? read.value : fields[name].trim();
  };
  const unread = NUMBER_NAMES.flatMap((path) => {
    if (!text(path)) return [];
    const read = readField(path, fields);
    if (!read.ok) return [{ path, message: read.issue }];
    const exit = isExit(path) ? exitIn(path, fields, entry) : undefined;
    return exit?.ok === false ? [{ path, message: exit.issue }] : [];
  });
  const missing: Issue[] = [...NEEDED]
    .filter(([name]) => text(name) === '' && !isSpared(name, fields))
    .map(([path, message]) => ({ path, message }));
  if (fields.symbol.trim() === '') missing.unshift(NO_SYMBOL);
  if (fields.orderClass === 'oto' && text('takeProfit') === '' && text('stopLoss') === '')
    missing.push({ path: 'takeProfit', message: 'Enter a take profit or a stop loss.' });
  const draft = OrderDraft.safeParse(membersOf(fields, text));
  const sizing = sizingOf(fields, text);
  const isWhole = draft.success && (sizing === undefined || sizing.success);
  if (isWhole && missing.length === 0 && unread.length === 0)
    return { ok: true, draft: draft.data, ...(sizing?.success && { sizing: sizing.data }) };
  const isTold = new Set<string>([...missing, ...unread].map(({ path }) => path));
  const wrong = [
    ...issuesOf(draft.error?.issues, fields, ''),
    ...issuesOf(sizing?.error?.issues, fields, 'sizing.'),
  ].filter(({ path }) => !isTold.has(path));
  return { ok: false, issues: [...missing, ...unread, ...wrong] };
}

export type NumberName = Exclude<
  FieldName,
  | 'symbol'
  | 'side'
  | 'type'
  | 'timeInForce'
  | 'orderClass'
  | 'sizeIn'
  | 'trailUnit'
  | 'exitUnit'
  | 'extendedHours'
>;

/** The fields that take a number, and whether that number is dollars. */
const IS_MONEY: Record<NumberName, (fields: TicketFields) => boolean> = {
  qty: () => false,
  dollars: () => true,
  percent: () => false,
  risk: () => true,
  riskStop: () => true,
  limitPrice: () => true,
  stopPrice: () => true,
  trail: ({ trailUnit }) => trailUnit === 'dollars',
  takeProfit: ({ exitUnit }) => exitUnit !== 'percent',
  stopLoss: ({ exitUnit }) => exitUnit !== 'percent',
  stopLossLimit: () => true,
};
const isExit = (name: NumberName): name is 'takeProfit' | 'stopLoss' =>
  name === 'takeProfit' || name === 'stopLoss';
const NUMBER_NAMES = Object.keys(IS_MONEY) as NumberName[];

export const readField = (name: NumberName, fields: TicketFields): TypedNumber =>
  readTypedNumber(fields[name], { isMoney: IS_MONEY[name](fields) });

const NO_SYMBOL = { path: 'symbol', message: 'Enter a symbol, for example AAPL.' };
const NEEDED: readonly (readonly [NumberName, string])[] = [
  ['qty', 'Enter a quantity.'],
  ['dollars', 'Enter an amount in dollars.'],
  ['percent', 'Enter a percentage of buying power.'],
  ['risk', 'Enter the most you are willing to lose.'],
  ['riskStop', 'Enter the stop price where you would take the loss.'],
  ['limitPrice', 'Enter a limit price.'],
  ['stopPrice', 'Enter a stop price.'],
  ['trail', 'Enter a trail.'],
  ['takeProfit', 'Enter a take profit.'],
  ['stopLoss', 'Enter a stop loss.'],
];

/** Of an OTO's two exits one is enough. */
const isSpared = (name: NumberName, { orderClass }: TicketFields): boolean =>
  (name === 'takeProfit' || name === 'stopLoss') && legsFor[orderClass][name] === 'either';

function membersOf(fields: TicketFields, text: (name: NumberName) => string | undefined) {
  const trail = text('trail');
  const takeProfit = text('takeProfit');
  const stopLoss = text('stopLoss');
  const stopLossLimit = text('stopLossLimit');
  return {
    symbol: fields.symbol,
    side: fields.side,
    type: fields.type,
    timeInForce: fields.timeInForce,
    ...given('qty', text('qty')),
    ...given('limitPrice', text('limitPrice')),
    ...given('stopPrice', text('stopPrice')),
    ...given(fields.trailUnit === 'percent' ? 'trailPercent' : 'trailPrice', trail),
    ...(fields.extendedHours && canExtendHours(choiceIn(fields)) && { extendedHours: true }),
    ...(fields.orderClass !== 'simple' && { orderClass: fields.orderClass }),
    ...(takeProfit && { takeProfit: { limitPrice: takeProfit } }),
    ...(stopLoss && {
      stopLoss: { stopPrice: stopLoss, ...(stopLossLimit && { limitPrice: stopLossLimit }) },
    }),
  };
}

function sizingOf({ sizeIn }: TicketFields, text: (name: NumberName) => string | undefined) {
  if (sizeIn === 'shares') return undefined;
  const stopPrice = sizeIn === 'risk' ? text('riskStop') : undefined;
  return Sizing.safeParse({ by: sizeIn, amount: text(sizeIn), ...given('stopPrice', stopPrice) });
}

const given = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [name]: value };

type Problem = { path: PropertyKey[]; message: string };

const issuesOf = (
  problems: readonly Problem[] | undefined,
  fields: TicketFields,
  prefix: string,
): Issue[] =>
  (problems ?? []).map(({ path, message }) => {
    const field = fieldOf(`${prefix}${path.join('.')}`, fields);
    return { path: field, message: `${LABELS[field] ?? 'It'} ${message}.` };
  });

const LABELS: Record<string, string> = {
  symbol: 'Symbol',
  qty: 'Quantity',
  dollars: 'The amount',
  percent: 'The percentage',
  risk: 'The risk',
  riskStop: 'The stop',
  limitPrice: 'Limit price',
  stopPrice: 'Stop price',
  trail: 'Trail',
  takeProfit: 'Take profit',
  stopLoss: 'Stop loss',
  stopLossLimit: 'The limit',
};

/** The field that shows what is said about a member of the draft. */
function fieldOf(path: string, { sizeIn, orderClass }: TicketFields): string {
  switch (path) {
    case 'trailPrice':
    case 'trailPercent':
      return 'trail';
    case 'qty':
    case 'notional':
    case 'sizing.amount':
      return sizeIn === 'shares' ? 'qty' : sizeIn;
    case 'sizing.stopPrice':
      return 'riskStop';
    case 'limitPrice':
      return orderClass === 'oco' ? 'takeProfit' : path;
    case 'takeProfit.limitPrice':
      return 'takeProfit';
    case 'stopLoss.stopPrice':
      return 'stopLoss';
    case 'stopLoss.limitPrice':
      return 'stopLossLimit';
    default:
      return path;
  }
}

/** What stands beside each field, and what belongs to none of those that are shown. */
export function placeIssues(
  issues: readonly Issue[],
  { fields, touched }: Pick<Ticket, 'fields' | 'touched'>,
): { byField: Partial<Record<FieldName, string>>; general: string[] } {
  const shown = new Set<string>(shownFields(fields));
  const byField: Partial<Record<FieldName, string>> = {};
  const general: string[] = [];
  for (const { path, message } of issues) {
    const field = fieldOf(path, fields);
    // What is said of the side belongs to the order as a whole.
    if (!shown.has(field) || field === 'side') general.push(message);
    else if (touched === 'all' || touched.has(field as FieldName))
      byField[field as FieldName] ??= message;
  }
  return { byField, general };
}
