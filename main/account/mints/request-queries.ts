// Questions about requests: the list with its filters, one by id, one by label. Whatever is read is remembered.
import { fail, isNotFound, ok, type Failed, type Result } from '#contract/failure.ts';
import type {
  KnownRequest,
  TokenizationFilters,
  TokenizationRequest,
} from '#contract/tokenization.ts';
import { newestFirst } from '#main/domain/mints/tokenization.ts';
import type { Participant } from '#main/account/mints/participant.ts';
import type { MintBroker } from '#main/account/mints/mint-broker.ts';
import type { RequestBook } from '#main/account/mints/request-book.ts';
import { listOf, type Listed } from '#main/wire/oddities.ts';

export type RequestQueries = {
  /** What is known without asking, newest first, each with when it was heard. */
  known(): KnownRequest[];
  /** Newest first, whatever order the broker has. */
  list(filters: TokenizationFilters): Promise<Result<Listed<TokenizationRequest>>>;
  /** False once the broker has said that requests are not for this account. */
  mayRead(): boolean;
  byId(tokenizationRequestId: string): Promise<Result<TokenizationRequest>>;
  /** The newest, and how many others have the label. */
  byLabel(label: string): Promise<Result<{ request: TokenizationRequest; others: number }>>;
};

type Deps = {
  broker: Pick<MintBroker, 'byId' | 'byLabel' | 'list'>;
  book: RequestBook;
  known: () => KnownRequest[];
  participant: Participant;
};

export function createRequestQueries({ broker, book, known, participant }: Deps): RequestQueries {
  async function list(filters: TokenizationFilters): Promise<Result<Listed<TokenizationRequest>>> {
    const answer = await broker.list(filters);
    participant.onRead(answer);
    if (!answer.ok) return answer;
    book.put(answer.value);
    // As the book has them: what is known to be final is not shown as pending because an answer was slow.
    const asKept = answer.value
      .map((request) => book.get(request.tokenizationRequestId) ?? request)
      .sort(newestFirst);
    return ok(listOf(asKept, answer.value.unread ?? []));
  }

  function one(answer: Result<TokenizationRequest>, missing: string): Result<TokenizationRequest> {
    if (!answer.ok) return inWords(answer, missing);
    book.put([answer.value]);
    return ok(book.get(answer.value.tokenizationRequestId) ?? answer.value);
  }

  return {
    known,
    list: (filters) => list(cleaned(filters)),
    mayRead: participant.mayRead,
    byId: async (tokenizationRequestId) =>
      one(await broker.byId(tokenizationRequestId), 'No request on this account has this id.'),
    async byLabel(label) {
      const found = one(await broker.byLabel(label), 'No mint on this account has this label.');
      if (!found.ok) return found;
      // The service has no question for it: all mints are read, or those that are known when they cannot be.
      const all = await list({ type: 'mint' });
      const mints = all.ok ? all.value : book.all().map(({ request }) => request);
      const others = mints.filter(
        ({ clientRequestId, tokenizationRequestId }) =>
          clientRequestId === label && tokenizationRequestId !== found.value.tokenizationRequestId,
      );
      return ok({ request: found.value, others: others.length });
    },
  };
}

function inWords(answer: Failed, missing: string): Failed {
  return isNotFound(answer.failure) ? fail({ ...answer.failure, message: missing }) : answer;
}

/** A filter that was left empty is none. */
function cleaned(filters: TokenizationFilters): TokenizationFilters {
  const entries = Object.entries(filters).filter(([, value]) => value?.trim());
  const { underlyingSymbol, ...rest } = Object.fromEntries(entries) as TokenizationFilters;
  return {
    ...rest,
    ...(underlyingSymbol !== undefined && {
      underlyingSymbol: underlyingSymbol.trim().toUpperCase(),
    }),
  };
}
