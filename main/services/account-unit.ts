// One account at work: its client, its two links and its book. Prices come from the stream and, for the first look and
// after every reconnect, from a snapshot; the account is read again when the order stream says something happened.
import type { Failure } from '#contract/failure.ts';
import type { StreamState } from '#contract/records.ts';
import { createBook, type Book } from '#main/book/book.ts';
import { createClient, type Client } from '#main/client/client.ts';
import { createDataLink } from '#main/link/data-link.ts';
import type { LinkState } from '#main/link/link.ts';
import type { OpenSocket } from '#main/link/socket.ts';
import { createTradeLink } from '#main/link/trade-link.ts';
import type { Clock, Delay, Hosts, KeyPair, Log, Random } from '#main/ports.ts';

export type AccountUnit = {
  book: Book;
  client: Client;
  watchSymbols(symbols: readonly string[]): void;
  /** After sleep: both streams connect again and everything is read anew. */
  wake(): void;
  start(): void;
  stop(): void;
};

type Deps = {
  hosts: Hosts;
  credentials: KeyPair;
  openSocket: OpenSocket;
  clock: Clock;
  delay: Delay;
  random: Random;
  log: Log;
};

const ACCOUNT_EVERY_MS = 15_000;
const RETRY_MS = 2_000;

export function createAccountUnit(deps: Deps): AccountUnit {
  const { clock, delay, log } = deps;
  const book = createBook();
  const client = createClient(deps);
  const ending = new AbortController();
  let symbols: readonly string[] = [];
  const readAccount = createRefresh(async () => {
    const result = await client.account(ending.signal);
    if (result.ok) book.putAccount(result.value, clock.wall());
    return result.ok ? ACCOUNT_EVERY_MS : retryIn(result.failure);
  });
  const readSnapshots = createRefresh(async () => {
    const result = await client.snapshots(symbols, ending.signal);
    if (!result.ok) return retryIn(result.failure);
    const receivedAt = clock.wall();
    book.putPrices(
      result.value.flatMap(({ trade, previousClose }) =>
        trade ? [{ ...trade, receivedAt, ...(previousClose && { previousClose }) }] : [],
      ),
    );
    return undefined;
  });

  const dataLink = createDataLink({
    ...deps,
    url: deps.hosts.dataStream,
    onEvents: (events) => {
      const receivedAt = clock.wall();
      book.putPrices(
        events.flatMap((event) => (event.kind === 'trade' ? [{ ...event.trade, receivedAt }] : [])),
      );
    },
    onState: (state) => {
      book.putStream(streamState('prices', state));
      if (state.phase === 'live') readSnapshots.now();
    },
  });
  const tradeLink = createTradeLink({
    ...deps,
    url: deps.hosts.tradeStream,
    onEvents: () => readAccount.now(),
    onState: (state) => {
      book.putStream(streamState('orders', state));
      if (state.phase === 'live') readAccount.now();
    },
  });

  /** Work that repeats after the wait it answers, at once when asked, and never twice at a time. */
  function createRefresh(work: () => Promise<number | undefined>): { now(): void } {
    let isRunning = false;
    let isAskedAgain = false;
    let cancel: (() => void) | undefined;
    async function run(): Promise<void> {
      if (isRunning) {
        isAskedAgain = true;
        return;
      }
      cancel?.();
      isRunning = true;
      const waitMs = await work();
      isRunning = false;
      if (ending.signal.aborted) return;
      if (isAskedAgain) {
        isAskedAgain = false;
        return run();
      }
      if (waitMs !== undefined) cancel = delay(waitMs, start);
    }
    const start = () => {
      run().catch((error: unknown) => log('error', 'a refresh failed', { error: String(error) }));
    };
    ending.signal.addEventListener('abort', () => cancel?.());
    return { now: start };
  }

  return {
    book,
    client,
    watchSymbols(next) {
      symbols = [...next];
      book.keepOnly(symbols);
      dataLink.want({ trades: symbols, bars: [] });
      readSnapshots.now();
    },
    wake() {
      dataLink.wake();
      tradeLink.wake();
    },
    start() {
      dataLink.start();
      tradeLink.start();
      readAccount.now();
    },
    stop() {
      ending.abort();
      dataLink.stop();
      tradeLink.stop();
      client.close();
    },
  };
}

const retryIn = (failure: Failure): number =>
  failure.kind === 'throttled' ? failure.retryAfterMs : RETRY_MS;

const streamState = (stream: StreamState['stream'], state: LinkState): StreamState => ({
  stream,
  phase: state.phase,
  ...(state.message !== undefined && { message: state.message }),
  since: state.since,
});
