import type { EstimatedMember } from '#contract/records.ts';
import { TokensFigure } from '#renderer/screens/account/TokensFigure.tsx';
import { useSlice } from '#renderer/session/use-slice.ts';
import { useSession } from '#renderer/session/session.ts';
import { useAge } from '#renderer/session/Age.tsx';
import { Amount } from '#renderer/ui/Amount.tsx';
import { Change } from '#renderer/ui/Change.tsx';

/** What a broker may say beyond what every one says; shown where it is a number. */
const MORE = [
  ['portfolioValue', 'Portfolio value'],
  ['longMarketValue', 'Long value'],
  ['shortMarketValue', 'Short value'],
  ['initialMargin', 'Initial margin'],
  ['maintenanceMargin', 'Maintenance margin'],
  ['daytradingBuyingPower', 'Day-trading buying power'],
  ['regtBuyingPower', 'Overnight buying power'],
  ['accruedFees', 'Accrued fees'],
] as const;
/** Of those, what is reckoned with the equity. */
const WITH_EQUITY: ReadonlySet<string> = new Set([
  'portfolioValue',
  'longMarketValue',
  'shortMarketValue',
]);

export function Figures() {
  const { feeds, profile } = useSession();
  const reading = useSlice(feeds.account, 'account');
  const account = reading?.account;
  const { isStale: stale, words } = useAge(reading?.receivedAt);
  const isEstimate = (member: EstimatedMember) => reading?.estimates?.includes(member);
  const more = MORE.flatMap(([name, title]) => {
    const value = account?.[name];
    return value === undefined ? [] : [{ name, title, value }];
  });
  return (
    <section className="panel account-figures" aria-label="Account figures">
      <dl>
        <Figure title="Equity">
          <Amount value={account?.equity} stale={stale} isEstimate={isEstimate('equity')} />
        </Figure>
        <Figure title="Today">
          {reading ? (
            <Change
              amount={reading.dayChange}
              percent={reading.dayChangePercent}
              isPersonal
              stale={stale}
              isEstimate={reading.areTransfersOpen ?? isEstimate('equity')}
            />
          ) : (
            <Amount value={undefined} />
          )}
        </Figure>
        {reading?.transfers !== undefined && (
          <Figure title="Transferred in or out today">
            <Amount value={reading.transfers} stale={stale} isEstimate={reading.areTransfersOpen} />
          </Figure>
        )}
        <TokensFigure />
        <Figure title="Cash">
          <Amount value={account?.cash} stale={stale} isEstimate={isEstimate('cash')} />
        </Figure>
        <Figure title="Buying power">
          <Amount
            value={account?.buyingPower}
            stale={stale}
            isEstimate={isEstimate('buyingPower')}
          />
        </Figure>
        {more.map(({ name, title, value }) => (
          <Figure key={title} title={title}>
            <Amount
              value={value}
              stale={stale}
              isEstimate={WITH_EQUITY.has(name) && isEstimate('equity')}
            />
          </Figure>
        ))}
      </dl>
      <p className="account-note" role={stale ? 'status' : undefined}>
        {account
          ? `${profile.label}, number ${account.accountNumber}, ${account.status.toLowerCase()}, in ${account.currency}.`
          : 'The account has not loaded yet.'}
        {words !== undefined && ` These figures were ${words}.`}
      </p>
    </section>
  );
}

function Figure({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
