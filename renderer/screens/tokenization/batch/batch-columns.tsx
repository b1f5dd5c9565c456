import { cellsOf, shortAddress, type BatchRow } from '#contract/tokenization.ts';
import { isBegun, noteOf, ROW_WORDS } from '#renderer/screens/tokenization/batch/batch-words.ts';
import { CELL_COLUMNS } from '#renderer/screens/tokenization/batch/mend-rows.ts';
import { FEE_TITLE } from '#renderer/screens/tokenization/fee-words.ts';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { Said } from '#renderer/ui/Said.tsx';
import { figures, moments, widthFor, type Column } from '#renderer/ui/table/column.ts';
import type { ExportColumn } from '#renderer/ui/table/export-text.ts';

/** What holds a row back says more than that it is ready, or waits. */
const HELD_WORDS = { repeats: 'repeats', guard: 'blocked', 'second-person': '2nd person' };
const wordOf = ({ state, held }: BatchRow): string => (held ? HELD_WORDS[held] : ROW_WORDS[state]);

/** What only a batch that was sent has. */
const SENT: ReadonlySet<string> = new Set(['time', 'fees', 'hash']);

type Figure = 'qty' | 'fees';
type Widths = Record<Figure | 'note', number>;

/** What its longest figures need. */
export const batchFigureWidth = (rows: readonly BatchRow[], figure: Figure): number =>
  figure === 'qty'
    ? widthFor(rows.map(({ form }) => form?.qty))
    : widthFor(
        rows.map((row) => row.fees),
        44,
      );

/** Where some row has a reason it comes before what only the row itself is asked for. */
export const batchNoteWidth = (rows: readonly BatchRow[]): number =>
  rows.some((row) => noteOf(row) !== '') ? 220 : 130;

/** Longer than this it has two lines. */
const ONE_LINE = 24;

/** `now` for the day of it; `hide` for what a sentence says while amounts are hidden. */
export const batchColumns = (
  now: number,
  isDry: boolean,
  widths: Widths,
  hide: (text: string) => string,
  onOpen: (row: BatchRow) => void,
): Column<BatchRow>[] =>
  allColumns(now, widths, hide, onOpen).filter(({ id }) => !isDry || !SENT.has(id));

const allColumns = (
  now: number,
  widths: Widths,
  hide: (text: string) => string,
  onOpen: (row: BatchRow) => void,
): Column<BatchRow>[] => [
  {
    id: 'line',
    head: 'Line',
    width: 60,
    className: () => 'num',
    cell: (row) =>
      isBegun(row.state) ? (
        <button
          type="button"
          className="symbol"
          aria-label={`Line ${row.line}, open ${row.tokenizationRequestId === undefined ? 'evidence' : 'request'}`}
          onClick={() => onOpen(row)}
        >
          {row.line}
        </button>
      ) : (
        row.line
      ),
  },
  {
    id: 'state',
    head: 'State',
    width: 104,
    className: () => 'batch-verdict',
    cell: wordOf,
  },
  {
    id: 'label',
    head: 'Label',
    fold: 1,
    width: 84,
    cell: (row) => cellsOf(row).label || '–',
    tooltip: (row) => cellsOf(row).label,
  },
  { id: 'symbol', head: 'Symbol', width: 58, cell: (row) => cellsOf(row).underlyingSymbol ?? '–' },
  // As it was written where it is no number.
  figures('qty', 'Quantity', widths.qty, ({ form, said }) =>
    form ? <Quantity value={form.qty} /> : <Said text={said?.qty ?? '–'} />,
  ),
  { id: 'issuer', head: 'Issuer', fold: 7, width: 70, cell: (row) => cellsOf(row).issuer ?? '–' },
  {
    id: 'network',
    head: 'Network',
    fold: 6,
    width: 74,
    cell: (row) => cellsOf(row).network ?? '–',
  },
  {
    id: 'wallet',
    head: 'Wallet',
    fold: 2,
    width: 124,
    className: () => 'num',
    cell: (row) => shortAddress(cellsOf(row).walletAddress ?? '–'),
    tooltip: (row) => cellsOf(row).walletAddress,
  },
  { ...moments<BatchRow>('Ended', 86, now, endedMs), fold: 3 },
  figures('fees', 'Fee', widths.fees, ({ fees }) => <Quantity value={fees} />, {
    title: FEE_TITLE,
    fold: 4,
  }),
  {
    id: 'hash',
    head: 'Tx hash',
    title: 'Transaction hash',
    fold: 5,
    width: 124,
    className: () => 'num',
    cell: ({ txHash }) => (txHash === undefined ? '–' : shortAddress(txHash)),
    tooltip: ({ txHash }) => txHash,
  },
  {
    id: 'note',
    head: 'Note',
    width: widths.note,
    isGrowing: true,
    isTwoLines: (row) => noteOf(row).length > ONE_LINE,
    cell: (row) => hide(noteOf(row)),
    tooltip: (row) => hide(noteOf(row)),
  },
];

function endedMs({ endedAt }: BatchRow): number | undefined {
  const at = Date.parse(endedAt ?? '');
  return Number.isNaN(at) ? undefined : at;
}

export const BATCH_EXPORT: readonly ExportColumn<BatchRow>[] = [
  ['line', ({ line }) => String(line)],
  ['state', wordOf],
  ...CELL_COLUMNS,
  ['tokenization_request_id', ({ tokenizationRequestId }) => tokenizationRequestId],
  ['transaction_hash', ({ txHash }) => txHash],
  ['fees', ({ fees }) => fees],
  ['ended_at', ({ endedAt }) => endedAt],
  ['idempotency_key', ({ intentId }) => intentId],
  ['note', noteOf],
];
