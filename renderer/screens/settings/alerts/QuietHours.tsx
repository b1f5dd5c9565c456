import type { AlertSettings } from '#contract/alerts.ts';
import { Check } from '#renderer/ui/Check.tsx';

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
      <Check isOn={value !== undefined} onChange={(isOn) => onChange(isOn ? NIGHT : undefined)}>
        Quiet hours, in local time
      </Check>
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
