// A day's end as the broker's books, its positions, the tokenization requests and the fills of this desk tell it. All of
// them are read at one moment: when something was booked while they were read, they are read again.
import type { DayEnd, Outstanding, TokensOutstanding } from '#contract/day-end.ts';
import { describeFailure, invalid, ok, type Result } from '#contract/failure.ts';
import { termsOf, type Position } from '#contract/orders.ts';
import type { TokenizationRequest } from '#contract/tokenization.ts';
import { isForbidden } from '#main/account/mints/participant.ts';
import type { RequestQueries } from '#main/account/mints/request-queries.ts';
import { hasHappened, TOKENS } from '#main/account/standing/transfers.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import { isDecimal, isZero, negate, type Decimal } from '#main/domain/decimal.ts';
import { isShareJournal, movesShares } from '#main/domain/mints/entry-types.ts';
import type { Entry } from '#main/domain/mints/journal-match.ts';
import { outstandingOf, valueOf } from '#main/domain/mints/outstanding.ts';
import { reconcile, type DeskFill } from '#main/domain/mints/reconciliation.ts';
import { newYorkMoment, newYorkTime } from '#main/domain/new-york.ts';
import { holdingOf } from '#main/domain/orders/holdings.ts';
import { bareSymbol } from '#main/domain/orders/order-terms.ts';
import type { Clock } from '#main/ports.ts';
import type { Activity } from '#main/wire/activities.ts';
import { listOf, type Listed } from '#main/wire/oddities.ts';

export type DayEnds = {
  /** Of a New York day, today unless one is named. */
  read(date?: string): Promise<Result<DayEnd>>;
  /** Null where the requests are not for this account. */
  outstanding(): Promise<Result<Outstanding | null>>;
};

type Deps = {
  client: Pick<Client, 'allActivities' | 'positions' | 'snapshots'>;
  requests: Pick<RequestQueries, 'list' | 'mayRead'>;
  book: Pick<Book, 'executionsBetween' | 'executionSpan' | 'price' | 'positions'>;
  /** By the broker's clock, where it was read. */
  brokerNow: () => number | undefined;
  clock: Clock;
};

const MOST_ROUNDS = 3;
const HOUR_MS = 3_600_000;
/** The first start of a desk reads what was filled since then. */
const LOOK_BACK_MS = 48 * HOUR_MS;
const LAST_MINUTE = 24 * 60;

type Snapshot = {
  activities: Listed<Activity>;
  positions: Listed<Position>;
  requests: Result<Listed<TokenizationRequest>>;
  isSettled: boolean;
};

/** Requests that are not for this account are asked for ever more seldom; a person who asks again changes that at once. */
const FIRST_MS = 300_000;
const LONGEST_MS = 3_600_000;

