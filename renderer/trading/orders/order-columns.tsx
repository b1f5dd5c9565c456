import { useState } from 'react';
import { orderWords, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { Aged, Waiting } from '#renderer/trading/orders/Waiting.tsx';
import { priceWords } from '#renderer/trading/ticket/ticket.ts';
import { formatMoney, formatPrice } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';
import { NotTraded } from '#renderer/ui/NotTraded.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { buttons, figures, ids, moments, type Column } from '#renderer/ui/table/column.ts';
import { momentText, type ExportColumn } from '#renderer/ui/table/export-text.ts';
import { useHiding } from '#renderer/ui/privacy.ts';

export type OrderActions = {
  cancel(orderId: string): Promise<void>;
  change(orderId: string): void;
  evidence(intentId: string): void;
  isElsewhere(row: OrderRow): boolean;
  /** What a sentence says while amounts are hidden. */
  hide(text: string): string;
};

/** A state that should pass within moments is shown with its age from here on. */
const PENDING_MS = 60_000;

/** `now` for the day of it, and for how long something is pending. Wide: there is something to say of what waits. */
export const orderColumns = (
  now: number,
  actions: OrderActions,
  isWide = false,
): Column<OrderRow>[] => [
  {
    id: 'symbol',
    head: 'Symbol',
    width: 82,
    className: ({ leg }) => (leg > 0 ? 'order-leg' : undefined),
    cell: ({ symbol, leg, isUnread }) => (
      <>
        {symbol || (isUnread ? '–' : 'multi-leg')}
        {leg > 0 && <span className="tag">leg</span>}
      </>
    ),
  },
  {
    id: 'side',
    head: 'Side',
    width: 42,
    className: ({ side }) => (side === 'buy' ? 'up' : side === 'sell' ? 'down' : ''),
    cell: ({ side }) => side ?? '–',
  },
  figures('qty', 'Quantity', 66, ({ qty, notional }) =>
    qty === undefined && notional !== undefined ? (
      <Num text={`$${formatMoney(notional)}`} isPersonal />
    ) : (
      <Quantity value={qty} />
    ),
  ),
  {
    id: 'type',
    head: 'Type',
    width: 90,
    fold: 2,
    cell: ({ type }) => type?.replaceAll('_', ' ') ?? '–',
  },
  {
    id: 'price',
    head: 'Price',
    width: 166,
    fold: 1,
    isRight: true,
    className: () => 'num',
    cell: ({ prices }) => priceWords(prices, formatPrice),
    tooltip: ({ prices }) => priceWords(prices, formatPrice),
  },
  {
    id: 'status',
    head: 'Status',
    width: isWide ? 230 : 112,
    className: () => 'order-status',
    tooltip: ({ reason, status, wait }) =>
      reason ? actions.hide(reason) : wait ? `${status}, ${wait.text}` : status,
    cell: ({ status, reason, pendingSince, isUnread, wait }) => (
      <>
        {wait ? (
          <Waiting status={status} wait={wait} />
        ) : pendingSince !== undefined && now - pendingSince >= PENDING_MS ? (
          <Aged text={status} ageMs={now - pendingSince} />
        ) : (
          status
        )}
        {isUnread && <span className="tag">partly unreadable</span>}
        {reason !== undefined && <span className="visually-hidden">. {actions.hide(reason)}</span>}
      </>
    ),
  },
  {
    id: 'filled',
    head: 'Filled',
    width: 132,
    fold: 3,
    isRight: true,
    className: () => 'num',
    cell: ({ filledQty, filledAvgPrice }) => (
      <>
        <Quantity value={filledQty} />
        {filledAvgPrice !== undefined && ` at ${formatPrice(filledAvgPrice)}`}
      </>
    ),
    tooltip: ({ filledAvgPrice }) =>
      filledAvgPrice === undefined ? undefined : `at ${formatPrice(filledAvgPrice)} on average`,
  },
  { ...moments<OrderRow>('Time', 118, now, ({ at }) => at), fold: 4 },
  {
    ...ids<OrderRow>('Client id', 'Client order id', 86, ({ clientOrderId }) => clientOrderId),
    fold: 5,
  },
  buttons(200, (row) => <Actions row={row} actions={actions} />),
];

type ActionsProps = { row: OrderRow; actions: OrderActions };

function Actions({ row, actions }: ActionsProps) {
  const { orderId, intentId, group } = row;
  const [isAsked, setAsked] = useState(false);
  const words = useHiding()(orderWords(row));

  async function cancel(id: string): Promise<void> {
    setAsked(true);
    await actions.cancel(id);
    setAsked(false);
  }

  return (
    <>
      {group === 'open' && orderId !== undefined && (
        <>
          <button
            type="button"
            className="small"
            aria-label={`Cancel order: ${words}`}
            // A button that is disabled loses the focus.
            aria-disabled={isAsked}
            onClick={() => void (isAsked || cancel(orderId))}
          >
            Cancel
          </button>
          {row.notTraded === undefined ? (
            <button
              type="button"
              className="small"
              aria-label={`Change order: ${words}`}
              onClick={() => actions.change(orderId)}
            >
              Change
            </button>
          ) : (
            <NotTraded why={row.notTraded} />
          )}
        </>
      )}
      {intentId !== undefined && (
        <button
          type="button"
          className="small"
          aria-label={`Evidence: ${words}`}
          onClick={() => actions.evidence(intentId)}
        >
          Evidence
        </button>
      )}
      {/* What is not traded here was placed elsewhere, and there is no room to say both. */}
      {actions.isElsewhere(row) && !(group === 'open' && row.notTraded !== undefined) && (
        <span className="tag" title="No order of this desk has its id: another program placed it.">
          <span className="visually-hidden">placed </span>elsewhere
        </span>
      )}
    </>
  );
}

export const orderExport = (
  isElsewhere: (row: OrderRow) => boolean,
): readonly ExportColumn<OrderRow>[] => [
  ['symbol', (row) => row.symbol],
  ['side', (row) => row.side],
  ['quantity', (row) => row.qty],
  ['notional', (row) => row.notional],
  ['type', (row) => row.type],
  ['time_in_force', (row) => row.timeInForce],
  ['limit_price', (row) => row.prices.limitPrice],
  ['stop_price', (row) => row.prices.stopPrice],
  ['trail_price', (row) => row.prices.trailPrice],
  ['trail_percent', (row) => row.prices.trailPercent],
  ['status', (row) => row.status],
  ['waits', (row) => row.wait?.text],
  ['filled_quantity', (row) => row.filledQty],
  ['filled_average_price', (row) => row.filledAvgPrice],
  ['submitted_at', (row) => momentText(row.at)],
  ['client_order_id', (row) => row.clientOrderId],
  ['order_id', (row) => row.orderId],
  ['leg_of', (row) => (row.leg > 0 ? row.family.head.orderId : undefined)],
  ['placed', (row) => (isElsewhere(row) ? 'elsewhere' : 'here')],
  ['reason', (row) => row.reason],
];
