// The tokenization requests that this account is known to have: from answers, lookups and lists, kept for the hours
// without the broker. A final status is never left, and each change is told once.
import { isFinal, TokenizationRequest, type KnownRequest } from '#contract/tokenization.ts';
import { mergeRequest, newestFirst } from '#main/domain/mints/tokenization.ts';
import type { Journal } from '#main/journal/types.ts';
import type { Clock } from '#main/ports.ts';

/** `before` is the status until now; absent for a request that was not known. */
type RequestChange = { request: TokenizationRequest; before: string | undefined };

export type RequestBook = {
  /** Newest first. */
  all(): readonly KnownRequest[];
  get(tokenizationRequestId: string): TokenizationRequest | undefined;
  known(tokenizationRequestId: string): KnownRequest | undefined;
  /** Not final yet, oldest first. */
  pending(): TokenizationRequest[];
  put(requests: readonly TokenizationRequest[]): void;
};

type Deps = {
  journal: Pick<Journal, 'tokenizations' | 'saveTokenizations'>;
  /** What was read, changed or not. */
  onRead: (requests: KnownRequest[]) => void;
  onChanged: (change: RequestChange) => void;
  clock: Clock;
};

export function createRequestBook({ journal, onRead, onChanged, clock }: Deps): RequestBook {
  const known = new Map<string, KnownRequest>();
  const loaded = journal.tokenizations();
  for (const { value, receivedAt } of loaded.ok ? loaded.value : []) {
    const request = TokenizationRequest.safeParse(value);
    if (request.success)
      known.set(request.data.tokenizationRequestId, { request: request.data, receivedAt });
  }

  let sorted: readonly KnownRequest[] | undefined;
  const all = (): readonly KnownRequest[] =>
    (sorted ??= [...known.values()].sort((a, b) => newestFirst(a.request, b.request)));

  return {
    all,
    get: (tokenizationRequestId) => known.get(tokenizationRequestId)?.request,
    known: (tokenizationRequestId) => known.get(tokenizationRequestId),
    pending: () =>
      all()
        .map(({ request }) => request)
        .filter((request) => !isFinal(request))
        .reverse(),
    put(requests) {
      const receivedAt = clock.wall();
      sorted = undefined;
      const read: KnownRequest[] = [];
      const changed: RequestChange[] = [];
      for (const news of requests) {
        const before = known.get(news.tokenizationRequestId)?.request;
        const merged = mergeRequest(before, news);
        const isChange = JSON.stringify(before) !== JSON.stringify(merged);
        const request = before && !isChange ? before : merged;
        known.set(request.tokenizationRequestId, { request, receivedAt });
        if (isChange) changed.push({ request, before: before?.status });
        if (isChange || !isFinal(request)) read.push({ request, receivedAt });
      }
      // Written first, so that whoever hears of it can rely on it; a disk that refuses keeps it in memory.
      if (changed.length > 0) journal.saveTokenizations(changed.map(({ request }) => request));
      if (read.length > 0) onRead(read);
      for (const change of changed) onChanged(change);
    },
  };
}
