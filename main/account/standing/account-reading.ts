// Account and positions, read together and never two at a time: of two answers that are under way at once the older may
// come last, and the desk would believe a position that is gone.
import type { Result } from '#contract/failure.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import type { Clock } from '#main/ports.ts';

/** Reads after the moment of asking, and puts what comes into the book. Answers what failed, if anything did. */
export type ReadStanding = () => Promise<Result<unknown>>;

type Deps = {
  client: Pick<Client, 'account' | 'positions'>;
  book: Pick<Book, 'markFills' | 'putAccount' | 'putPositions'>;
  clock: Clock;
  signal: AbortSignal;
  /** The key in use. What was read with another one says nothing about this one. */
  key: () => unknown;
};

export function createStandingReader({ client, book, clock, signal, key }: Deps): ReadStanding {
  let running: Promise<Result<unknown>> | undefined;
  let waiting: Promise<Result<unknown>> | undefined;

  async function work(): Promise<Result<unknown>> {
    const asked = key();
    const mark = book.markFills();
    const [account, positions] = await Promise.all([
      client.account(signal),
      client.positions(signal),
    ]);
    if (asked !== key() && !signal.aborted) return work();
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
