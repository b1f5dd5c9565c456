import { isFinal } from '#contract/tokenization.ts';
import {
  REQUEST_VALUES,
  type RequestRow,
} from '#renderer/screens/tokenization/requests/request-rows.ts';
import { isOld } from '#renderer/core/staleness.ts';
import { formatAge, formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import type { Column } from '#renderer/ui/table/column.ts';
import type { ExportColumn } from '#renderer/ui/table/export-text.ts';

const SHORT_ID = 8;

const isStale = (row: RequestRow, now: number): boolean =>
  !isFinal(row.request) && isOld(row.receivedAt, now);

/** `now` for the day of it and for ages. */
export const requestColumns = (
  now: number,
  onOpen: (row: RequestRow) => void,
): Column<RequestRow>[] => [
  {
    id: 'symbol',
    head: 'Symbol',
    width: 66,
    sortBy: REQUEST_VALUES.symbol,
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
  {
    id: 'type',
    head: 'Type',
    width: 68,
    sortBy: REQUEST_VALUES.type,
    cell: ({ request }) => request.type,
  },
  {
    id: 'qty',
    head: 'Quantity',
    width: 86,
    isRight: true,
    sortBy: REQUEST_VALUES.qty,
    cell: ({ request }) => <Quantity value={request.qty} />,
  },
  {
    id: 'status',
    head: 'Status',
    width: 108,
    sortBy: REQUEST_VALUES.status,
    className: (row) => `request-status ${isStale(row, now) ? 'stale' : ''}`,
    cell: (row) =>
      isStale(row, now)
        ? `${row.request.status}, ${formatAge(now - row.receivedAt)} ago`
        : row.request.status,
  },
  {
    id: 'issuer',
    head: 'Issuer',
    width: 72,
    sortBy: REQUEST_VALUES.issuer,
    cell: ({ request }) => request.issuer,
  },
  {
    id: 'network',
    head: 'Network',
    width: 76,
    sortBy: REQUEST_VALUES.network,
    cell: ({ request }) => request.network,
  },
  {
    id: 'time',
    head: 'Created',
    title: 'Created, New York',
    width: 100,
    sortBy: REQUEST_VALUES.time,
    className: () => 'num',
    cell: ({ createdMs }) => formatExchangeMoment(createdMs, now),
    tooltip: ({ createdMs }) => formatTimeTooltip(createdMs),
  },
  {
    id: 'label',
    head: 'Label',
    width: 110,
    sortBy: REQUEST_VALUES.label,
    cell: ({ request }) => request.clientRequestId ?? '–',
    tooltip: ({ request }) => request.clientRequestId,
  },
  {
    id: 'fees',
    head: 'Fees',
    width: 50,
    isRight: true,
    sortBy: REQUEST_VALUES.fees,
    cell: ({ request }) => <Quantity value={request.fees} />,
  },
  {
    id: 'id',
    head: 'Id',
    title: 'Request id',
    width: 92,
    className: () => 'num quiet-text',
    cell: ({ key }) => (key.length > SHORT_ID ? `…${key.slice(-SHORT_ID)}` : key),
    tooltip: ({ key }) => key,
  },
];

export const REQUEST_EXPORT: readonly ExportColumn<RequestRow>[] = [
  ['tokenization_request_id', ({ request }) => request.tokenizationRequestId],
  ['type', ({ request }) => request.type],
  ['status', ({ request }) => request.status],
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
