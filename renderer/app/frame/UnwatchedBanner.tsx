// Accounts that nobody watches, on every screen: why, what was last known of them, and the one button that mends it.
import { useState } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import { describeFailure } from '#contract/failure.ts';
import { lastKnownWords, type Unwatched } from '#contract/unwatched.ts';
import { useEnterKey } from '#renderer/app/frame/use-enter-key.tsx';
import { UnsealForm } from '#renderer/session/keys/UnsealForm.tsx';
import type { Session } from '#renderer/session/session.ts';
import { Dialog } from '#renderer/ui/Dialog.tsx';
import { formatAge } from '#renderer/ui/format.ts';
import { Said } from '#renderer/ui/Said.tsx';
import { useNow } from '#renderer/ui/use-now.ts';

type Group = { unwatched: Unwatched; accounts: AccountProfile[] };

export const REMEDIES: Record<NonNullable<Unwatched['remedy']>, string> = {
  'unlock-keychain': 'Unlock keyring',
  unseal: 'Open the sealed file…',
  'enter-key': 'Enter key…',
  'try-again': 'Try again',
};

type Window = Pick<Session, 'bridge' | 'toast'>;

/** Of these accounts: the one in front says by itself how it is. */
export function UnwatchedBanner({
  accounts,
  ...window
}: Window & { accounts: readonly AccountProfile[] }) {
  return groupsOf(accounts).flatMap((group) => {
    const [first] = group.accounts;
    return first
      ? [<GroupBanner key={first.accountId} {...group} {...window} first={first} />]
      : [];
  });
}

function GroupBanner(props: Group & Window & { first: AccountProfile }) {
  const { unwatched, accounts, first, bridge, toast } = props;
  const [isUnsealing, setUnsealing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const now = useNow(30_000);
  const { why, remedy } = unwatched;
  const { accountId, label } = first;
  const { enterKey, enteringKey } = useEnterKey({ bridge, profile: first, toast });
  const names = accounts.map((one) => one.label).join(', ');

  async function tryAgain(): Promise<void> {
    setAsking(true);
    const opened = await bridge.call('accounts.open', { accountId });
    setAsking(false);
    if (!opened.ok)
      toast({
        kind: 'bad',
        text: `${label} is not watched. ${describeFailure(opened.failure)}`,
        id: `unwatched:${accountId}`,
      });
  }

  function mend(): void {
    if (remedy === 'unseal') setUnsealing(true);
    else if (remedy === 'enter-key') enterKey();
    else void tryAgain();
  }

  return (
    <section className="banner stopped" aria-label={`Not watched: ${names}`}>
      <div>
        <p>
          <strong>
            {names} {accounts.length === 1 ? 'is' : 'are'} not watched.
          </strong>{' '}
          {why}
        </p>
        {accounts.map((one) => (
          <p key={one.accountId}>
            {accounts.length > 1 && `${one.label}: `}
            <Said text={lastKnownWords(one.unwatched?.known, (at) => formatAge(now - at))} />
          </p>
        ))}
      </div>
      {remedy && (
        <button type="button" disabled={isAsking} onClick={mend}>
          {isAsking ? 'Asking…' : REMEDIES[remedy]}
        </button>
      )}
      {enteringKey}
      {isUnsealing && (
        <Dialog title="Open the sealed file" onClose={() => setUnsealing(false)}>
          <UnsealForm
            bridge={bridge}
            isNew={false}
            onBack={() => setUnsealing(false)}
            onOpened={() => setUnsealing(false)}
          />
        </Dialog>
      )}
    </section>
  );
}

/** What one button mends is one banner. A key that is entered is that of one account. */
function groupsOf(accounts: readonly AccountProfile[]): Group[] {
  const groups = new Map<string, Group>();
  for (const profile of accounts) {
    const { unwatched, accountId } = profile;
    if (!unwatched) continue;
    const isShared = unwatched.remedy === 'unseal' || unwatched.remedy === 'unlock-keychain';
    const key = isShared ? `${unwatched.remedy}` : accountId;
    const group = groups.get(key) ?? { unwatched, accounts: [] };
    groups.set(key, { ...group, accounts: [...group.accounts, profile] });
  }
  return [...groups.values()];
}
