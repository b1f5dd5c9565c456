// Where a tokenization request came from: a mint of this desk, a batch of it, or elsewhere. The broker does not say who
// sent a request, so what the journal cannot account for came from elsewhere; redeems always do.
import type { Intent } from '#contract/intents.ts';
import type { KnownRequest, RequestOrigin, TokenizationRequest } from '#contract/tokenization.ts';
import { CLOCK_SKEW_MS } from '#main/account/mints/adopt-mint.ts';
import { mintDifferences } from '#main/domain/mints/matches-mint.ts';
import { createdMs } from '#main/domain/mints/tokenization.ts';
import type { Journal } from '#main/journal/types.ts';
import { readMintBody } from '#main/wire/tokenization.ts';

export type RequestOrigins = {
  /** Undefined while a mint of this desk may turn out to be it. */
  of(request: TokenizationRequest): RequestOrigin | undefined;
  withOrigin(known: KnownRequest): KnownRequest;
  /** Whether a row of a batch may turn out to be it. */
  mayBeRow(request: TokenizationRequest): boolean;
  /** What is known of a mint of this desk changed: these may have another origin now. */
  onIntent(intent: Intent): KnownRequest[];
};

type Deps = {
  journal: Pick<Journal, 'about' | 'list' | 'unsettled'>;
  find: (intentId: string) => Intent | undefined;
  known: (tokenizationRequestId: string) => KnownRequest | undefined;
  batchOf: (intentId: string) => { batchId: string; name: string } | undefined;
};

export function createRequestOrigins({ journal, find, known, batchOf }: Deps): RequestOrigins {
  const decided = new Map<string, RequestOrigin>();
  const undecided = new Set<string>();

  function ofMint(intentId: string): RequestOrigin {
    const batch = batchOf(intentId);
    return batch ? { kind: 'batch', batchId: batch.batchId, name: batch.name } : { kind: 'desk' };
  }

  /** It was refused, and this rejected request is what the broker kept of it. */
  const leftBehind = (request: TokenizationRequest): Intent | undefined => {
    if (request.status !== 'rejected') return undefined;
    const at = createdMs(request);
    const named = request.clientRequestId === undefined ? undefined : find(request.clientRequestId);
    if (named?.state === 'refused' && isLike(named, request)) return named;
    const page = journal.list({
      kinds: ['mint'],
      states: ['refused'],
      symbol: request.underlyingSymbol,
      to: at + CLOCK_SKEW_MS,
      limit: MOST_REFUSED,
    });
    return (page.ok ? page.value.intents : []).find(
      (intent) => at <= intent.changedAt + CLOCK_SKEW_MS && isLike(intent, request),
    );
  };

  function judge(request: TokenizationRequest): RequestOrigin | undefined {
    if (request.type !== 'mint') return { kind: 'elsewhere' };
    const owners = journal.about(request.tokenizationRequestId);
    // A journal that cannot be read accounts for nothing, which is no sign of somebody else.
    if (!owners.ok) return undefined;
    const owner = owners.value.find(({ kind }) => kind === 'mint') ?? leftBehind(request);
    if (owner) return ofMint(owner.intentId);
    return candidates(request).length > 0 ? undefined : { kind: 'elsewhere' };
  }

  /** Mints of this desk that wait for evidence and asked for the same. */
  const candidates = (request: TokenizationRequest): Intent[] =>
    journal
      .unsettled()
      .filter(
        (intent) =>
          createdMs(request) >= intent.confirmedAt - CLOCK_SKEW_MS && isLike(intent, request),
      );

  function of(request: TokenizationRequest): RequestOrigin | undefined {
    const id = request.tokenizationRequestId;
    const origin = decided.get(id) ?? judge(request);
    if (origin) decided.set(id, origin);
    if (origin) undecided.delete(id);
    else undecided.add(id);
    return origin;
  }

  function withOrigin({ request, receivedAt }: KnownRequest): KnownRequest {
    const origin = of(request);
    return { request, receivedAt, ...(origin && { origin }) };
  }

  return {
    of,
    withOrigin,
    mayBeRow: (request) => candidates(request).some(({ intentId }) => batchOf(intentId)),
    onIntent({ resultId }) {
      const ids = new Set(undecided);
      if (resultId !== undefined && decided.get(resultId)?.kind !== 'batch') {
        decided.delete(resultId);
        ids.add(resultId);
      }
      return [...ids].flatMap((id) => known(id) ?? []).map(withOrigin);
    },
  };
}

const MOST_REFUSED = 100;

/** A mint that has no request yet asked for the same thing. */
function isLike({ kind, body, resultId }: Intent, request: TokenizationRequest): boolean {
  const mint = kind === 'mint' && resultId === undefined ? readMintBody(body) : undefined;
  return mint !== undefined && mintDifferences(mint, request).length === 0;
}
