// The end of a day by symbol: what was held when it began, what moved, and whether that comes to what the broker says is
// held. Entries of the broker's books move shares; a completed request that has none is counted by itself and named.
// Nothing that is not known is taken for nothing.
import type { DayEndColumn, DayEndDifference, DayEndLine, DayEndRow } from '#contract/day-end.ts';
import type { TokenizationRequest } from '#contract/tokenization.ts';
import {
  abs,
  add,
  isLess,
  isZero,
  negate,
  sign,
  sub,
  ZERO,
  type Decimal,
} from '#main/domain/decimal.ts';
import {
  endedMs,
  matchRequests,
  type Entry,
  type Matched,
} from '#main/domain/mints/journal-match.ts';
import { priceText, qtyText } from '#main/domain/words.ts';

/** A fill as the desk has it. */
export type DeskFill = {
  orderId: string;
  symbol: string;
  /** Negative: sold. */
  qty: Decimal;
  at: number;
};

type Day = { from: number; to: number; isToday: boolean };

export type Books = {
  day: Day;
  /** What the broker says is held now. */
  held: ReadonlyMap<string, Decimal>;
  /** Everything since `from`, or all there is where that is undefined. */
  entries: readonly Entry[];
  from?: number | undefined;
  /** The day of the first of them. */
  earliest?: string | undefined;
  /** What was held then; nothing at the beginning of an account. Undefined when nobody knows. */
  before: ReadonlyMap<string, Decimal> | undefined;
  /** Undefined when they could not be read. */
  requests: readonly TokenizationRequest[] | undefined;
  deskFills: readonly DeskFill[];
  /** The desk may not know what was filled earlier. */
  deskFillsFrom: number;
  /** Entries that could not be read, with their symbols where those are known. */
  unread: readonly { symbol?: string | undefined }[];
};

type Movement = { symbol: string; line: DayEndLine };

export function reconcile(books: Books): {
  rows: DayEndRow[];
  differences: DayEndDifference[];
} {
  const { day, entries, requests } = books;
  const matched = matchRequests(entries, requests ?? [], books.from);
  const movements = [
    ...entries
      .filter(({ isUnknownType }) => !isUnknownType)
      .map((entry) => ofEntry(entry, matched, requests !== undefined)),
    ...matched.missing.map(ofRequest),
  ];
  const named = [
    ...(requests === undefined ? [] : requestDifferences(matched, day)),
    ...fillDifferences(books),
  ];
  const bySymbol = Map.groupBy(movements, ({ symbol }) => symbol);
  const symbols = new Set([
    ...books.held.keys(),
    ...(books.before?.keys() ?? []),
    ...bySymbol.keys(),
    ...named.map(({ symbol }) => symbol),
  ]);
  const rows: DayEndRow[] = [];
  const differences: DayEndDifference[] = [];
  for (const symbol of [...symbols].sort()) {
    const moved = (bySymbol.get(symbol) ?? []).map(({ line }) => line);
    const figures = figuresOf(books, symbol, moved);
    const mine = [
      ...named.filter((difference) => difference.symbol === symbol),
      ...positionDifference(books, symbol, figures),
    ];
    const isEmpty = [figures.opening, figures.position].every(
      (qty) => qty === undefined || isZero(qty),
    );
    if (isEmpty && figures.lines.length === 0 && mine.length === 0) continue;
    differences.push(...mine);
    rows.push({ ...figures, state: stateOf(books, figures, mine) });
  }
  return { rows, differences };
}

type Figures = Omit<DayEndRow, 'state'>;

function figuresOf(
  { day, held, before }: Books,
  symbol: string,
  moved: readonly DayEndLine[],
): Figures {
  const sum = (lines: readonly DayEndLine[]): Decimal =>
    lines.reduce((total, { qty }) => add(total, qty), ZERO);
  const lines = moved
    .filter(({ at }) => at >= day.from && at < day.to)
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const of = (column: DayEndColumn): Decimal => sum(lines.filter((line) => line.column === column));
  const opening =
    before && add(before.get(symbol) ?? ZERO, sum(moved.filter(({ at }) => at < day.from)));
  const position = sub(held.get(symbol) ?? ZERO, sum(moved.filter(({ at }) => at >= day.to)));
  const expected = opening && add(opening, sum(lines));
  return {
    symbol,
    ...(opening !== undefined && { opening }),
    bought: of('bought'),
    sold: negate(of('sold')),
    minted: negate(of('minted')),
    redeemed: of('redeemed'),
    other: of('other'),
    ...(expected !== undefined && { expected, difference: sub(position, expected) }),
    position,
    lines,
  };
}

