// Minting and redeeming. Shares leave the account in the transaction that accepts a mint and come back in the one that
// rejects it, so that no crash can leave a request without its shares or shares without their request.
//
// Who may do what (docs/wire.md, "Tokenization", has both a 403 and a 400): an account that is no Authorized Participant
// gets 403 from all four operations; an Authorized Participant without the right to mint reads, and gets 400 for a mint.
import { compare, type Decimal } from '#main/domain/decimal.ts';
import type { BrokerClock, Ids, Ledger } from '#main/paper/parts.ts';
import { forbidden, invalid, malformed, notFound } from '#main/paper/server/refusals.ts';
import { hashBody, isWalletOf, parseMintBody } from '#main/paper/tokenization/mint-body.ts';
import type { RequestFilter } from '#main/paper/tokenization/filters.ts';
import {
  toMintAnswer,
  transactionHash,
  type Outcome,
  type TokenizationRequest,
} from '#main/paper/tokenization/request.ts';
import type { TokenizationSettings } from '#main/paper/tokenization/settings.ts';
import type { Permission, TokenizationStore } from '#main/paper/tokenization/store.ts';

/** The engine's side of a journal entry. */
export type Shares = {
  isKnownSymbol(symbol: string): boolean;
  available(accountId: string, symbol: string): Decimal;
  take(accountId: string, symbol: string, qty: Decimal): void;
  give(accountId: string, symbol: string, qty: Decimal): void;
};

export type RedeemDraft = Pick<
  TokenizationRequest,
  'accountId' | 'underlyingSymbol' | 'issuer' | 'network' | 'walletAddress'
> & { qty: string; outcome: 'complete' | 'reject' };

export type Tokenization = {
  /** The answer's JSON and whether it is a replay. */
  mint(
    accountId: string,
    body: unknown,
    key: string | undefined,
  ): { answer: string; replayed: boolean };
  get(accountId: string, id: string): TokenizationRequest;
  getByLabel(accountId: string, label: string): TokenizationRequest;
  list(accountId: string, filter: RequestFilter): readonly TokenizationRequest[];
  /** Refuses callers that are no Authorized Participant. */
  admit(accountId: string): void;
  permission(accountId: string): Permission;
  setPermission(accountId: string, permission: Permission): void;
  redeem(draft: RedeemDraft): TokenizationRequest;
  /** Ends a pending request now; undefined when there is none. */
  settle(id: string, outcome: 'complete' | 'reject'): TokenizationRequest | undefined;
  all(): readonly TokenizationRequest[];
  keys(): ReadonlyMap<string, string>;
  clear(): void;
  settings: TokenizationSettings;
};

type Deps = {
  ledger: Ledger;
  store: TokenizationStore;
  shares: Shares;
  clock: BrokerClock;
  ids: Ids;
  settings: TokenizationSettings;
};

export function createTokenization(deps: Deps): Tokenization {
  const { ledger, store, shares, clock, ids, settings } = deps;
  const own = (request: TokenizationRequest | undefined, accountId: string) => {
    if (request?.accountId !== accountId) throw notFound('tokenization request not found');
    return request;
  };
  for (const request of store.pending()) awaitIssuer(request);

  return {
    settings,
    admit(accountId) {
      if (store.permission(accountId) === 'none') throw forbidden();
    },
    permission: store.permission,
    setPermission: store.setPermission,
    get: (accountId, id) => own(store.byId(id), accountId),
    getByLabel: (accountId, label) => own(store.byLabel(accountId, label), accountId),
    list: store.list,
    all: store.all,
    keys: store.keys,
    clear: store.clear,
    mint,
    redeem,
    settle,
  };

  function mint(accountId: string, body: unknown, key: string | undefined) {
    const draft = parseMintBody(body, shares.isKnownSymbol);
    const bodyHash = hashBody(body);
    const earlier = key === undefined ? undefined : store.keyRecord(accountId, key);
    if (earlier) return { answer: replay(earlier, bodyHash), replayed: true };
    if (store.permission(accountId) !== 'mint')
      throw malformed('account is not authorized to mint');
    if (compare(shares.available(accountId, draft.underlyingSymbol), draft.qty) < 0) {
      throw malformed(`insufficient position in ${draft.underlyingSymbol}`);
    }
    const { accepted, answer } = ledger.transaction(() => {
      const plan = settings.next();
      const badWallet =
        settings.get().strictWallets && !isWalletOf(draft.network, draft.walletAddress);
      const outcome: Outcome = badWallet ? 'refuse' : plan;
      const request = open('mint', { ...draft, accountId, outcome }, draft.clientRequestId);
      const text = JSON.stringify(toMintAnswer(request));
      store.insert(request);
      if (key !== undefined)
        store.saveKey(accountId, key, { bodyHash, requestId: request.id, answer: text });
      if (outcome !== 'refuse') shares.take(accountId, draft.underlyingSymbol, draft.qty);
      return { accepted: request, answer: text };
    });
    if (accepted.outcome === 'refuse') throw malformed('the issuer refused the request');
    awaitIssuer(accepted);
    return { answer, replayed: false };
  }

  function replay(
    earlier: { bodyHash: string; requestId: string; answer: string },
    bodyHash: string,
  ) {
    if (earlier.bodyHash !== bodyHash) {
      throw invalid('Idempotency-Key was used with a different request body');
    }
    if (store.byId(earlier.requestId)?.status === 'rejected') {
      throw malformed('the request with this Idempotency-Key was rejected');
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
    draft: Omit<RedeemDraft, 'outcome'> & { outcome: Outcome },
    clientRequestId: string | null,
  ): TokenizationRequest {
    const createdMs = clock.now();
    return {
      id: ids.uuid(),
      accountId: draft.accountId,
      type,
      status: draft.outcome === 'refuse' ? 'rejected' : 'pending',
      underlyingSymbol: draft.underlyingSymbol,
      qty: draft.qty,
      issuer: draft.issuer,
      network: draft.network,
      walletAddress: draft.walletAddress,
      clientRequestId,
      issuerRequestId: ids.uuid(),
      txHash: null,
      fees: null,
      createdMs,
      updatedMs: draft.outcome === 'refuse' ? createdMs : null,
      dueMs: createdMs + settings.get().delayMs,
      outcome: draft.outcome,
    };
  }

  function awaitIssuer({ id, dueMs, outcome }: TokenizationRequest): void {
    if (outcome !== 'refuse') clock.at(dueMs, () => settle(id, outcome));
  }

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
        shares.give(accountId, underlyingSymbol, request.qty as Decimal);
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
