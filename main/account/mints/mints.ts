// The mint desk of one account: mints as intents, the requests that they became and those of others, batches, and the
// address book. Nothing here reaches the broker's mint operation but through an intent.
import { fail, ok, type Result } from '#contract/failure.ts';
import type { Intent } from '#contract/intents.ts';
import type { Environment } from '#contract/records.ts';
import type {
  MintForm,
  MintPreview,
  MintRow,
  TokenizationRequest,
  TokenizationTerms,
} from '#contract/tokenization.ts';
import type { GuardSettings } from '#contract/trading.ts';
import type { Book } from '#main/account/standing/book.ts';
import {
  availableAfter,
  availableIssue,
  mintIssues,
  mintTitle,
  mintWarnings,
} from '#main/domain/mints/mint-issues.ts';
import type { Decimal } from '#main/domain/decimal.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';
import { createIntentEngine, type IntentEngine } from '#main/account/intents/engine.ts';
import type { TradingGate } from '#main/account/intents/gate.ts';
import { createIntentLog } from '#main/account/intents/intent-log.ts';
import { LATE } from '#main/account/intents/judge.ts';
import { createAddressBook, type AddressBook } from '#main/account/mints/address-book.ts';
import { createAdoptMint } from '#main/account/mints/adopt-mint.ts';
import { availableToMint } from '#main/account/mints/available-to-mint.ts';
import { createBatches, type Batches } from '#main/account/mints/batches.ts';
import { createJudgedMints, type Repetition } from '#main/account/mints/judged-mints.ts';
import type { MintBroker } from '#main/account/mints/mint-broker.ts';
import { createMintJudging, isMintAgain } from '#main/account/mints/mint-judging.ts';
import { createMintLedger } from '#main/account/mints/mint-ledger.ts';
import {
  createWalletApprovals,
  type WalletApprovals,
} from '#main/account/mints/wallet-approvals.ts';
import { concernsEveryMint, judgeMint } from '#main/account/mints/mint-judge.ts';
import { createMintLookup } from '#main/account/mints/mint-lookup.ts';
import { mintRules } from '#main/account/mints/mint.ts';
import type { MintsChange, MintsNews } from '#main/account/mints/mints-news.ts';
import { createParticipant } from '#main/account/mints/participant.ts';
import { createProposals, type Proposals } from '#main/account/mints/proposals.ts';
import { createForeignRequests } from '#main/account/mints/foreign-requests.ts';
import { createRequestBook } from '#main/account/mints/request-book.ts';
import { createRequestChanges } from '#main/account/mints/request-changes.ts';
import { createRequestOrigins } from '#main/account/mints/request-origin.ts';
import { createRequestPolling } from '#main/account/mints/request-polling.ts';
import { createRequestQueries, type RequestQueries } from '#main/account/mints/request-queries.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { safely } from '#main/tools/safely.ts';
import { encodeMint } from '#main/wire/tokenization.ts';

