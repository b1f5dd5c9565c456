import { useEffect } from 'react';
import { every } from '#renderer/core/delay.ts';
import { useSession } from '#renderer/session/session.ts';
import { useAge } from '#renderer/session/Age.tsx';
import { useCall } from '#renderer/session/use-call.ts';
import { Amount } from '#renderer/ui/Amount.tsx';

/** The broker is asked for every request there is: not as often as for the account. */
const AGAIN_MS = 30_000;

/** What left the account as tokens and was not redeemed, beside what is left in it. No part of the equity. */
export function TokensFigure() {
  const { bridge, profile } = useSession();
  const { value, readAt, ask } = useCall(bridge, 'mints.outstanding', {
    accountId: profile.accountId,
  });
  const { isStale } = useAge(readAt);
  useEffect(() => every(AGAIN_MS, () => void ask()), [ask]);
  if (!value || value.tokens.length === 0) return null;
  return (
    <div>
      <dt title="Minted minus redeemed, valued at the share price. Not part of equity.">
        Tokens outstanding
      </dt>
      <dd>
        <Amount value={value.value} isOptional stale={isStale} />
      </dd>
    </div>
  );
}
