// Shares and money that moved in or out since yesterday's equity: mints and redeems, deposits, journals. They change what
// the account is worth and are neither profit nor loss, so they are known before a reading that holds them is shown.
import type { Position } from '#contract/orders.ts';
import type { Account } from '#contract/records.ts';
import type { Book, MovedSoFar } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import { add, isDecimal, isEqual, isZero, mul, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { holdingOf } from '#main/domain/orders/holdings.ts';
import { bareSymbol } from '#main/domain/orders/order-terms.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import type { Activity } from '#main/wire/activities.ts';

type Deps = Pick<Ports, 'clock' | 'delay'> & {
  client: Pick<Client, 'allActivities'>;
  book: Pick<Book, 'price' | 'putTransfers'>;
  journal: Pick<Journal, 'transfers' | 'saveTransfers'>;
  signal: AbortSignal;
};

type Reading = {
  account: Account;
  positions: readonly Position[];
  /** Of the reading before: what has left has told its price there. */
  before: readonly Position[];
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
/** While fills come what moved cannot be told from what was traded: then it is asked for now and then. */
const WHILE_FILLED_MS = 15_000;
/** After a failure, and while a change has no explanation: activities may be listed later than they are felt. */
const AGAIN_MS = 5_000;
/** Then it was something else: a fee, a dividend. */
const LONGEST_UNEXPLAINED_MS = 60_000;
/** A broker that is silent does not keep the account from being shown. */
const LONGEST_MS = 2_000;

export function createTransfers(deps: Deps): Transfers {
  const { client, book, journal, clock, delay, signal } = deps;
  const stored = journal.transfers();
  /** What each was worth when it was first seen: its price moves on without the account. */
  const worth = new Map(Object.entries(stored.ok ? stored.value : {}));
  let types = [...TYPES, TOKENS];
  let last: { day: string; text: string } | undefined;
  let value: Decimal = ZERO;
  let isOpen = true;
  let hasFailed = false;
  let askedAt = -Infinity;
  /** Since when something has changed that neither a fill nor what is listed explains. */
  let unexplainedSince: number | undefined;
  /** Questions, and the newest that was answered: an older answer that comes late is no news. */
  let questions = 0;
  let answered = 0;

  async function read(after: string, reading: Reading): Promise<void> {
    const asked = last;
    const question = ++questions;
    const answer = await client.allActivities({ activityTypes: types, after }, { signal });
    if (question < answered) return;
    answered = question;
    hasFailed = !answer.ok;
    if (!answer.ok) {
      if (answer.failure.kind !== 'refused') return;
      // A broker that refuses both ways will never say.
      if (types === TYPES) isOpen = false;
      types = TYPES;
      return;
    }
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
    const before = value;
    value = moves.reduce((sum, { id }) => add(sum, worth.get(id) ?? ZERO), ZERO);
    const isOld = clock.elapsed() - (unexplainedSince ?? 0) >= LONGEST_UNEXPLAINED_MS;
    if (!isEqual(value, before) || isOld) unexplainedSince = undefined;
    // What was read since the question may hold more than the answer.
    isOpen = hasFailed || unexplainedSince !== undefined || last !== asked;
  }

  return {
    now: () => ({ value, isKnown: !isOpen }),
    async explain(reading) {
      const { account, positions, isFilled } = reading;
      const day = dayOf(account);
      const text = `${account.cash} ${heldText(positions)}`;
      const isNewDay = last?.day !== day;
      const isChanged = isNewDay || last?.text !== text;
      if (isChanged) {
        isOpen = true;
        last = { day, text };
        if (!isNewDay && !isFilled) unexplainedSince = clock.elapsed();
      }
      if (isNewDay) {
        unexplainedSince = undefined;
        value = ZERO;
      }
      const after = marketCloseOn(day);
      // A broker that does not say which day it compares with cannot be asked.
      if (after === undefined) isOpen = false;
      const waitMs = isFilled ? WHILE_FILLED_MS : hasFailed || !isChanged ? AGAIN_MS : 0;
      const isTooSoon = !isNewDay && clock.elapsed() - askedAt < waitMs;
      if (after === undefined || !isOpen || isTooSoon) return;
      askedAt = clock.elapsed();
      // Nobody waits for it after fills: the reading is in the book by then.
      let isLate = isFilled;
      await new Promise<void>((resolve) => {
        const cancel = delay(LONGEST_MS, () => {
          isLate = true;
          resolve();
        });
        void read(after, reading)
          .catch(() => (hasFailed = true))
          .finally(() => {
            cancel();
            if (isLate) book.putTransfers(value, !isOpen);
            resolve();
          });
      });
    },
  };
}

export const hasHappened = ({ status }: Activity): boolean => status !== 'canceled';

/** Undefined while nobody knows the price. */
export function worthOf(
  activity: Activity,
  priceOf: (symbol: string) => Decimal | undefined,
): Decimal | undefined {
  const { netAmount, qty, symbol, price } = activity;
  const money = isDecimal(netAmount) ? netAmount : ZERO;
  if (!isDecimal(qty) || isZero(qty) || typeof symbol !== 'string') return money;
  const each = isDecimal(price) && !isZero(price) ? price : priceOf(symbol);
  return each && add(money, mul(qty, each));
}

function readPrice(symbol: string, positions: readonly Position[]): Decimal | undefined {
  const known = positions.find((position) => bareSymbol(position.symbol) === bareSymbol(symbol));
  return known?.currentPrice ?? known?.lastdayPrice ?? known?.avgEntryPrice;
}

const heldText = (positions: readonly Position[]): string =>
  positions
    .map((position) => `${bareSymbol(position.symbol)} ${holdingOf(position).qty}`)
    .sort()
    .join();

/** The day whose close yesterday's equity is of. */
const dayOf = (account: Account): string => {
  const day = account['balanceAsof'];
  return typeof day === 'string' ? day : '';
};

/** Four in the afternoon in New York, in summer and in winter. */
export function marketCloseOn(day: string): string | undefined {
  return ['-04:00', '-05:00']
    .map((offset) => `${day}T16:00:00${offset}`)
    .find(
      (moment) => !Number.isNaN(Date.parse(moment)) && HOUR.format(Date.parse(moment)) === '16',
    );
}

const HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit' });
