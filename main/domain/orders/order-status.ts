// The life of an order as the desk may believe it (docs/orders.md, "Order news only moves forward"). News arrives from
// the stream and from REST, late, twice and out of order: a terminal state is never left, filled quantity never falls,
// among open states the newer wins. Of an order of which the broker took a fill back the newer record counts as it is.
import { isTerminal, type Order } from '#contract/orders.ts';
import { compare, max } from '#main/domain/decimal.ts';

/**
 * What is known of an order once this news is heard. Members that only one side carries are kept. `isRevised`: the broker
 * took a fill of it back, or corrected one.
 */
export function mergeOrder(known: Order | undefined, news: Order, isRevised = false): Order {
  if (!known) return news;
  if (known.id !== news.id) throw new RangeError(`not the same order: ${known.id}, ${news.id}`);
  const told = withKnown(known, news);
  if (isRevised) return newerOf(known, told);
  const [state, { unread: _, ...other }] = isAhead(told, known) ? [told, known] : [known, told];
  const fill = compareFill(state, other) >= 0 ? state : other;
  const filledAvgPrice = fill.filledAvgPrice ?? state.filledAvgPrice ?? other.filledAvgPrice;
  const legs = mergeLegs(known.legs, news.legs);
  return {
    ...other,
    ...state,
    filledQty: max(state.filledQty, other.filledQty),
    ...(filledAvgPrice !== undefined && { filledAvgPrice }),
    ...(legs && { legs }),
  };
}

/** What cannot be read of the news stays as it was known; `unread` still says that it may be another by now. */
function withKnown(known: Order, news: Order): Order {
  if (!news.unread) return news;
  const members = news.unread.filter((name) => name in known && name !== 'legs');
  const before: Record<string, unknown> = known;
  return { ...news, ...Object.fromEntries(members.map((name) => [name, before[name]])) };
}

/** Nanoseconds since 1970 of an RFC 3339 time, exactly; undefined when the text is no such time. */
export function instantOf(text: string | undefined): bigint | undefined {
  const match = MOMENT.exec(text ?? '');
  if (!match) return undefined;
  const [, date = '', time = '', fraction = '', sign = '', hours = '0', minutes = '0'] = match;
  const ms = Date.parse(`${date}T${time}Z`);
  // A day such as 30 February rolls over into the next month.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(date)) return undefined;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
  const utcMs = sign === '-' ? ms + offsetMs : ms - offsetMs;
  return BigInt(utcMs) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}

const MOMENT =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):?([0-5]\d))$/;

/** Whether the state in `news` replaces the one in `known`. */
function isAhead(news: Order, known: Order): boolean {
  if (isTerminal(known.status) && news.status !== known.status) return false;
  if (isTerminal(news.status) && news.status !== known.status) return true;
  const heard = lastChange(news);
  const before = lastChange(known);
  // At the same instant the one with more fills is later; without any time, what is heard last is.
  if (heard === before) return compareFill(news, known) >= 0;
  if (heard === undefined || before === undefined) return before === undefined;
  return heard > before;
}

/** The newer record as it is, whatever was filled before; at the same instant the one that is heard last. */
function newerOf(known: Order, news: Order): Order {
  const [heard, before] = [lastChange(news), lastChange(known)];
  const isNewer = heard === undefined || before === undefined || heard >= before;
  const [older, newer] = isNewer ? [known, news] : [news, known];
  const { filledAvgPrice: _, unread: __, ...rest } = older;
  const legs = mergeLegs(known.legs, news.legs);
  return { ...rest, ...newer, ...(legs && { legs }) };
}

const lastChange = ({ updatedAt, submittedAt, createdAt }: Order): bigint | undefined =>
  instantOf(updatedAt) ?? instantOf(submittedAt) ?? instantOf(createdAt);

const compareFill = (a: Order, b: Order): number => compare(a.filledQty, b.filledQty);

function mergeLegs(known: Order[] | undefined, news: Order[] | undefined): Order[] | undefined {
  if (!known || !news) return news ?? known;
  const legs = new Map(known.map((leg) => [leg.id, leg]));
  for (const leg of news) legs.set(leg.id, mergeOrder(legs.get(leg.id), leg));
  return [...legs.values()];
}
