// What this account is known to have minted or to be minting, found by label, contents and wallet: mints of this desk from
// its journal, and those of others from the broker's requests. Read once and kept up, so that ten thousand rows can ask.
import type { Intent } from '#contract/intents.ts';
import { ISSUERS, NETWORKS } from '#contract/mint-names.ts';
import type { MintForm, TokenizationRequest } from '#contract/tokenization.ts';
import { add, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { contentsKey, type KnownMint, type MintContents } from '#main/domain/mints/mint-guards.ts';
import { createdMs } from '#main/domain/mints/tokenization.ts';
import { walletKey } from '#main/domain/mints/wallet-key.ts';
import type { Cursor, Journal } from '#main/journal/types.ts';
import type { RequestBook } from '#main/account/mints/request-book.ts';
import { readMintBody } from '#main/wire/tokenization.ts';

export type MintLedger = {
  /**
   * With its label or its contents, newest first and not its own; undefined while the journal cannot be read. Of many with
   * the same contents the newest. A row is not asked about mints that its label tells it from.
   */
  alike(
    form: MintForm,
    options: { isOwn: (key: string) => boolean; isRow: boolean },
  ): KnownMint[] | undefined;
  /** The mint of this intent, if it went out or may have. */
  mintOf(intentId: string): KnownMint | undefined;
  stateOf(intentId: string): Intent['state'] | undefined;
  /** Shares by symbol that left or may have since then; undefined while the journal cannot be read. */
  leftSince(ms: number): Map<string, Decimal> | undefined;
  /** A mint of this account to this wallet was completed. */
  hasCompleted(network: string, address: string): boolean;
  /** Of issuers and networks, in small letters: those that are built in, and those seen at the broker. */
  names: { issuers: ReadonlySet<string>; networks: ReadonlySet<string> };
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
/** The newest are named and counted; that there are more changes nothing. */
const MOST_ALIKE = 50;
const OPEN: ReadonlySet<Intent['state']> = new Set(['recorded', 'sent', 'unknown', 'set-aside']);

export function createMintLedger({ journal, requests }: Deps): MintLedger {
  const index = createIndex();
  /** Oldest first. */
  let entries = new Map<string, Entry>();
  const owned = new Set<string>();
  const completedTo = new Set<string>();
  const names = { issuers: new Set(ISSUERS), networks: new Set(NETWORKS) };
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
    if (!entries.has(intentId)) {
      index.add(intentId, contents, label);
      if (label !== undefined) index.label(intentId, label);
    }
    entries.set(intentId, { ...contents, intentId, label, at: confirmedAt, state, resultId });
    if (resultId === undefined || owned.has(resultId)) return;
    owned.add(resultId);
    const request = requests.get(resultId);
    if (!request) return;
    index.remove(resultId, request);
    noteCompleted({ ...request, walletAddress: mint.walletAddress });
  }

  function onRequest(request: TokenizationRequest): void {
    names.issuers.add(request.issuer.toLowerCase());
    names.networks.add(request.network.toLowerCase());
    if (request.type !== 'mint') return;
    const { tokenizationRequestId } = request;
    seen.set(tokenizationRequestId, { request, at: createdMs(request) });
    if (!owned.has(tokenizationRequestId)) index.add(tokenizationRequestId, request, undefined);
    else noteCompleted(request);
    if (request.clientRequestId) index.label(tokenizationRequestId, request.clientRequestId);
  }

  /** Of this desk: that somebody else minted to a wallet says nothing for it. */
  function noteCompleted({ status, network, walletAddress }: TokenizationRequest): void {
    if (status === 'completed' && walletAddress !== undefined)
      completedTo.add(walletKey(network, walletAddress));
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
    const keys = label === '' ? index.unlabeled(request) : index.labeled(label);
    return keys.some((key) => OPEN.has(entries.get(key)?.state ?? 'refused'));
  }

  return {
    alike(form, { isOwn, isRow }) {
      if (!load()) return undefined;
      const found = new Map<string, KnownMint>();
      const take = (keys: Iterable<string>): void => {
        let count = 0;
        for (const key of keys) {
          const known = isOwn(key) ? undefined : (mintOf(key) ?? elsewhere(key));
          if (known) found.set(key, known);
          if (known && ++count === MOST_ALIKE) return;
        }
      };
      if (form.label !== '') take(index.labeled(form.label));
      for (const contents of [form, { ...form, walletAddress: undefined }]) {
        take(index.unlabeled(contents));
        if (form.label === '' || !isRow) take(index.named(contents));
      }
      return [...found.values()].sort((a, b) => b.at - a.at);
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
    hasCompleted: (network, address) => load() && completedTo.has(walletKey(network, address)),
    names,
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

type Contents = { unlabeled: Set<string>; named: Set<string> };

/** Keys by what they are looked for; the newest first. Requests of others count as unlabeled: their labels are not ours. */
function createIndex() {
  const byLabel = new Map<string, Set<string>>();
  const byContents = new Map<string, Contents>();
  const addTo = (map: Map<string, Set<string>>, name: string, key: string): void => {
    const keys = map.get(name) ?? new Set();
    map.set(name, keys.add(key));
  };
  const newestFirst = (keys: ReadonlySet<string> | undefined): string[] =>
    [...(keys ?? [])].reverse();

  return {
    label: (key: string, label: string): void => addTo(byLabel, label, key),
    add(key: string, contents: MintContents, label: string | undefined): void {
      const name = contentsKey(contents);
      const same = byContents.get(name) ?? { unlabeled: new Set(), named: new Set() };
      byContents.set(name, same);
      same[label === undefined ? 'unlabeled' : 'named'].add(key);
    },
    remove(key: string, contents: MintContents): void {
      for (const one of [contents, { ...contents, walletAddress: undefined }])
        byContents.get(contentsKey(one))?.unlabeled.delete(key);
    },
    labeled: (label: string): string[] => newestFirst(byLabel.get(label)),
    unlabeled: (contents: MintContents): string[] =>
      newestFirst(byContents.get(contentsKey(contents))?.unlabeled),
    named: (contents: MintContents): string[] =>
      newestFirst(byContents.get(contentsKey(contents))?.named),
  };
}
