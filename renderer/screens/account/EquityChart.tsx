import { useMemo } from 'react';
import { Area, AreaChart, CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import type { EquityPoint } from '#renderer/screens/account/equity-points.ts';
import { AXIS, useMoneyTick, useUnit } from '#renderer/screens/account/axes.ts';
import { Plot } from '#renderer/screens/account/Plot.tsx';
import { cutWords, scaleFromZero, scaleOfCurve } from '#renderer/screens/account/plots.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { Gain } from '#renderer/ui/Gain.tsx';

type Props = { points: readonly EquityPoint[]; format: (at: number) => string };
type Drawn = EquityPoint & { equityNumber: number; drawdownNumber: number };

const MARGIN = { top: 8, right: 16, bottom: 0, left: 8 };

/** A drawdown of nothing still has room to be seen as nothing. */
const LEAST_DRAWDOWN = -1;

/** Two drawings over one time: the worth above, how far below its highest underneath. */
export function EquityChart({ points, format }: Props) {
  const tick = useMoneyTick();
  const unit = useUnit();
  const data = useMemo(
    () =>
      points.map((point): Drawn => ({
        ...point,
        equityNumber: Number(point.equity),
        drawdownNumber: Number(point.drawdown),
      })),
    [points],
  );
  const worth = scaleOfCurve(data.map(({ equityNumber }) => equityNumber));
  const below = scaleFromZero([LEAST_DRAWDOWN, ...data.map((point) => point.drawdownNumber)]);
  const axis = ({ domain, ticks }: typeof worth) => (
    <YAxis {...AXIS} domain={domain} ticks={ticks} tickFormatter={tick} width={92} />
  );
  const time = {
    dataKey: 'time',
    type: 'number' as const,
    scale: 'time' as const,
    domain: ['dataMin', 'dataMax'],
    tickFormatter: format,
    minTickGap: 48,
    ...AXIS,
  };
  return (
    <div className="account-charts">
      <Plot name="Equity over time" words={[unit, cutWords(worth)]}>
        <LineChart data={data} syncId="equity" margin={MARGIN} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis {...time} hide />
          {axis(worth)}
          <Tooltip content={<Read format={format} />} isAnimationActive={false} />
          {/* A line and no area: what is filled says how much, and the axis may be cut. */}
          <Line
            dataKey="equityNumber"
            type="linear"
            stroke="var(--focus)"
            strokeWidth={1.5}
            dot={false}
            isAnimationActive={false}
          />
        </LineChart>
      </Plot>
      <Plot name="Drawdown over time" words={['Decline from the highest value so far.', unit]}>
        <AreaChart data={data} syncId="equity" margin={MARGIN} accessibilityLayer={false}>
          <XAxis {...time} />
          {axis(below)}
          <Tooltip content={() => null} isAnimationActive={false} />
          <Area
            dataKey="drawdownNumber"
            type="linear"
            stroke="var(--down)"
            strokeWidth={1}
            fill="var(--down)"
            fillOpacity={0.18}
            isAnimationActive={false}
          />
        </AreaChart>
      </Plot>
    </div>
  );
}

type ReadProps = {
  format: (at: number) => string;
  active?: boolean;
  payload?: readonly { payload?: unknown }[];
};

/** What is under the pointer, in exact numbers. */
function Read({ format, active = false, payload }: ReadProps) {
  const point = payload?.[0]?.payload as Drawn | undefined;
  if (!active || !point) return null;
  return (
    <div className="account-tip">
      <p>{format(point.time)}</p>
      <p>
        Equity <Amount value={point.equity} />
      </p>
      <p>
        Drawdown <Gain value={point.drawdown} isEstimate={point.isEstimate} />
      </p>
      {point.moved !== undefined && (
        <p>
          Transferred in or out <Amount value={point.moved} />
        </p>
      )}
    </div>
  );
}
