import type { OneAccess } from '#contract/oauth.ts';
import { formatAge, formatExchangeMoment, formatTimeTooltip } from '#renderer/ui/format.ts';

type Props = {
  appName: string;
  tokens: readonly OneAccess[];
  now: number;
  isBusy: boolean;
  onEnd: (one: OneAccess & { grantId: string }, words: string) => void;
};

/** An application that was let in more than once: each access can end alone. */
export function OneByOne({ appName, tokens, now, isBusy, onEnd }: Props) {
  return (
    <ul className="apps-accesses" aria-label={`Each access of ${appName}`}>
      {tokens.map((one, nth) => {
        const { grantId, scope, since, isFromHere } = one;
        const words = `${scope === '' ? 'reading only' : scope}, since ${formatExchangeMoment(since, now)}`;
        return (
          <li key={grantId ?? nth}>
            <span title={formatTimeTooltip(since)}>
              {words}, {lastUseOf(one, now)}
              {isFromHere ? '' : ', not decided on this machine'}
            </span>
            {grantId !== undefined && (
              <button
                type="button"
                className="small"
                disabled={isBusy}
                aria-label={`Revoke only this: ${words}`}
                onClick={() => onEnd({ ...one, grantId }, words)}
              >
                Revoke only this
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function lastUseOf({ openConnections, lastUsedAt }: OneAccess, now: number): string {
  if (openConnections > 0) return 'connected now';
  return lastUsedAt === undefined ? 'never used' : `last used ${formatAge(now - lastUsedAt)} ago`;
}
