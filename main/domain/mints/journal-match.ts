// Which entry of the broker's books belongs to which tokenization request. Nothing on the wire ties them, so they are
// paired by symbol, size and time. When shares of a mint leave is the broker's affair: of a pending one the entry may be
// there or not, of a completed one it must be; a rejected one gives back what it took.
import type { TokenizationRequest } from '#contract/tokenization.ts';
import { abs, normalize, sign, type Decimal } from '#main/domain/decimal.ts';
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
  const bySize = Map.groupBy(
    entries.filter(({ isJournal }) => isJournal),
    ({ symbol, qty }) => sizeKey(symbol, qty),
  );

  /** The nearest in time that is still free; what the broker calls tokens comes first. */
  function claim(request: TokenizationRequest, way: 1 | -1, ideal: number): boolean {
    const [first, last] = [createdMs(request) - BEFORE_MS, endedMs(request) + AFTER_MS];
    const free = (bySize.get(sizeKey(request.underlyingSymbol, request.qty)) ?? []).filter(
      (entry) =>
        !requestOf.has(entry.id) &&
        sign(entry.qty) === way &&
        entry.at + (entry.hasOnlyDate ? DAY_MS : 0) >= first &&
        entry.at <= last,
    );
    const distance = (entry: Entry): number => Math.abs(entry.at - ideal);
    const [best] = free.toSorted(
      (a, b) => Number(b.isTokens) - Number(a.isTokens) || distance(a) - distance(b),
    );
    if (best) requestOf.set(best.id, request);
    return best !== undefined;
  }

  const known = requests
    .filter((request) => from === undefined || endedMs(request) >= from)
    .toSorted((a, b) => createdMs(a) - createdMs(b));
  const of = (type: string, status: string): TokenizationRequest[] =>
    known.filter((request) => request.type === type && request.status === status);

  // What must be there chooses first.
  const missing = [
    ...of('mint', 'completed').filter((mint) => !claim(mint, -1, createdMs(mint))),
    ...of('redeem', 'completed').filter((redeem) => !claim(redeem, 1, endedMs(redeem))),
  ];
  const notReturned = of('mint', 'rejected').filter((mint) => {
    const hasLeftBefore = from !== undefined && createdMs(mint) < from;
    const hasLeft = !hasLeftBefore && claim(mint, -1, createdMs(mint));
    return !((hasLeft || hasLeftBefore) && claim(mint, 1, endedMs(mint))) && hasLeft;
  });
  for (const mint of of('mint', 'pending')) claim(mint, -1, createdMs(mint));
  const strangers = entries.filter(({ id, isTokens }) => isTokens && !requestOf.has(id));
  return { requestOf, missing, notReturned, strangers };
}

/** When it was last told to have changed; when it was created, where that is not said. */
export function endedMs(request: TokenizationRequest): number {
  const updated = Date.parse(request.updatedAt ?? '');
  return Number.isNaN(updated) ? createdMs(request) : Math.max(updated, createdMs(request));
}

/** The same for 1 and 1.0. */
const sizeKey = (symbol: string, qty: Decimal): string => `${symbol} ${normalize(abs(qty))}`;