function stateOf(
  { unread }: Books,
  { symbol, difference }: Figures,
  named: readonly DayEndDifference[],
): DayEndRow['state'] {
  if (named.length > 0) return 'differs';
  const isUnread = unread.some((one) => one.symbol === undefined || one.symbol === symbol);
  return difference === undefined || isUnread ? 'unknown' : 'ties';
}

/** Where the figures do not tie, with what may be behind it. */
function positionDifference(
  { day, entries, requests = [], earliest }: Books,
  symbol: string,
  { difference, expected, position }: Figures,
): DayEndDifference[] {
  if (difference === undefined || expected === undefined || position === undefined) return [];
  if (isZero(difference)) return [];
  const unknown = entries.filter((entry) => entry.isUnknownType && entry.symbol === symbol);
  const pending = requests.filter(
    (request) => request.underlyingSymbol === symbol && request.status === 'pending',
  );
  const size = qtyText(abs(difference));
  const place = day.isToday ? 'The broker holds' : 'Going by today’s position, the day ended with';
  const hints = [
    ...(earliest === undefined
      ? []
      : [`The broker's list begins on ${earliest} and does not include earlier holdings.`]),
    ...unknown.map(
      ({ type, qty }) =>
        `An entry of type ${type} for ${qtyText(qty)} is not counted: it is not known whether it moves shares.`,
    ),
    ...(pending.length > 0
      ? [`${pending.length === 1 ? 'One request is' : `${pending.length} requests are`} pending.`]
      : []),
  ];
  const text = [
    `${place} ${qtyText(position)} ${symbol}; the opening position and entries add up to ${qtyText(expected)}: ${size} ${sign(difference) > 0 ? 'more' : 'fewer'} than booked.`,
    ...hints,
  ].join(' ');
  return [{ id: `position ${symbol}`, kind: 'position', symbol, qty: difference, text }];
}

const inDay = (day: Day, at: number): boolean => at >= day.from && at < day.to;

function requestDifferences(
  { missing, notReturned, strangers }: Matched,
  day: Day,
): DayEndDifference[] {
  const found: DayEndDifference[] = [];
  for (const request of missing) {
    const { tokenizationRequestId, underlyingSymbol: symbol, qty } = request;
    const isMint = request.type === 'mint';
    found.push({
      id: `missing ${tokenizationRequestId}`,
      kind: isMint ? 'mint-without-entry' : 'redeem-without-entry',
      symbol,
      qty: isMint ? negate(qty) : qty,
      at: endedMs(request),
      tokenizationRequestId,
      text: `The ${request.type} of ${qtyText(qty)} ${symbol}${labelOf(request)} is completed, but the broker's books have no entry for it.`,
    });
  }
  for (const request of notReturned) {
    const { tokenizationRequestId, underlyingSymbol: symbol, qty } = request;
    found.push({
      id: `not returned ${tokenizationRequestId}`,
      kind: 'not-returned',
      symbol,
      qty: negate(qty),
      at: endedMs(request),
      tokenizationRequestId,
      text: `The mint of ${qtyText(qty)} ${symbol}${labelOf(request)} was rejected, but its shares have not come back.`,
    });
  }
  for (const { id, symbol, qty, at, type } of strangers)
    found.push({
      id: `stranger ${id}`,
      kind: 'entry-without-request',
      symbol,
      qty,
      at,
      text: `The broker booked ${qtyText(abs(qty))} ${symbol} ${sign(qty) < 0 ? 'out' : 'in'} as tokens (${type}), but no request is known for it.`,
    });
  return found.filter(({ at = day.from }) => inDay(day, at));
}

