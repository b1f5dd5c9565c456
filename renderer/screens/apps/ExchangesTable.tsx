import type { Registrations } from '#contract/registrations.ts';
import { formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';
import { useNow } from '#renderer/ui/use-now.ts';

type Props = { exchanges: Registrations['exchanges'] };

/** The person's half of what an application is told by an error code. */
export function ExchangesTable({ exchanges }: Props) {
  const now = useNow(60_000);
  return (
    <div className="table-scroll">
      <table aria-label="What they did with their codes">
        <thead>
          <tr>
            <th scope="col" title="New York">
              Time<span className="visually-hidden">, New York</span>
            </th>
            <th scope="col">Application</th>
            <th scope="col">What it did with its code</th>
          </tr>
        </thead>
        <tbody>
          {exchanges.map(({ at, appName, text, wasRefused }, nth) => (
            // Two can come in the same millisecond, and none has a name of its own.
            <tr key={`${at} ${exchanges.length - nth}`}>
              <td className="num" title={formatTimeTooltip(at)}>
                {formatExchangeMoment(at, now)}
              </td>
              <th scope="row">{appName}</th>
              <td className={wasRefused ? 'apps-refused' : ''}>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
