import type { TableColumn, TableLayout, TableReading } from '#contract/mint-table.ts';
import { openChoices, readingWords } from '#renderer/screens/tokenization/batch/table-source.ts';
import { useHiding } from '#renderer/ui/privacy.ts';
import { Choice, Select, type Options } from '#renderer/ui/Select.tsx';

type Props = {
  reading: TableReading;
  /** What the person chose; undefined while nothing was. */
  layout: TableLayout | undefined;
  isBusy: boolean;
  onChange: (layout: TableLayout) => void;
};

const COLUMNS: readonly [column: TableColumn, name: string][] = [
  ['underlyingSymbol', 'Symbol'],
  ['qty', 'Quantity'],
  ['issuer', 'Issuer'],
  ['network', 'Network'],
  ['walletAddress', 'Wallet address'],
  ['label', 'Label (optional)'],
];
const NONE = '';
const MARKS: Options<'point' | 'comma' | 'ask'> = [
  ['point', 'with a point: 1.5'],
  ['comma', 'with a comma: 1,5'],
];

/** How a table is read, and what of it the person has to say. */
export function TableMapping({ reading, layout, isBusy, onChange }: Props) {
  const { headings, samples } = reading;
  const columns = layout?.columns ?? reading.columns;
  const decimal = layout?.decimal ?? reading.decimal;
  const hiding = useHiding();
  const hide = (column: TableColumn, text: string): string =>
    column === 'qty' ? hiding(text) : text;
  const open = openChoices(reading, layout);
  const options: Options<string> = [
    [NONE, '–'],
    ...headings.map(
      (heading, at) => [String(at), heading === '' ? `Column ${at + 1}` : heading] as const,
    ),
  ];

  function choose(column: TableColumn, value: string): void {
    const { [column]: _before, ...others } = columns;
    const next = value === NONE ? others : { ...others, [column]: Number(value) };
    onChange({ ...layout, columns: next });
  }

  return (
    <section className="table-mapping" aria-labelledby="mapping-title">
      <h3 id="mapping-title" className="subheading">
        How the table is read
      </h3>
      <p className="quiet-text">{readingWords(reading)}</p>
      <table aria-label="Columns of the table">
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Heading in the table</th>
            <th scope="col">First rows</th>
          </tr>
        </thead>
        <tbody>
          {COLUMNS.map(([column, name]) => {
            const at = columns[column];
            const sample = samples.map((row) => row[at ?? -1] ?? '').filter((cell) => cell !== '');
            const isOpen = at === undefined && column !== 'label';
            const shown = isOpen ? 'not chosen' : hide(column, sample.join(' · '));
            return (
              <tr key={column} className={isOpen ? 'mapping-open' : undefined}>
                <th scope="row">{name}</th>
                <td>
                  <Select
                    label={`Heading of ${name}`}
                    value={at === undefined ? NONE : String(at)}
                    options={options}
                    isDisabled={isBusy}
                    onChange={(value) => choose(column, value)}
                  />
                </td>
                <td className="num cut" title={shown}>
                  {shown}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {columns.qty !== undefined && (
        <Choice
          label="Numbers are written"
          value={decimal}
          options={decimal === 'ask' ? [['ask', 'choose'], ...MARKS] : MARKS}
          isDisabled={isBusy}
          onChange={(mark) => {
            if (mark !== 'ask') onChange({ columns, decimal: mark });
          }}
        />
      )}
      {open !== undefined && <p className="mint-warning">{open}</p>}
    </section>
  );
}
