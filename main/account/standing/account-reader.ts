// Account and positions, read together and never two at a time: of two answers that are under way at once the older may
// come last, and the desk would believe a position that is gone.
import { notAllowed, retryInMs, type Result } from '#contract/failure.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { FillMark } from '#main/account/standing/fill-tally.ts';
import type { Transfers } from '#main/account/standing/transfers.ts';
import type { Client } from '#main/broker/client.ts';
import type { Clock, Ports } from '#main/ports.ts';
import { oneAtATime } from '#main/tools/one-at-a-time.ts';
import { createSingleRepeater, type SingleRepeater } from '#main/tools/repeat.ts';

/** Reads after the moment of asking, and puts what comes into the book. Answers what failed, if anything did. */
export type ReadAccount = () => Promise<Result<unknown>>;

type Deps = {
  client: Pick<Client, 'account' | 'positions'>;
  book: Pick<
    Book,
    'markFills' | 'traded' | 'positions' | 'isUnread' | 'putOwner' | 'putAccount' | 'putPositions'
  >;
  clock: Clock;
  signal: AbortSignal;
  /** In use now. What was read with others says nothing about these. */
  credentials: () => unknown;
  /** Why they may be those of another account, of which nothing is believed. */
  accountDoubt?: () => string | undefined;
  /** What moved in or out is known before a reading that holds it is shown. */
  transfers?: Transfers;
};

const RETRY_MS = 2_000;
const EVERY_MS = 15_000;
const DOUBTFUL_EVERY_MS = 1_000;
/** While fills go on: the first is read for at once, the next ones after waits that double between these. */
const FIRST_GAP_MS = 500;
const LONGEST_GAP_MS = 3_000;
/** What an order reserves can wait: a fill that follows it is read for at once. */
const RESERVED_MS = 1_000;
/** Readings this far apart are no burst. */
const QUIET_MS = 10_000;

export function createAccountReader(deps: Deps): ReadAccount {
  const { client, book, clock, signal } = deps;
  let lastFills: number | undefined;

  async function work(): Promise<Result<unknown>> {
    const asked = deps.credentials();
    const { fills, reserves = 0 } = book.markFills();
    const traded = book.traded();
    const markNow = (): FillMark => ({
      ...book.markFills(),
      at: clock.wall(),
      moneyFills: fills,
      reserves,
    });
    let mark = markNow();
    // One of them may be tried again for half a minute: each is as old as its own answer.
    const timed = async <T>(answer: Promise<T>) => [await answer, clock.wall()] as const;
    const [[account, accountAt], [positions, positionsAt]] = await Promise.all([
      timed(client.account(signal)),
      // What is learned while it waits for its turn, or until it is tried again, is in what it brings.
      timed(
        client.positions(signal, undefined, () => {
          mark = markNow();
        }),
      ),
    ]);
    if (asked !== deps.credentials() && !signal.aborted) return work();
    if (account.ok) book.putOwner(account.value.accountNumber);
    const doubt = deps.accountDoubt?.();
    if (doubt !== undefined) return notAllowed(doubt);
    const before = book.positions();
    const isNews = positions.ok && book.putPositions(positions.value, positionsAt, mark);
    // Exits go by the positions alone. Money is reckoned from both, so that one without the other is none.
    if (!account.ok) return account;
    if (!positions.ok) return positions;
    // Positions that were asked for later are shown: this account does not belong to them.
    if (!isNews) return work();
    if (deps.transfers) {
      const isFilled = lastFills !== undefined && lastFills !== book.markFills().fills;
      lastFills = fills;
      const explained = deps.transfers.explain({
        account: account.value,
        // What could not be read has not moved for all that is known.
        positions: [...positions.value, ...before.filter(({ symbol }) => book.isUnread(symbol))],
        before,
        traded: { asked: traded, now: book.traded() },
        isFilled,
      });
      // A reading after fills is not held back.
      if (!isFilled) await explained;
    }
    book.putAccount(account.value, accountAt, deps.transfers?.now());
    return positions;
  }

  return oneAtATime(work);
}

type AccountUpdates = Pick<SingleRepeater, 'now' | 'stop'> & {
  /** Something was filled. However much that happens, it costs a bounded part of the budget. */
  onFill(): void;
  /** An order began or ended to reserve money. The same holds. */
  onReserve(): void;
};

/** Reads again and again, more often while the positions contradict the fills. */
export function createAccountUpdates(
  deps: Pick<Ports, 'clock' | 'delay' | 'log'> & {
    readAccount: ReadAccount;
    book: Pick<Book, 'arePositionsInDoubt'>;
  },
): AccountUpdates {
  const { readAccount, book, clock } = deps;
  let readAt = -Infinity;
  let gapMs = 0;
  const updates = createSingleRepeater({
    ...deps,
    what: 'reading the account',
    waitMs: () => RETRY_MS,
    async run() {
      const isBurst = clock.elapsed() - readAt < QUIET_MS;
      gapMs = isBurst ? Math.min(LONGEST_GAP_MS, 2 * gapMs) : FIRST_GAP_MS;
      readAt = clock.elapsed();
      const account = await readAccount();
      if (!account.ok) return retryInMs(account.failure, RETRY_MS);
      return book.arePositionsInDoubt() ? DOUBTFUL_EVERY_MS : EVERY_MS;
    },
  });
  const dueMs = (): number => Math.max(0, gapMs - (clock.elapsed() - readAt));
  return {
    now: updates.now,
    onFill: () => updates.within(dueMs()),
    onReserve: () => updates.within(Math.max(RESERVED_MS, dueMs())),
    stop: updates.stop,
  };
}
