// Requests have no stream: those that are not final are read again with growing waits, by id while they are few and by
// list when they are many. The same list shows what nobody here asked for: redeems, and mints made elsewhere.
import type { Failure, Result } from '#contract/failure.ts';
import { isFinal, type TokenizationRequest } from '#contract/tokenization.ts';
import { createdMs } from '#main/domain/mints/tokenization.ts';
import type { Ports } from '#main/ports.ts';
import type { Participant } from '#main/account/mints/participant.ts';
import type { MintBroker } from '#main/account/mints/mint-broker.ts';
import type { RequestBook } from '#main/account/mints/request-book.ts';
import { createSingleRepeater } from '#main/tools/repeat.ts';

type RequestPolling = {
  /** There is a request to follow that was not there before: waits start small again. */
  onRequest(request: TokenizationRequest): void;
  /** Asks the broker now. Answers when it has answered, or not. */
  ask(): Promise<void>;
  /** The list may have news: it is read sooner than it would be. */
  lookSoon(): void;
  start(): void;
  wake(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  broker: Pick<MintBroker, 'byId' | 'list'>;
  requests: RequestBook;
  participant: Participant;
  /** A list of everything since `from` is being taken in by `put`. */
  onList: (from: number, put: () => void) => void;
  /** Until when the list was read before this run; epoch ms. */
  listedBefore: () => number | undefined;
};

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
const GROWTH = 1.5;
/** What others did: redeems come without anyone here asking. */
const DISCOVER_EVERY_MS = 60_000;
/** When something is known to have moved; a batch of our own moves much. */
const DISCOVER_SOON_MS = 10_000;
const FORBIDDEN_MS = 300_000;
const FIRST_LOOK_BACK_MS = 7 * 86_400_000;
const LOOK_BACK_MS = 3_600_000;
/** More than this are read in one list rather than one by one. */
const MOST_BY_ID = 3;

export function createRequestPolling(deps: Deps): RequestPolling {
  const { broker, requests, participant, clock } = deps;
  let waitMs = FIRST_MS;
  let listedAt: number | undefined;
  let discoverEveryMs = DISCOVER_EVERY_MS;

  const loop = createSingleRepeater({
    ...deps,
    what: 'reading tokenization requests',
    waitMs: () => LONGEST_MS,
    async run() {
      const failure = await read();
      // Not for this account: where requests are known it may be a whim of the broker's, elsewhere a person asks.
      if (!participant.mayRead()) return requests.all().length > 0 ? FORBIDDEN_MS : true;
      const nextMs = waitMs;
      waitMs = Math.min(LONGEST_MS, waitMs * GROWTH);
      if (failure?.kind === 'throttled') return Math.max(nextMs, failure.retryAfterMs);
      return requests.pending().length > 0 || failure ? nextMs : discoverEveryMs;
    },
  });

  const isDiscoveryDue = (): boolean =>
    listedAt === undefined || clock.wall() - listedAt >= discoverEveryMs;

  async function read(): Promise<Failure | undefined> {
    const pending = requests.pending();
    if (!isDiscoveryDue() && pending.length <= MOST_BY_ID) return readById(pending);
    const failure = await readList(pending);
    if (failure) return failure;
    // What the list did not show, for whatever reason, is asked for by its id.
    const missed = pending.filter(
      ({ tokenizationRequestId }) => !listed.has(tokenizationRequestId),
    );
    return readById(missed.slice(0, MOST_BY_ID));
  }

  let listed = new Set<string>();

  async function readList(pending: readonly TokenizationRequest[]): Promise<Failure | undefined> {
    const now = clock.wall();
    // From the last list on, however long the desk was off or the computer slept.
    const from = Math.min(
      now - (listedAt === undefined ? FIRST_LOOK_BACK_MS : LOOK_BACK_MS),
      (listedAt ?? deps.listedBefore() ?? now) - LOOK_BACK_MS,
      ...pending.map((request) => createdMs(request) - 1),
    );
    const answer = await broker.list({ after: new Date(from).toISOString() });
    participant.onRead(answer);
    if (!answer.ok) return answer.failure;
    listedAt = now;
    discoverEveryMs = DISCOVER_EVERY_MS;
    listed = new Set(answer.value.map(({ tokenizationRequestId }) => tokenizationRequestId));
    deps.onList(from, () => requests.put(answer.value));
    return undefined;
  }

  async function readById(pending: readonly TokenizationRequest[]): Promise<Failure | undefined> {
    const answers: Result<TokenizationRequest>[] = await Promise.all(
      pending.map(({ tokenizationRequestId }) => broker.byId(tokenizationRequestId)),
    );
    requests.put(answers.flatMap((answer) => (answer.ok ? [answer.value] : [])));
    return answers.flatMap((answer) => (answer.ok ? [] : [answer.failure]))[0];
  }

  return {
    onRequest(request) {
      if (isFinal(request)) return;
      waitMs = FIRST_MS;
      loop.now();
    },
    async ask() {
      participant.onRead(
        await broker.list({ after: new Date(clock.wall() - LOOK_BACK_MS).toISOString() }),
      );
      if (participant.mayRead()) loop.now();
    },
    lookSoon() {
      if (discoverEveryMs === DISCOVER_SOON_MS) return;
      discoverEveryMs = DISCOVER_SOON_MS;
      if (participant.mayRead()) loop.now();
    },
    start: loop.now,
    wake() {
      waitMs = FIRST_MS;
      loop.now();
    },
    stop: loop.stop,
  };
}
