// Which entry of the broker's books belongs to which tokenization request. Nothing on the wire ties them, so they are
// paired by symbol, size and time. When shares of a mint leave is the broker's affair: of a pending one the entry may be
// there or not, of a completed one it must be; a rejected one gives back what it took.
import type { TokenizationRequest } from '#contract/tokenization.ts';
import { negate, normalize, type Decimal } from '#main/domain/decimal.ts';
import { createdMs } from '#main/domain/mints/tokenization.ts';

/** Something that the broker booked and that moved shares. */
export type Entry = {
  id: string;
  /** Epoch ms; of one that has only a date, the beginning of that day. */
  at: number;
  hasOnlyDate?: boolean;
  type: string;
  symbol: string;
  /** Shares that came; negative: that left. */
  qty: Decimal;
  description?: string | undefined;
  /** Of a fill. */
  fill?: { orderId: string; price: Decimal };
  /** It may belong to a request: a journal of shares, or an on-chain transaction. */
  isJournal: boolean;
  /** The broker says that it does. */
  isTokens: boolean;
  /** Nobody here knows whether an entry of this type moves shares. */
  isUnknownType?: boolean;
};

export type Matched = {
  /** The request of an entry, by the entry's id. */
  requestOf: ReadonlyMap<string, TokenizationRequest>;
  /** Completed, and without an entry. */
  missing: TokenizationRequest[];
  /** Rejected mints whose shares left and did not come back. */
  notReturned: TokenizationRequest[];
  /** Booked as tokens, and of no request. */
  strangers: Entry[];
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Two clocks of the broker's need not agree to the second. */
const BEFORE_MS = 5 * MINUTE_MS;
/** Books may be written days after the issuer has ended it. */
const AFTER_MS = 4 * DAY_MS;

/** `from`: what was booked before is not among the entries. Undefined: they are all there are. */
export function matchRequests(
  entries: readonly Entry[],
  requests: readonly TokenizationRequest[],
  from: number | undefined,
): Matched {
  const requestOf = new Map<string, TokenizationRequest>();
  // Sorted and cut, so that a batch of ten thousand mints of one size costs no more than their number.
  const free = Map.groupBy(
    entries.filter(({ isJournal }) => isJournal).toSorted((a, b) => a.at - b.at),
    ({ symbol, qty, isTokens }) => poolKey(symbol, qty, isTokens),
  );

  /** The nearest in time that is still free; what the broker calls tokens comes first. */
  function find(request: TokenizationRequest, way: 1 | -1): (() => void) | undefined {
    const [first, last] = [createdMs(request) - BEFORE_MS, endedMs(request) + AFTER_MS];
    const isOut = way === -1;
    const ideal = isOut ? createdMs(request) : endedMs(request);
    const qty = isOut ? negate(request.qty) : request.qty;
    for (const isTokens of [true, false]) {
      const pool = free.get(poolKey(request.underlyingSymbol, qty, isTokens)) ?? [];
      const place = nearestTo(pool, ideal, ({ at, hasOnlyDate }) =>
        hasOnlyDate ? at + DAY_MS >= first && at <= last : at >= first && at <= last,
      );
      if (place === undefined) continue;
      return () => {
        for (const { id } of pool.splice(place, 1)) requestOf.set(id, request);
      };
    }
    return undefined;
  }

  /** All of these ways, or none: half of what belongs together may be another request's. */
  function claim(request: TokenizationRequest, ...ways: (1 | -1)[]): boolean {
    const found = ways.map((way) => find(request, way)).filter((take) => take !== undefined);
    if (found.length < ways.length) return false;
    for (const take of found) take();
    return true;
  }

  const known = requests
    .filter((request) => from === undefined || endedMs(request) >= from)
    .toSorted((a, b) => createdMs(a) - createdMs(b));
  const of = (type: string, status: string): TokenizationRequest[] =>
    known.filter((request) => request.type === type && request.status === status);

  // What must be there chooses first, then what left and came back, then what may have left. A mint that was rejected at
  // once never left: it takes no entry that another may have.
  const missing = [
    ...of('mint', 'completed').filter((mint) => !claim(mint, -1)),
    ...of('redeem', 'completed').filter((redeem) => !claim(redeem, 1)),
  ];
  const hasLeftBefore = (mint: TokenizationRequest): boolean =>
    from !== undefined && createdMs(mint) < from;
  const unpaired = of('mint', 'rejected').filter((mint) =>
    hasLeftBefore(mint) ? !claim(mint, 1) : !claim(mint, -1, 1),
  );
  for (const mint of of('mint', 'pending')) claim(mint, -1);
  const notReturned = unpaired.filter((mint) => !hasLeftBefore(mint) && claim(mint, -1));
  const strangers = entries.filter(({ id, isTokens }) => isTokens && !requestOf.has(id));
  return { requestOf, missing, notReturned, strangers };
}

/** When it was last told to have changed; when it was created, where that is not said. */
export function endedMs(request: TokenizationRequest): number {
  const updated = Date.parse(request.updatedAt ?? '');
  return Number.isNaN(updated) ? createdMs(request) : Math.max(updated, createdMs(request));
}

/** Of entries in the order of their time: the nearest before and the nearest after, whichever is nearer and will do. */
function nearestTo(
  pool: readonly Entry[],
  ideal: number,
  willDo: (entry: Entry) => boolean,
): number | undefined {
  let [low, high] = [0, pool.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pool[middle]?.at ?? Infinity) < ideal) low = middle + 1;
    else high = middle;
  }
  const distance = (place: number): number => Math.abs((pool[place]?.at ?? Infinity) - ideal);
  return [low, low - 1]
    .filter((place) => {
      const entry = pool[place];
      return entry !== undefined && willDo(entry);
    })
    .sort((a, b) => distance(a) - distance(b))[0];
}

/** The same for 1 and 1.0. */
const poolKey = (symbol: string, qty: Decimal, isTokens: boolean): string =>
  `${symbol} ${normalize(qty)} ${isTokens}`;
