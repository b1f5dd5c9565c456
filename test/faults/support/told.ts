// What the page is told, against the broker's ledger. Each value that was told was the ledger's at some moment since the
// reading that it names; and when everything is quiet, what the page has is what the ledger has. A size that is marked as
// an estimate may besides count what was filled twice: whether the reading holds a fill that a list told is not known.
import type { Item } from '#contract/feeds.ts';
import { isTerminal, type Order, type OrderLeg, type Position } from '#contract/orders.ts';
import {
  abs,
  add,
  isEqual,
  isMore,
  isZero,
  negate,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import type { Ledger, PricesOf } from '#test/faults/support/ledger.ts';
import type { Page, Telling } from '#test/faults/support/page.ts';

export type ToldAudit = {
  /** How many values were compared. */
  told: number;
  /** Of those, how many were marked as reckoned and not read. */
  estimates: number;
  untrue: string[];
  /** Estimates that neither the ledger nor what was filled meanwhile explains. */
  misjudged: string[];
};

/** Everything that was told until now. An answer is at most `answerMs` older than the moment at which it came. */
export function auditTold(
  { tellings }: Pick<Page, 'tellings'>,
  ledger: Ledger,
  answerMs: number,
  pricesOf: PricesOf = () => undefined,
): ToldAudit {
  const result: ToldAudit = { told: 0, estimates: 0, untrue: [], misjudged: [] };
  const heard = createHeardFills();
  for (const telling of tellings) {
    const at = timeOf(telling.at);
    heard.note(telling);
    const claims = [
      ...claimsOf(telling, ledger, answerMs, heard),
      ...equityClaims(telling, ledger, answerMs, pricesOf),
      ...ageClaims(telling),
    ];
    for (const { what, isTrue, isEstimate = false } of claims) {
      result.told++;
      if (isEstimate) result.estimates++;
      if (!isTrue) result[isEstimate ? 'misjudged' : 'untrue'].push(`${at} told ${what}`);
    }
  }
  return result;
}

type Claim = { what: string; isTrue: boolean; isEstimate?: boolean };

function claimsOf(telling: Telling, ledger: Ledger, answerMs: number, heard: HeardFills): Claim[] {
  const { at } = telling;
  switch (telling.feed) {
    case 'positions': {
      const { positions, receivedAt } = telling.item;
      const symbols = new Set([...ledger.symbols(), ...positions.map(({ symbol }) => symbol)]);
      return [...symbols].map((symbol) => {
        const position = positions.find((one) => one.symbol === symbol);
        const qty = signed(position);
        const isEstimate = position?.isEstimate === true;
        const there = ledger.heldBetween(symbol, receivedAt - answerMs, at);
        const twice = isEstimate ? heard.sums(symbol, receivedAt - answerMs) : [ZERO];
        return {
          what: `${qty} ${symbol}, read at ${timeOf(receivedAt)}; there were ${there.join(', ')}`,
          isTrue: twice.some((more) => isAmong(there, sub(qty, more))),
          isEstimate,
        };
      });
    }
    case 'account': {
      const { account, receivedAt, estimates } = telling.item;
      // What a fill costs is the broker's to say; until it is read there is nothing to compare.
      if (estimates?.includes('cash')) return [];
      const there = ledger.cashBetween(receivedAt - answerMs, at);
      return [
        {
          what: `cash ${account.cash}, read at ${timeOf(receivedAt)}; there was ${there.join(', ')}`,
          isTrue: isAmong(there, account.cash),
        },
      ];
    }
    case 'executions':
      return [
        { what: `fill ${JSON.stringify(telling.item)}`, isTrue: isFill(telling.item, ledger) },
      ];
    case 'orders':
      return [telling.item, ...(telling.item.legs ?? [])].map((order) => {
        const why = orderIsFalse(order, ledger, at);
        return { what: `${nameOf(order)} ${why ?? ''}`, isTrue: why === undefined };
      });
    default:
      return [];
  }
}

/** Equity that is not marked moves with nothing but prices; where the price of something held is not known it is passed over. */
function equityClaims(
  { at, feed, item }: Telling,
  ledger: Ledger,
  answerMs: number,
  pricesOf: PricesOf,
): Claim[] {
  if (feed !== 'account' || item.estimates?.includes('equity')) return [];
  const { receivedAt } = item;
  const { equity } = item.account;
  const ranges = ledger.equityBetween(receivedAt - answerMs, at, pricesOf);
  if (!ranges) return [];
  const words = ranges.map(({ low, high }) => `${low} to ${high}`).join(', ');
  return [
    {
      what: `equity ${equity}, read at ${timeOf(receivedAt)}; there was ${words}`,
      isTrue: ranges.some(({ low, high }) => !isMore(low, equity) && !isMore(equity, high)),
    },
  ];
}

/** Nothing was read after it was told. */
const ageClaims = ({ at, feed, item }: Telling): Claim[] =>
  feed === 'account' || feed === 'positions'
    ? [{ what: `${feed} as read at ${timeOf(item.receivedAt)}`, isTrue: item.receivedAt <= at }]
    : [];

const timeOf = (ms: number): string => new Date(ms).toISOString();
const isAmong = (values: readonly Decimal[], one: Decimal): boolean =>
  values.some((value) => isEqual(value, one));

type HeardFills = {
  note(telling: Telling): void;
  /** What any of those that the page heard of since then come to, and none of them. */
  sums(symbol: string, since: number): Decimal[];
};

/** More at a time are not taken apart. */
const MOST_FILLS = 10;

function createHeardFills(): HeardFills {
  const filled = new Map<string, Decimal>();
  const changes = new Map<string, { at: number; qty: Decimal }[]>();

  function hear(
    at: number,
    order: Pick<OrderLeg, 'id' | 'symbol' | 'side'>,
    cumQty: Decimal,
  ): void {
    const before = filled.get(order.id) ?? ZERO;
    if (!isMore(cumQty, before)) return;
    filled.set(order.id, cumQty);
    const qty = sub(cumQty, before);
    const known = changes.get(order.symbol) ?? [];
    changes.set(order.symbol, [...known, { at, qty: order.side === 'buy' ? qty : negate(qty) }]);
  }

  return {
    note({ at, feed, item }) {
      if (feed === 'executions') hear(at, { ...item, id: item.orderId }, item.cumQty);
      if (feed === 'orders')
        for (const order of [item, ...(item.legs ?? [])]) hear(at, order, order.filledQty);
    },
    sums(symbol, since) {
      const recent = (changes.get(symbol) ?? []).filter(({ at }) => at >= since).slice(-MOST_FILLS);
      return recent.reduce(
        (sums, { qty }) => sums.concat(sums.map((sum) => add(sum, qty))),
        [ZERO],
      );
    },
  };
}

const signed = (position: Position | undefined): Decimal => {
  if (!position) return ZERO;
  return position.side === 'short' ? negate(abs(position.qty)) : abs(position.qty);
};

const isFill = ({ orderId, ...told }: Item<'executions'>, ledger: Ledger): boolean =>
  ledger
    .fillsOf(orderId)
    .some(
      (row) =>
        isEqual(row.cum_qty, told.cumQty) &&
        isEqual(row.qty, told.qty) &&
        isEqual(row.price, told.price) &&
        row.symbol === told.symbol &&
        row.side === told.side,
    );

/** Why it was never so, as far as an order's past can be told from the ledger. */
function orderIsFalse(order: OrderLeg, ledger: Ledger, at: number): string | undefined {
  const row = ledger.orders.get(order.id);
  if (!row) return 'which the broker does not have';
  if (row.client_order_id !== order.clientOrderId || row.symbol !== order.symbol)
    return `which is ${row.client_order_id} ${row.symbol}`;
  if (row.side !== order.side || row.type !== order.type) return `which is ${row.side} ${row.type}`;
  if (isTerminal(order.status) && order.status !== row.status)
    return `as ${order.status}, which is ${row.status}`;
  const isFilledSo =
    isZero(order.filledQty) ||
    ledger
      .fillsOf(order.id)
      .some((fill) => isEqual(fill.cum_qty, order.filledQty) && Date.parse(fill.timestamp) <= at);
  if (!isFilledSo) return `as filled to ${order.filledQty}, which it was not by then`;
  const { parentId } = order;
  if (parentId !== undefined && firstOf(parentId, ledger) !== firstOf(row.parent_id, ledger))
    return `under ${parentId}, whose leg it never was`;
  return undefined;
}

/** The one that all others of its chain replaced: a leg goes on under the order that replaced its parent. */
function firstOf(orderId: string | null, ledger: Ledger): string | null {
  const replaces = orderId === null ? null : (ledger.orders.get(orderId)?.replaces ?? null);
  return replaces === null ? orderId : firstOf(replaces, ledger);
}

const nameOf = ({ side, type, symbol, id }: Pick<Order, 'side' | 'type' | 'symbol' | 'id'>) =>
  `${side} ${type} ${symbol} ${id}`;

/** What the page has and the ledger does not, or the other way round, in words. Meant for a moment without news. */
export function differencesOf(page: Page, ledger: Ledger): string[] {
  return [
    ...orderDifferences(page, ledger),
    ...legDifferences(page, ledger),
    ...countDifferences(page, ledger),
    ...fillDifferences(page, ledger),
    ...standingDifferences(page, ledger),
    ...(['orders', 'prices'] as const).flatMap((stream) => {
      const phase = page.feeds.streams.get(stream)?.phase;
      // Where nothing trades for seconds there is nothing to tell, and the desk has asked.
      const isHeard = phase === 'live' || (stream === 'prices' && phase === 'quiet');
      return isHeard ? [] : [`the stream of ${stream} is told as ${phase ?? 'nothing'}`];
    }),
  ];
}

function orderDifferences({ feeds }: Page, ledger: Ledger): string[] {
  const strange = feeds.orders.all().filter(({ id }) => !ledger.orders.has(id));
  return [
    ...strange.map((order) => `${nameOf(order)} is told, and the broker does not have it`),
    ...[...ledger.orders.values()].flatMap((row) => {
      const told = feeds.orders.get(row.id);
      if (!told) return [`${nameOf(row)} is not told`];
      const members = [
        ['status', row.status, told.status],
        ['filled', row.filled_qty, told.filledQty],
        ['size', row.qty, told.qty],
        ['limit', row.limit_price, told.limitPrice],
        ['stop', row.stop_price, told.stopPrice],
      ] as const;
      return members
        .filter(([, there, here]) => !isSame(there, here))
        .map(([what, there, here]) => `${nameOf(row)}: ${what} is ${there}, and told as ${here}`);
    }),
  ];
}

const isSame = (there: string | null, here: string | undefined): boolean =>
  there === (here ?? null) ||
  (there !== null && here !== undefined && Number(there) === Number(here));

/** Each leg under its parent, once, and under no other. What was replaced is a leg no more. */
function legDifferences({ feeds }: Page, ledger: Ledger): string[] {
  const legs = [...ledger.orders.values()].filter(
    ({ parent_id: parentId, status }) => parentId !== null && status !== 'replaced',
  );
  const there = legs.map(({ id, parent_id: parentId }) => `${id} under ${parentId}`).sort();
  const here = feeds.orders
    .all()
    .flatMap(({ id, legs: told = [] }) => told.map((leg) => `${leg.id} under ${id}`))
    .sort();
  const own = legs.flatMap(({ id, parent_id: parentId }) => {
    const told = feeds.orders.get(id)?.parentId;
    return told === parentId ? [] : [`leg ${id} is told as one of ${told}, not of ${parentId}`];
  });
  return there.join() === here.join()
    ? own
    : [...own, `legs are ${there.join(', ')}, and told as ${here.join(', ')}`];
}

/** As the table of orders counts its rows; an intent that became no order is a row of its own. */
function countDifferences({ feeds, orderList }: Page, ledger: Ledger): string[] {
  const rows = [...ledger.orders.values()];
  const waiting = feeds.intents
    .all()
    .filter(({ state }) => state === 'recorded' || state === 'sent');
  const there = {
    open: ledger.openOrders().length + waiting.length,
    filled: rows.filter(({ status }) => status === 'filled').length,
    canceled: rows.filter(({ status }) => status === 'canceled' || status === 'expired').length,
  };
  const { open, filled, canceled } = orderList.counts();
  const [a, b] = [JSON.stringify(there), JSON.stringify({ open, filled, canceled })];
  return a === b ? [] : [`the counts are ${a}, and told as ${b}`];
}

function fillDifferences({ feeds }: Page, ledger: Ledger): string[] {
  const told = feeds.executions.all();
  return [
    ...told
      .filter((fill) => !isFill(fill, ledger))
      .map((fill) => `no such fill: ${JSON.stringify(fill)}`),
    ...(told.length === ledger.fills.length
      ? []
      : [`there are ${ledger.fills.length} fills, and ${told.length} told`]),
  ];
}

function standingDifferences({ feeds }: Page, ledger: Ledger): string[] {
  const told = feeds.positions.get('positions')?.positions ?? [];
  const symbols = new Set([...ledger.symbols(), ...told.map(({ symbol }) => symbol)]);
  const account = feeds.account.get('account');
  const cash = account?.account.cash;
  return [
    ...[...symbols].flatMap((symbol) => {
      const there = ledger.held(symbol);
      const here = told.find((one) => one.symbol === symbol);
      if (!isEqual(there, signed(here))) return [`${there} ${symbol} held, ${signed(here)} told`];
      return here?.isEstimate ? [`${symbol} is still told as an estimate`] : [];
    }),
    ...(cash !== undefined && isEqual(cash, ledger.cash())
      ? []
      : [`the cash is ${ledger.cash()}, and told as ${cash}`]),
    ...(account?.estimates ? ['the account is still told as an estimate'] : []),
  ];
}
