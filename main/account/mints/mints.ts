// The mint desk of one account: mints as intents, the requests that they became and those of others, batches, and the
// address book. Nothing here reaches the broker's mint operation but through an intent.
import { fail, invalid, ok, type Result } from '#contract/failure.ts';
import type { Intent, IntentState } from '#contract/intents.ts';
import type { Environment } from '#contract/records.ts';
import type {
  Batch,
  MintForm,
  MintPreview,
  MintRow,
  TokenizationRequest,
  TokenizationTerms,
} from '#contract/tokenization.ts';
import type { Book } from '#main/account/standing/book.ts';
import {
  availableAfter,
  availableIssue,
  mintIssues,
  mintTitle,
  mintWarnings,
} from '#main/domain/mints/mint-issues.ts';
import { isUnsettled } from '#main/journal/transitions.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Clock, Delay, Log } from '#main/ports.ts';
import { createAddressBook, type AddressBook } from '#main/account/mints/address-book.ts';
import { createMintAdopting } from '#main/account/mints/adopting.ts';
import { createBatches, type Batches } from '#main/account/mints/batches.ts';
import { createFollowing } from '#main/account/mints/following.ts';
import { findingOfMint } from '#main/account/mints/judge.ts';
import { availableToMint } from '#main/account/mints/leaving.ts';
import { createLikeness } from '#main/account/mints/likeness.ts';
import { createMintLooking } from '#main/account/mints/looking.ts';
import { createMinting } from '#main/account/mints/minting.ts';
import { createParticipant } from '#main/account/mints/participant.ts';
import type { MintBroker } from '#main/account/mints/ports.ts';
import { createRequestBook, type KnownRequest } from '#main/account/mints/request-book.ts';
import { createRequests, type Requests } from '#main/account/mints/requests.ts';
import { LATE } from '#main/account/orders/adopting.ts';
import { createAttempts } from '#main/account/intents/attempts.ts';
import type { TradingGate } from '#main/account/intents/gate.ts';
import { createIntentLog } from '#main/account/intents/intent-log.ts';
import { safely } from '#main/account/orders/safely.ts';
import { encodeMint } from '#main/wire/tokenization.ts';

export type Mints = {
  terms(): Promise<Result<TokenizationTerms>>;
  preview(intentId: string, form: MintForm): MintPreview;
  submit(intentId: string, form: MintForm): Promise<Result<Intent>>;
  lookAgain(intentId: string): Promise<Result<Intent>>;
  sendAgain(intentId: string): Promise<Result<Intent>>;
  setAside(intentId: string): Result<Intent>;
  /** The newest mints of this desk, and every one that is not settled. */
  rows(): MintRow[];
  requests: Requests;
  batches: Batches;
  addresses: AddressBook;
  onChange(listener: (change: MintsChange) => void): () => void;
  start(): void;
  wake(): void;
  stop(): void;
};

export type MintsChange =
  | { kind: 'row'; row: MintRow }
  | { kind: 'requests'; requests: KnownRequest[] }
  | { kind: 'batch'; batch: Batch };

export type MintsNews =
  | { kind: 'intent'; intent: Intent }
  /** A request that was not known, or whose status changed; `before` is its status until now. */
  | { kind: 'tokenization'; request: TokenizationRequest; before: string | undefined }
  /** A mint that was refused, not sent or set aside turned out to be at the broker. */
  | { kind: 'late-mint'; intent: Intent; request: TokenizationRequest; before: IntentState };

type Deps = {
  accountId: string;
  environment: Environment;
  journal: Journal;
  broker: MintBroker;
  book: Book;
  gate: TradingGate;
  onNews: (news: MintsNews) => void;
  /** Shares have left or come back: positions are worth reading. */
  onMoved: () => void;
  newId: () => string;
  clock: Clock;
  delay: Delay;
  log: Log;
};

const PAST_MINTS = 500;
const BATCH_WAIT_MS = 60_000;

