import type { ReactNode } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import type { StreamState } from '#contract/records.ts';
import type { AccountFeeds } from '#renderer/feed/account-feeds.ts';
import { useSlice } from '#renderer/feed/use-slice.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { Amount } from '#renderer/ui/Amount.tsx';
import { Change } from '#renderer/ui/Change.tsx';
import { formatAge } from '#renderer/ui/format.ts';
import { StreamStatus } from '#renderer/ui/StreamStatus.tsx';

type Props = { profile: AccountProfile; feeds: AccountFeeds; children?: ReactNode };

const BADGES = { embedded: 'EMBEDDED · SIMULATED', paper: 'PAPER', live: 'LIVE' } as const;
const STALE_AFTER_MS = 45_000;

export function AccountBar({ profile, feeds, children }: Props) {
  const reading = useSlice(feeds.account, 'account');
  const orders = useSlice(feeds.streams, 'orders');
  const prices = useSlice(feeds.streams, 'prices');
  const now = useNow(1_000);
  const ageMs = reading ? now - reading.receivedAt : 0;
  const isStale = ageMs > STALE_AFTER_MS;
  return (
    <header className="account-bar">
      <h1 className="brand">Ballast</h1>
      <section className="account" aria-label="Account">
        <span className="account-label">{profile.label}</span>
        <span className="badge">{BADGES[profile.environment]}</span>
        <dl className="figures">
          <Figure name="Equity">
            <Amount value={reading?.account.equity} stale={isStale} />
          </Figure>
          <Figure name="Buying power">
            <Amount value={reading?.account.buyingPower} stale={isStale} />
          </Figure>
          <Figure name="Today">
            <Change amount={reading?.dayChange} percent={reading?.dayChangePercent} />
          </Figure>
          {isStale && (
            <Figure name="Read">
              <span className="stale">{formatAge(ageMs)} ago</span>
            </Figure>
          )}
        </dl>
      </section>
      <div className="streams">
        <Stream name="Order stream" state={orders} />
        <Stream name="Price stream" state={prices} />
      </div>
      {children}
    </header>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="figure">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Stream({ name, state }: { name: string; state: StreamState | undefined }) {
  return <StreamStatus name={name} phase={state?.phase ?? 'off'} message={state?.message} />;
}
