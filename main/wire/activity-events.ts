// The stream of activities: server-sent events, each a JSON record. What it tells of a fill, of one that was taken back
// or corrected, and of what was booked besides. Pure; one that cannot be read costs only itself.
import { z } from 'zod';
import { Execution } from '#contract/orders.ts';
import { said } from '#contract/said.ts';
import { abs, isDecimal, type Decimal } from '#main/domain/decimal.ts';
import { isRecord } from '#main/tools/json.ts';
import { fillSide } from '#main/wire/activities.ts';
import { decoderOf, Timestamp, withMoney } from '#main/wire/decode.ts';
import { foreignValue, type Hide } from '#main/wire/foreign-text.ts';
import { exactMoney, readJson } from '#main/wire/json.ts';

/** The terms of a bust are those of the fill that it takes back. */
export type ActivityEvent = { eventId: string; at: string } & (
  | { kind: 'fill'; execution: Execution }
  | {
      kind: 'bust' | 'correct';
      orderId: string;
      symbol: string;
      /** The execution that it takes back or corrects, and its own. */
      previousId: string;
      executionId: string;
      qty: Decimal | undefined;
      price: Decimal | undefined;
    }
  | {
      kind: 'entry';
      type: string;
      symbol: string | undefined;
      /** Signed. */
      netAmount: Decimal | undefined;
      /** It takes back what was booked before, or corrects it. */
      revises: 'canceled' | 'corrected' | undefined;
      /** Of a split: what is held after it, and before. */
      split: { newQty: Decimal; oldQty: Decimal } | undefined;
    }
);

const Said = said(z.string());
const Money = said(z.string().refine(isDecimal));

const WireEvent = z.object({
  eventId: z.string().min(1).max(128),
  at: Timestamp,
  activityType: z.string(),
  status: Said,
  executedAt: Said,
  refId: Said,
  previousId: Said,
  qty: Money,
  price: Money,
  netAmount: Money,
});
const Details = z.object({
  execution_type: Said,
  order_id: Said,
  symbol: Said,
  side: Said,
  cum_qty: Said,
  new_qty: Said,
  old_qty: Said,
});

/** One record has some thirty members. */
const MOST_VALUES = 500;
const decodeCommon = decoderOf('activity', WireEvent, withMoney(['qty', 'price', 'netAmount']));

export function decodeActivityEvent(text: string, hide: Hide): ActivityEvent | undefined {
  const json = foreignValue(text, readJson(text, MOST_VALUES), hide);
  if (!isRecord(json)) return undefined;
  const { details: about = {}, ...members } = json;
  const common = decodeCommon(members);
  const details = Details.safeParse(withMoney(['cum_qty', 'new_qty', 'old_qty'])(about));
  if (!common.ok || !details.success) return undefined;
  return details.data.execution_type === undefined
    ? entryOf(common.value, details.data)
    : tradeOf(common.value, details.data);
}

type Common = z.infer<typeof WireEvent>;
type Detailed = z.infer<typeof Details>;

function tradeOf(common: Common, details: Detailed): ActivityEvent | undefined {
  const { eventId, at, executedAt, refId, previousId } = common;
  const { execution_type: type, order_id: orderId, symbol, side, cum_qty: cumQty } = details;
  const [qty, price] = [sizeOf(common.qty), sizeOf(common.price)];
  if (type === 'fill') {
    const execution = Execution.safeParse({
      orderId,
      ...(refId !== undefined && { executionId: refId }),
      symbol,
      side: fillSide(side),
      qty,
      cumQty,
      price,
      at: executedAt ?? at,
    });
    return execution.success ? { eventId, at, kind: 'fill', execution: execution.data } : undefined;
  }
  const isKnown = type === 'trade_bust' || type === 'trade_correct';
  if (!isKnown || orderId === undefined || previousId === undefined || refId === undefined)
    return undefined;
  if (type === 'trade_correct' && (qty === undefined || price === undefined)) return undefined;
  return {
    eventId,
    at,
    kind: type === 'trade_bust' ? 'bust' : 'correct',
    orderId,
    symbol: symbol ?? '',
    previousId,
    executionId: refId,
    qty,
    price,
  };
}

function entryOf(common: Common, details: Detailed): ActivityEvent {
  const { eventId, at, activityType: type, netAmount, status, previousId } = common;
  const { symbol, new_qty: newQty, old_qty: oldQty } = details;
  const split = isDecimal(newQty) && isDecimal(oldQty) ? { newQty, oldQty } : undefined;
  return {
    eventId,
    at,
    kind: 'entry',
    type,
    symbol,
    netAmount: isDecimal(netAmount) ? netAmount : undefined,
    revises:
      status === 'canceled' ? 'canceled' : previousId === undefined ? undefined : 'corrected',
    split,
  };
}

/** What is taken back may be told with a minus. */
const sizeOf = (value: string | undefined): Decimal | undefined => {
  const exact = exactMoney(value);
  return isDecimal(exact) ? abs(exact) : undefined;
};

type EventText = { kind: 'data' | 'comment'; text: string };

/** One record and its line are shorter by far; what is longer is not read to its end. */
const LONGEST_LINE = 64 * 1024;

/** Cuts what arrives into events and comments. Throws where a line does not end. */
export function createEventReader(): (chunk: string) => EventText[] {
  let rest = '';
  let data: string[] = [];
  let size = 0;

  function readLine(line: string): EventText[] {
    if (line === '') {
      const text = data.join('\n');
      const isEvent = data.length > 0;
      data = [];
      size = 0;
      return isEvent ? [{ kind: 'data', text }] : [];
    }
    if (line.startsWith(':')) return [{ kind: 'comment', text: line.slice(1).trim() }];
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    if (name !== 'data') return [];
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    size += value.length;
    if (size > LONGEST_LINE) throw new RangeError('an event does not end');
    data.push(value);
    return [];
  }

  return (chunk) => {
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw new RangeError('a line does not end');
    return lines.flatMap(readLine);
  };
}