export type Mints = {
  /** What is known of the right to mint; a person may want to know again. */
  terms(isAskedAgain?: true): Promise<Result<TokenizationTerms>>;
  /** What can leave the account of this symbol; undefined while the positions have not been read. */
  available(symbol: string): Decimal | undefined;
  preview(intentId: string, form: MintForm): MintPreview;
  /** `meant`: what was typed because it repeats another. */
  submit(intentId: string, form: MintForm, meant?: string): Promise<Result<Intent>>;
  /** Wallets that tokens go to for the first time, and the person's yes to them. */
  wallets: WalletApprovals;
  /** Why the guards hold it back, apart from what is asked: a new wallet. */
  heldBack(intentId: string, form: MintForm, meant?: string): string | undefined;
  /** What it would mint a second time, because that was typed to be meant. */
  repeats(intentId: string, form: MintForm, meant?: string): Repetition[];
  lookAgain(intentId: string): Promise<Result<Intent>>;
  sendAgain(intentId: string): Promise<Result<Intent>>;
  setAside(intentId: string): Result<Intent>;
  /** The newest mints of this desk, and every one that is not settled. */
  rows(): MintRow[];
  requests: RequestQueries;
  /** What a second person has to agree to. */
  proposals: Proposals;
  batches: Batches;
  addresses: AddressBook;
  onChange(listener: (change: MintsChange) => void): () => void;
  start(): void;
  /** Goes on with intents that are known only now. */
  recover(): void;
  /** Shares moved at the broker: somebody may have minted or redeemed. */
  lookSoon(): void;
  wake(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay' | 'log'> & {
  accountId: string;
  environment: Environment;
  journal: Journal;
  broker: MintBroker;
  book: Book;
  gate: TradingGate;
  guards: () => GuardSettings;
  onNews: (news: MintsNews) => void;
  /** Shares have left or come back: positions are worth reading. */
  onMoved: () => void;
  newId: () => string;
};

const PAST_MINTS = 500;

export function createMints(deps: Deps): Mints {
  const { journal, gate, log } = deps;
  const listeners = createListeners<[change: MintsChange]>();
  const notify = safely(deps.onNews, log);
  const publish = safely(listeners.notify, log);
  const intents = createIntentLog(journal, onIntent, log);
  const requestBook = createRequestBook({
    ...deps,
    onRead: (requests) => publish({ kind: 'requests', requests: requests.map(origins.withOrigin) }),
    onChanged: safely(({ request, before }) => {
      ledger.onRequest(request);
      if (before === undefined) polling.onRequest(request);
      adoptByLabel(request);
      const owners = journal.about(request.tokenizationRequestId);
      const intentsOf = owners.ok ? owners.value : [];
      for (const intent of intentsOf) {
        publishRow(intent);
        batches.onIntent(intent.intentId);
      }
      if (before === undefined) foreign.onRequest(request);
      if (before === request.status) return;
      if (before !== undefined) deps.onMoved();
      changes.tell({ request, before });
    }, log),
  });
  const ledger = createMintLedger({ journal, requests: requestBook });
  const participant = createParticipant(requestBook);
  const approvals = createWalletApprovals({ ...deps, ledger });
  const judging = createMintJudging({
    ...deps,
    ledger,
    approvals,
    isApproved: (key) => proposals.isApproved(key),
  });
  const adopt = createAdoptMint({
    intents,
    journal,
    requests: requestBook,
    onAccepted(intent, request, before) {
      if (LATE.has(before)) notify({ kind: 'late-mint', intent, request, before });
      deps.onMoved();
    },
  });
  /** Mints that were refused for a reason that every other mint would meet. */
  const refusedForAll = new Set<string>();
  const engine: IntentEngine = createIntentEngine<TokenizationRequest>({
    ...deps,
    intents,
    judge: (outcome, intentId) => judgeMint(outcome, (intents.find(intentId)?.unanswered ?? 0) > 1),
    rules: {
      mint: mintRules({
        ...deps,
        intents,
        adopt,
        lookUp: createMintLookup({ ...deps, intents, adopt, requests: requestBook }),
        isRow: (intentId) => batches.batchOf(intentId) !== undefined,
        onFinding(intentId, finding, answer) {
          participant.onMint(finding, answer);
          if (concernsEveryMint(finding, answer.status)) refusedForAll.add(intentId);
          else refusedForAll.delete(intentId);
        },
      }),
    },
    onRetry(intentId) {
      const intent = intents.find(intentId);
      if (intent) publishRow(intent);
    },
  });
  const origins = createRequestOrigins({
    journal,
    find: intents.find,
    known: requestBook.known,
    batchOf: (intentId) => batches.batchOf(intentId),
  });
  const changes = createRequestChanges({
    ...deps,
    origins,
    notify(change, origin) {
      const ofRow = origin?.kind === 'batch' && { batchId: origin.batchId };
      notify({ kind: 'tokenization', ...change, origin, ...ofRow });
    },
  });
  const foreign = createForeignRequests({
    ...deps,
    known: requestBook.all,
    originOf: origins.of,
    onNews: notify,
  });
  const polling = createRequestPolling({
    ...deps,
    requests: requestBook,
    participant,
    onList: foreign.onList,
    listedBefore: foreign.listedAt,
  });
  const available = (symbol: string, intentId?: string) =>
    availableToMint({ ...deps, unknownOrders: gate.unknownOrders }, symbol, intentId);
  const batches = createBatches({
    ...deps,
    find: intents.find,
    submit: (intentId, form, note) => submit(intentId, form, { note }),
    sendAgain: (intentId) => engine.sendAgain(intentId),
    isBusy: engine.isBusy,
    isRefusedForAll: (intentId) => refusedForAll.has(intentId),
    available,
    judging,
    ledger,
    approvalOf: (intentId) => proposals.approvalOf(intentId),
    request: requestBook.get,
    turnInMs: deps.broker.turnInMs,
    onChange(batch) {
      publish({ kind: 'batch', batch });
      proposals.onBatch(batch);
    },
    onNews: notify,
  });

  const judged = createJudgedMints({
    judging,
    waiting: batches.waiting,
    find: intents.find,
    submit,
  });
  const proposals = createProposals({
    ...deps,
    batches,
    judged,
    wallets: approvals,
    find: intents.find,
    available,
    isStopped: gate.isStopped,
    noRight: () => (participant.state() === 'no' ? participant.terms().why : undefined),
    titleOf: (form) => mintTitle(form, deps.environment),
    onChange: (proposal) => publish({ kind: 'proposal', proposal }),
    onNews: notify,
  });

  /** A label that is the id of a mint of ours is evidence of it wherever it is seen, also long after. */
  function adoptByLabel(request: TokenizationRequest): void {
    const { clientRequestId = '' } = request;
    const intent = intents.find(clientRequestId);
    if (intent?.kind === 'mint' && intent.state !== 'accepted')
      adopt.found(intent.intentId, [request]);
  }

  function onIntent(intent: Intent): void {
    ledger.onIntent(intent);
    publishRow(intent);
    const requests = origins.onIntent(intent);
    if (requests.length > 0) publish({ kind: 'requests', requests });
    foreign.onIntent(intent);
    changes.onIntent();
    batches.onIntent(intent.intentId);
    notify({ kind: 'intent', intent, ...ofBatch(intent.intentId) });
  }

  function ofBatch(intentId: string | undefined): { batchId?: string } {
    const batch = batches.batchOf(intentId ?? '');
    return batch ? { batchId: batch.batchId } : {};
  }

  function publishRow(intent: Intent): void {
    if (intent.kind === 'mint') publish({ kind: 'row', row: rowOf(intent) });
  }

  function rowOf(intent: Intent): MintRow {
    const request = intent.resultId === undefined ? undefined : requestBook.get(intent.resultId);
    const retry = engine.retryOf(intent.intentId);
    return { intent, ...(request && { request }), ...(retry && { retry }) };
  }

  async function submit(
    intentId: string,
    form: MintForm,
    options: { note?: string | undefined } = {},
  ): Promise<Result<Intent>> {
    if (!intents.find(intentId)) {
      const issues = mintIssues(form);
      if (issues.length > 0) return fail({ kind: 'invalid', issues });
    }
    const decision = {
      intentId,
      kind: 'mint',
      body: encodeMint(form, form.label === '' ? intentId : form.label),
      symbol: form.underlyingSymbol,
      title: titleOf(intentId, form),
    } as const;
    return engine.submit(decision, options);
  }

  function titleOf(intentId: string, form: MintForm): string {
    const title = mintTitle(form, deps.environment);
    const batch = batches.batchOf(intentId);
    return batch ? `${title}, batch ${batch.name}` : title;
  }

  return {
    async terms(isAskedAgain) {
      if (isAskedAgain) participant.askAgain();
      if (participant.state() !== 'yes') await polling.ask();
      return ok(participant.terms());
    },
    available: (symbol) => available(symbol),
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
        verdicts: judged.judge(intentId, form).verdicts,
        ...(has !== undefined && {
          available: has,
          ...(!shortage && { availableAfter: availableAfter(has, form.qty) }),
        }),
      };
    },
    submit: (intentId, form, meant) => judged.submit(intentId, form, () => isMintAgain(meant)),
    proposals,
    wallets: approvals,
    heldBack: (intentId, form, meant) =>
      judged.refusal(intentId, form, () => isMintAgain(meant), ['new-wallet']),
    repeats: (intentId, form, meant) =>
      isMintAgain(meant) ? judged.repeats(intentId, form, titleOf(intentId, form)) : [],
    lookAgain: engine.lookAgain,
    sendAgain: (intentId) => engine.sendAgain(intentId),
    setAside: (intentId) => engine.setAside(intentId, false),
    rows() {
      const page = journal.list({ kinds: ['mint'], limit: PAST_MINTS });
      const past = page.ok ? page.value.intents : [];
      const isListed = new Set(past.map(({ intentId }) => intentId));
      // However old: what is not settled is never left out.
      const open = engine.open();
      return [...past, ...open.filter(({ intentId }) => !isListed.has(intentId))].map(rowOf);
    },
    requests: createRequestQueries({
      broker: deps.broker,
      book: requestBook,
      known: () => requestBook.all().map(origins.withOrigin),
      participant,
    }),
    batches,
    addresses: createAddressBook(journal, approvals.isNew),
    onChange: listeners.add,
    start() {
      engine.start();
      batches.announce();
      proposals.announce();
      // What an earlier run sent and the issuer has not ended: its batch is awaited.
      for (const { tokenizationRequestId } of requestBook.pending()) {
        const owners = journal.about(tokenizationRequestId);
        for (const { intentId } of owners.ok ? owners.value : []) batches.onIntent(intentId);
      }
      foreign.start();
      polling.start();
    },
    recover() {
      ledger.reload();
      engine.start();
    },
    lookSoon: polling.lookSoon,
    wake() {
      engine.wake();
      polling.wake();
    },
    stop() {
      for (const part of [batches, proposals, engine, foreign, changes, polling]) part.stop();
    },
  };
}
