// What this account is known to have minted or to be minting, found by label, contents and wallet: mints of this desk from
// its journal, and those of others from the broker's requests. Read once and kept up, so that ten thousand rows can ask.
import type { Intent } from '#contract/intents.ts';
import type { MintForm, TokenizationRequest } from '#contract/tokenization.ts';
import { add, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { contentsKey, type KnownMint, type MintContents } from '#main/domain/mints/mint-guards.ts';
import { createdMs } from '#main/domain/mints/tokenization.ts';
import { walletKey } from '#main/domain/mints/wallet-key.ts';
import type { Cursor, Journal } from '#main/journal/types.ts';
import type { RequestBook } from '#main/account/mints/request-book.ts';
import { readMintBody } from '#main/wire/tokenization.ts';

export type MintLedger = {
  /** With its label or its contents, newest first; undefined while the journal cannot be read. */
  alike(form: MintForm): KnownMint[] | undefined;
  /** The mint of this intent, if it went out or may have. */
  mintOf(intentId: string): KnownMint | undefined;
  stateOf(intentId: string): Intent['state'] | undefined;
  /** Shares by symbol that left or may have since then; undefined while the journal cannot be read. */
  leftSince(ms: number): Map<string, Decimal> | undefined;
  /** A mint of this account to this wallet was completed. */
  hasCompleted(network: string, address: string): boolean;
  onIntent(intent: Intent): void;
  onRequest(request: TokenizationRequest): void;
  /** The journal could be read only now. */
  reload(): void;
};

type Deps = {
  journal: Pick<Journal, 'list'>;
  requests: Pick<RequestBook, 'all' | 'get'>;
};

type Entry = MintContents & {
  intentId: string;
  label: string | undefined;
  at: number;
  state: Intent['state'];
  resultId: string | undefined;
};

const PAGE = 500;
const OPEN: ReadonlySet<Intent['state']> = new Set(['recorded', 'sent', 'unknown', 'set-aside']);

export function createMintLedger({ journal, requests }: Deps): MintLedger {
  const index = createIndex();
  /** Oldest first. */
  let entries = new Map<string, Entry>();
  const owned = new Set<string>();
  const seen = new Map<string, { request: TokenizationRequest; at: number }>();
  let isLoaded = false;
  for (const { request } of requests.all()) onRequest(request);

  function load(): boolean {
    if (isLoaded) return true;
    const found: Intent[] = [];
    let before: Cursor | undefined;
    do {
      const page = journal.list({ kinds: ['mint'], before, limit: PAGE });
      if (!page.ok) return false;
      found.push(...page.value.intents);
      before = page.value.next;
    } while (before);
    isLoaded = true;
    for (const intent of found.reverse()) put(intent);
    return true;
  }

  function put({ intentId, kind, body, confirmedAt, state, resultId }: Intent): void {
    const mint = kind === 'mint' ? readMintBody(body) : undefined;
    if (!mint) return;
    const { clientRequestId, ...contents } = mint;
    const label = clientRequestId === intentId ? undefined : clientRequestId;
    if (!entries.has(intentId)) index.add(intentId, contents, label);
    entries.set(intentId, { ...contents, intentId, label, at: confirmedAt, state, resultId });
    if (resultId !== undefined) owned.add(resultId);
  }

  function onRequest(request: TokenizationRequest): void {
    if (request.type !== 'mint') return;
    const { tokenizationRequestId } = request;
    seen.set(tokenizationRequestId, { request, at: createdMs(request) });
    index.add(tokenizationRequestId, request, request.clientRequestId);
  }

  function mintOf(intentId: string): KnownMint | undefined {
    const entry = entries.get(intentId);
    const standing = entry && standingOf(entry);
    return standing && { ...entry, key: intentId, standing };
  }

  function standingOf({ state, resultId }: Entry): KnownMint['standing'] | undefined {
    switch (state) {
      case 'recorded':
      case 'sent':
        return { kind: 'on-its-way' };
      case 'unknown':
      case 'set-aside':
        return { kind: 'unknown' };
      case 'accepted': {
        const status = requests.get(resultId ?? '')?.status ?? 'accepted';
        return status === 'rejected' ? undefined : { kind: 'minted', status };
      }
      case 'refused':
      case 'not-sent':
        return undefined;
      default:
        return state satisfies never;
    }
  }

  /** A request that no mint of this desk became, or can be told to be by its label. */
  function elsewhere(requestId: string): KnownMint | undefined {
    const { request, at } = seen.get(requestId) ?? {};
    if (!request || at === undefined || request.status === 'rejected') return undefined;
    const { clientRequestId: label = '' } = request;
    if (owned.has(requestId) || entries.has(label) || mayBeOurs(request, label)) return undefined;
    const { status } = request;
    return {
      ...request,
      key: requestId,
      label: label === '' ? undefined : label,
      at,
      standing: { kind: 'elsewhere', status },
    };
  }

  /** A mint of this desk whose answer is still to come may be it, and counts by itself. */
  function mayBeOurs(request: TokenizationRequest, label: string): boolean {
    return index.find({ ...request, label }).some((key) => {
      const entry = entries.get(key);
      return entry && OPEN.has(entry.state) && (label === '' || entry.label === label);
    });
  }

  return {
    alike(form) {
      if (!load()) return undefined;
      return index
        .find(form)
        .flatMap((key) => mintOf(key) ?? elsewhere(key) ?? [])
        .sort((a, b) => b.at - a.at);
    },
    mintOf: (intentId) => (load() ? mintOf(intentId) : undefined),
    stateOf: (intentId) => (load() ? entries.get(intentId)?.state : undefined),
    leftSince(ms) {
      if (!load()) return undefined;
      const left = new Map<string, Decimal>();
      const count = (known: KnownMint | undefined): void => {
        if (!known || known.at < ms) return;
        const { underlyingSymbol: symbol, qty } = known;
        left.set(symbol, add(left.get(symbol) ?? ZERO, qty));
      };
      for (const { intentId, at } of entries.values()) if (at >= ms) count(mintOf(intentId));
      for (const [requestId, { at }] of seen) if (at >= ms) count(elsewhere(requestId));
      return left;
    },
    hasCompleted(network, address) {
      if (!load()) return false;
      return index.to(network, address).some((key) => {
        const standing = mintOf(key)?.standing;
        return standing?.kind === 'minted' && standing.status === 'completed';
      });
    },
    onIntent(intent) {
      if (isLoaded) put(intent);
    },
    onRequest,
    reload() {
      isLoaded = false;
      entries = new Map();
    },
  };
}

function createIndex() {
  const byLabel = new Map<string, Set<string>>();
  const byContents = new Map<string, Set<string>>();
  const byWallet = new Map<string, Set<string>>();
  const addTo = (map: Map<string, Set<string>>, name: string, key: string): void => {
    const keys = map.get(name) ?? new Set();
    map.set(name, keys.add(key));
  };
  const keysIn = (map: Map<string, Set<string>>, name: string): string[] => [
    ...(map.get(name) ?? []),
  ];

  return {
    add(key: string, contents: MintContents, label: string | undefined): void {
      if (label !== undefined && label !== '') addTo(byLabel, label, key);
      addTo(byContents, contentsKey(contents), key);
      const { network, walletAddress } = contents;
      if (walletAddress !== undefined) addTo(byWallet, walletKey(network, walletAddress), key);
    },
    find: (form: MintContents & { label: string }): string[] => [
      ...new Set([
        ...(form.label === '' ? [] : keysIn(byLabel, form.label)),
        ...keysIn(byContents, contentsKey(form)),
        // A request that names no wallet may be to any.
        ...keysIn(byContents, contentsKey({ ...form, walletAddress: undefined })),
      ]),
    ],
    to: (network: string, address: string): string[] =>
      keysIn(byWallet, walletKey(network, address)),
  };
}
