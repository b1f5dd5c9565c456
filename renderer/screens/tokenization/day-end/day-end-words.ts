// What the end of a day comes to, in words.
import type { DayEnd, DayEndRow } from '#contract/day-end.ts';

export const STATE_WORDS: Record<DayEndRow['state'], string> = {
  ties: 'ties',
  differs: 'differs',
  unknown: 'not known',
};

/** '2 of 3 symbols tie, 1 differs.' */
export function summaryOf({ rows, date, today }: DayEnd): string {
  const count = (state: DayEndRow['state']): number =>
    rows.filter((row) => row.state === state).length;
  const [tie, differ, unknown] = [count('ties'), count('differs'), count('unknown')];
  if (rows.length === 0)
    return date === today
      ? 'No positions and no entries today.'
      : 'No positions and no entries on this day.';
  const symbols = rows.length === 1 ? 'symbol' : 'symbols';
  if (tie === rows.length)
    return rows.length === 1 ? `${rows[0]?.symbol} ties.` : `All ${rows.length} symbols tie.`;
  const parts = [
    `${tie} of ${rows.length} ${symbols} ${tie === 1 ? 'ties' : 'tie'}`,
    ...(differ > 0 ? [`${differ} ${differ === 1 ? 'differs' : 'differ'}`] : []),
    ...(unknown > 0 ? [`${unknown} cannot be determined`] : []),
  ];
  return `${parts.join(', ')}.`;
}
