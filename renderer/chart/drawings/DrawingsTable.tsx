import type { Drawing } from '#contract/drawings.ts';
import { DRAWING_WORDS } from '#renderer/chart/drawings/words.ts';
import { barPrice } from '#renderer/chart/legend.ts';
import { formatBarTime } from '#renderer/chart/time-axis.ts';

type Props = { symbol: string; drawings: readonly Drawing[] };

/** The drawings as rows, for the table twin. */
export function DrawingsTable({ symbol, drawings }: Props) {
  return (
    <table aria-label={`Drawings on ${symbol}`}>
      <thead>
        <tr>
          <th scope="col">Drawing</th>
          <th scope="col">From, New York</th>
          <th scope="col" className="right">
            Price
          </th>
          <th scope="col">To, New York</th>
          <th scope="col" className="right">
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {drawings.map(({ id, kind, points: [from, to] }) => (
          <tr key={id}>
            <th scope="row">{DRAWING_WORDS[kind]}</th>
            <td className="num">
              {from && kind !== 'horizontal' ? formatBarTime(from.time, true) : '–'}
            </td>
            <td className="right num">{from ? barPrice(from.price) : '–'}</td>
            <td className="num">{to ? formatBarTime(to.time, true) : '–'}</td>
            <td className="right num">{to ? barPrice(to.price) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
