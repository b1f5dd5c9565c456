import { useMemo } from 'react';
import {
  Area,
  AreaChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { EquityPoint } from '#renderer/screens/account/equity-points.ts';
import { AXIS, useMoneyTick } from '#renderer/screens/account/axes.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { Gain } from '#renderer/ui/Gain.tsx';

type Props = { points: readonly EquityPoint[]; format: (at: number) => string };
type Drawn = EquityPoint & { equityNumber: number; drawdownNumber: number };

const MARGIN = { top: 8, right: 16, bottom: 0, left: 8 };

/** A drawdown of nothing still has room to be seen as nothing. */
const lowest = (least: number): number => Math.min(least, -1);

/** Two drawings over one time: the worth above, how far below its highest underneath. */
export function EquityChart({ points, format }: Props) {
  const tick = useMoneyTick();
  const data = useMemo(
    () =>
      points.map((point): Drawn => ({
        ...point,
        equityNumber: Number(point.equity),
        drawdownNumber: Number(point.drawdown),
      })),
    [points],
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
      <figure aria-label="Equity over time">
        <ResponsiveContainer width="100%" height="100%" minWidth={0}>
          <AreaChart data={data} syncId="equity" margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis {...time} hide />
            <YAxis {...AXIS} domain={['auto', 'auto']} tickFormatter={tick} width={92} />
            <Tooltip content={<Read format={format} />} isAnimationActive={false} />
            <Area
              dataKey="equityNumber"
              type="linear"
              stroke="var(--focus)"
              strokeWidth={1.5}
              fill="var(--focus)"
              fillOpacity={0.1}
              isAnimationActive={false}
            />
          </AreaChart>
        </ResponsiveContainer>
      </figure>
      <figure aria-label="Drawdown over time">
        <ResponsiveContainer width="100%" height="100%" minWidth={0}>
          <AreaChart data={data} syncId="equity" margin={MARGIN} accessibilityLayer={false}>
            <XAxis {...time} />
            <YAxis {...AXIS} domain={[lowest, 0]} tickFormatter={tick} width={92} tickCount={3} />
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
        </ResponsiveContainer>
      </figure>
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
        Drawdown <Gain value={point.drawdown} />
      </p>
    </div>
  );
}
