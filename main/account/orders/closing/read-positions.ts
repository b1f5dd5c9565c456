// The positions that an exit waits for. They are read with the account, as for the screens; where that takes long or
// fails, they are read alone and as urgently as the exit: neither a spent budget, nor a wait that the broker asks for,
// nor an account that cannot be read keeps a person in a position.
import { notAllowed, ok, type Result } from '#contract/failure.ts';
import type { Book } from '#main/account/standing/book.ts';
import type { Client } from '#main/broker/client.ts';
import type { Ports } from '#main/ports.ts';
import { oneAtATime } from '#main/tools/one-at-a-time.ts';

type Deps = Pick<Ports, 'clock' | 'delay'> & {
  /** Account and positions, asked for after this moment. */
  readAccount: () => Promise<Result<unknown>>;
  client: Pick<Client, 'positions'>;
  book: Pick<Book, 'markFills' | 'putPositions'>;
  /** In use now. What was read with others says nothing about these. */
  credentials: () => unknown;
  /** Why they may be those of another account, of whose positions nothing is believed. */
  accountDoubt: () => string | undefined;
  signal: AbortSignal;
};

/** Cash and positions of one reading belong together, so that it is worth waiting for both. */
const TOGETHER_MS = 500;

export function createReadPositions(deps: Deps): () => Promise<Result<unknown>> {
  const { readAccount, client, book, clock, delay, signal } = deps;

  async function readAlone(): Promise<Result<unknown>> {
    const asked = deps.credentials();
    const markNow = () => ({ ...book.markFills(), at: clock.wall() });
    let mark = markNow();
    // It may leave later than it was asked for, and again: what is learned until then is in what it brings.
    const positions = await client.positions(signal, 'exit', () => {
      mark = markNow();
    });
    if (asked !== deps.credentials() && !signal.aborted) return readAlone();
    const doubt = deps.accountDoubt();
    if (doubt !== undefined) return notAllowed(doubt);
    if (positions.ok) book.putPositions(positions.value, clock.wall(), mark);
    return positions;
  }

  return oneAtATime(async () => {
    const isRead = await new Promise<boolean>((resolve) => {
      const cancel = delay(TOGETHER_MS, () => resolve(false));
      void readAccount()
        .then(
          (answer) => resolve(answer.ok),
          () => resolve(false),
        )
        .finally(cancel);
    });
    return isRead ? ok(null) : readAlone();
  });
}
