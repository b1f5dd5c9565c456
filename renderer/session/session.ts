// What every screen of one account shares: the bridge, the account, its feeds, the symbol in hand, and the ways to move
// about and to speak to the person. One of these per window and selected account.
import type { AccountProfile } from '#contract/accounts.ts';
import type { AlertTarget } from '#contract/alerts.ts';
import type { LeftPlace } from '#contract/ui.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { AccountFeeds } from '#renderer/core/feeds/account-feeds.ts';
import { neededContext } from '#renderer/session/needed-context.ts';

export type ScreenName = LeftPlace['screen'];

/** What is said in a corner for a while. Bad news stays until it is put away. */
export type Toast = {
  kind: 'good' | 'note' | 'bad';
  text: string;
  /** Of what may come to be untrue: it is taken away by this. */
  id?: string;
  /** Of which account, where it is not the one that says it. */
  account?: string;
};

/** What a screen is asked to bring to the fore. Whoever shows it takes it, so that it is shown once. */
export type Target =
  | { kind: 'evidence'; intentId: string }
  | { kind: 'order'; orderId: string }
  | { kind: 'tokenization'; tokenizationRequestId: string }
  | { kind: 'batch'; batchId: string }
  | { kind: 'cancel-all' }
  /** On every account. */
  | { kind: 'flatten' };

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
  /** Takes away what was said under this id. */
  untoast(id: string): void;
  target: Target | undefined;
  takeTarget(): void;
  /** Goes to what an alert is about, whichever account that is of. */
  show(target: AlertTarget): void;
};

export const [SessionContext, useSession] = neededContext<Session>('a session around it');
