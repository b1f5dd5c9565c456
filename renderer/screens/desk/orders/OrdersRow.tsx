import { memo, useState } from 'react';
import type { OrderRow } from '#renderer/screens/desk/orders/order-rows.ts';
import { priceWords } from '#renderer/screens/desk/ticket/ticket.ts';
import {
  formatExchangeMoment,
  formatPrice,
  formatQuantity,
  formatTimeTooltip,
} from '#renderer/ui/format.ts';

type Props = {
  row: OrderRow;
  /** Now and then moved on: only the day of it counts. */
  now: number;
  onCancel: (orderId: string) => Promise<boolean>;
  onChange: (orderId: string) => void;
  onEvidence: (intentId: string) => void;
};

const SHORT_ID = 8;

export const OrdersRow = memo(function OrdersRow({
  row,
  now,
  onCancel,
  onChange,
  onEvidence,
}: Props) {
  const { orderId, intentId, at } = row;
  const [isAsked, setAsked] = useState(false);

  async function cancel(id: string): Promise<void> {
    setAsked(true);
    await onCancel(id);
    setAsked(false);
  }

  return (
    <tr className={`order-${row.group}`}>
      <th scope="row">{row.symbol}</th>
      <td className={row.side === 'buy' ? 'up' : 'down'}>{row.side ?? '–'}</td>
      <td className="right num">{row.qty === undefined ? '–' : formatQuantity(row.qty)}</td>
      <td>{row.type?.replaceAll('_', ' ') ?? '–'}</td>
      <td className="right num">{priceWords(row.prices, formatPrice)}</td>
      <td className="order-status" title={row.reason}>
        {row.status}
        {row.reason !== undefined && <span className="visually-hidden">. {row.reason}</span>}
      </td>
      <td className="right num">
        {row.filledQty === undefined ? '–' : formatQuantity(row.filledQty)}
        {row.filledAvgPrice !== undefined && ` at ${formatPrice(row.filledAvgPrice)}`}
      </td>
      <td className="num" title={at === undefined ? undefined : formatTimeTooltip(at)}>
        {at === undefined ? '–' : formatExchangeMoment(at, now)}
      </td>
      <td className="num quiet-text" title={row.clientOrderId}>
        {shortId(row.clientOrderId)}
      </td>
      <td className="row-actions">
        {row.group === 'open' && orderId !== undefined && (
          <button type="button" className="small" onClick={() => onChange(orderId)}>
            Change order
          </button>
        )}
        {row.group === 'open' && orderId !== undefined && (
          <button
            type="button"
            className="small"
            disabled={isAsked}
            onClick={() => void cancel(orderId)}
          >
            Cancel order
          </button>
        )}
        {intentId !== undefined && (
          <button type="button" className="small" onClick={() => onEvidence(intentId)}>
            Evidence
          </button>
        )}
      </td>
    </tr>
  );
});

/** Its end: ids that begin with the time are alike at the front. */
const shortId = (id: string): string => (id.length > SHORT_ID ? `…${id.slice(-SHORT_ID)}` : id);
