// What a window says against what main tells, at a moment at which nothing is under way. The words of the tables are
// written down here once more, so that a mistake in the page's own tables is seen.
import type { ActivityLine } from '#contract/activity.ts';
import { feedKeys } from '#contract/feed-keys.ts';
import type { Intent } from '#contract/intents.ts';
import type { Order, Position } from '#contract/orders.ts';
import { decimal, ZERO, type Decimal } from '#main/domain/decimal.ts';
import { chartDifferences, frameDifferences } from '#test/monkey/compare-frame.ts';
import { isOneOf } from '#test/monkey/same.ts';
import type { Seen, SeenRow, SeenTable } from '#test/monkey/seen.ts';
import { ACTIVITY_LINES, type Truth } from '#test/monkey/truth.ts';

type Kind = 'open' | 'unconfirmed' | 'filled' | 'canceled' | 'refused' | 'ended';
type Expected = { key: string; kind: Kind; cells: Record<string, RegExp | Decimal[]> };

export function compare(
  seen: Seen,
  truth: Truth,
  activity: readonly ActivityLine[] = [],
): string[] {
  const isPrivate = seen.buttons.some(
    ({ name, isPressed }) => name === 'Hide amounts' && isPressed,
  );
  const told: Record<string, (table: SeenTable) => string[]> = {
    Orders: (table) => orderDifferences(table, seen, truth, isPrivate),
    Positions: (table) => positionDifferences(table, seen, truth, isPrivate),
    Fills: (table) => fillDifferences(table, seen, truth, isPrivate),
    Watchlist: (table) => priceDifferences(table, truth),
    'Tokenization requests': (table) => requestDifferences(table, truth, isPrivate),
    Activity: (table) => activityDifferences(table, seen, activity, isPrivate),
    Allocation: (table) => allocationDifferences(table, truth, isPrivate),
    'Profit and loss by symbol': (table) => profitDifferences(table, truth, isPrivate),
  };
  return [
    ...seen.tables.flatMap((table) =>
      table.isBusy
        ? [`the table ${table.name} is still loading`]
        : (told[table.name]?.(table) ?? []).map((text) => `${table.name}: ${text}`),
    ),
    ...frameDifferences(seen, truth),
    ...figureDifferences(seen, truth, isPrivate),
    ...chartDifferences(seen, truth),
  ];
}

function figureDifferences(seen: Seen, { accounts }: Truth, isPrivate: boolean): string[] {
  const values = (member: 'equity' | 'buyingPower' | 'cash'): Decimal[] =>
    accounts.map(({ account }) => account[member]);
  return ['Account', 'Account figures'].flatMap((region) =>
    (
      [
        ['Equity', values('equity')],
        ['Buying power', values('buyingPower')],
        ['Cash', values('cash')],
      ] as const
    ).flatMap(([name, told]) => {
      const text = seen.figures[region]?.[name];
      return text === undefined || isOneOf(text, told, isPrivate)
        ? []
        : [`${region}: ${name} is ${told.slice(0, 3).join(', ')}, and shown as '${text}'`];
    }),
  );
}

