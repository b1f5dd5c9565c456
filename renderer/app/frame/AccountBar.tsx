import { memo, type ReactNode } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import { isResting, RESTING_WORDS } from '#contract/resting.ts';
import type { AccountState } from '#contract/account-states.ts';
import { useSlice } from '#renderer/session/use-slice.ts';
import { BADGES } from '#renderer/core/environment.ts';
import { useSession } from '#renderer/session/session.ts';
import { useAge, useUnpriced } from '#renderer/session/Age.tsx';
import { Amount } from '#renderer/ui/Amount.tsx';
import { Change } from '#renderer/ui/Change.tsx';
import { Menu, type MenuItem } from '#renderer/ui/Menu.tsx';
import { StreamStatus } from '#renderer/ui/StreamStatus.tsx';
import { Tip } from '#renderer/ui/Tip.tsx';
import { useHiding } from '#renderer/ui/privacy.ts';

type Props = {
  accounts: readonly AccountProfile[];
  onAccount: (accountId: string) => void;
  children?: ReactNode;
};

/** Each part is drawn by itself: figures move with every price, and what is around them does not. */
export function AccountBar({ accounts, onAccount, children }: Props) {
  const { profile } = useSession();
  return (
    <div className="account-bar">
      <h1 className="brand">Ballast</h1>
      <section className="account" aria-label="Account">
        <AccountChoice accounts={accounts} onAccount={onAccount} />
        <span className="badge">{BADGES[profile.environment]}</span>
        <AccountStates />
        <AccountFigures />
      </section>
      <Streams />
      {children}
    </div>
  );
}

const AccountChoice = memo(function AccountChoice({
  accounts,
  onAccount,
}: Omit<Props, 'children'>) {
  const { profile } = useSession();
  const items = accounts.map((account): MenuItem => ({
    key: account.accountId,
    text: account.label,
    detail: detailOf(account),
    isChosen: account.accountId === profile.accountId,
    run: () => onAccount(account.accountId),
  }));
  return (
    <Menu label="Switch account" items={items}>
      <span className="visually-hidden">Switch account, </span>
      <span className="account-label cut" title={profile.label}>
        {profile.label}
      </span>
    </Menu>
  );
});

const AccountStates = memo(function AccountStates() {
  const { feeds } = useSession();
  const states = useSlice(feeds.account, 'account')?.states;
  const lossNote = useSlice(feeds.trading, 'trading')?.lossNote;
  return (
    <>
      {states?.map((state) => (
        <State key={state.name} state={state} />
      ))}
      {lossNote !== undefined && (
        <State state={{ brief: 'daily loss limit hit', text: lossNote, isBlocking: true }} />
      )}
    </>
  );
});

const AccountFigures = memo(function AccountFigures() {
  const { feeds } = useSession();
  const reading = useSlice(feeds.account, 'account');
  const { isStale, words } = useAge(reading?.receivedAt);
  const isUnpriced = useUnpriced();
  return (
    <dl className="figures">
      <Figure name="Equity">
        <Amount
          value={reading?.account.equity}
          stale={isStale || isUnpriced}
          isEstimate={reading?.estimates?.includes('equity')}
        />
      </Figure>
      <Figure name="Buying power" className="figure-spare">
        <Amount
          value={reading?.account.buyingPower}
          stale={isStale}
          isEstimate={reading?.estimates?.includes('buyingPower')}
        />
      </Figure>
      <Figure name="Today" className="figure-brief">
        <Change
          amount={reading?.dayChange}
          percent={reading?.dayChangePercent}
          isPersonal
          stale={isStale || isUnpriced}
          isEstimate={reading?.areTransfersOpen ?? reading?.estimates?.includes('equity')}
        />
      </Figure>
      {words !== undefined && (
        <Figure name="Read">
          <span className="stale">{words.replace('read ', '')}</span>
        </Figure>
      )}
    </dl>
  );
});

const Streams = memo(function Streams() {
  const { feeds } = useSession();
  return (
    <div className="streams streams-brief">
      <StreamStatus name="Order stream" state={useSlice(feeds.streams, 'orders')} />
      <StreamStatus name="Price stream" state={useSlice(feeds.streams, 'prices')} />
    </div>
  );
});

function detailOf(account: AccountProfile): string {
  const { environment, problem, unwatched } = account;
  if (problem !== undefined) return problem;
  if (unwatched) return 'Not watched';
  return isResting(account) ? `${BADGES[environment]} · ${RESTING_WORDS}` : BADGES[environment];
}

type FigureProps = {
  name: string;
  /** How it gives way where there is little room; the screen Account has the whole of it. */
  className?: 'figure-spare' | 'figure-brief';
  children: ReactNode;
};

function Figure({ name, className, children }: FigureProps) {
  return (
    <div className={`figure ${className ?? ''}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What the broker says about the account, in a word; what it means is a pointer away and always there to be read out. */
function State({ state }: { state: Omit<AccountState, 'name'> }) {
  const { brief, isBlocking } = state;
  const text = useHiding()(state.text);
  return (
    <Tip text={text}>
      <span role="status" aria-label="Account" className={isBlocking ? 'state state-bad' : 'state'}>
        {brief}
        <span className="visually-hidden">. {text}</span>
      </span>
    </Tip>
  );
}
