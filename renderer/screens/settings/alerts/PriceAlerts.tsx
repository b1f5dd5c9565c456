import { useEffect, useState } from 'react';
import type { PriceAlert } from '#contract/alerts.ts';
import { describeFailure, type Result } from '#contract/failure.ts';
import { useAlertLog } from '#renderer/session/use-alerts.ts';
import { ruleText } from '#renderer/screens/settings/alerts/alert-words.ts';
import { PriceAlertForm } from '#renderer/screens/settings/alerts/PriceAlertForm.tsx';
import { useSession } from '#renderer/session/session.ts';
import { useCall } from '#renderer/session/use-call.ts';
import { formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { Problem } from '#renderer/ui/Problem.tsx';

/** Of the account in front. Each is told once. */
export function PriceAlerts() {
  const { bridge, profile } = useSession();
  const { accountId } = profile;
  const { told: list, ask, take } = useCall(bridge, 'priceAlerts.list', { accountId });
  const [problem, setProblem] = useState<string>();
  const log = useAlertLog();

  // One that fires is marked here while one looks.
  useEffect(() => log.on(() => void ask()), [log, ask]);

  async function remove(priceAlertId: string): Promise<void> {
    const told = await bridge.call('priceAlerts.remove', { accountId, priceAlertId });
    if (told.ok) take(told);
    setProblem(told.ok ? undefined : `Not removed. ${describeFailure(told.failure)}`);
  }

  return (
    <div className="settings-block">
      <h3 className="subheading">Price alerts for {profile.label}</h3>
      <PriceAlertForm onAdded={(value) => take({ ok: true, value })} />
      <Problem text={problem} className="note note-bad" />
      <List list={list} onRemove={(priceAlertId) => void remove(priceAlertId)} />
    </div>
  );
}

type ListProps = {
  list: Result<PriceAlert[]> | undefined;
  onRemove: (priceAlertId: string) => void;
};

function List({ list, onRemove }: ListProps) {
  const now = useNow(60_000);
  if (!list) return <p className="quiet-text">Loading the price alerts</p>;
  if (!list.ok)
    return (
      <p className="note note-bad" role="alert">
        The price alerts could not be loaded. {describeFailure(list.failure)}
      </p>
    );
  if (list.value.length === 0)
    return <p className="quiet-text">No price alerts yet. Enter a symbol and a price above.</p>;
  return (
    <table className="settings-table" aria-label="Price alerts">
      <thead>
        <tr>
          <th scope="col">Symbol</th>
          <th scope="col">When it</th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.value.map(({ priceAlertId, symbol, rule, firedAt }) => (
          <tr key={priceAlertId}>
            <th scope="row">{symbol}</th>
            <td className="num">{ruleText(rule)}</td>
            <td title={firedAt === undefined ? undefined : formatTimeTooltip(firedAt)}>
              {firedAt === undefined
                ? 'waiting'
                : `triggered ${formatExchangeMoment(firedAt, now)}`}
            </td>
            <td className="right">
              <button
                type="button"
                className="small"
                aria-label={`Remove ${symbol} ${ruleText(rule)}`}
                onClick={() => onRemove(priceAlertId)}
              >
                Remove
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
