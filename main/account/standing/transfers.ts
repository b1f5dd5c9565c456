// Shares and money that moved in or out since yesterday's equity: mints and redeems, deposits, journals. They change what
// the account is worth and are neither profit nor loss, so they are known before a reading that holds them is shown.
import type { Position } from '#contract/orders.ts';
import type { Account } from '#contract/records.ts';
import type { Book, MovedSoFar } from '#main/account/standing/book.ts';
import {
  hadBy,
  isExplained,
  isSameHad,
  type Had,
  type ShareMove,
  type Traded,
} from '#main/account/standing/explained.ts';
import { createLastClose, dayKey } from '#main/account/standing/market-closes.ts';
import type { Client } from '#main/broker/client.ts';
import { add, isDecimal, isEqual, isZero, mul, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { bareSymbol } from '#main/domain/orders/order-terms.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import type { Activity } from '#main/wire/activities.ts';

type Deps = Pick<Ports, 'clock' | 'delay'> & {
  client: Pick<Client, 'allActivities' | 'marketClock' | 'tradingDays'>;
  book: Pick<Book, 'price' | 'putTransfers' | 'putShareMoves'>;
  journal: Pick<Journal, 'transfers' | 'saveTransfers'>;
  signal: AbortSignal;
};

type Reading = {
  account: Account;
  positions: readonly Position[];
  /** Of the reading before: what has left has told its price there. */
  before: readonly Position[];
  /** What all known fills came to when it was asked for, and when it came. */
  traded: { asked: Traded; now: Traded };
  /** Something was filled since the reading before. */
  isFilled: boolean;
};

export type Transfers = {
  /**
   * To be called with what was read, before the account is believed: reads what moved, if anything may have that no
   * fill explains. Answers soon, whatever the broker does; what it learns later it puts into the book itself.
   */
  explain(reading: Reading): Promise<void>;
  now(): MovedSoFar;
};

/** Money and shares; and shares that became tokens, of which a broker may know nothing. */
export const TYPES = ['CSD', 'CSW', 'JNL', 'JNLC', 'JNLS', 'ACATC', 'ACATS'];
export const TOKENS = 'OCT';
/** Of so many transfers their worth is kept, for the curve of the account. */
const MOST_KEPT = 5_000;
/** A reading that fell among fills may hold some of them and not others: then what moved is asked for now and then. */
const WHILE_FILLED_MS = 15_000;
/** After a failure, and while a change has no explanation: activities may be listed later than they are felt. */
const AGAIN_MS = 5_000;
/** Then it was something else: a fee, a dividend. */
const LONGEST_UNEXPLAINED_MS = 60_000;
/** A broker that is silent does not keep the account from being shown. */
const LONGEST_MS = 2_000;

type Moved = Omit<MovedSoFar, 'isKnown'>;
const NOTHING: Moved = { value: ZERO };

/** A reading, and the fills that were known when it was asked for. */
type State = { day: string; had: Had; traded: Traded };

export function createTransfers(deps: Deps): Transfers {
  const { client, book, journal, clock, delay, signal } = deps;
  const lastClose = createLastClose(client, signal);
  const stored = journal.transfers();
  /** What each was worth when it was first seen: its price moves on without the account. */
  const worth = new Map(Object.entries(stored.ok ? stored.value : {}));
  let types = [...TYPES, TOKENS];
  /** Another one whenever cash or a position is another. */
  let last: State | undefined;
  /** The newest of which it is known what had moved by then. */
  let known: (State & { moved: Moved }) | undefined;
  let moved: Moved = NOTHING;
  let isOpen = true;
  let hasFailed = false;
  let askedAt = -Infinity;
  /** Since when something has changed that neither a fill nor what is listed explains. */
  let unexplainedSince: number | undefined;
  /** Questions, and the newest that was answered: an older answer that comes late is no news. */
  let questions = 0;
  let answered = 0;

  async function read(reading: Reading): Promise<void> {
    const asked = last;
    const question = ++questions;
    const close = await lastClose(reading.account);
    const after = new Date(close ?? 0).toISOString();
    const answer =
      close === undefined
        ? undefined
        : await client.allActivities({ activityTypes: types, after }, { signal });
    if (question < answered) return;
    answered = question;
    hasFailed = !answer?.ok;
    if (!answer?.ok) {
      if (answer?.failure.kind !== 'refused') return;
      // A broker that refuses both ways will never say.
      if (types === TYPES) isOpen = false;
      types = TYPES;
      return;
    }
    // One that cannot be read may have moved something.
    hasFailed = answer.value.unread !== undefined;
    const moves = answer.value.filter(hasHappened);
    const priceOf = (symbol: string): Decimal | undefined =>
      book.price(symbol)?.price ?? readPrice(symbol, [...reading.positions, ...reading.before]);
    const fresh = moves.filter(({ id }) => !worth.has(id));
    for (const activity of fresh) {
      const each = worthOf(activity, priceOf);
      if (each !== undefined) worth.set(activity.id, each);
      else hasFailed = true;
    }
    if (fresh.length > 0) journal.saveTransfers(Object.fromEntries([...worth].slice(-MOST_KEPT)));
    // Before that it is not known whether the positions have held them all along.
    if (known && known.day === asked?.day) book.putShareMoves(fresh.flatMap(shareMoveOf));
    const before = moved.value;
    moved = {
      value: moves.reduce((sum, { id }) => add(sum, worth.get(id) ?? ZERO), ZERO),
      shares: sharesIn(moves, worth),
    };
    const isOld = clock.elapsed() - (unexplainedSince ?? 0) >= LONGEST_UNEXPLAINED_MS;
    if (!isEqual(moved.value, before) || isOld) unexplainedSince = undefined;
    // What was read since the question may hold more than the answer.
    isOpen = hasFailed || unexplainedSince !== undefined || last !== asked;
    if (!isOpen && asked) known = { ...asked, moved };
  }

  /** Whether nothing but fills moved since it was known what had. */
  function isExplainedByFills(state: State, { traded }: Reading): boolean {
    const from = known;
    if (from?.day !== state.day) return false;
    const until = [traded.asked, traded.now].find((to) =>
      isExplained(from.had, state.had, from.traded, to),
    );
    if (!until) return false;
    known = { ...state, traded: until, moved: from.moved };
    // An answer that is still under way is about what was before.
    answered = ++questions;
    moved = from.moved;
    isOpen = false;
    hasFailed = false;
    unexplainedSince = undefined;
    return true;
  }

  return {
    now: () => ({ ...moved, isKnown: !isOpen }),
    async explain(reading) {
      const { account, positions, isFilled, traded } = reading;
      const day = dayKey(account);
      const state = { day, had: hadBy(account, positions), traded: traded.asked };
      const isNewDay = last?.day !== day;
      const isChanged = isNewDay || !last || !isSameHad(last.had, state.had);
      const isAmongFills = isFilled && !isAfterFills(last, traded);
      if (isChanged) last = state;
      if (isExplainedByFills(state, reading)) return;
      const isMore = isFilled && unexplainedSince !== undefined;
      if (isChanged) {
        isOpen = true;
        if (!isNewDay && !isAmongFills) unexplainedSince = clock.elapsed();
      } else if (!isOpen && known) {
        // Fills that a list told of since were before it.
        known = { ...known, traded: traded.asked };
      }
      if (isNewDay) {
        unexplainedSince = undefined;
        moved = NOTHING;
      }
      const againMs = hasFailed || !isChanged || isMore ? AGAIN_MS : 0;
      const waitMs = isAmongFills ? WHILE_FILLED_MS : againMs;
      const isTooSoon = !isNewDay && clock.elapsed() - askedAt < waitMs;
      if (!isOpen || isTooSoon) return;
      askedAt = clock.elapsed();
      // Nobody waits for it after fills: the reading is in the book by then.
      let isLate = isFilled;
      await new Promise<void>((resolve) => {
        const cancel = delay(LONGEST_MS, () => {
          isLate = true;
          resolve();
        });
        void read(reading)
          .catch(() => (hasFailed = true))
          .finally(() => {
            cancel();
            if (isLate) book.putTransfers(moved.value, !isOpen, moved.shares);
            resolve();
          });
      });
    },
  };
}

/** All fills since the reading before are known with their prices, and none came while it was read. */
const isAfterFills = (before: State | undefined, { asked, now }: Reading['traded']): boolean =>
  isSameHad(asked, now) && before !== undefined && !isSameHad(before.traded, now);

export const hasHappened = ({ status }: Activity): boolean => status !== 'canceled';

/** Undefined while nobody knows the price. */
export function worthOf(
  activity: Activity,
  priceOf: (symbol: string) => Decimal | undefined,
): Decimal | undefined {
  const { netAmount, qty, symbol, price } = activity;
  const money = isDecimal(netAmount) ? netAmount : ZERO;
  if (!isDecimal(qty) || isZero(qty) || symbol === undefined) return money;
  const each = isDecimal(price) && !isZero(price) ? price : priceOf(symbol);
  return each && add(money, mul(qty, each));
}

function shareMoveOf({ symbol, qty }: Activity): ShareMove[] {
  return symbol !== undefined && isDecimal(qty) && !isZero(qty) ? [{ symbol, qty }] : [];
}

/** One for each symbol: a batch of mints is hundreds of moves. */
function sharesIn(moves: readonly Activity[], worth: ReadonlyMap<string, Decimal>) {
  const sums = new Map<string, { symbol: string; qty: Decimal; value: Decimal }>();
  for (const activity of moves)
    for (const { symbol, qty } of shareMoveOf(activity)) {
      const sum = sums.get(symbol) ?? { symbol, qty: ZERO, value: ZERO };
      const value = add(sum.value, worth.get(activity.id) ?? ZERO);
      sums.set(symbol, { symbol, qty: add(sum.qty, qty), value });
    }
  return [...sums.values()];
}

function readPrice(symbol: string, positions: readonly Position[]): Decimal | undefined {
  const known = positions.find((position) => bareSymbol(position.symbol) === bareSymbol(symbol));
  return known?.currentPrice ?? known?.lastdayPrice ?? known?.avgEntryPrice;
}
