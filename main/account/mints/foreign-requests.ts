// Mints and redeems that this desk did not send. Each is told once, also those of the time when the desk was off; what was
// at the broker when the account was first read is counted and not told one by one. One that a mint of this desk may turn
// out to be waits for that.
import type { Intent } from '#contract/intents.ts';
import {
  shortAddress,
  type KnownRequest,
  type RequestOrigin,
  type TokenizationRequest,
} from '#contract/tokenization.ts';
import { createdMs } from '#main/domain/mints/tokenization.ts';
import { qtyText } from '#main/domain/words.ts';
import type { Journal, RequestMark } from '#main/journal/types.ts';
import type { Ports } from '#main/ports.ts';

export type ForeignNews =
  /** `isSure` is false when a mint of this desk whose answer was lost may be it. */
  | {
      kind: 'foreign-request';
      request: TokenizationRequest;
      isSure: boolean;
      /** Names of the applications that were allowed here. */
      applications: string[];
    }
  /** It turned out to be a mint of this desk. */
  | { kind: 'foreign-over'; tokenizationRequestId: string }
  /** What was there when the account was first read. */
  | { kind: 'requests-found'; mints: number; redeems: number };

type ForeignRequests = {
  /** A list of everything since `from` is being taken in by `put`. */
  onList(from: number, put: () => void): void;
  /** A request that was not known before. */
  onRequest(request: TokenizationRequest): void;
  onIntent(intent: Intent): void;
  /** Until when the list was read before this run; epoch ms. */
  listedAt(): number | undefined;
  start(): void;
  stop(): void;
};

type Deps = Pick<Ports, 'clock' | 'delay'> & {
  journal: Pick<Journal, 'requestMark' | 'saveRequestMark' | 'saveEvent' | 'grants'>;
  known: () => readonly KnownRequest[];
  originOf: (request: TokenizationRequest) => RequestOrigin | undefined;
  onNews: (news: ForeignNews) => void;
};

/** A mint whose answer was lost is mostly found within seconds. */
const UNSURE_AFTER_MS = 120_000;
/** What came this shortly before the desk ended may not have been told; who was told is not told again. */
const TOLD_AGAIN_MS = 600_000;

export function createForeignRequests(deps: Deps): ForeignRequests {
  const { journal, known, originOf, clock } = deps;
  const stored = journal.requestMark();
  let mark: RequestMark | undefined = stored.ok ? stored.value : undefined;
  // An earlier edition left requests and no mark: it has read this account before.
  const isReadBefore = mark !== undefined || known().length > 0;
  const unsure = new Map<string, { request: TokenizationRequest; stop: () => void }>();
  let isCounting = false;

  function notify(request: TokenizationRequest, isSure: boolean, isAgain = false): void {
    if (!isAgain)
      journal.saveEvent({ kind: 'desk', detail: 'elsewhere', text: eventText(request, isSure) });
    deps.onNews({ kind: 'foreign-request', request, isSure, applications: applications() });
  }

  /** The last decision about each application counts. */
  function applications(): string[] {
    const grants = journal.grants();
    const seen = new Set<string>();
    const names = (grants.ok ? grants.value : []).flatMap(({ clientId, appName, kind }) => {
      if (seen.has(clientId)) return [];
      seen.add(clientId);
      return kind === 'code' || kind === 'token' ? [appName] : [];
    });
    return [...new Set(names)];
  }

  function consider(request: TokenizationRequest, isAgain = false): void {
    const id = request.tokenizationRequestId;
    const origin = originOf(request);
    if (origin) {
      unsure.get(id)?.stop();
      unsure.delete(id);
      if (origin.kind === 'elsewhere') notify(request, true, isAgain);
    } else if (!unsure.has(id)) {
      const stop = deps.delay(UNSURE_AFTER_MS, () => notify(request, false, isAgain));
      unsure.set(id, { request, stop });
    }
  }

  const isNews = (request: TokenizationRequest): boolean =>
    mark !== undefined && createdMs(request) >= mark.from;

  function tellFound(): void {
    const found = known().filter(({ request }) => originOf(request)?.kind === 'elsewhere');
    const redeems = found.filter(({ request }) => request.type === 'redeem').length;
    const mints = found.length - redeems;
    if (found.length === 0) return;
    const text = `${countWords(mints, redeems)} were already at the broker when this account was first read. This desk sent none of them.`;
    journal.saveEvent({ kind: 'desk', detail: 'elsewhere', text });
    deps.onNews({ kind: 'requests-found', mints, redeems });
  }

  return {
    onList(from, put) {
      // A journal that cannot be read does not know whether it was read before.
      if (!stored.ok) return put();
      isCounting = !isReadBefore && mark === undefined;
      const listedAt = clock.wall();
      // What is new beside the requests of an earlier edition was not there before.
      mark = { ...(mark ?? { from, firstAt: isCounting ? listedAt : listedAt - 1 }), listedAt };
      put();
      if (isCounting) tellFound();
      isCounting = false;
      journal.saveRequestMark(mark);
    },
    onRequest(request) {
      if (isCounting || !isNews(request)) return;
      consider(request);
    },
    onIntent({ resultId }) {
      if (resultId !== undefined) {
        unsure.get(resultId)?.stop();
        unsure.delete(resultId);
        deps.onNews({ kind: 'foreign-over', tokenizationRequestId: resultId });
      }
      // Others may be decided now that this mint has its own.
      for (const { request } of unsure.values()) consider(request);
    },
    listedAt: () => mark?.listedAt,
    start() {
      if (!mark) return;
      const since = Math.max(mark.firstAt, mark.listedAt - TOLD_AGAIN_MS);
      for (const { request, receivedAt } of known())
        if (receivedAt > since && isNews(request)) consider(request, true);
    },
    stop() {
      for (const { stop } of unsure.values()) stop();
    },
  };
}

function eventText(request: TokenizationRequest, isSure: boolean): string {
  const { type, qty, underlyingSymbol, issuer, network, status, walletAddress } = request;
  const wallet =
    walletAddress === undefined || type === 'redeem' ? '' : ` to ${shortAddress(walletAddress)}`;
  const what = `${qtyText(qty)} ${underlyingSymbol}${wallet}, ${issuer} on ${network}, ${status}`;
  const whose = isSure
    ? 'This desk did not send it'
    : 'It may be a mint from this desk whose answer was lost';
  return `From elsewhere: ${type} of ${what}. ${whose}. Request ${request.tokenizationRequestId}.`;
}

export const countWords = (mints: number, redeems: number): string =>
  [
    ...(mints > 0 ? [`${mints} ${mints === 1 ? 'mint' : 'mints'}`] : []),
    ...(redeems > 0 ? [`${redeems} ${redeems === 1 ? 'redeem' : 'redeems'}`] : []),
  ].join(' and ');
