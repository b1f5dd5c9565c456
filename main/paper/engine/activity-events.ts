// Activities as the stream of them tells each: also those that take back or correct another, which lists do not show.
import type { EngineContext } from '#main/paper/engine/context.ts';
import { BUST, fillOf } from '#main/paper/engine/corrections.ts';
import { addDays, newYorkDate } from '#main/paper/market/new-york.ts';
import { moneyText, priceText, sharesText } from '#main/paper/engine/units.ts';
import { rateOf, SPLIT, splitKind } from '#main/paper/engine/splits.ts';
import type { Activity } from '#main/paper/engine/ledger/activity-rows.ts';

export type ActivityEvent = {
  seq: number;
  record: { event_id: string; at: string; [member: string]: unknown };
};

/** Digits of a ULID: the time in milliseconds, then, here, the sequence of activities. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;
const SEQ_DIGITS = 16;
/** Longer than the exchange ever stays shut. */
const LONGEST_CLOSURE_DAYS = 10;

export function activityEvent(context: EngineContext, row: Activity): ActivityEvent {
  const common = {
    // `time` never runs backwards, so the ids do not either.
    event_id:
      digits(Date.parse(`${row.time.slice(0, 23)}Z`), TIME_DIGITS) + digits(row.seq, SEQ_DIGITS),
    at: row.time,
    executed_at: row.time,
    settle_date: settleDate(context, row.timeMs),
    currency: 'USD',
    ref_id: row.executionId ?? row.id.split('::')[1] ?? '',
  };
  const record =
    row.executionId === null ? { ...common, ...entry(row) } : { ...common, ...trade(context, row) };
  return { seq: row.seq, record };
}

function trade(context: EngineContext, row: Activity) {
  const isBust = row.type === BUST;
  const order = context.state.orderRows.find(row.accountId, row.orderId ?? '');
  // What is taken back is told with a minus.
  const told = fillOf({ ...row, type: 'FILL' });
  return {
    activity_type: 'TRD',
    status: isBust ? 'canceled' : row.previousId === null ? 'executed' : 'correct',
    ...(row.previousId === null ? {} : { previous_id: row.previousId }),
    qty: sharesText(isBust ? -row.qty : row.qty),
    price: priceText(row.price ?? 0),
    net_amount: moneyText(isBust ? told.paid : -told.paid),
    details: {
      execution_type: isBust ? 'trade_bust' : row.previousId === null ? 'fill' : 'trade_correct',
      order_id: row.orderId,
      ...(order ? { client_order_id: order.clientOrderId, asset_id: order.assetId } : {}),
      symbol: row.symbol,
      side: row.side,
      cum_qty: sharesText(row.cumQty ?? 0n),
      leaves_qty: sharesText(row.leavesQty ?? 0n),
      order_status: row.orderStatus,
    },
  };
}

function entry(row: Activity) {
  return {
    activity_type: row.type,
    ...(row.type === SPLIT ? { activity_subtype: splitKind(row) } : {}),
    status: 'executed',
    net_amount: moneyText(row.netAmount ?? 0n),
    ...(row.symbol === '' ? {} : { qty: sharesText(row.qty) }),
    details: {
      system_date: newYorkDate(row.timeMs),
      ...(row.symbol === '' ? {} : { symbol: row.symbol }),
      ...(row.type === SPLIT ? splitDetails(row) : {}),
    },
  };
}

/** The simulated companies have no CUSIP. */
function splitDetails(row: Activity) {
  const { to, from } = rateOf(row);
  const date = newYorkDate(row.timeMs);
  return {
    position_date: date,
    ex_date: date,
    old_cusip: '',
    new_cusip: '',
    old_rate: sharesText(from),
    new_rate: sharesText(to),
    old_qty: sharesText(row.positionQty - row.qty),
    new_qty: sharesText(row.positionQty),
  };
}

/** The trading day after. */
function settleDate(context: EngineContext, timeMs: number): string {
  const date = newYorkDate(timeMs);
  const days = context.market.calendar.days(addDays(date, 1), addDays(date, LONGEST_CLOSURE_DAYS));
  return days[0]?.date ?? date;
}

function digits(value: number, count: number): string {
  let text = '';
  for (let rest = value; text.length < count; rest = Math.floor(rest / DIGITS.length)) {
    text = `${DIGITS[rest % DIGITS.length] ?? '0'}${text}`;
  }
  return text;
}
