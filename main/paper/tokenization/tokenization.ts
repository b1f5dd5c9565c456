// Minting and redeeming. Shares leave the account in the transaction that accepts a mint and come back in the one that
// rejects it, so that no crash can leave a request without its shares or shares without their request.
//
// Who may do what (docs/wire.md, "Tokenization", has both a 403 and a 400): an account that is no Authorized Participant
// gets 403 from all four operations; an Authorized Participant without the right to mint reads, and gets 400 for a mint.
import { badParameter, badRequest, forbidden, notFound, Refusal } from '#main/paper/refusal.ts';
import { compare, type Decimal } from '#main/domain/decimal.ts';
import type { Engine } from '#main/paper/engine/create-engine.ts';
import type { BrokerClock, Ids, Ledger } from '#main/paper/types.ts';
import {
  createIssuerSettings,
  type IssuerOutcome,
} from '#main/paper/tokenization/issuer-settings.ts';
import { hashBody, isWalletOf, parseMintBody } from '#main/paper/tokenization/mint-body.ts';
import {
  toMintAnswer,
  transactionHash,
  type TokenizationRequest,
} from '#main/paper/tokenization/request.ts';
import { createTokenizationStore, type KeyRecord } from '#main/paper/tokenization/store.ts';

type RedeemDraft = Pick<
  TokenizationRequest,
  'accountId' | 'underlyingSymbol' | 'issuer' | 'network' | 'walletAddress'
> & { qty: string; outcome: 'complete' | 'reject' };

export type Tokenization = ReturnType<typeof createTokenization>;

type Deps = {
  ledger: Ledger;
  engine: Pick<Engine, 'availableQty' | 'move'>;
  isKnownSymbol(symbol: string): boolean;
  clock: BrokerClock;
  ids: Ids;
};

export function createTokenization({ ledger, engine, isKnownSymbol, clock, ids }: Deps) {
  const store = createTokenizationStore(ledger);
  const settings = createIssuerSettings();
  const own = (request: TokenizationRequest | undefined, accountId: string) => {
    if (request?.accountId !== accountId) throw notFound('tokenization request not found');
    return request;
  };
  const move = (accountId: string, symbol: string, qty: string, description: string) =>
    engine.move({ accountId, symbol, qty: qty as Decimal, description });
  for (const request of store.pending()) awaitIssuer(request);

  return {
    settings,
    store,
    /** Refuses callers that are no Authorized Participant. */
    requireParticipant(accountId: string): void {
      if (store.permission(accountId) === 'none') throw forbidden();
    },
    get: (accountId: string, id: string) => own(store.byId(id), accountId),
    getByLabel: (accountId: string, label: string) =>
      own(store.byLabel(accountId, label), accountId),
    mint,
    redeem,
    settle,
    /** What the issuer has lost: pending until somebody settles it. */
    lost: () => store.pending().filter(({ outcome }) => outcome === 'lose'),
  };

  /** The answer's JSON and whether it is a replay. */
  function mint(accountId: string, body: unknown, key: string | undefined) {
    const draft = parseMintBody(body, isKnownSymbol);
    const bodyHash = hashBody(body);
    const earlier = key === undefined ? undefined : store.keyRecord(accountId, key);
    if (earlier) return { answer: replay(earlier, bodyHash), replayed: true };
    if (store.permission(accountId) !== 'mint')
      throw badRequest('account is not authorized to mint');
    if (compare(engine.availableQty(accountId, draft.underlyingSymbol), draft.qty) < 0) {
      throw badRequest(`insufficient position in ${draft.underlyingSymbol}`);
    }
    const { accepted, answer } = ledger.transaction(() => {
      const plan = settings.next();
      const badWallet =
        settings.get().strictWallets && !isWalletOf(draft.network, draft.walletAddress);
      const outcome: IssuerOutcome = badWallet ? 'refuse' : plan;
      const request = open('mint', { ...draft, accountId, outcome }, draft.clientRequestId);
      const text = JSON.stringify(toMintAnswer(request));
      store.insert(request);
      if (key !== undefined)
        store.saveKey(accountId, key, { bodyHash, requestId: request.id, answer: text });
      if (outcome !== 'refuse') withdraw(accountId, draft.underlyingSymbol, draft.qty);
      return { accepted: request, answer: text };
    });
    if (accepted.outcome === 'refuse') throw badRequest('the issuer refused the request');
    awaitIssuer(accepted);
    return { answer, replayed: false };
  }

  function withdraw(accountId: string, symbol: string, qty: Decimal): void {
    try {
      move(accountId, symbol, `-${qty}`, 'tokenization: out');
    } catch (error) {
      // an order claimed the shares since they were counted
      if (error instanceof Refusal) throw badRequest(`insufficient position in ${symbol}`);
      throw error;
    }
  }

  function replay(earlier: KeyRecord, bodyHash: string): string {
    if (earlier.bodyHash !== bodyHash) {
      throw badParameter('Idempotency-Key was used with a different request body');
    }
    if (store.byId(earlier.requestId)?.status === 'rejected') {
      throw badRequest('the request with this Idempotency-Key was rejected');
    }
    return earlier.answer;
  }

  function redeem(draft: RedeemDraft): TokenizationRequest {
    const request = open('redeem', draft, null);
    store.insert(request);
    awaitIssuer(request);
    return request;
  }

  function open(
    type: 'mint' | 'redeem',
    draft: Omit<RedeemDraft, 'outcome'> & { outcome: IssuerOutcome },
    clientRequestId: string | null,
  ): TokenizationRequest {
    const createdMs = clock.now();
    const isRefused = draft.outcome === 'refuse';
    return {
      ...draft,
      id: ids.uuid(),
      type,
      status: isRefused ? 'rejected' : 'pending',
      clientRequestId,
      issuerRequestId: ids.uuid(),
      txHash: null,
      fees: null,
      createdMs,
      updatedMs: isRefused ? createdMs : null,
      dueMs: createdMs + settings.get().delayMs,
    };
  }

  function awaitIssuer({ id, dueMs, outcome }: TokenizationRequest): void {
    if (outcome === 'complete' || outcome === 'reject') clock.at(dueMs, () => settle(id, outcome));
  }

  /** Ends a pending request now; undefined when there is none. */
  function settle(id: string, outcome: 'complete' | 'reject'): TokenizationRequest | undefined {
    const request = store.byId(id);
    if (request?.status !== 'pending') return undefined;
    const { accountId, underlyingSymbol, type } = request;
    const atMs = clock.now();
    ledger.transaction(() => {
      if (outcome === 'complete') {
        store.finish(id, {
          status: 'completed',
          txHash: transactionHash(request),
          fees: settings.get().fee,
          atMs,
        });
      } else store.finish(id, { status: 'rejected', txHash: null, fees: null, atMs });
      // a mint's shares come back when it fails, a redeem's arrive when it succeeds
      if ((type === 'mint') === (outcome === 'reject')) {
        move(accountId, underlyingSymbol, request.qty, 'tokenization: in');
      }
    });
    if (type === 'mint' && outcome === 'complete') redeemSometimes(request);
    return store.byId(id);
  }

  /** Holders of the tokens give some back after a while, without anyone here asking. */
  function redeemSometimes(minted: TokenizationRequest): void {
    const { every, afterMs } = settings.get().redeems;
    if (every === 0 || store.completedMints() % every !== 0) return;
    clock.at(clock.now() + afterMs, () => redeem({ ...minted, outcome: 'complete' }));
  }
}
