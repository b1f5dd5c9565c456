import type { AwayLine, OutOfSight } from '#renderer/chart/line-marks.ts';
import { Menu } from '#renderer/ui/Menu.tsx';

type Props = { out: OutOfSight; onBring: (key: string) => void; onFit: () => void };

/** At the edges of the pane: the lines that are beyond them, and a way to each. */
export function LinesAway({ out, onBring, onFit }: Props) {
  const { above, below, crowded, isStretched, paneHeight, axisWidth, top, isNarrow } = out;
  const shared = { isNarrow, onBring };
  return (
    <>
      <div className="lines-away" style={{ top }}>
        <Away sign="▲" where="above" lines={above} {...shared} />
      </div>
      <div className="lines-away below" style={{ right: axisWidth, top: paneHeight }}>
        {isStretched && (
          <button type="button" className="line-away" onClick={onFit}>
            Fit to bars
          </button>
        )}
        <Away sign="⋯" where="without a handle" lines={crowded} {...shared} />
        <Away sign="▼" where="below" lines={below} {...shared} />
      </div>
    </>
  );
}

type AwayProps = {
  sign: string;
  where: string;
  lines: readonly AwayLine[];
  /** Then the newest bars would be under its words. */
  isNarrow: boolean;
  onBring: (key: string) => void;
};

function Away({ sign, where, lines, isNarrow, onBring }: AwayProps) {
  const [first] = lines;
  if (!first) return null;
  const isOne = lines.length === 1;
  const words = isOne ? first.words : `${lines.length} lines ${where}`;
  const short = isOne ? first.price : `${lines.length} lines`;
  const shown = (
    <>
      <span aria-hidden="true">{sign}</span> {isNarrow ? short : words}
    </>
  );
  return isOne ? (
    <button
      type="button"
      className="line-away"
      aria-label={`Show ${words}, ${where}`}
      onClick={() => onBring(first.key)}
    >
      {shown}
    </button>
  ) : (
    <Menu
      label={`Lines ${where}`}
      className="line-away"
      listClassName="popup-scroll"
      align="end"
      items={lines.map(({ key, words: text }) => ({ key, text, run: () => onBring(key) }))}
    >
      {shown}
    </Menu>
  );
}
