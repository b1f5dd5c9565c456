import { useId } from 'react';
import {
  PERIODS,
  rangeIssue,
  type ActivityTime,
} from '#renderer/screens/activity/activity-time.ts';
import { Select } from '#renderer/ui/Select.tsx';
import { WhenInput } from '#renderer/ui/WhenInput.tsx';

type Props = { time: ActivityTime; onChange: (change: Partial<ActivityTime>) => void };

export const TimeFilter = ({ time, onChange }: Props) => (
  <Select
    label="Filter activity by time"
    value={time.period}
    options={PERIODS}
    onChange={(period) => onChange({ period })}
  />
);

/** The ends of a range, in a row of their own. */
export function TimeRange({ time, onChange }: Props) {
  const id = useId();
  if (time.period !== 'range') return null;
  const issue = rangeIssue(time);
  return (
    <div className="filters activity-range" role="group" aria-label="Time, New York">
      <label htmlFor={`${id}-from`}>From</label>
      <WhenInput
        id={`${id}-from`}
        kind="moment"
        title="New York time"
        value={time.from}
        isOptional
        onChange={(from) => onChange({ from })}
      />
      <label htmlFor={`${id}-to`}>To</label>
      <WhenInput
        id={`${id}-to`}
        kind="moment"
        dayAt="23:59"
        title="New York time, with all of its minute. A day alone is all of that day"
        value={time.to}
        isOptional
        onChange={(to) => onChange({ to })}
      />
      <span className="quiet-text">New York time</span>
      {issue !== undefined && (
        <span className="activity-issue" role="alert">
          {issue}
        </span>
      )}
    </div>
  );
}
