// Account and positions, read together and never two at a time: of two answers that are under way at once the older may
// come last, and the desk would believe a position that is gone.
import { retryInMs, type Result } from '#contract/failure.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import type { Clock, Ports } from '#main/ports.ts';
import { createSingleRepeater, type SingleRepeater } from '#main/tools/repeat.ts';

/** Reads after the moment of asking, and puts what comes into the book. Answers what failed, if anything did. */
export type ReadAccount = () => Promise<Result<unknown>>;

type Deps = {
  client: Pick<Client, 'account' | 'positions'>;
  book: Pick<Book, 'markFills' | 'putAccount' | 'putPositions'>;
  clock: Clock;
  signal: AbortSignal;
  /** In use now. What was read with others says nothing about these. */
  credentials: () => unknown;
};

const RETRY_MS = 2_000;
const EVERY_MS = 15_000;
const DOUBTFUL_EVERY_MS = 1_000;

export function createAccountReader(deps: Deps): ReadAccount {
  const { client, book, clock, signal } = deps;
  let running: Promise<Result<unknown>> | undefined;
  let waiting: Promise<Result<unknown>> | undefined;

  async function work(): Promise<Result<unknown>> {
    const asked = deps.credentials();
    const mark = book.markFills();
    const [account, positions] = await Promise.all([
      client.account(signal),
      client.positions(signal),
    ]);
    if (asked !== deps.credentials() && !signal.aborted) return work();
    if (account.ok) book.putAccount(account.value, clock.wall());
    if (positions.ok) book.putPositions(positions.value, clock.wall(), mark);
    return account.ok ? positions : account;
  }

  function start(): Promise<Result<unknown>> {
    running ??= work().finally(() => (running = undefined));
    return running;
  }

  return () => {
    if (!running) return start();
    // What is being read now may be older than the question.
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = undefined;
        return start();
      });
    return waiting;
  };
}

/** Reads again and again, more often while the positions contradict the fills. */
export function createAccountUpdates(
  deps: Pick<Ports, 'delay' | 'log'> & {
    readAccount: ReadAccount;
    book: Pick<Book, 'arePositionsInDoubt'>;
  },
): SingleRepeater {
  const { readAccount, book } = deps;
  return createSingleRepeater({
    ...deps,
    what: 'reading the account',
    waitMs: () => RETRY_MS,
    async run() {
      const account = await readAccount();
      if (!account.ok) return retryInMs(account.failure, RETRY_MS);
      return book.arePositionsInDoubt() ? DOUBTFUL_EVERY_MS : EVERY_MS;
    },
  });
}
