// What one account can trade: read once per start, on the first need, and kept; again while somebody asks for what could
// not be traded then, which nobody must be kept in for longer than it is so. A search never waits for a second reading,
// and what the rules want to know of a symbol is answered without the network.
import { ok, type Result } from '#contract/failure.ts';
import type { AssetSummary } from '#contract/market.ts';
import type { Client } from '#main/broker/client.ts';
import type { AssetTraits } from '#main/domain/orders/draft-context.ts';
import { bareSymbol } from '#main/domain/orders/order-terms.ts';
import type { Clock, Log } from '#main/ports.ts';
import type { AssetRecord } from '#main/wire/records.ts';

export type Assets = {
  /** The best matches of a symbol or a name, best first; of neither, symbols that are one slip of the keys away. */
  search(text: string): Promise<Result<AssetSummary[]>>;
  /** What is known of a symbol now; the first question begins the reading and answers nothing. */
  traitsOf(symbol: string): AssetTraits | undefined;
};

type Deps = { client: Pick<Client, 'assets'>; clock: Clock; signal: AbortSignal; log: Log };

type Known = { record: AssetRecord; symbol: string; name: string };

export const MOST_ANSWERS = 30;
const MOST_NEAR = 3;
/** A broker that failed is not asked again by every key that a person presses. */
const RETRY_MS = 15_000;
const AGAIN_MS = 60_000;

export function createAssets({ client, clock, signal, log }: Deps): Assets {
  let known: readonly Known[] | undefined;
  let bySymbol: ReadonlyMap<string, AssetRecord> = new Map();
  /** Pairs are written with and without their slash. */
  let byBareSymbol: ReadonlyMap<string, AssetRecord> = new Map();
  let reading: Promise<Result<readonly Known[]>> | undefined;
  /** Of a list that lacks records nobody can say what it does not have. */
  let isWhole = true;
  let failedAt = -Infinity;
  let readAt = -Infinity;

  async function read(): Promise<Result<readonly Known[]>> {
    const answer = await client.assets({ status: 'active' }, signal);
    if (!answer.ok) {
      failedAt = clock.elapsed();
      return answer;
    }
    readAt = clock.elapsed();
    isWhole = answer.value.unread === undefined;
    bySymbol = new Map(answer.value.map((record) => [record.symbol, record]));
    byBareSymbol = new Map(answer.value.map((record) => [bareSymbol(record.symbol), record]));
    known = [...bySymbol.values()].map(toKnown).sort(bySymbolText);
    return ok(known);
  }

  function load(): Promise<Result<readonly Known[]>> {
    return known ? Promise.resolve(ok(known)) : begin();
  }

  function begin(): Promise<Result<readonly Known[]>> {
    reading ??= read().finally(() => (reading = undefined));
    return reading;
  }

  return {
    async search(text) {
      const wanted = text.trim().toUpperCase();
      if (wanted === '') return ok([]);
      const all = await load();
      if (!all.ok) return all;
      const found = bestOf(all.value, wanted);
      return ok((found.length > 0 ? found : slipsOf(all.value, wanted)).map(toSummary));
    },
    traitsOf(symbol) {
      const record = bySymbol.get(symbol) ?? byBareSymbol.get(bareSymbol(symbol));
      const sinceReadMs = clock.elapsed() - readAt;
      const isWanted = known === undefined || (!record?.tradable && sinceReadMs >= AGAIN_MS);
      if (isWanted && !reading && clock.elapsed() - failedAt >= RETRY_MS)
        begin().catch((error: unknown) =>
          log('error', 'reading the assets failed', { error: String(error) }),
        );
      if (record || !known || !isWhole) return record;
      return { symbol, isListed: false, near: nearOf(known, symbol) };
    },
  };
}

/** Groups by how good a match is; inside a group the symbols' own order. */
function bestOf(all: readonly Known[], wanted: string): Known[] {
  const groups: Known[][] = [[], [], [], [], []];
  for (const asset of all) {
    const rank = rankOf(asset, wanted);
    const group = rank === undefined ? undefined : groups[rank];
    if (group && group.length < MOST_ANSWERS) group.push(asset);
  }
  return groups.flat().slice(0, MOST_ANSWERS);
}

function rankOf({ symbol, name, record }: Known, wanted: string): number | undefined {
  if (symbol === wanted) return 0;
  if (symbol.startsWith(wanted)) return record.tradable ? 1 : 4;
  if (name.startsWith(wanted)) return 2;
  if (name.includes(` ${wanted}`)) return 3;
  // In the middle of words only what is long enough to mean something.
  if (wanted.length >= 3 && (symbol.includes(wanted) || name.includes(wanted))) return 4;
  return undefined;
}

/** What may have been meant: one slip of the keys away, or the name that was typed instead of the symbol. */
function nearOf(all: readonly Known[], typed: string): string[] {
  const wanted = typed.toUpperCase();
  const found = new Set([...slipsOf(all, wanted), ...bestOf(all, wanted)]);
  return [...found].slice(0, MOST_NEAR).map(({ record }) => record.symbol);
}

const slipsOf = (all: readonly Known[], wanted: string): Known[] =>
  all
    .filter(({ symbol, record }) => record.tradable && isOneSlip(symbol, wanted))
    .slice(0, MOST_ANSWERS);

/** A letter too many, too few or another one, or two that changed places. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  const rests = (skipA: number, skipB: number) => a.slice(from + skipA) === b.slice(from + skipB);
  const isSwapped = a[from] === b[from + 1] && a[from + 1] === b[from] && rests(2, 2);
  return rests(1, 0) || rests(0, 1) || rests(1, 1) || isSwapped;
}

const toKnown = (record: AssetRecord): Known => ({
  record,
  symbol: record.symbol.toUpperCase(),
  name: record.name.toUpperCase(),
});

const bySymbolText = (a: Known, b: Known): number =>
  a.symbol < b.symbol ? -1 : Number(a.symbol > b.symbol);

const toSummary = ({ record }: Known): AssetSummary => ({
  symbol: record.symbol,
  name: record.name,
  ...(record.exchange !== undefined && { exchange: record.exchange }),
  ...(record.class !== undefined && { assetClass: record.class }),
  isTradable: record.tradable,
  isFractionable: record.fractionable ?? false,
  isShortable: record.shortable ?? false,
});
