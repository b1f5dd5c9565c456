import { useId, useState, type FormEvent } from 'react';
import { Timeframe } from '#contract/market.ts';
import { isWithinDay } from '#contract/periods.ts';
import { Ticker } from '#contract/records.ts';
import type { ChartPanelSettings } from '#contract/ui.ts';
import { AlertMenu } from '#renderer/chart/alerts/AlertMenu.tsx';
import { DrawMenu } from '#renderer/chart/drawings/DrawMenu.tsx';
import { IndicatorMenu } from '#renderer/chart/IndicatorMenu.tsx';
import type { ChartToolset } from '#renderer/chart/use-chart-tools.ts';
import { useSession } from '#renderer/session/session.ts';
import { Select, type Options } from '#renderer/ui/Select.tsx';
import { Tip } from '#renderer/ui/Tip.tsx';

type Props = {
  symbol: string;
  settings: ChartPanelSettings;
  onChange: (settings: ChartPanelSettings) => void;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  onPopOut?: () => void;
  tools: ChartToolset;
};

export const TIMEFRAME_WORDS: Record<Timeframe, string> = {
  '1Min': '1 minute',
  '5Min': '5 minutes',
  '15Min': '15 minutes',
  '30Min': '30 minutes',
  '1Hour': '1 hour',
  '4Hour': '4 hours',
  '1Day': '1 day',
  '1Week': '1 week',
  '1Month': '1 month',
};

const STYLES: Options<ChartPanelSettings['style']> = [
  ['candles', 'Candles'],
  ['bars', 'Bars'],
  ['line', 'Line'],
  ['area', 'Area'],
];

export function ChartToolbar(props: Props) {
  const { symbol, settings, onChange, isTable, onTable, onPopOut, tools } = props;
  return (
    <div className="chart-tools">
      <Select
        label="Timeframe"
        value={settings.timeframe}
        options={Timeframe.options.map((option) => [option, TIMEFRAME_WORDS[option]])}
        onChange={(timeframe) => onChange({ ...settings, timeframe })}
      />
      <Select
        label="Chart style"
        value={settings.style}
        options={STYLES}
        onChange={(style) => onChange({ ...settings, style })}
      />
      <IndicatorMenu
        indicators={settings.indicators}
        onChange={(indicators) => onChange({ ...settings, indicators })}
      />
      <button
        type="button"
        className="chart-toggle"
        aria-pressed={settings.hasVolume}
        onClick={() => onChange({ ...settings, hasVolume: !settings.hasVolume })}
      >
        Volume
      </button>
      {isWithinDay(settings.timeframe) && (
        <Tip text="Shade pre-market, after hours and overnight">
          <button
            type="button"
            className="chart-toggle"
            aria-pressed={settings.hasHours}
            onClick={() => onChange({ ...settings, hasHours: !settings.hasHours })}
          >
            Extended hours
          </button>
        </Tip>
      )}
      <DrawMenu symbol={symbol} tools={tools} isDisabled={isTable} />
      <AlertMenu symbol={symbol} tools={tools} />
      <div className="chart-tools-end">
        <LinkChoice symbol={symbol} settings={settings} onChange={onChange} />
        <button
          type="button"
          className="chart-toggle"
          aria-pressed={isTable}
          onClick={() => onTable(!isTable)}
        >
          Show as table
        </button>
        {onPopOut && (
          <Tip text="Open in its own window">
            <button
              type="button"
              className="icon-button"
              aria-label="Open in its own window"
              onClick={onPopOut}
            >
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M9.5 2.5h4v4M13.5 2.5l-6 6M6.5 3.5h-4v10h10v-4" />
              </svg>
            </button>
          </Tip>
        )}
      </div>
    </div>
  );
}

type LinkProps = Pick<Props, 'symbol' | 'settings' | 'onChange'>;

/** Linked, the chart follows the symbol in hand; on its own, it keeps the one that is typed here. */
function LinkChoice({ symbol, settings, onChange }: LinkProps) {
  const { symbol: inHand } = useSession();
  const isLinked = settings.symbol === undefined;
  const [typed, setTyped] = useState(symbol);
  const [problem, setProblem] = useState<string>();
  const id = useId();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const read = Ticker.safeParse(typed);
    setProblem(read.success ? undefined : 'Enter a symbol such as AAPL or BRK.B.');
    if (read.success) onChange({ ...settings, symbol: read.data });
  }

  return (
    <>
      {!isLinked && (
        <form className="chart-own" onSubmit={submit}>
          <input
            aria-label="Chart symbol"
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : id}
            title={problem}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
          />
          {problem !== undefined && (
            <span id={id} className="visually-hidden" role="alert">
              {problem}
            </span>
          )}
        </form>
      )}
      <Tip text="A linked chart follows the symbol selected on the desk">
        <button
          type="button"
          className="chart-toggle"
          aria-pressed={isLinked}
          disabled={!isLinked && inHand === undefined}
          onClick={() => {
            setTyped(symbol);
            setProblem(undefined);
            const { symbol: _, ...look } = settings;
            onChange(isLinked ? { ...look, symbol } : look);
          }}
        >
          Linked
        </button>
      </Tip>
    </>
  );
}
