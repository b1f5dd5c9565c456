import { isFinal, originWords } from '#contract/tokenization.ts';
import { FEE_TITLE } from '#renderer/screens/tokenization/fee-words.ts';
import type { RequestRow } from '#renderer/screens/tokenization/requests/request-rows.ts';
import { isOld } from '#renderer/core/staleness.ts';
import { formatAge } from '#renderer/ui/format.ts';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { figures, ids, moments, type Column } from '#renderer/ui/table/column.ts';
import type { ExportColumn } from '#renderer/ui/table/export-text.ts';

const isStale = (row: RequestRow, now: number): boolean =>
  !isFinal(row.request) && isOld(row.receivedAt, now);

/** `now` for the day of it and for ages; `qtyPx`: what the longest quantity needs. */
export const requestColumns = (
  now: number,
  qtyPx: number,
  onOpen: (row: RequestRow) => void,
): Column<RequestRow>[] => [
  {
    id: 'symbol',
    head: 'Symbol',
    width: 71,
    cell: (row) => (
      <button
        type="button"
        className="symbol"
        aria-label={`${row.request.underlyingSymbol}, open request`}
        onClick={() => onOpen(row)}
      >
        {row.request.underlyingSymbol}
      </button>
    ),
  },
  { id: 'type', head: 'Type', width: 63, cell: ({ request }) => request.type },
  figures('qty', 'Quantity', qtyPx, ({ request }) => <Quantity value={request.qty} />),
  {
    id: 'status',
    head: 'Status',
    width: 108,
    className: (row) => `request-status ${isStale(row, now) ? 'stale' : ''}`,
    cell: (row) =>
      isStale(row, now)
        ? `${row.request.status}, ${formatAge(now - row.receivedAt)} ago`
        : row.request.status,
  },
  {
    id: 'origin',
    head: 'Origin',
    width: 92,
    isGrowing: true,
    className: ({ origin, request }) =>
      origin?.kind === 'elsewhere' && request.type === 'mint' ? 'request-elsewhere' : undefined,
    cell: ({ origin }) => originWords(origin),
    tooltip: ({ origin }) => originWords(origin),
  },
  { id: 'issuer', head: 'Issuer', fold: 2, width: 72, cell: ({ request }) => request.issuer },
  { id: 'network', head: 'Network', fold: 3, width: 76, cell: ({ request }) => request.network },
  moments('Created', 118, now, ({ createdMs }) => createdMs),
  {
    id: 'label',
    fold: 1,
    head: 'Label',
    width: 110,
    cell: ({ request }) => request.clientRequestId ?? '–',
    tooltip: ({ request }) => request.clientRequestId,
  },
  figures('fees', 'Fee', 102, ({ request }) => <Quantity value={request.fees} />, {
    title: FEE_TITLE,
    fold: 4,
  }),
  { ...ids<RequestRow>('Id', 'Request id', 92, ({ key }) => key), isUnsorted: true, fold: 5 },
];

export const REQUEST_EXPORT: readonly ExportColumn<RequestRow>[] = [
  ['tokenization_request_id', ({ request }) => request.tokenizationRequestId],
  ['type', ({ request }) => request.type],
  ['status', ({ request }) => request.status],
  ['origin', ({ origin }) => originWords(origin)],
  ['underlying_symbol', ({ request }) => request.underlyingSymbol],
  ['quantity', ({ request }) => request.qty],
  ['token_symbol', ({ request }) => request.tokenSymbol],
  ['issuer', ({ request }) => request.issuer],
  ['network', ({ request }) => request.network],
  ['wallet_address', ({ request }) => request.walletAddress],
  ['client_request_id', ({ request }) => request.clientRequestId],
  ['issuer_request_id', ({ request }) => request.issuerRequestId],
  ['fees', ({ request }) => request.fees],
  ['transaction_hash', ({ request }) => request.txHash],
  ['created_at', ({ request }) => request.createdAt],
  ['updated_at', ({ request }) => request.updatedAt],
];
