// What must be known before anything else, in every window: nothing is heard any more, all trading is stopped, a
// way out waits for the person.
import type { Bridge } from '#contract/bridge.ts';
import { describeFailure, type Failure } from '#contract/failure.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { StoppedBanner } from '#renderer/app/frame/StopTrading.tsx';
import { BatchBanner } from '#renderer/app/frame/BatchBanner.tsx';
import { UnwatchedBanner } from '#renderer/app/frame/UnwatchedBanner.tsx';
import { useAccounts } from '#renderer/session/accounts.ts';
import { useSession } from '#renderer/session/session.ts';
import { WayOutBanner } from '#renderer/app/frame/WayOutBanner.tsx';

type Props = { bridge: Bridge; feeds: AccountFeeds; failure: Failure | undefined };

export function Banners({ bridge, feeds, failure }: Props) {
  const { profile, toast } = useSession();
  const others = useAccounts().accounts.filter(
    (one) => !one.isOpen || one.accountId !== profile.accountId,
  );
  return (
    <div>
      {failure && (
        <p className="banner" role="alert">
          {describeFailure(failure)} You are seeing the last data received.
        </p>
      )}
      <UnwatchedBanner bridge={bridge} toast={toast} accounts={others} />
      <StoppedBanner bridge={bridge} feeds={feeds} />
      <WayOutBanner />
      <BatchBanner />
    </div>
  );
}
