// What the calendar asks of orders, at the broker and as a page shows them. An order for the day ends with its day, to the
// second, and is never shown open on the next; one until canceled is there until something that happened ended it; and
// the New York day that an order is shown under is the day on which the broker took it.
import { isOpen, type Order } from '#contract/orders.ts';
import { newYorkText } from '#main/paper/market/new-york.ts';
import { formatExchangeMoment } from '#renderer/ui/format.ts';
import { dayOrderEnd, gtcEnd } from '#test/faults/simulation/exchange-days.ts';
import type { Wishes } from '#test/faults/simulation/wishes.ts';
import type { Page } from '#test/faults/support/page.ts';

export type BookRow = {
  id: string;
  client_order_id: string;
  account_id: string;
  parent_id: string | null;
  replaces: string | null;
  symbol: string;
  side: string;
  type: string;
  status: string;
  time_in_force: string;
  extended_hours: boolean;
  submitted_at: string;
  filled_at: string | null;
  canceled_at: string | null;
  expired_at: string | null;
  replaced_at: string | null;
};

/** From the moment until it is known here. */
const TOLD_MS = 5_000;

export function createCalendarAudit() {
  /** Cancels that left a desk: the order, and when. */
  const sent = new Map<string, number>();
  /** Of every order that was ever there, what it was. */
  const known = new Map<string, string>();
  /** What is over stays as it was. */
  const judged = new Set<string>();
  const complaints: string[] = [];

  return {
    complaints,
    /** Any part that leaves a desk. */
    hear(bytes: Buffer, at: number): void {
      const [, id] = /^DELETE \/v2\/orders\/([\w-]+)/.exec(bytes.toString('latin1', 0, 80)) ?? [];
      if (id !== undefined && !sent.has(id)) sent.set(id, at);
    },
    /** Meant for a page that has read everything; `now` is the broker's. */
    checkShown(page: Page, now: number): void {
      for (const order of page.feeds.orders.all()) {
        // A leg lives as long as its entry and the other leg, which is asked of the books.
        const end = order.parentId === undefined ? shownEnd(order) : undefined;
        if (isOpen(order.status) && end !== undefined && now > end + TOLD_MS)
          complaints.push(`${nameOf(order)} is shown open ${agoOf(now - end)} after its end`);
      }
    },
    checkTimes(page: Page, rows: ReadonlyMap<string, BookRow>, now: number): void {
      for (const order of page.feeds.orders.all()) {
        const [here, there] = [order.submittedAt ?? '', rows.get(order.id)?.submitted_at ?? ''];
        const at = Date.parse(here);
        const shown = formatExchangeMoment(at, now);
        const due = shownAs(newYorkText(Date.parse(there)), newYorkText(now));
        if (at !== Date.parse(there) || shown !== due)
          complaints.push(`${nameOf(order)} of ${here} is shown as of ${shown}; it was ${due}`);
      }
    },
    checkBooks(rows: readonly BookRow[], wishes: Wishes, now: number): void {
      const family = familiesOf(rows);
      const orders = new Map(rows.map((row) => [row.id, row]));
      const isWanted = (row: BookRow, at: number): boolean =>
        family(row).some((one) => (wishes.goneFrom(one) ?? Infinity) <= at);
      for (const [id, name] of known)
        if (!orders.has(id)) complaints.push(`${name} was there and is forgotten`);
      for (const [id, at] of sent) {
        const row = orders.get(id);
        if (row && !isWanted(row, at))
          complaints.push(`a desk asked to cancel ${nameOf(row)}, and nobody had asked for it`);
      }
      sent.clear();
      for (const row of rows) {
        const isNew = !known.has(row.id);
        known.set(row.id, nameOf(row));
        if (judged.has(row.id)) continue;
        if (!isOpen(row.status)) judged.add(row.id);
        const wish = wishOf(row, orders, wishes);
        const whys = wish
          ? [
              ...(isNew ? otherThan(wish, row) : []),
              wish.terms === 'day'
                ? dayFault(row, wish.isExtended, now)
                : gtcFault(row, now, family(row)),
              goneFault(row, wish.terms, family(row), isWanted),
            ]
          : ['nobody had asked for it'];
        for (const why of whys)
          if (why !== undefined) complaints.push(`${nameOf(row)} of ${row.submitted_at}: ${why}`);
      }
    },
  };
}

type Wish = {
  terms: string;
  isExtended: boolean;
  /** What it was to be, as the broker says it; of a leg or a change only what is certain. */
  asked: Partial<BookRow>;
};

/** What a person had asked for when the order came to be. */
function wishOf(
  row: BookRow,
  orders: ReadonlyMap<string, BookRow>,
  wishes: Wishes,
): Wish | undefined {
  const of = (id: string): Wish | undefined => {
    const other = orders.get(id);
    return other && wishOf(other, orders, wishes);
  };
  if (row.parent_id !== null) {
    const { terms = '' } = of(row.parent_id) ?? {};
    return terms === '' ? undefined : { terms, isExtended: false, asked: { time_in_force: terms } };
  }
  if (row.replaces !== null)
    return wishes.hasChange(row.client_order_id) ? of(row.replaces) : undefined;
  const draft = wishes.draftOf(row.client_order_id);
  if (draft) {
    const { timeInForce: terms, extendedHours: isExtended = false, symbol, side, type } = draft;
    const asked = { time_in_force: terms, extended_hours: isExtended, symbol, side, type };
    return { terms, isExtended, asked };
  }
  // An exit is made by the desk, which may ask for nothing but the day.
  const way = wishes.wayOutOf(row);
  const isExtended = way?.how === 'extended';
  const asked = { time_in_force: 'day', type: isExtended ? 'limit' : 'market' };
  return way && { terms: 'day', isExtended, asked };
}