export function createMints(deps: Deps): Mints {
  const { journal, gate, log } = deps;
  const listeners = new Set<(change: MintsChange) => void>();
  const tell = safely(deps.onNews, log);
  const publish = safely(
    (change: MintsChange) => listeners.forEach((listen) => listen(change)),
    log,
  );
  const intents = createIntentLog(journal, onIntent, log);
  const requestBook = createRequestBook({
    ...deps,
    onRead: (requests) => publish({ kind: 'requests', requests }),
    onChanged: safely(({ request, before }) => {
      if (before === undefined) following.onRequest(request);
      adoptByLabel(request);
      const owners = journal.byOrderId(request.tokenizationRequestId);
      for (const intent of owners.ok ? owners.value : []) publishRow(intent);
      if (before === request.status) return;
      if (before !== undefined) deps.onMoved();
      tell({ kind: 'tokenization', request, before });
    }, log),
  });
  const participant = createParticipant(requestBook);
  const attempts = createAttempts<TokenizationRequest>({ ...deps, intents, judge: findingOfMint });
  const adopting = createMintAdopting({
    intents,
    journal,
    requests: requestBook,
    onAccepted(intent, request, { state: before }) {
      if (LATE.has(before)) tell({ kind: 'late-mint', intent, request, before });
      deps.onMoved();
    },
  });
  const looking = createMintLooking({ ...deps, intents, adopting, requests: requestBook });
  const minting = createMinting({
    ...deps,
    intents,
    attempts,
    adopting,
    looking,
    onExchange: participant.onMint,
    onRetry(intentId) {
      const intent = intents.find(intentId);
      if (intent) publishRow(intent);
    },
  });
  const following = createFollowing({ ...deps, requests: requestBook, participant });
  const available = (symbol: string, intentId?: string) =>
    availableToMint({ ...deps, unknownOrders: gate.unknownOrders }, symbol, intentId);
  const batches = createBatches({
    ...deps,
    find: intents.find,
    submit: (intentId, form) => submit(intentId, form, BATCH_WAIT_MS),
    sendAgain: (intentId) => sendAgain(intentId),
    isBusy: minting.isBusy,
    available,
    likeIt: createLikeness(journal, deps.clock),
    onChange: (batch) => publish({ kind: 'batch', batch }),
  });

  /** A label that is the id of a mint of ours is evidence of it wherever it is seen, also long after. */
  function adoptByLabel(request: TokenizationRequest): void {
    const { clientRequestId = '' } = request;
    const intent = intents.find(clientRequestId);
    if (intent?.kind === 'mint' && intent.state !== 'accepted')
      adopting.adoptFound(intent.intentId, [request]);
  }

  function onIntent(intent: Intent): void {
    publishRow(intent);
    batches.onIntent(intent.intentId);
    tell({ kind: 'intent', intent });
  }

  function publishRow(intent: Intent): void {
    if (intent.kind === 'mint') publish({ kind: 'row', row: rowOf(intent) });
  }

  function rowOf(intent: Intent): MintRow {
    const request = intent.orderId === undefined ? undefined : requestBook.get(intent.orderId);
    const retry = minting.retryOf(intent.intentId);
    return { intent, ...(request && { request }), ...(retry && { retry }) };
  }

  /** A mint whose fate is open. */
  function unsettled(intentId: string): Result<Intent> {
    const intent = intents.find(intentId);
    if (intent?.kind !== 'mint') return invalid('There is no such mint.', 'intentId');
    if (isUnsettled(intent)) return ok(intent);
    return fail({ kind: 'not-allowed', message: 'What became of this mint is known already.' });
  }

  function unknown(intentId: string, done: string): Result<Intent> {
    const intent = unsettled(intentId);
    if (!intent.ok || intent.value.state === 'unknown') return intent;
    const message = `Only a mint that is unknown is ${done}; this one is ${intent.value.state}.`;
    return fail({ kind: 'not-allowed', message });
  }

  async function submit(
    intentId: string,
    form: MintForm,
    maxWaitMs?: number,
  ): Promise<Result<Intent>> {
    if (!intents.find(intentId)) {
      const issues = mintIssues(form);
      if (issues.length > 0) return fail({ kind: 'invalid', issues });
    }
    return minting.submit({
      intentId,
      body: encodeMint(form, form.label === '' ? intentId : form.label),
      symbol: form.underlyingSymbol,
      title: mintTitle(form, deps.environment),
      maxWaitMs,
    });
  }

  async function sendAgain(intentId: string): Promise<Result<Intent>> {
    const intent = unknown(intentId, 'sent again');
    if (!intent.ok) return intent;
    if (intent.value.isConflict)
      return fail({
        kind: 'not-allowed',
        message: 'The broker has another request for this mint. Open a new form instead.',
      });
    return minting.sendAgain(intentId);
  }

  return {
    async terms() {
      if (participant.state() !== 'yes') await following.ask();
      return ok(participant.terms());
    },
    preview(intentId, form) {
      const has = available(form.underlyingSymbol, intentId);
      const shortage = availableIssue(form, has);
      return {
        title: mintTitle(form, deps.environment),
        issues: [...mintIssues(form), ...(shortage ? [shortage] : [])],
        warnings: [
          ...mintWarnings(form),
          ...(has === undefined ? ['The positions have not been read yet.'] : []),
        ],
        ...(has !== undefined && {
          available: has,
          ...(!shortage && { availableAfter: availableAfter(has, form.qty) }),
        }),
      };
    },
    submit: (intentId, form) => submit(intentId, form),
    async lookAgain(intentId) {
      const intent = unsettled(intentId);
      if (!intent.ok) return intent;
      await minting.lookNow(intentId);
      return ok(intents.find(intentId) ?? intent.value);
    },
    sendAgain,
    setAside(intentId) {
      const intent = unknown(intentId, 'set aside');
      if (!intent.ok) return intent;
      const text = 'You stopped waiting. If it appears, you are told.';
      const moved = intents.step(intentId, { step: 'set-aside' }, { kind: 'person', text });
      minting.follow(intentId);
      return ok(moved);
    },
    rows() {
      const page = journal.list({ kinds: ['mint'], limit: PAST_MINTS });
      const past = page.ok ? page.value.intents : [];
      const isListed = new Set(past.map(({ intentId }) => intentId));
      // However old: what is not settled is never left out.
      const open = journal.unsettled().filter(({ kind }) => kind === 'mint');
      return [...past, ...open.filter(({ intentId }) => !isListed.has(intentId))].map(rowOf);
    },
    requests: createRequests({ broker: deps.broker, book: requestBook, participant }),
    batches,
    addresses: createAddressBook(journal),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      for (const { kind, intentId } of journal.unsettled())
        if (kind === 'mint') minting.follow(intentId);
      following.start();
    },
    wake() {
      for (const part of [attempts, minting, following]) part.wake();
    },
    stop() {
      for (const part of [batches, attempts, minting, following]) part.stop();
    },
  };
}
