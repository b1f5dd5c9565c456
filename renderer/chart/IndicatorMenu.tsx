import { Popover } from '@base-ui/react/popover';
import { useId, useState } from 'react';
import type { Indicator } from '#contract/ui.ts';
import { INDICATORS, usualIndicator, type IndicatorKind } from '#renderer/chart/indicators.ts';
import { Menu } from '#renderer/ui/Menu.tsx';
import { Problem } from '#renderer/ui/Problem.tsx';
import { usePopupHome } from '#renderer/ui/popup-home.ts';

type Props = { indicators: Indicator[]; onChange: (indicators: Indicator[]) => void };

const KINDS = Object.keys(INDICATORS) as IndicatorKind[];
const MOST = 12;
const LONGEST = 500;

/** Which indicators are drawn, and with which periods. */
export function IndicatorMenu({ indicators, onChange }: Props) {
  const home = usePopupHome();
  const replace = (place: number, next: Indicator) =>
    onChange(indicators.map((indicator, n) => (n === place ? next : indicator)));

  return (
    <Popover.Root>
      <Popover.Trigger className="chart-toggle">
        Indicators{indicators.length > 0 && ` (${indicators.length})`}
      </Popover.Trigger>
      <Popover.Portal container={home}>
        <Popover.Positioner className="popup-place" align="start" sideOffset={4}>
          <Popover.Popup className="popup indicators" aria-label="Indicators">
            {indicators.length === 0 && <p className="quiet-text">No indicators yet.</p>}
            {indicators.map((indicator, place) => (
              // Two of a kind are told apart by their place alone.
              // oxlint-disable-next-line react/no-array-index-key -- the same indicator may be there twice
              <div key={`${place} ${indicator.kind}`} className="indicator-row">
                <span className="indicator-name">{INDICATORS[indicator.kind].name}</span>
                {INDICATORS[indicator.kind].periods.map(([name], n) => (
                  <Period
                    key={name}
                    label={`${INDICATORS[indicator.kind].name} ${name.toLowerCase()}`}
                    // Gains and losses need two closes.
                    least={indicator.kind === 'rsi' ? 2 : 1}
                    value={indicator.periods[n] ?? 1}
                    onChange={(period) =>
                      replace(place, {
                        ...indicator,
                        periods: indicator.periods.map((old, k) => (k === n ? period : old)),
                      })
                    }
                  />
                ))}
                <button
                  type="button"
                  className="quiet"
                  aria-label={`Remove ${INDICATORS[indicator.kind].name}`}
                  onClick={() => onChange(indicators.filter((_, n) => n !== place))}
                >
                  ×
                </button>
              </div>
            ))}
            <Menu
              label="Add indicator"
              className="small"
              isDisabled={indicators.length >= MOST}
              items={KINDS.map((kind) => ({
                text: INDICATORS[kind].name,
                run: () => onChange([...indicators, usualIndicator(kind)]),
              }))}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

type PeriodProps = {
  label: string;
  least: number;
  value: number;
  onChange: (value: number) => void;
};

/** A whole number in its limits; anything else stays in the field, marked with why, and changes nothing. */
function Period({ label, least, value, onChange }: PeriodProps) {
  const [text, setText] = useState(String(value));
  const id = useId();
  const isValid = /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= LONGEST;
  return (
    <>
      <input
        aria-label={label}
        title={`${label}: ${least} to ${LONGEST}`}
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : id}
        className="num right indicator-period"
        inputMode="numeric"
        value={text}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          const period = /^\d{1,3}$/.test(next) ? Number(next) : 0;
          if (period >= least && period <= LONGEST) onChange(period);
        }}
      />
      <Problem
        id={id}
        text={
          isValid
            ? undefined
            : `${label} must be a whole number from ${least} to ${LONGEST}. It stays ${value}.`
        }
      />
    </>
  );
}
