// Account activities, page by page.
import { Refusal, badParameter } from '#main/paper/refusal.ts';
import type { EngineContext } from '#main/paper/engine/context.ts';
import { newYorkDate } from '#main/paper/market/new-york.ts';
import { moneyText, priceText, sharesText } from '#main/paper/engine/units.ts';
import { SPLIT, splitKind } from '#main/paper/engine/splits.ts';
import type { Activity } from '#main/paper/engine/ledger/activity-rows.ts';

export type ActivityFilter = {
  types?: readonly string[] | undefined;
  category?: 'trade_activity' | 'non_trade_activity' | undefined;
  orderId?: string | undefined;
  /** Exclusive. */
  afterMs?: number | undefined;
  untilMs?: number | undefined;
  direction: 'asc' | 'desc';
  pageSize: number;
  pageToken?: string | undefined;
};

const NON_TRADE =
  'ACATC ACATS CFEE CGD CSD CSW DIV DIVCGL DIVCGS DIVFEE DIVFT DIVNRA DIVROC DIVTW DIVTXEX FEE INT INTNRA INTTW JNL JNLC JNLS MA NC OPASN OPCA OPCSH OPEXC OPEXP OPTRD PTC PTR REORG SPIN SPLIT FOPT OCT'.split(
    ' ',
  );
const TRANSFERS = ['CSD', 'CSW'];

export function listActivities(
  context: EngineContext,
  accountId: string,
  filter: ActivityFilter,
): Record<string, unknown>[] {
  const { activityRows } = context.state;
  const { pageToken, pageSize, direction, orderId, afterMs, untilMs } = filter;
  const fromSeq = pageToken === undefined ? undefined : activityRows.seqOf(accountId, pageToken);
  if (pageToken !== undefined && fromSeq === undefined) throw badParameter('invalid page_token');
  return activityRows
    .list({
      accountId,
      direction,
      limit: pageSize,
      types: typesOf(filter),
      orderId,
      fromSeq,
      afterMs,
      untilMs,
    })
    .map(activityRecord);
}

function typesOf({ types, category }: ActivityFilter): readonly string[] | undefined {
  if (types && category) {
    throw badParameter('only one of activity_types and category is accepted');
  }
  if (category) return category === 'trade_activity' ? ['FILL'] : NON_TRADE;
  return types?.flatMap(expand);
}

function expand(type: string): readonly string[] {
  if (type === 'TRANS') return TRANSFERS;
  if (type === 'MISC')
    return NON_TRADE.filter((each) => each !== 'DIV' && !TRANSFERS.includes(each));
  if (type === 'FILL' || NON_TRADE.includes(type)) return [type];
  throw new Refusal(422, 42210001, `invalid activity type: ${type.slice(0, 40)}`);
}

function activityRecord(activity: Activity): Record<string, unknown> {
  const { id, symbol, time } = activity;
  const qty = sharesText(activity.qty);
  if (activity.type !== 'FILL') {
    return {
      id,
      activity_type: activity.type,
      ...(activity.type === SPLIT ? { activity_sub_type: splitKind(activity) } : {}),
      date: newYorkDate(activity.timeMs),
      created_at: time,
      net_amount: moneyText(activity.netAmount ?? 0n),
      description: activity.description ?? '',
      ...(symbol === '' ? {} : { symbol, qty }),
      currency: 'USD',
      status: 'executed',
    };
  }
  return {
    id,
    activity_type: 'FILL',
    transaction_time: time,
    type: activity.orderStatus === 'filled' ? 'fill' : 'partial_fill',
    price: priceText(activity.price ?? 0),
    qty,
    side: activity.side,
    symbol,
    leaves_qty: sharesText(activity.leavesQty ?? 0n),
    order_id: activity.orderId,
    cum_qty: sharesText(activity.cumQty ?? 0n),
    order_status: activity.orderStatus,
  };
}