/** One row for each order, and one for each decision that became none. */
function expectedOrders({ orders, intents }: Truth): Expected[] {
  const byId = new Map<string, Order>(
    [...orders.flatMap(({ legs = [] }) => legs), ...orders].map((order) => [order.id, order]),
  );
  const clientIds = new Set([...byId.values()].map(({ clientOrderId }) => clientOrderId));
  return [
    ...[...byId.values()].map((order) => ({
      key: order.id,
      kind: kindOfStatus(order.status, order.filledQty),
      cells: {
        Symbol: new RegExp(`^${literal(order.symbol)}( leg)?$`),
        Side: new RegExp(`^${order.side}$`),
        ...(order.qty !== undefined && { Quantity: [order.qty] }),
        Type: new RegExp(`^${order.type.replaceAll('_', ' ')}$`),
        Status: new RegExp(`^${STATUS_WORDS[order.status] ?? order.status.replaceAll('_', ' ')}`),
        Filled: [order.filledQty],
      },
    })),
    ...intents
      .filter(({ kind }) => kind !== 'mint')
      .filter(({ intentId, state }) => isUndecided(state) || !clientIds.has(intentId))
      .map((intent) => ({
        key: intent.intentId,
        kind: kindOfState(intent.state),
        cells: { Symbol: new RegExp(`^${literal(intent.symbol)}$`) },
      })),
  ];
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const isUndecided = (state: Intent['state']): boolean =>
  ['recorded', 'sent', 'unknown', 'set-aside'].includes(state);

const STATUS_WORDS: Record<string, string> = {
  new: 'working',
  done_for_day: 'done for the day',
  gone: 'gone at the broker',
};

function kindOfStatus(status: string, filledQty: string): Kind {
  // All of it was busted: nothing of it is filled.
  if (status === 'filled') return Number(filledQty) === 0 ? 'ended' : 'filled';
  if (status === 'canceled' || status === 'expired') return 'canceled';
  if (status === 'rejected') return 'refused';
  return status === 'replaced' || status === 'gone' ? 'ended' : 'open';
}

function kindOfState(state: Intent['state']): Kind {
  if (state === 'unknown' || state === 'set-aside') return 'unconfirmed';
  if (state === 'recorded' || state === 'sent') return 'open';
  return state === 'accepted' ? 'ended' : 'refused';
}

const FILTERS: ReadonlySet<string> = new Set([
  'open',
  'all',
  'unconfirmed',
  'filled',
  'canceled',
  'refused',
]);

function orderDifferences(
  table: SeenTable,
  seen: Seen,
  truth: Truth,
  isPrivate: boolean,
): string[] {
  const all = expectedOrders(truth);
  const tabs = seen.buttons.flatMap(({ name, isPressed }) => {
    const [, filter = '', count] = /^(\w+)(?: (\d+))?$/.exec(name) ?? [];
    return FILTERS.has(filter) ? [{ filter, isPressed, count: Number(count ?? 0) }] : [];
  });
  const chosen = tabs.find(({ isPressed }) => isPressed)?.filter ?? 'all';
  const wanted = all.filter(
    ({ kind }) => chosen === 'all' || kind === 'unconfirmed' || kind === chosen,
  );
  const isNarrowed =
    seen.fields['Filter by text'] !== '' ||
    seen.buttons.some(({ name }) => name === 'Filter (in use)');
  const of = (kind: Kind): number => all.filter((row) => row.kind === kind).length;
  const cancel = seen.buttons.find(({ name }) => name === 'Cancel all');
  const isNone = of('open') + of('unconfirmed') === 0;
  return [
    ...(['open', 'unconfirmed'] as const).flatMap((kind) => {
      const said = tabs.find(({ filter }) => filter === kind)?.count;
      return said === undefined || said === of(kind)
        ? []
        : [`${of(kind)} are ${kind}, and the tab says ${said}`];
    }),
    ...(cancel && cancel.isDisabled !== isNone
      ? [`'Cancel all' is ${cancel.isDisabled ? 'off' : 'on'} with ${of('open')} open orders`]
      : []),
    ...rowDifferences(table, wanted, isNarrowed, isPrivate),
    ...table.rows.flatMap(({ key, buttons }) => {
      const row = all.find((one) => one.key === key);
      const isOpen = row?.kind === 'open' && truth.orders.some(({ id }) => id === key);
      const canCancel = buttons.some((name) => name.startsWith('Cancel order'));
      return row && isOpen !== canCancel
        ? [`${key} is ${row.kind} and can ${canCancel ? '' : 'not '}be canceled`]
        : [];
    }),
  ];
}

function positionDifferences(
  table: SeenTable,
  seen: Seen,
  { positions }: Truth,
  isPrivate: boolean,
): string[] {
  const newest = positions[0] ?? [];
  const told = (symbol: string, member: keyof Position): Decimal[] =>
    positions.flatMap((all) => {
      const value = all.find((one) => one.symbol === symbol)?.[member];
      return typeof value === 'string' ? [decimal(value)] : [];
    });
  const flatten = seen.buttons.find(({ name }) => name === 'Flatten');
  return [
    ...(flatten && flatten.isDisabled !== (newest.length === 0)
      ? [`'Flatten' is ${flatten.isDisabled ? 'off' : 'on'} with ${newest.length} positions`]
      : []),
    ...rowDifferences(
      table,
      newest.map(({ symbol, side, qty }) => ({
        key: symbol,
        kind: 'open',
        cells: {
          Symbol: new RegExp(`^${literal(symbol)}( resting)?$`),
          Side: new RegExp(`^${side}$`),
          Qty: [qty],
          Entry: told(symbol, 'avgEntryPrice'),
          Price: told(symbol, 'currentPrice'),
          Value: told(symbol, 'marketValue'),
          ...unrealized(told(symbol, 'unrealizedPl')),
          Today: told(symbol, 'unrealizedIntradayPl'),
        },
      })),
      false,
      isPrivate,
    ),
  ];
}

function fillDifferences(
  table: SeenTable,
  seen: Seen,
  { executions }: Truth,
  isPrivate: boolean,
): string[] {
  const isNarrowed =
    seen.fields['Filter fills by text'] !== '' ||
    !seen.buttons.some(
      ({ name, text }) => name === 'Filter fills by side' && text.includes('Buys and sells'),
    );
  return rowDifferences(
    table,
    executions.map((fill) => {
      const { symbol, side, revision } = fill;
      const { qty, price } = revision?.kind === 'correct' ? revision : fill;
      return {
        key: feedKeys.executions(fill),
        kind: 'filled',
        cells: {
          Symbol: new RegExp(`^${literal(symbol)}$`),
          Side: new RegExp(
            `^${side.replaceAll('_', ' ')}${revision ? REVISED[revision.kind] : ''}$`,
          ),
          Quantity: [qty],
          Price: [price],
        },
      };
    }),
    isNarrowed,
    isPrivate,
  );
}

/** What stands beside the side of a fill that the broker took back or changed. */
const REVISED = {
  bust: ' , busted by the broker: it does not count',
  correct: ' , corrected by the broker: .*',
};

/** Either spelling. */
const unrealized = (told: Decimal[]) => ({ Unrealised: told, Unrealized: told });

function activityDifferences(
  table: SeenTable,
  seen: Seen,
  lines: readonly ActivityLine[],
  isPrivate: boolean,
): string[] {
  const isAll =
    seen.fields['Filter activity by text'] === '' &&
    seen.buttons.some(({ name, isPressed }) => name === 'Everything' && isPressed);
  const isWhole = lines.length < ACTIVITY_LINES;
  const known = new Set(lines.map(({ lineId }) => lineId));
  return rowDifferences(
    // What is older than the newest lines cannot be compared.
    isWhole ? table : { ...table, rows: table.rows.filter(({ key }) => known.has(key)) },
    lines.map(({ lineId, kind, detail, symbol, text }) => ({
      key: lineId,
      kind: 'ended',
      cells: {
        Kind: new RegExp(`^${kind === 'intent' ? 'decided' : kind}$`),
        State: new RegExp(`^${literal(detail?.replaceAll('-', ' ') ?? '–')}$`),
        Symbol: new RegExp(`^${literal(symbol ?? '–')}$`),
        ...(!isPrivate && {
          'What happened': new RegExp(`^${literal(text.replace(/\s+/g, ' ').trim())}$`),
        }),
      },
    })),
    !isAll || !isWhole,
    isPrivate,
  );
}

function allocationDifferences(
  table: SeenTable,
  { positions, accounts }: Truth,
  isPrivate: boolean,
): string[] {
  const values = (symbol: string): Decimal[] =>
    positions.flatMap((all) => all.find((one) => one.symbol === symbol)?.marketValue ?? []);
  const held = (positions[0] ?? []).filter(({ marketValue }) => marketValue !== undefined);
  const row = (key: string, value: Decimal[]): Expected => ({
    key,
    kind: 'ended',
    cells: { Holding: new RegExp(`^${literal(key)}$`), Value: value },
  });
  return rowDifferences(
    table,
    [
      ...held.map(({ symbol }) => row(symbol, values(symbol))),
      row(
        'Cash',
        accounts.map(({ account }) => account.cash),
      ),
    ],
    false,
    isPrivate,
  );
}

function profitDifferences(
  table: SeenTable,
  { positions, executions }: Truth,
  isPrivate: boolean,
): string[] {
  const told = (symbol: string, member: 'marketValue' | 'unrealizedPl'): Decimal[] =>
    positions.flatMap((all) => all.find((one) => one.symbol === symbol)?.[member] ?? []);
  const held = new Set((positions[0] ?? []).map(({ symbol }) => symbol));
  // The desk is as old as the run, so that every fill is one of today.
  const symbols = new Set([...held, ...executions.map(({ symbol }) => symbol)]);
  return rowDifferences(
    table,
    [...symbols].map((symbol) => ({
      key: symbol,
      kind: 'ended',
      cells: held.has(symbol)
        ? { Value: told(symbol, 'marketValue'), ...unrealized(told(symbol, 'unrealizedPl')) }
        : { Held: [ZERO] },
    })),
    false,
    isPrivate,
  );
}

function requestDifferences(table: SeenTable, { requests }: Truth, isPrivate: boolean): string[] {
  return rowDifferences(
    table,
    requests.map(({ id, status, symbol, qty }) => ({
      key: id,
      kind: 'ended',
      cells: {
        Symbol: new RegExp(`^${literal(symbol)}`),
        Status: new RegExp(`^${status}`),
        Quantity: [decimal(qty)],
      },
    })),
    // Its filters are many, and each row is compared all the same.
    true,
    isPrivate,
  );
}

function priceDifferences(table: SeenTable, { prices }: Truth): string[] {
  return table.rows.flatMap(({ key, cells }) => {
    const told = (prices.get(key) ?? []).map(({ price }) => price);
    const { Last: text = '' } = cells;
    if (told.length === 0 || isOneOf(text, told, false)) return [];
    return [`${key} is at ${told.slice(0, 3).join(', ')}, and shown at '${text}'`];
  });
}

function rowDifferences(
  { rows, rowCount }: SeenTable,
  wanted: readonly Expected[],
  isNarrowed: boolean,
  isPrivate: boolean,
): string[] {
  const byKey = new Map(wanted.map((one) => [one.key, one]));
  return [
    ...((isNarrowed ? rowCount <= wanted.length : rowCount === wanted.length)
      ? []
      : [`there are ${wanted.length} rows, and ${rowCount} shown`]),
    ...rows.flatMap((row) => {
      const one = byKey.get(row.key);
      return one
        ? cellDifferences(row, one, isPrivate)
        : [`nothing is known of the row ${row.key}`];
    }),
  ];
}

function cellDifferences(
  { key, cells }: SeenRow,
  expected: Expected,
  isPrivate: boolean,
): string[] {
  return Object.entries(expected.cells).flatMap(([name, told]) => {
    const text = cells[name];
    // Not drawn: there was no room for the column.
    if (text === undefined) return [];
    const isRight = told instanceof RegExp ? told.test(text) : isOneOf(text, told, isPrivate);
    const said = told instanceof RegExp ? String(told) : told.slice(0, 3).join(', ');
    return isRight ? [] : [`${key}: ${name} is ${said}, and shown as '${text}'`];
  });
}