export function createDayEnds({ client, requests, book, brokerNow, clock }: Deps): DayEnds {
  const now = (): number => brokerNow() ?? clock.wall();
  let askAgainAt = 0;
  let askAgainMs = FIRST_MS;

  async function readAll(): Promise<Result<Snapshot>> {
    const first = await client.allActivities();
    if (!first.ok) return first;
    let activities = first.value;
    for (let round = 1; ; round++) {
      const [positions, asked] = await Promise.all([client.positions(), requests.list({})]);
      if (!positions.ok) return positions;
      const newest = activities[0]?.id;
      const since = await client.allActivities(newest === undefined ? {} : { since: newest });
      if (!since.ok) return since;
      const isSettled = since.value.length === 0 && since.value.unread === undefined;
      if (isSettled || round === MOST_ROUNDS)
        return ok({ activities, positions: positions.value, requests: asked, isSettled });
      // Told in the order in which they were booked, the others the other way round.
      const fresh = newest === undefined ? since.value : since.value.toReversed();
      activities = listOf(
        [...fresh, ...activities],
        [...(since.value.unread ?? []), ...(activities.unread ?? [])],
      );
    }
  }

  /** Of what is held or watched it is known; of the rest it is asked for. */
  async function priced(all: readonly TokenizationRequest[]): Promise<TokensOutstanding[]> {
    const known = (symbol: string): Decimal | undefined =>
      book.price(symbol)?.price ??
      book.positions().find((position) => position.symbol === symbol)?.currentPrice;
    const symbols = new Set(all.map(({ underlyingSymbol }) => underlyingSymbol));
    const missing = [...symbols].filter((symbol) => known(symbol) === undefined);
    const answer = missing.length === 0 ? undefined : await client.snapshots(missing);
    const asked = new Map(
      answer?.ok ? answer.value.map(({ symbol, trade }) => [symbol, trade?.price]) : [],
    );
    return outstandingOf(all, (symbol) => known(symbol) ?? asked.get(symbol));
  }

  /** Undefined while nobody can say. */
  function deskFills(from: number, to: number): DeskFill[] | undefined {
    return book.executionsBetween(from, to)?.flatMap((execution) => {
      const { orderId, symbol, side, at } = execution;
      const { qty } = termsOf(execution);
      const signed = side === 'buy' ? qty : negate(qty);
      return isZero(qty)
        ? []
        : [{ orderId, symbol: bareSymbol(symbol), qty: signed, at: Date.parse(at) }];
    });
  }

  return {
    async read(date) {
      const today = newYorkTime(now()).date;
      const asked = date ?? today;
      const [from, to] = [newYorkMoment(asked, 0), newYorkMoment(asked, LAST_MINUTE)];
      const isDay = from !== undefined && newYorkTime(from).date === asked;
      if (!isDay || to === undefined) return invalid('There is no such day.', 'date');
      if (asked > today) return invalid(`It is still ${today} in New York.`, 'date');
      const read = await readAll();
      if (!read.ok) return read;
      const { activities, positions, requests: all, isSettled } = read.value;
      const entries = activities.filter(hasHappened).flatMap(entryOf);
      const unread = [
        ...(activities.unread ?? []),
        ...activities.filter(isUnreadable).map(({ symbol }) => ({ symbol })),
      ];
      const fills = deskFills(from, to);
      const earliestFill = book.executionSpan()?.first ?? Infinity;
      const deskFillsFrom = fills ? Math.min(earliestFill, now() - LOOK_BACK_MS) : Infinity;
      const first = entries.reduce((least, { at }) => Math.min(least, at), Infinity);
      const earliest = first === Infinity ? undefined : newYorkTime(first).date;
      const { rows, differences } = reconcile({
        day: { from, to, isToday: asked === today },
        held: new Map(
          positions.map((held) => [bareSymbol(held.symbol), holdingOf(held).qty] as const),
        ),
        entries,
        earliest,
        before: new Map(),
        requests: all.ok ? all.value : undefined,
        deskFills: fills ?? [],
        deskFillsFrom,
        unread: [...unread, ...(positions.unread ?? [])],
      });
      const notes = [
        ...(isSettled ? [] : ['The broker is still booking entries. Reload to get the latest.']),
        ...unreadNote(unread.length, 'entry', 'entries', 'its books'),
        ...unreadNote(positions.unread?.length ?? 0, 'position', 'positions', 'its list'),
        ...(all.ok
          ? unreadNote(all.value.unread?.length ?? 0, 'request', 'requests', 'its list')
          : [
              `The tokenization requests could not be read: ${describeFailure(all.failure)} Mints and redeems come from the broker's books and were not checked against anything.`,
            ]),
        ...(from < deskFillsFrom
          ? [
              `Fills were not compared with the ones recorded here, because ${fills ? 'the records here begin later' : 'the journal cannot be read now'}.`,
            ]
          : []),
      ];
      const tokens = all.ok ? await priced(all.value) : undefined;
      const outstandingValue = tokens && valueOf(tokens);
      return ok({
        date: asked,
        today,
        ...(earliest !== undefined && { earliest }),
        readAt: clock.wall(),
        rows,
        differences,
        notes,
        ...(tokens && { outstanding: tokens }),
        ...(outstandingValue !== undefined && { outstandingValue }),
      });
    },

    async outstanding() {
      if (!requests.mayRead() && clock.wall() < askAgainAt) return ok(null);
      const all = await requests.list({});
      if (!all.ok && isForbidden(all.failure)) {
        askAgainAt = clock.wall() + askAgainMs;
        askAgainMs = Math.min(LONGEST_MS, askAgainMs * 2);
        return ok(null);
      }
      askAgainMs = FIRST_MS;
      if (!all.ok) return all;
      const tokens = await priced(all.value);
      const value = valueOf(tokens);
      return ok({ readAt: clock.wall(), tokens, ...(value !== undefined && { value }) });
    },
  };
}

const unreadNote = (count: number, one: string, many: string, where: string): string[] =>
  count === 0
    ? []
    : [
        `The broker has ${count === 1 ? `one ${one}` : `${count} ${many}`} in ${where} that could not be read, so ${count === 1 ? 'it is' : 'they are'} missing here.`,
      ];

/** A fill without its size, a journal of shares without its own. */
const isUnreadable = (activity: Activity): boolean =>
  hasHappened(activity) &&
  movesShares(activity.activityType, activity.activitySubType) === true &&
  (activity.activityType === 'FILL'
    ? activity.execution === undefined
    : activity.symbol !== undefined && !isDecimal(activity.qty));

function entryOf(activity: Activity): Entry[] {
  const { id, activityType: type, activitySubType, execution, symbol, qty, description } = activity;
  const moves = movesShares(type, activitySubType);
  const when = momentOf(activity);
  if (moves === false || when === undefined) return [];
  const isJournal = isShareJournal(type);
  if (execution) {
    const { orderId, price, side } = execution;
    const signed = side === 'buy' ? execution.qty : negate(execution.qty);
    const fill = { orderId, price };
    const of = bareSymbol(execution.symbol);
    return [{ ...when, id, type, symbol: of, qty: signed, fill, isJournal, isTokens: false }];
  }
  if (type === 'FILL' || symbol === undefined || !isDecimal(qty) || isZero(qty)) return [];
  return [
    {
      ...when,
      id,
      type,
      symbol: bareSymbol(symbol),
      qty,
      isJournal,
      isTokens: type === TOKENS || (isJournal && /token/i.test(description ?? '')),
      ...(description && { description }),
      ...(moves === undefined && { isUnknownType: true }),
    },
  ];
}

function momentOf(activity: Activity): Pick<Entry, 'at' | 'hasOnlyDate'> | undefined {
  const { createdAt, transactionTime, date, execution } = activity;
  const at = Date.parse(execution?.at ?? createdAt ?? transactionTime ?? '');
  if (!Number.isNaN(at)) return { at };
  const day = newYorkMoment(date ?? '', 0);
  return day === undefined ? undefined : { at: day, hasOnlyDate: true };
}
