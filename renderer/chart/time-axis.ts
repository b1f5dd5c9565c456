// Exchange time on the axis, UTC underneath. The library weighs days and months by UTC; here they are weighed by New
// York's clock, so that a new day is marked at its midnight. Times themselves are not shifted: the hour that comes twice
// in November would then come twice in the series.
import { defaultHorzScaleBehavior, TickMarkType, type Time } from 'lightweight-charts';
import { newYorkOffsetMs } from '#contract/periods.ts';

type Behavior = InstanceType<ReturnType<typeof defaultHorzScaleBehavior>>;
type Points = Parameters<Behavior['fillWeightsForPoints']>[0];

export function createNewYorkScale(): Behavior {
  const behavior = new (defaultHorzScaleBehavior())();
  const fill = behavior.fillWeightsForPoints.bind(behavior);
  /** The library's inner record holds the time under a name that differs from build to build. */
  let name: string | undefined;
  behavior.fillWeightsForPoints = (points, startIndex) => {
    // Only what is new, and the point before it to compare with.
    const begin = Math.max(0, startIndex - 1);
    for (let index = begin; index < points.length; index++) shift(points[index], true);
    try {
      fill(points, startIndex);
    } finally {
      for (let index = begin; index < points.length; index++) shift(points[index], false);
    }
  };

  /** In place: a window is weighed each time it moves, and copies of its points would be thrown away at once. */
  function shift(point: Points[number] | undefined, isLocal: boolean): void {
    if (!point) return;
    const seconds = Number(point.originalTime);
    const time = point.time as unknown as Record<string, number>;
    name ??= Object.keys(time).find((key) => time[key] === seconds);
    if (name === undefined) return;
    time[name] = isLocal ? seconds + newYorkOffsetMs(seconds * 1_000) / 1_000 : seconds;
  }

  return behavior;
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...options });
const YEAR = format({ year: 'numeric' });
const MONTH = format({ month: 'short' });
const DAY = format({ day: 'numeric' });
const CLOCK = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const CLOCK_SECONDS = format({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const DATE = format({ year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' });
const MOMENT = format({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export function formatTick(time: Time, type: TickMarkType): string {
  const timeMs = Number(time) * 1_000;
  switch (type) {
    case TickMarkType.Year:
      return YEAR.format(timeMs);
    case TickMarkType.Month:
      return MONTH.format(timeMs);
    case TickMarkType.DayOfMonth:
      return DAY.format(timeMs);
    case TickMarkType.Time:
      return CLOCK.format(timeMs);
    case TickMarkType.TimeWithSeconds:
      return CLOCK_SECONDS.format(timeMs);
    default:
      return type satisfies never;
  }
}

/** The time of a bar: its date, or its date and hour where it is shorter than a day. */
export const formatBarTime = (timeMs: number, isWithinDay: boolean): string =>
  (isWithinDay ? MOMENT : DATE).format(timeMs);
