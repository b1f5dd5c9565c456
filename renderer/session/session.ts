// What every screen of one account shares: the bridge, the account, its feeds, the symbol in hand, and the ways to move
// about and to speak to the person. One of these per window and selected account.
import { createContext, useContext } from 'react';
import type { AccountProfile } from '#contract/accounts.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { AccountFeeds } from '#renderer/feed/account-feeds.ts';

export type ScreenName = 'desk' | 'account' | 'tokenization' | 'apps' | 'activity' | 'settings';

/** What is said in a corner for a while. Bad news stays until it is put away. */
export type Toast = { kind: 'good' | 'note' | 'bad'; text: string };

export type Session = {
  bridge: Bridge;
  profile: AccountProfile;
  feeds: AccountFeeds;
  screen: ScreenName;
  go(screen: ScreenName): void;
  /** The symbol that linked panels show; undefined until one is known. */
  symbol: string | undefined;
  choose(symbol: string): void;
  toast(toast: Toast): void;
};

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('this part of the screen needs a session around it');
  return session;
}
