import type { OrderActions } from '#renderer/trading/orders/order-actions.ts';
import { OrderButtons } from '#renderer/trading/orders/OrderButtons.tsx';
import type { OrderRoom } from '#renderer/trading/orders/order-list.ts';
import { canSelect, orderWords, type OrderRow } from '#renderer/trading/orders/order-rows.ts';
import { Aged, Waiting } from '#renderer/trading/orders/Waiting.tsx';
import { timeWord } from '#renderer/trading/ticket/ticket-words.ts';
import { priceWords } from '#renderer/trading/ticket/ticket.ts';
import { formatMoney, formatPrice } from '#renderer/ui/format.ts';
import { Num } from '#renderer/ui/Num.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import {
  buttons,
  figures,
  ids,
  MOMENT_PX,
  moments,
  type Column,
} from '#renderer/ui/table/column.ts';
import { momentText, type ExportColumn } from '#renderer/ui/table/export-text.ts';

/** A state that should pass within moments is shown with its age from here on. */
const PENDING_MS = 60_000;

/** How much room there is. */
type OrderSpace = OrderRoom & {
  /** What was asked and what was paid are two columns; otherwise one, in two lines. */
  isRoomy: boolean;
  /** Boxes to pick orders out by; without room for them there are the keys and the menu of a row. */
  hasBoxes: boolean;
};

/** `now` for the day of it, and for how long something is pending. */
export const orderColumns = (
  now: number,
  actions: OrderActions,
  { qty: qtyPx, filled: filledPx, price: pricePx, isRoomy, hasBoxes }: OrderSpace,
): Column<OrderRow>[] => [
  {
    id: 'symbol',
    head: 'Symbol',
    width: (isRoomy ? 126 : 82) + (hasBoxes ? BOX_PX : 0),
    className: ({ leg }) => `${leg > 0 ? 'order-leg' : ''}${hasBoxes ? ' order-boxed' : ''}`,
    cell: (row) => (
      <>
        <Name row={row} actions={actions} isRoomy={isRoomy} />
        {hasBoxes && <Box row={row} actions={actions} />}
      </>
    ),
  },
  {
    id: 'side',
    head: 'Side',
    width: 44,
    className: ({ side }) => (side === 'buy' ? 'up' : side === 'sell' ? 'down' : ''),
    cell: ({ side }) => side ?? '–',
  },
  figures('qty', 'Quantity', qtyPx, ({ qty, notional }) =>
    qty === undefined && notional !== undefined ? (
      <Num text={`$${formatMoney(notional)}`} isPersonal />
    ) : (
      <Quantity value={qty} />
    ),
  ),
  figures('filled', 'Filled', filledPx, ({ filledQty }) => <Quantity value={filledQty} />, {
    title: 'Quantity filled',
    fold: 5,
  }),
  {
    id: 'type',
    head: 'Type',
    width: 90,
    fold: 4,
    // How long it rests, where that is not the day.
    isTwoLines: (row) => restsFor(row) !== undefined,
    cell: (row) => [typeOf(row), restsFor(row)?.toUpperCase()].filter(Boolean).join(' '),
    tooltip: (row) => {
      const time = restsFor(row);
      return time && `${typeOf(row)}, ${timeWord(time).toLowerCase()}`;
    },
  },
  ...(isRoomy ? twoPrices(pricePx) : [onePrice(pricePx)]),
  { ...moments<OrderRow>('Time', MOMENT_PX, now, ({ at }) => at), fold: 2 },
  {
    id: 'status',
    head: 'Status',
    width: 112,
    isGrowing: true,
    // One that can be neither canceled nor changed.
    className: ({ reason, group }) =>
      `order-status${reason !== undefined && group !== 'open' ? ' beside-one-button' : ''}`,
    isTwoLines: (row) =>
      row.reason !== undefined ||
      row.wait !== undefined ||
      row.status.includes(', ') ||
      isLate(row, now),
    tooltip: ({ reason, status, wait }) =>
      reason ? `${status}. ${actions.hide(reason)}` : wait ? `${status}, ${wait.text}` : status,
    cell: (row) => (
      <>
        {row.wait ? (
          <Waiting status={row.status} wait={row.wait} />
        ) : isLate(row, now) ? (
          <Aged text={row.status} ageMs={now - (row.pendingSince ?? now)} />
        ) : (
          row.status
        )}
        {row.isUnread && <span className="tag">partly unreadable</span>}
        {row.reason !== undefined && (
          <span className="order-note">. {actions.hide(row.reason)}</span>
        )}
      </>
    ),
  },
  {
    ...ids<OrderRow>('Client id', 'Client order id', 92, ({ clientOrderId }) => clientOrderId),
    fold: 6,
  },
  {
    ...buttons<OrderRow>(200, (row) => <OrderButtons row={row} actions={actions} />),
    // What an order is and costs comes before words that are the same in each row.
    tight: {
      before: 5,
      width: 92,
      cell: (row) => <OrderButtons row={row} actions={actions} isTight />,
    },
  },
];

