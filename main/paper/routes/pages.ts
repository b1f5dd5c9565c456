// Pages of historical points: by symbol, then by time, at most `limit` points in all. A token says after which point to go on,
// so that pages fit together whatever their sizes, and nothing is kept between two requests.
import { badDataQuery } from '#main/paper/refusal.ts';

export type Range = { startMs: number; endMs: number };

type PageRequest<T> = {
  symbols: readonly string[];
  range: Range;
  limit: number;
  isDescending: boolean;
  token: string | undefined;
  /** What kind of points these are: a token of another kind is refused. */
  kind: string;
  /** All points in a range, both ends included, oldest first. */
  read(symbol: string, range: Range): Iterable<T>;
  timeOf(point: T): number;
  /** How much time to read at once when going backwards. */
  windowMs: number;
};

type Page<T> = { bySymbol: Map<string, T[]>; nextToken: string | null };

type Place = { symbol: string; timeMs: number };

export function readPage<T>(request: PageRequest<T>): Page<T> {
  const { symbols, limit, kind, isDescending, timeOf } = request;
  const place = request.token === undefined ? undefined : decode(request.token, kind);
  const bySymbol = new Map<string, T[]>();
  let left = limit;
  let last: Place | undefined;
  for (const symbol of symbols) {
    if (place && symbol < place.symbol) continue;
    const range = place?.symbol === symbol ? after(place, request) : request.range;
    const points: T[] = [];
    for (const point of isDescending
      ? backwards(request, symbol, range)
      : request.read(symbol, range)) {
      // One point beyond the page shows that there is another page.
      if (left === 0 && last) {
        if (points.length > 0) bySymbol.set(symbol, points);
        return { bySymbol, nextToken: encode(last, kind) };
      }
      points.push(point);
      left--;
      last = { symbol, timeMs: timeOf(point) };
    }
    if (points.length > 0) bySymbol.set(symbol, points);
  }
  return { bySymbol, nextToken: null };
}

function after<T>({ timeMs }: Place, { range, isDescending }: PageRequest<T>): Range {
  return isDescending
    ? { startMs: range.startMs, endMs: Math.min(range.endMs, timeMs - 1) }
    : { startMs: Math.max(range.startMs, timeMs + 1), endMs: range.endMs };
}

function* backwards<T>(
  { read, windowMs }: PageRequest<T>,
  symbol: string,
  { startMs, endMs }: Range,
): Generator<T> {
  for (let toMs = endMs; toMs >= startMs; toMs -= windowMs) {
    const fromMs = Math.max(startMs, toMs - windowMs + 1);
    yield* [...read(symbol, { startMs: fromMs, endMs: toMs })].reverse();
  }
}

function encode({ symbol, timeMs }: Place, kind: string): string {
  return Buffer.from(`${symbol}|${kind}|${new Date(timeMs).toISOString()}`).toString('base64');
}

function decode(token: string, kind: string): Place {
  const [symbol = '', itsKind, time = ''] = Buffer.from(token, 'base64').toString().split('|');
  const timeMs = Date.parse(time);
  if (symbol === '' || itsKind !== kind || Number.isNaN(timeMs)) {
    throw badDataQuery(
      'invalid page_token: pass the next_page_token of the page before, unchanged',
    );
  }
  return { symbol, timeMs };
}
