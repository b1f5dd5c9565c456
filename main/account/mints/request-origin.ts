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

/** Not decided before one of these mints is; undefined where the journal could not say which. */
type Waiting = { request: TokenizationRequest; for: ReadonlySet<string> | undefined };

export function createRequestOrigins({ journal, find, known, batchOf }: Deps): RequestOrigins {
  const decided = new Map<string, RequestOrigin>();
  const undecided = new Map<string, Waiting>();

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

  function judge(request: TokenizationRequest): RequestOrigin | Waiting {
    if (request.type !== 'mint') return { kind: 'elsewhere' };
    const owners = journal.about(request.tokenizationRequestId);
    // A journal that cannot be read accounts for nothing, which is no sign of somebody else.
    if (!owners.ok) return { request, for: undefined };
    const owner = owners.value.find(({ kind }) => kind === 'mint') ?? leftBehind(request);
    if (owner) return ofMint(owner.intentId);
    const mints = candidates(request);
    return mints.size > 0 ? { request, for: mints } : { kind: 'elsewhere' };
  }

  /** Mints of this desk that wait for evidence and asked for the same. */
  function candidates(request: TokenizationRequest): Set<string> {
    const since = createdMs(request) + CLOCK_SKEW_MS;
    const mints = journal
      .unsettled()
      .filter((intent) => since >= intent.confirmedAt && isLike(intent, request));
    return new Set(mints.map(({ intentId }) => intentId));
  }

  function of(request: TokenizationRequest): RequestOrigin | undefined {
    const id = request.tokenizationRequestId;
    const origin = decided.get(id);
    if (origin) return origin;
    const waiting = undecided.get(id);
    if (waiting?.request === request && waiting.for) return undefined;
    const found = judge(request);
    if ('request' in found) {
      undecided.set(id, found);
      return undefined;
    }
    decided.set(id, found);
    undecided.delete(id);
    return found;
  }

  function withOrigin({ request, receivedAt }: KnownRequest): KnownRequest {
    const origin = of(request);
    return { request, receivedAt, ...(origin && { origin }) };
  }

  return {
    of,
    withOrigin,
    mayBeRow: (request) => [...candidates(request)].some(batchOf),
    onIntent({ intentId, resultId }) {
      const ids = new Set<string>();
      for (const [id, waiting] of undecided)
        if (!waiting.for || waiting.for.has(intentId)) ids.add(id);
      if (resultId !== undefined && decided.get(resultId)?.kind !== 'batch') {
        decided.delete(resultId);
        ids.add(resultId);
      }
      for (const id of ids) undecided.delete(id);
      return [...ids].flatMap((id) => known(id) ?? []).map(withOrigin);
    },
  };
}

const MOST_REFUSED = 100;

/** A mint that has no request yet asked for the same thing. */
function isLike({ kind, body, resultId, symbol }: Intent, request: TokenizationRequest): boolean {
  if (kind !== 'mint' || resultId !== undefined || symbol !== request.underlyingSymbol)
    return false;
  const mint = readMintBody(body);
  return mint !== undefined && mintDifferences(mint, request).length === 0;
}
