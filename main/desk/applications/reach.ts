// What an application could reach in an account: read at the moment of asking, and dated.
import { describeFailure } from '#contract/failure.ts';
import type { Authorization } from '#contract/oauth.ts';
import type { Position } from '#contract/orders.ts';
import type { AccountUnit } from '#main/account/account-unit.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Reach } from '#main/domain/applications/oauth-scopes.ts';
import { abs, add, compare, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { isShort } from '#main/domain/orders/holdings.ts';
import type { Delay } from '#main/ports.ts';

type ReachBook = Pick<Book, 'account' | 'positions' | 'positionsReceivedAt'>;
export type ReachUnit = Pick<AccountUnit, 'readNow'> & {
  book: ReachBook;
  mints: Pick<AccountUnit['mints'], 'terms'>;
};

const MOST_HOLDINGS = 200;
/** A person waits for the page: longer than this it shows what is known, and how old it is. */
const LONGEST_WAIT_MS = 4_000;

export async function readReach(
  unit: ReachUnit,
  isMintCovered: boolean,
  delay: Delay,
): Promise<Reach> {
  let whyOld: string | undefined = 'The broker has not answered yet.';
  let mayMint: Reach['mayMint'] = 'unknown';
  const reading = unit.readNow().then((read) => {
    whyOld = read.ok ? undefined : describeFailure(read.failure);
  });
  const asking = unit.mints.terms().then((terms) => {
    if (terms.ok) mayMint = terms.value.participant;
  });
  await within(delay, Promise.allSettled([reading, asking]));
  return { ...reachOf(unit.book), mayMint, isMintCovered, ...(whyOld && { whyOld }) };
}

/** Of an account of the broker that this desk does not read. */
export const unreadReach = (isMintCovered: boolean): Reach => ({
  positions: 0,
  unpriced: 0,
  holdings: [],
  hasLong: false,
  canShort: true,
  mayMint: 'unknown',
  isMintCovered,
});

function reachOf(book: ReachBook): Omit<Reach, 'mayMint' | 'isMintCovered'> {
  const reading = book.account();
  const positionsAt = book.positionsReceivedAt();
  const held = [...book.positions()].sort((a, b) => compare(sizeOf(b), sizeOf(a)));
  const priced = held.filter(({ marketValue }) => marketValue !== undefined);
  const long = held.filter((position) => !isShort(position));
  return {
    positions: held.length,
    ...(reading && { buyingPower: reading.account.buyingPower }),
    ...(priced.length > 0 && { value: worthOf(priced) }),
    unpriced: held.length - priced.length,
    ...(reading &&
      positionsAt !== undefined && { readAt: Math.min(reading.receivedAt, positionsAt) }),
    holdings: held.slice(0, MOST_HOLDINGS).map(({ symbol, qty, marketValue }) => ({
      symbol,
      qty,
      ...(marketValue && { marketValue }),
    })),
    longValue: worthOf(long),
    hasLong: long.length > 0,
    canShort: reading?.account.shortingEnabled !== false,
  };
}

/** For the page, which draws no more than this. */
export const shownReach = (reach: Reach): Authorization['reach'] => ({
  positions: reach.positions,
  unpriced: reach.unpriced,
  holdings: reach.holdings,
  buyingPower: reach.buyingPower,
  value: reach.value,
  readAt: reach.readAt,
  whyOld: reach.whyOld,
});

const worthOf = (positions: readonly Position[]): Decimal =>
  positions.reduce((sum, { marketValue }) => add(sum, abs(marketValue ?? ZERO)), ZERO);

const sizeOf = ({ marketValue, costBasis, qty }: Position): Decimal =>
  abs(marketValue ?? costBasis ?? qty);

async function within(delay: Delay, work: Promise<unknown>): Promise<void> {
  let cancel: () => void = () => undefined;
  const tooLong = new Promise<void>((resolve) => {
    cancel = delay(LONGEST_WAIT_MS, resolve);
  });
  await Promise.race([work, tooLong]);
  cancel();
}
