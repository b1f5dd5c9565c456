import { Popover } from '@base-ui/react/popover';
import { useState, type FormEvent } from 'react';
import { Quantity } from '#contract/decimal.ts';
import { readTypedNumber } from '#contract/typed-number.ts';
import { titleOf } from '#renderer/chart/alerts/use-chart-alerts.ts';
import type { ChartToolset } from '#renderer/chart/use-chart-tools.ts';
import { useSession } from '#renderer/session/session.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { usePopupHome } from '#renderer/ui/popup-home.ts';
import { useNow } from '#renderer/ui/use-now.ts';

type Props = { symbol: string; tools: ChartToolset };

/** Price alerts of this chart's symbol: a new one by its price, and those that there are. */
export function AlertMenu({ symbol, tools }: Props) {
  const home = usePopupHome();
  const { alerts } = tools;
  const now = useNow(60_000);
  return (
    <Popover.Root>
      <Popover.Trigger className="chart-toggle">
        Price alerts{alerts.length > 0 && ` (${alerts.length})`}
      </Popover.Trigger>
      <Popover.Portal container={home}>
        <Popover.Positioner className="popup-place" align="start" sideOffset={4}>
          <Popover.Popup className="popup tool-popup" aria-label="Alerts on the chart">
            <NewAlert symbol={symbol} tools={tools} />
            <ul className="tool-list" aria-label={`Alerts on ${symbol}`}>
              {alerts.map((alert) => (
                <li key={alert.priceAlertId} className="tool-row">
                  <span className="tool-name num">{titleOf(alert, now)}</span>
                  <button
                    type="button"
                    className="quiet"
                    aria-label={`Remove ${titleOf(alert, now)} from ${symbol}`}
                    onClick={() => tools.removeAlert(alert.priceAlertId)}
                  >
                    ×
                  </button>
                </li>
              ))}
            </ul>
            <p className="quiet-text">
              Also: right-click the chart, or press Alt-A at the crosshair. Alerts never send an
              order.
            </p>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function NewAlert({ symbol, tools }: Props) {
  const { feeds } = useSession();
  const [price, setPrice] = useState(() => feeds.prices.get(symbol)?.price ?? '');
  const [issue, setIssue] = useState<string>();

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    const read = readTypedNumber(price, { isMoney: true });
    if (!read.ok) return setIssue(read.issue);
    const level = Quantity.safeParse(read.value);
    if (!level.success) return setIssue('Enter a price such as 191.20.');
    setIssue(await tools.tryAlert(level.data));
  }

  return (
    <form className="tool-form" aria-label="New alert" onSubmit={(event) => void add(event)}>
      <Field
        label="Alert at"
        value={price}
        onChange={setPrice}
        issue={issue}
        takes="$ per share"
        inputMode="decimal"
      />
      <button type="submit" className="level">
        Set alert
      </button>
    </form>
  );
}