const otherThan = ({ asked }: Wish, row: BookRow): string[] =>
  Object.entries(asked).flatMap(([name, value]) => {
    const there = row[name as keyof BookRow];
    return there === value ? [] : [`${name} is ${there}, and ${value} was asked for`];
  });

/** When it ended, however it did; undefined while it is open. */
export function endedAt(row: BookRow): number | undefined {
  const at = row.filled_at ?? row.canceled_at ?? row.expired_at ?? row.replaced_at;
  return at === null ? undefined : Date.parse(at);
}

/** However it ended, it was over by the end of its day. */
function dayFault(row: BookRow, isExtended: boolean, now: number): string | undefined {
  const end = dayOrderEnd(Date.parse(row.submitted_at), isExtended);
  const due = new Date(end).toISOString();
  if (isOpen(row.status))
    return now > end + TOLD_MS ? `it was for the day until ${due}` : undefined;
  const to = endedAt(row);
  if (row.expired_at !== null && Date.parse(row.expired_at) < end)
    return `it expired at ${row.expired_at}, not ${due}`;
  return to !== undefined && to > end + TOLD_MS
    ? `it was for the day until ${due}, and is ${row.status} since ${new Date(to).toISOString()}`
    : undefined;
}

function gtcFault(row: BookRow, now: number, family: readonly BookRow[]): string | undefined {
  const { last } = gtcEnds(row, family);
  return (endedAt(row) ?? now) > last + TOLD_MS
    ? `it rests longer than until ${new Date(last).toISOString()}`
    : undefined;
}

/** Exits of one position end together, with the older of them; held ones live as long as their entry. */
function gtcEnds(row: BookRow, family: readonly BookRow[]): Record<'first' | 'last', number> {
  const ofWhom = row.parent_id === null ? [row] : family;
  const ends = ofWhom.map((one) => gtcEnd(Date.parse(one.submitted_at)));
  return { first: Math.min(...ends), last: Math.max(...ends) };
}

/** Nothing goes before its time unless somebody wanted that. */
function goneFault(
  row: BookRow,
  terms: string,
  family: readonly BookRow[],
  isWanted: (row: BookRow, at: number) => boolean,
): string | undefined {
  const isGtc = terms === 'gtc';
  if (row.status !== 'canceled' && !(isGtc && row.status === 'expired')) return undefined;
  const to = endedAt(row) ?? 0;
  if ((isGtc && to >= gtcEnds(row, family).first) || isWanted(row, to)) return undefined;
  // Of two exits that sell the same the second goes when the first is filled.
  const isSecond = ({ parent_id: parent, status }: BookRow): boolean =>
    parent !== null && row.parent_id !== null && status === 'filled';
  if (family.some(isSecond)) return undefined;
  return `it was to rest until ${isGtc ? 'canceled' : 'the end of its day'}, and is ${row.status} although nobody asked for it`;
}

/** Legs, parents, and what they were before they were changed. */
function familiesOf(rows: readonly BookRow[]): (row: BookRow) => BookRow[] {
  const headOf = new Map<string, string>();
  const head = (id: string): string => {
    const next = headOf.get(id);
    return next === undefined || next === id ? id : head(next);
  };
  for (const { id, parent_id: parent, replaces } of rows)
    for (const other of [parent, replaces])
      if (other !== null && head(id) !== head(other)) headOf.set(head(id), head(other));
  const families = Map.groupBy(rows, ({ id }) => head(id));
  return ({ id }) => families.get(head(id)) ?? [];
}

function shownEnd({ timeInForce, submittedAt, extendedHours }: Order): number | undefined {
  if (submittedAt === undefined) return undefined;
  const at = Date.parse(submittedAt);
  if (timeInForce === 'day') return dayOrderEnd(at, extendedHours === true);
  return timeInForce === 'gtc' ? gtcEnd(at) : undefined;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** As the table of orders writes a moment, from texts in New York's own offset. */
function shownAs(text: string, now: string): string {
  const [year, month, day] = text.slice(0, 10).split('-');
  const [date, time] = [`${MONTHS[Number(month) - 1]} ${Number(day)}`, text.slice(11, 19)];
  if (text.slice(0, 10) === now.slice(0, 10)) return time;
  return year === now.slice(0, 4) ? `${date}, ${time.slice(0, 5)}` : `${date}, ${year}`;
}

const nameOf = ({ side, type, symbol, id }: Pick<Order, 'side' | 'type' | 'symbol' | 'id'>) =>
  `${side} ${type} ${symbol} ${id}`;
const agoOf = (ms: number): string => `${(ms / 3_600_000).toFixed(2)} h`;
