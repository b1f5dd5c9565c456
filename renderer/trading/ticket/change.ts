// A change of an open order as it is filled in: what may be changed, what it was, and what is different now. Pure.
import type { Issue } from '#contract/failure.ts';
import { changeableOf, type Changeable, type ChangeMember } from '#contract/order-choices.ts';
import { OrderChange, type Order, type OrderLeg } from '#contract/orders.ts';
import { readTypedNumber } from '#contract/typed-number.ts';
import { formatPrice, formatQuantity } from '#renderer/ui/format.ts';
import { inCents, stepBy, stepPriceOf } from '#renderer/trading/exits/price-steps.ts';
import { timeWord } from '#renderer/trading/ticket/ticket-words.ts';

export type ChangeFields = Record<ChangeMember | 'timeInForce', string>;
export type ChangeField = keyof ChangeFields;

export const CHANGE_LABELS: Record<ChangeField, string> = {
  qty: 'Quantity',
  limitPrice: 'Limit price',
  stopPrice: 'Stop price',
  trail: 'Trail',
  timeInForce: 'Time in force',
};

/** An order of the account by its id, be it a leg, and whether it is one. */
export function findOrder(
  orders: readonly Order[],
  orderId: string,
): { order: OrderLeg; isLeg: boolean } | undefined {
  const parent = orders.find(({ legs }) => legs?.some(({ id }) => id === orderId));
  const order =
    orders.find(({ id }) => id === orderId) ?? parent?.legs?.find(({ id }) => id === orderId);
  return order && { order, isLeg: parent !== undefined };
}

/** What the order says now. */
export const valuesOf = (order: OrderLeg): ChangeFields => ({
  qty: order.qty ?? '',
  limitPrice: order.limitPrice ?? '',
  stopPrice: order.stopPrice ?? '',
  trail: order.trailPercent ?? order.trailPrice ?? '',
  timeInForce: order.timeInForce,
});

/** The fields as they open: what the order says, and over it the change that was begun elsewhere. */
export const openedWith = (order: OrderLeg, change: OrderChange = {}): ChangeFields => ({
  ...valuesOf(order),
  limitPrice: inCents(order.limitPrice ?? ''),
  stopPrice: inCents(order.stopPrice ?? ''),
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
});

/** The fields that the dialog shows. A time in force that cannot be another is not asked for. */
export const shownChanges = ({ members, times }: Changeable): ChangeField[] => [
  ...members,
  ...(times.length > 1 ? (['timeInForce'] as const) : []),
];

export type BuiltChange =
  | { kind: 'change'; change: OrderChange }
  /** Everything is as it was. */
  | { kind: 'same' }
  | { kind: 'wrong'; issues: Issue[] };

/** Only what is different from the order goes into the change. */
export function buildChange(order: OrderLeg, isLeg: boolean, fields: ChangeFields): BuiltChange {
  const old = valuesOf(order);
  const shown = shownChanges(changeableOf(order, isLeg));
  const read = (name: ChangeField) => readField(name, fields[name], order);
  const different = shown.filter((name) => !isSame(read(name).value, old[name]));
  const told = different.flatMap((path) => {
    const { issue } = read(path);
    return issue === undefined ? [] : [{ path, message: issue }];
  });
  const parsed = OrderChange.safeParse(
    Object.fromEntries(different.map((name) => [name, read(name).value])),
  );
  if (parsed.success && told.length === 0)
    return different.length === 0 ? { kind: 'same' } : { kind: 'change', change: parsed.data };
  const isTold = new Set<string>(told.map(({ path }) => path));
  const wrong = (parsed.error?.issues ?? [])
    .map(({ path, message }) => ({ path: String(path[0]) as ChangeField, message }))
    .filter(({ path }) => !isTold.has(path))
    .map(({ path, message }) => ({ path, message: `${CHANGE_LABELS[path]} ${message}.` }));
  return { kind: 'wrong', issues: [...told, ...wrong] };
}

/** Main's words about the order that the change makes, at the field they are about. */
export function placeChangeIssues(
  issues: readonly Issue[],
  shown: readonly ChangeField[],
): { byField: Partial<Record<ChangeField, string>>; general: string[] } {
  const byField: Partial<Record<ChangeField, string>> = {};
  const general: string[] = [];
  for (const { path, message } of issues) {
    const field = path === 'trailPrice' || path === 'trailPercent' ? 'trail' : path;
    const place = shown.find((name) => name === field);
    if (place) byField[place] ??= message;
    else general.push(message);
  }
  return { byField, general };
}

/** An old or new value in the words of the table. */
export function valueWord(name: ChangeField, value: string): string {
  if (value === '') return '–';
  if (name === 'timeInForce') return timeWord(value);
  return name === 'limitPrice' || name === 'stopPrice' ? formatPrice(value) : formatQuantity(value);
}

/** 190, 190.0 and 0190.00 are one number. */
const isSame = (a: string, b: string): boolean => plain(a) === plain(b);
const plain = (text: string): string => {
  if (!/^\d+(\.\d*)?$/.test(text)) return text;
  const [whole = '', fraction = ''] = text.split('.');
  const rest = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${rest && `.${rest}`}`;
};

/** What a field says, and what keeps it from being read; then the text stands as it was typed. */
function readField(
  name: ChangeField,
  typed: string,
  { trailPercent }: OrderLeg,
): { value: string; issue?: string } {
  const text = typed.trim();
  if (name === 'timeInForce') return { value: text };
  if (text === '') return { value: '', issue: `Enter a ${CHANGE_LABELS[name].toLowerCase()}.` };
  const isMoney = name !== 'qty' && !(name === 'trail' && trailPercent !== undefined);
  const read = readTypedNumber(text, { isMoney });
  return read.ok ? { value: read.value } : { value: text, issue: read.issue };
}

/** A field so many steps further, as in the ticket; undefined where there is no such step. */
export function steppedChange(
  name: ChangeField,
  fields: ChangeFields,
  order: OrderLeg,
  steps: number,
): string | undefined {
  const { value, issue } = readField(name, fields[name], order);
  if (issue !== undefined || name === 'timeInForce') return undefined;
  if (name === 'qty') return stepBy(value, '1', steps);
  if (name !== 'trail') return stepPriceOf(order.symbol, value, steps);
  return stepBy(value, order.trailPercent === undefined ? '0.01' : '0.1', steps);
}