const isLate = ({ pendingSince }: OrderRow, now: number): boolean =>
  pendingSince !== undefined && now - pendingSince >= PENDING_MS;

const typeOf = ({ type }: OrderRow): string => type?.replaceAll('_', ' ') ?? '–';
const restsFor = ({ timeInForce }: OrderRow): string | undefined =>
  timeInForce === 'day' ? undefined : timeInForce;

const ownPrice = ({ prices }: OrderRow): string => priceWords(prices, formatPrice);
const filledAt = ({ filledAvgPrice }: OrderRow): string | undefined =>
  filledAvgPrice && formatPrice(filledAvgPrice);

const twoPrices = (width: number): Column<OrderRow>[] => [
  {
    id: 'price',
    head: 'Price',
    width: 166,
    fold: 3,
    isRight: true,
    className: () => 'num',
    cell: ownPrice,
    tooltip: ownPrice,
  },
  {
    id: 'filled-at',
    head: 'Filled at',
    title: 'What it was filled at, on average',
    width,
    isRight: true,
    className: () => 'num',
    cell: (row) => filledAt(row) ?? '–',
  },
];

/** What it was filled at, and below it what was asked for; the one of them that there is. */
const onePrice = (width: number): Column<OrderRow> => ({
  id: 'price',
  head: 'Price',
  title: 'What it was filled at on average; below it the price of the order',
  width,
  fold: 1,
  isRight: true,
  className: () => 'num',
  // What needs a word or a second figure is small.
  isTwoLines: (row) => linesOf(row).join(' ').includes(' '),
  cell(row) {
    const [first, ...rest] = linesOf(row);
    return (
      <>
        {row.filledAvgPrice !== undefined && <span className="visually-hidden">filled at </span>}
        {first}
        {rest.length > 0 && (
          <>
            {' '}
            <span className="order-asked">{rest.join(', ')}</span>
          </>
        )}
      </>
    );
  },
  tooltip(row) {
    const at = filledAt(row);
    return at === undefined ? ownPrice(row) : `filled at ${at} on average; asked: ${ownPrice(row)}`;
  },
});

function linesOf(row: OrderRow): string[] {
  const at = filledAt(row);
  const { limitPrice, ...others } = row.prices;
  if (at === undefined) return ownPrice(row).split(', ');
  const asked = [
    limitPrice !== undefined && `limit ${formatPrice(limitPrice)}`,
    priceWords(others, formatPrice),
  ];
  return [at, ...asked.filter((words) => words !== false && words !== '–')] as string[];
}

export const BOX_PX = 26;

type BoxProps = { row: OrderRow; actions: OrderActions };

/** After the symbol, so that a row is called by it; drawn before it. The table itself takes the click. */
function Box({ row, actions }: BoxProps) {
  if (row.group === 'done') return null;
  const isOff = !canSelect(row);
  return (
    <label
      className="order-box"
      title={isOff ? 'Not selectable: the broker has not confirmed this order yet.' : undefined}
    >
      <input
        type="checkbox"
        tabIndex={-1}
        data-select={isOff ? undefined : ''}
        disabled={isOff}
        aria-label={`Select: ${actions.hide(orderWords(row))}`}
        checked={actions.isSelected(row)}
        readOnly
      />
    </label>
  );
}

type NameProps = { row: OrderRow; actions: OrderActions; isRoomy: boolean };

/** Whose row it is: its symbol, with its legs to fold, or with the order that it is a leg of. */
function Name({ row, actions, isRoomy }: NameProps) {
  const { symbol, leg, isUnread, family } = row;
  const name = symbol || (isUnread ? '–' : 'multi-leg');
  const count = family.legs.length;
  if (leg > 0)
    return (
      <>
        {name}
        <span className="visually-hidden"> leg of {actions.hide(orderWords(family.head))}</span>
      </>
    );
  if (count === 0) return name;
  const isFolded = actions.isFolded(row);
  const words = count === 1 ? '1 leg' : `${count} legs`;
  return (
    <>
      {name}{' '}
      <button
        type="button"
        className="legs"
        aria-expanded={!isFolded}
        aria-label={`${words} of ${actions.hide(orderWords(row))}`}
        title={isFolded ? `Show ${words}` : `Hide ${words}`}
        onClick={() => actions.fold(row)}
      >
        <span aria-hidden="true">{isFolded ? '▸' : '▾'}</span>
        {isRoomy ? words : count}
      </button>
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
