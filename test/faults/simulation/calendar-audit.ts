// What the calendar asks of orders, at the broker and as a page shows them. An order for the day ends with its day, to the
// second, and is never shown open on the next; one until canceled is there until something that happened ended it; and
// the New York day that an order is shown under is the day on which the broker took it.
import { isOpen, type Order } from '#contract/orders.ts';
import { newYorkText } from '#main/paper/market/new-york.ts';
import { readOrderBody } from '#main/wire/order-body.ts';
import { formatExchangeMoment } from '#renderer/ui/format.ts';
import { dayOrderEnd, gtcEnd } from '#test/faults/simulation/exchange-days.ts';
import { intentsOf } from '#test/faults/support/audit.ts';
import type { TestAccount } from '#test/faults/support/desk.ts';
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
  /** Orders that a cancel was sent for. */
  const canceled = new Set<string>();
  /** Of every order that was ever there, what it was. */
  const known = new Map<string, string>();
  /** What is over stays as it was. */
  const judged = new Set<string>();
  const complaints: string[] = [];

  return {
    complaints,
    /** Any part that leaves a desk. */
    hear(bytes: Buffer): void {
      const [, id] = /^DELETE \/v2\/orders\/([\w-]+)/.exec(bytes.toString('latin1', 0, 80)) ?? [];
      if (id !== undefined) canceled.add(id);
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
    checkBooks(rows: readonly BookRow[], accounts: readonly TestAccount[], now: number): void {
      const asked = new Map(
        accounts.flatMap((account) =>
          intentsOf(account).map(({ intentId, body }) => [
            intentId,
            readOrderBody(body)?.timeInForce,
          ]),
        ),
      );
      const familyOf = familiesOf(rows);
      // Of two exits that sell the same the second goes when the first is filled.
      const isAskedFor = (row: BookRow): boolean =>
        familyOf(row).some(
          ({ id, parent_id: parent, status }) =>
            canceled.has(id) || (parent !== null && row.parent_id !== null && status === 'filled'),
        );
      const there = new Set(rows.map(({ id }) => id));
      for (const [id, name] of known)
        if (!there.has(id)) complaints.push(`${name} was there and is forgotten`);
      for (const row of rows) {
        known.set(row.id, nameOf(row));
        if (judged.has(row.id)) continue;
        if (!isOpen(row.status)) judged.add(row.id);
        const terms = asked.get(row.client_order_id) ?? row.time_in_force;
        const why =
          terms === 'day' ? dayFault(row, now) : gtcFault(row, now, familyOf(row), isAskedFor);
        if (why !== undefined) complaints.push(`${nameOf(row)} of ${row.submitted_at}: ${why}`);
      }
    },
  };
}

/** When it ended, however it did; undefined while it is open. */
export function endedAt(row: BookRow): number | undefined {
  const at = row.filled_at ?? row.canceled_at ?? row.expired_at ?? row.replaced_at;
  return at === null ? undefined : Date.parse(at);
}

function dayFault(row: BookRow, now: number): string | undefined {
  const end = dayOrderEnd(Date.parse(row.submitted_at), row.extended_hours);
  const due = new Date(end).toISOString();
  if (isOpen(row.status))
    return now > end + TOLD_MS ? `it was for the day until ${due}` : undefined;
  if (row.expired_at === null) return undefined;
  const lateMs = Date.parse(row.expired_at) - end;
  return lateMs < 0 || lateMs > TOLD_MS ? `it expired at ${row.expired_at}, not ${due}` : undefined;
}

function gtcFault(
  row: BookRow,
  now: number,
  family: readonly BookRow[],
  isAskedFor: (row: BookRow) => boolean,
): string | undefined {
  // Exits of one position end together, with the older of them; held ones live as long as their entry.
  const ofWhom = row.parent_id === null ? [row] : family;
  const ends = ofWhom.map((one) => gtcEnd(Date.parse(one.submitted_at)));
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  if (isOpen(row.status))
    return now > last + TOLD_MS
      ? `it rests longer than until ${new Date(last).toISOString()}`
      : undefined;
  if (row.status !== 'canceled' && row.status !== 'expired') return undefined;
  if ((endedAt(row) ?? 0) >= first || isAskedFor(row)) return undefined;
  return `it was to rest until canceled, and is ${row.status} although nobody asked for it`;
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