/** By order: a correction changes single fills, and not which orders filled. */
function fillDifferences({ day, entries, deskFills, deskFillsFrom }: Books): DayEndDifference[] {
  const isAsked = ({ at }: { at: number }): boolean => inDay(day, at) && at >= deskFillsFrom;
  const orders = new Map<string, { symbol: string; broker: Decimal; desk: Decimal; at: number }>();
  const count = (who: 'broker' | 'desk', { orderId, symbol, qty, at }: DeskFill): void => {
    const known = orders.get(orderId) ?? { symbol, broker: ZERO, desk: ZERO, at };
    orders.set(orderId, { ...known, [who]: add(known[who], qty) });
  };
  for (const { fill, symbol, qty, at } of entries.filter(isAsked))
    if (fill) count('broker', { orderId: fill.orderId, symbol, qty, at });
  for (const fill of deskFills.filter(isAsked)) count('desk', fill);
  return [...orders].flatMap(([orderId, { symbol, broker, desk, at }]): DayEndDifference[] => {
    const qty = sub(broker, desk);
    if (isZero(qty)) return [];
    const isOnBroker = isLess(abs(desk), abs(broker));
    const size = `${qtyText(abs(qty))} ${symbol}`;
    const text = isOnBroker
      ? `The broker filled ${size} of order ${shortId(orderId)}, but this desk has no record of it.`
      : `This desk recorded ${size} filled of order ${shortId(orderId)}, but the broker's list does not have it.`;
    const kind = isOnBroker ? 'fill-not-on-desk' : 'fill-not-at-broker';
    return [{ id: `${kind} ${orderId}`, kind, symbol, qty, at, orderId, text }];
  });
}

function ofEntry(entry: Entry, { requestOf }: Matched, areRequestsKnown: boolean): Movement {
  const { id, at, symbol, qty, type, fill } = entry;
  const request = requestOf.get(id);
  const base = { id, at, qty, type };
  if (fill) {
    const column = sign(qty) < 0 ? 'sold' : 'bought';
    const text = `${column === 'sold' ? 'Sold' : 'Bought'} at ${priceText(fill.price)}`;
    return { symbol, line: { ...base, ...fill, column, text } };
  }
  if (request) {
    const { tokenizationRequestId } = request;
    const column = request.type === 'mint' ? 'minted' : 'redeemed';
    const what =
      request.type === 'mint' ? (sign(qty) < 0 ? 'Mint' : 'Returned by a mint') : 'Redeem';
    const text = `${what}${labelOf(request)}, ${request.status}, ${request.network}`;
    return { symbol, line: { ...base, column, text, tokenizationRequestId } };
  }
  if (entry.isTokens) {
    const column = sign(qty) < 0 ? 'minted' : 'redeemed';
    const note = areRequestsKnown ? ', no known request' : '';
    return { symbol, line: { ...base, column, text: `${described(entry)}${note}` } };
  }
  return { symbol, line: { ...base, column: 'other', text: described(entry) } };
}

/** Completed, and not in the broker's books. */
function ofRequest(request: TokenizationRequest): Movement {
  const { tokenizationRequestId, underlyingSymbol: symbol, type, network } = request;
  const isMint = type === 'mint';
  return {
    symbol,
    line: {
      id: tokenizationRequestId,
      at: endedMs(request),
      column: isMint ? 'minted' : 'redeemed',
      qty: isMint ? negate(request.qty) : request.qty,
      text: `${isMint ? 'Mint' : 'Redeem'}${labelOf(request)}, no entry in the broker's books, completed, ${network}`,
      tokenizationRequestId,
    },
  };
}

const NAMES: Readonly<Record<string, string>> = {
  JNLS: 'Stock journal',
  OCT: 'On-chain transaction',
  ACATS: 'Share transfer',
  SPLIT: 'Split',
  SPIN: 'Spin-off',
  MA: 'Merger',
  NC: 'Name change',
  REORG: 'Reorganization',
  DIV: 'Stock dividend',
};

const described = ({ type, description = '' }: Entry): string =>
  [NAMES[type] ?? type, description].filter((part) => part !== '').join(': ');

const labelOf = ({ clientRequestId, tokenizationRequestId }: TokenizationRequest): string =>
  clientRequestId === undefined ? ` ${shortId(tokenizationRequestId)}` : ` ${clientRequestId}`;

const shortId = (id: string): string => (id.length > 8 ? `…${id.slice(-8)}` : id);
