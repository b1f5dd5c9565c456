// Tokenization requests as a table: newest first, narrowed by the service's own filters. They hold for what is known
// here too, so that the table answers without the network.
import type { Item } from '#contract/feeds.ts';
import {
  originWords,
  type RequestOrigin,
  type TokenizationFilters,
  type TokenizationRequest,
} from '#contract/tokenization.ts';
import { compareBy, sortable, type Sorting, type SortValues } from '#renderer/ui/table/compare.ts';
import {
  createFollowedRows,
  type FollowedRows,
  type RowSource,
} from '#renderer/ui/table/followed-rows.ts';
import type { Compare } from '#renderer/ui/table/sorted-rows.ts';
import { momentOf } from '#renderer/ui/when.ts';

export type RequestRow = {
  key: string;
  request: TokenizationRequest;
  receivedAt: number;
  createdMs: number;
  /** Absent while a mint of this desk may turn out to be it. */
  origin?: RequestOrigin;
};

/** As typed: the times are those of New York, without seconds. */
export type RequestFilter = Record<keyof TokenizationFilters, string>;

export const NO_FILTER: RequestFilter = {
  type: '',
  status: '',
  underlyingSymbol: '',
  issuer: '',
  network: '',
  after: '',
  before: '',
};

type Known = Item<'tokenizations'>;

export const createRequestList = (requests: RowSource<Known>): FollowedRows<RequestRow> =>
  createFollowedRows(requests, rowOf, compareRequests(undefined));

const rowOf = (key: string, { request, receivedAt, origin }: Known): RequestRow => ({
  key,
  request,
  receivedAt,
  createdMs: Date.parse(request.createdAt),
  ...(origin && { origin }),
});

export const REQUEST_VALUES: SortValues<RequestRow> = {
  symbol: ({ request }) => request.underlyingSymbol,
  type: ({ request }) => request.type,
  qty: ({ request }) => sortable(request.qty),
  status: ({ request }) => request.status,
  issuer: ({ request }) => request.issuer,
  network: ({ request }) => request.network,
  origin: ({ origin }) => originWords(origin),
  label: ({ request }) => request.clientRequestId,
  time: ({ createdMs }) => createdMs,
  fees: ({ request }) => sortable(request.fees),
};

export const compareRequests = (sorting: Sorting | undefined): Compare<RequestRow> =>
  compareBy<RequestRow>(REQUEST_VALUES, sorting, (a, b) => b.createdMs - a.createdMs);

const SAME = ['type', 'status', 'issuer', 'network'] as const;

/** The same answer as the service gives: both times exclusive. */
export function acceptsRequest(filter: RequestFilter): (row: RequestRow) => boolean {
  const symbol = filter.underlyingSymbol.trim().toUpperCase();
  const after = momentOf(filter.after) ?? Number.NEGATIVE_INFINITY;
  const before = momentOf(filter.before) ?? Number.POSITIVE_INFINITY;
  return ({ request, createdMs }) =>
    SAME.every((name) => filter[name] === '' || request[name] === filter[name]) &&
    (symbol === '' || request.underlyingSymbol === symbol) &&
    createdMs > after &&
    createdMs < before;
}

export const isNarrowed = (filter: RequestFilter): boolean =>
  Object.values(filter).some((value) => value !== '');

/** What the service is asked for, or why it cannot be. */
export function questionOf(
  filter: RequestFilter,
): { ok: true; filters: TokenizationFilters } | { ok: false; text: string } {
  const after = momentOf(filter.after);
  const before = momentOf(filter.before);
  if (after !== undefined && before !== undefined && after >= before)
    return { ok: false, text: 'After must be earlier than Before.' };
  const { type, status, underlyingSymbol, issuer, network } = filter;
  const named = Object.entries({ type, status, underlyingSymbol, issuer, network });
  return {
    ok: true,
    filters: {
      ...Object.fromEntries(named.filter(([, value]) => value.trim() !== '')),
      ...(after !== undefined && { after: new Date(after).toISOString() }),
      ...(before !== undefined && { before: new Date(before).toISOString() }),
    },
  };
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);
