import type { DayEndDifference, DayEndRow } from '#contract/day-end.ts';
import {
  LINE_EXPORT,
  lineColumns,
  type SymbolLine,
} from '#renderer/screens/tokenization/day-end/day-end-columns.tsx';
import { ExportMenu } from '#renderer/session/ExportMenu.tsx';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { DialogActions } from '#renderer/ui/DialogActions.tsx';
import { Fact } from '#renderer/ui/Fact.tsx';
import { Quantity } from '#renderer/ui/Quantity.tsx';
import { useHiding } from '#renderer/ui/privacy.ts';
import { Said } from '#renderer/ui/Said.tsx';
import { DataTable } from '#renderer/ui/table/DataTable.tsx';

type Props = {
  row: DayEndRow;
  date: string;
  differences: readonly DayEndDifference[];
  now: number;
  onLine: (line: SymbolLine) => void;
  onClose: () => void;
};

/** How one figure comes to the other, and the entries behind each. */
const SUM = [
  ['Opening', 'opening'],
  ['+ Bought', 'bought'],
  ['− Sold', 'sold'],
  ['− Minted', 'minted'],
  ['+ Redeemed', 'redeemed'],
  ['+ Other', 'other'],
  ['= Calculated', 'expected'],
  ['Position', 'position'],
  ['Difference', 'difference'],
] as const;

export function DayEndDialog({ row, date, differences, now, onLine, onClose }: Props) {
  const { symbol } = row;
  const rows = row.lines.map((line): SymbolLine => ({ ...line, symbol }));
  const hide = useHiding();
  const view = { rows, total: rows.length };
  return (
    <Dialog title={`${symbol}, ${date}`} onClose={onClose} className="drawer day-end-dialog">
      <dl className="day-end-sum">
        {SUM.map(([name, figure]) => (
          <Fact key={name} name={name}>
            <Quantity value={row[figure]} />
          </Fact>
        ))}
      </dl>
      {differences.length > 0 && (
        <ul className="day-end-differences" aria-label={`Differences of ${symbol}`}>
          {differences.map(({ id, text }) => (
            <li key={id}>
              <Said text={text} />
            </li>
          ))}
        </ul>
      )}
      <div className="day-end-lines-head">
        <h3 className="subheading">Entries</h3>
        <ExportMenu what={`entries of ${symbol} ${date}`} view={view} columns={LINE_EXPORT} />
      </div>
      <DataTable
        name={`Entries of ${symbol}`}
        columns={lineColumns(now, onLine, hide, false)}
        view={view}
        keyOf={({ id }) => id}
        state={{ kind: 'ready' }}
        onOpen={onLine}
        empty="No entries on this day. Fills, mints and redeems are booked here."
      />
      <DialogActions back="Close" onBack={onClose} />
    </Dialog>
  );
}
