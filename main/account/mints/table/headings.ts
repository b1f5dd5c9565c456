// Which heading is which column: by the words that are known, and by what the person chose for a heading before. What
// could be two is asked about.
import { TableColumn, type TableLayout } from '#contract/mint-table.ts';
import { MINT_NAMES } from '#contract/tokenization.ts';

/** What a person chose, by the words of the heading. */
type KnownHeadings = ReadonlyMap<string, TableColumn>;

const WORDS: Readonly<Record<string, TableColumn>> = {
  symbol: 'underlyingSymbol',
  underlying: 'underlyingSymbol',
  underlying_symbol: 'underlyingSymbol',
  ticker: 'underlyingSymbol',
  qty: 'qty',
  quantity: 'qty',
  shares: 'qty',
  issuer: 'issuer',
  network: 'network',
  chain: 'network',
  blockchain: 'network',
  wallet: 'walletAddress',
  address: 'walletAddress',
  wallet_address: 'walletAddress',
  label: 'label',
  reference: 'label',
  client_request_id: 'label',
};
const REQUIRED = TableColumn.options.filter((column) => column !== 'label');
const SHORT: Record<TableColumn, string> = {
  underlyingSymbol: 'symbol',
  qty: 'qty',
  issuer: 'issuer',
  network: 'network',
  walletAddress: 'wallet',
  label: 'label',
};

/** Wallet-Address and "wallet address" are one. */
export const plainHeading = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_');

export const columnOf = (heading: string): TableColumn | undefined => {
  const word = plainHeading(heading);
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
};

type Proposal = { columns: TableLayout['columns']; issues: string[] };

export function proposeColumns(headings: readonly string[], known: KnownHeadings): Proposal {
  const columns: TableLayout['columns'] = {};
  const issues: string[] = [];
  const twice = new Set<TableColumn>();
  for (const column of TableColumn.options) {
    const chosen = placesOf(headings, (heading) => known.get(plainHeading(heading)) === column);
    const places =
      chosen.length > 0
        ? chosen
        : placesOf(
            headings,
            (heading) => columnOf(heading) === column && !known.has(plainHeading(heading)),
          );
    const [only] = places;
    if (places.length === 1 && only !== undefined) columns[column] = only;
    if (places.length < 2) continue;
    twice.add(column);
    const names = places.map((at) => `"${headings[at]}"`).join(', ');
    issues.push(`${MINT_NAMES[column]} has two columns: ${names}. Choose one.`);
  }
  return { columns, issues: [...issues, ...missingIn(columns, twice)] };
}

/** What a choice of a person lacks, or has twice. */
export function layoutIssues(columns: TableLayout['columns'], headings: number): string[] {
  const places = Object.values(columns);
  if (places.some((at) => at >= headings)) return ['This table has no such heading.'];
  if (new Set(places).size < places.length) return ['One heading cannot be used for two columns.'];
  return missingIn(columns);
}

function missingIn(
  columns: TableLayout['columns'],
  besides: ReadonlySet<TableColumn> = new Set(),
): string[] {
  const missing = REQUIRED.filter(
    (column) => columns[column] === undefined && !besides.has(column),
  ).map((column) => SHORT[column]);
  if (missing.length === 0) return [];
  return [
    `The header row is missing these columns: ${missing.join(', ')}. The columns are symbol, qty, issuer, network, wallet and label.`,
  ];
}

const placesOf = (headings: readonly string[], is: (heading: string) => boolean): number[] =>
  headings.flatMap((heading, at) => (is(heading) ? [at] : []));
