import type { AlertSettings } from '#contract/alerts.ts';
import { Check } from '#renderer/ui/Check.tsx';
import { WhenInput } from '#renderer/ui/WhenInput.tsx';

type Hours = NonNullable<AlertSettings['quietHours']>;
type Props = { value: Hours | undefined; onChange: (value: Hours | undefined) => void };

const NIGHT: Hours = { from: '22:00', to: '07:00' };

/** In the time of this computer; may pass midnight. */
export function QuietHours({ value, onChange }: Props) {
  const shown = value ?? NIGHT;
  const set = (change: Partial<Hours>): void => onChange({ ...shown, ...change });
  return (
    <div className="quiet-hours">
      <Check isOn={value !== undefined} onChange={(isOn) => onChange(isOn ? NIGHT : undefined)}>
        Quiet hours, in local time
      </Check>
      <span aria-hidden="true">from</span>
      <WhenInput
        kind="time"
        label="Quiet from"
        isDisabled={value === undefined}
        value={shown.from}
        onChange={(from) => set({ from })}
      />
      <span aria-hidden="true">to</span>
      <WhenInput
        kind="time"
        label="Quiet to"
        isDisabled={value === undefined}
        value={shown.to}
        onChange={(to) => set({ to })}
      />
    </div>
  );
}
