// What happened on the account. A fill becomes an execution, keyed by its order and cumulative quantity as the
// stream's fills are.
import { z } from 'zod';
import { ok, type Result } from '#contract/failure.ts';
import { Execution } from '#contract/orders.ts';
import { said } from '#contract/said.ts';
import { isRecord } from '#main/tools/json.ts';
import { decoderOf, listDecoderOf, unreadable, withMoney } from '#main/wire/decode.ts';
import { listOf, type Listed, type Tell } from '#main/wire/oddities.ts';

const Said = said(z.string());

/** Activity types are an open set, and each has some of these members. */
const WireActivity = z.object({
  id: z.string(),
  activityType: z.string(),
  activitySubType: Said,
  orderId: Said,
  symbol: Said,
  side: Said,
  status: Said,
  description: Said,
  qty: Said,
  cumQty: Said,
  price: Said,
  netAmount: Said,
  perShareAmount: Said,
  transactionTime: Said,
  createdAt: Said,
  date: Said,
});

/** `execution` is there exactly when the activity is a fill that can be read. */
export type Activity = z.infer<typeof WireActivity> & { execution?: Execution };

export type ActivityPage = {
  activities: Listed<Activity>;
  /** Asks for what comes after this page; undefined when the page was empty. */
  nextPageToken: string | undefined;
};

const LONGEST_ID = 256;
const ACTIVITY_MONEY = ['qty', 'cumQty', 'price', 'netAmount', 'perShareAmount'];

const decodeActivities = listDecoderOf(
  'activities',
  decoderOf('activity', WireActivity, withMoney(ACTIVITY_MONEY)),
);

export function decodeActivityPage(json: unknown, tell?: Tell): Result<ActivityPage> {
  const list = decodeActivities(json, tell);
  if (!list.ok) return list;
  const { unread } = list.value;
  const activities: Activity[] = [];
  for (const activity of list.value) {
    if (activity.activityType !== 'FILL') {
      activities.push(activity);
      continue;
    }
    // One that cannot be read stays among the others: whoever counts fills tells of it, and goes on with the rest.
    const execution = executionOf(activity).data;
    activities.push({ ...activity, ...(execution && { execution }) });
  }
  const next = lastId(json) ?? activities.at(-1)?.id;
  // Nobody could ask for what comes after it, and what was read would pass for everything.
  if (unread && next === undefined) return unreadable('activities');
  return ok({ activities: listOf(activities, unread ?? []), nextPageToken: next });
}

/** Of the last record, whether or not the rest of it can be read. */
function lastId(json: unknown): string | undefined {
  const last: unknown = Array.isArray(json) ? json.at(-1) : undefined;
  const id = isRecord(last) ? last['id'] : undefined;
  return typeof id === 'string' && id !== '' && id.length <= LONGEST_ID ? id : undefined;
}

/** Activities call a short sale `sell_short`; the order of it, and the order stream, say `sell`. */
export const fillSide = (side: string | undefined): string | undefined =>
  side?.startsWith('sell_short') ? 'sell' : side;

/** The activity's id is not the stream's execution id (not documented to be), so none is claimed. */
function executionOf(activity: z.infer<typeof WireActivity>) {
  return Execution.safeParse({
    orderId: activity.orderId,
    symbol: activity.symbol,
    side: fillSide(activity.side),
    qty: activity.qty,
    cumQty: activity.cumQty,
    price: activity.price,
    at: activity.transactionTime,
  });
}
