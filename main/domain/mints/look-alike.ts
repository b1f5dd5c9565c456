// A name that is nearly one that is known is more likely a slip than a network of its own. It is pointed out and never
// put right by itself: names are an open set, and a guess would send tokens along another chain.
const SHORT_NAMES: Readonly<Record<string, string>> = {
  eth: 'ethereum',
  ether: 'ethereum',
  erc20: 'ethereum',
  mainnet: 'ethereum',
  sol: 'solana',
  spl: 'solana',
  trx: 'tron',
  trc20: 'tron',
  bsc: 'binance',
  bnb: 'binance',
  bep20: 'binance',
  arb: 'arbitrum',
  mnt: 'mantle',
  cro: 'cronos',
  toncoin: 'ton',
};
/** So short a name has neighbors by chance. */
const SHORTEST = 4;

/** The known name that was likely meant; nothing when it is known, or near to none. */
export function lookAlike(name: string, known: readonly string[]): string | undefined {
  const written = plain(name);
  if (known.includes(name)) return undefined;
  const short = Object.hasOwn(SHORT_NAMES, written) ? SHORT_NAMES[written] : undefined;
  if (short !== undefined && known.includes(short)) return short;
  const most = written.length > 6 ? 2 : 1;
  return known.find(
    (candidate) =>
      candidate === written ||
      (written.length >= SHORTEST &&
        Math.abs(candidate.length - written.length) <= most &&
        distance(written, candidate) <= most) ||
      written === `${candidate}network` ||
      written === `${candidate}mainnet` ||
      written === `${candidate}chain`,
  );
}

/** solana-mainnet and Solana_Mainnet are one. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** Letters that are missing, too many, wrong or swapped with their neighbor. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        at(rows, i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(rows, i - 2, j - 2) + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return at(rows, a.length, b.length);
}

const at = (rows: readonly number[][], i: number, j: number): number => rows[i]?.[j] ?? 0;
