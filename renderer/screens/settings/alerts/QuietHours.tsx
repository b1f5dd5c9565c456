import type { AlertSettings } from '#contract/alerts.ts';

type Hours = NonNullable<AlertSettings['quietHours']>;
type Props = { value: Hours | undefined; onChange: (value: Hours | undefined) => void };

const NIGHT: Hours = { from: '22:00', to: '07:00' };

/** In the time of this computer; may pass midnight. */
export function QuietHours({ value, onChange }: Props) {
  const shown = value ?? NIGHT;
  const set = (change: Partial<Hours>): void => {
    const next = { ...shown, ...change };
    // A time that is being typed is empty for a moment.
    if (next.from !== '' && next.to !== '') onChange(next);
  };
  return (
    <div className="quiet-hours">
      <label className="check">
        <input
          type="checkbox"
          checked={value !== undefined}
          onChange={(event) => onChange(event.target.checked ? NIGHT : undefined)}
        />
        <span>Quiet hours, in local time</span>
      </label>
      <span aria-hidden="true">from</span>
      <input
        type="time"
        aria-label="Quiet from"
        disabled={value === undefined}
        value={shown.from}
        onChange={(event) => set({ from: event.target.value })}
      />
      <span aria-hidden="true">to</span>
      <input
        type="time"
        aria-label="Quiet to"
        disabled={value === undefined}
        value={shown.to}
        onChange={(event) => set({ to: event.target.value })}
      />
    </div>
  );
}
