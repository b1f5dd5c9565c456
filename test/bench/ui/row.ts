// One line of the results: a figure, the anchor it was measured against in the same run, and what is aimed at.
export type Row = {
  what: string;
  figure: string;
  anchor: string;
  /** Figure by anchor, or what the aim is about. */
  ratio: number | undefined;
  aim: string;
  /** Undefined where nothing was aimed at. */
  isMet: boolean | undefined;
};

export type Measured = { rows: Row[]; raw: Record<string, number> };

export function rowsAsTable(rows: readonly Row[]): string {
  const head = ['what', 'figure', 'anchor', 'ratio', 'aim', 'met'];
  const lines = rows.map(({ what, figure, anchor, ratio, aim, isMet }) => [
    what,
    figure,
    anchor,
    ratio === undefined ? '' : `${ratio.toFixed(2)} ×`,
    aim,
    isMet === undefined ? '' : isMet ? 'yes' : 'no',
  ]);
  const widths = head.map((name, n) =>
    Math.max(name.length, ...lines.map((line) => line[n]?.length ?? 0)),
  );
  return [head, ...lines]
    .map((line) =>
      line
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
