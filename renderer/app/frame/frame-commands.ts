// What the frame itself offers by name and by key: screens, accounts, symbols that are watched, and actions.
import type { AccountProfile, DeskState } from '#contract/accounts.ts';
import { describeFailure, type Result } from '#contract/failure.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { STOP_TRADING } from '#contract/trading.ts';
import type { Appearance } from '#contract/ui.ts';
import { THEMES } from '#renderer/session/appearance.ts';
import { whereAsked } from '#renderer/core/bridge/where-asked.ts';
import type { Command } from '#renderer/core/commands/commands.ts';
import { BADGES } from '#renderer/core/environment.ts';
import { STOP_COMMAND, STOP_KEYS } from '#renderer/core/commands/keys.ts';
import { symbolCommand } from '#renderer/app/frame/Palette.tsx';
import { SCREENS } from '#renderer/app/screens.tsx';
import type { ScreenName, Session } from '#renderer/session/session.ts';
import type { UiDocuments } from '#renderer/core/documents/ui-documents.ts';

type Deps = {
  session: Session;
  documents: UiDocuments;
  desk: DeskState | undefined;
  accounts: readonly AccountProfile[];
  onAccount: (accountId: string) => void;
  /** Goes there with the focus: whoever asks by name is at the keyboard. */
  onScreen: (screen: ScreenName) => void;
  onPalette: () => void;
  onKeys: () => void;
  onFlatten: () => void;
  onStop: () => void;
};

export function frameCommands(deps: Deps): Command[] {
  const { session, accounts, desk } = deps;
  const { bridge, feeds, profile, choose, go } = session;

  /** That it could not be done is said until it is. */
  const telling =
    (id: string) =>
    (result: Result<unknown>): void => {
      if (result.ok) session.untoast(id);
      else session.toast({ kind: 'bad', text: describeFailure(result.failure), id });
    };

  return [
    ...[...feeds.prices.keys()].map((symbol) =>
      symbolCommand(symbol, watchedDetail(feeds, symbol), choose, go),
    ),
    ...accounts
      .filter(({ accountId }) => accountId !== profile.accountId)
      .map(({ accountId, label, environment }): Command => ({
        id: `account.${accountId}`,
        group: 'Accounts',
        title: `Switch to ${label}`,
        detail: BADGES[environment],
        run: () => deps.onAccount(accountId),
      })),
    ...SCREENS.map(({ name, title }): Command => ({
      id: `screen.${name}`,
      group: 'Screens',
      title,
      run: () => deps.onScreen(name),
    })),
    {
      ...PALETTE,
      group: 'Actions',
      title: 'Command palette',
      help: 'Find a symbol, an order, a screen or an action, or type an order such as “buy 10 msft limit 330”.',
      run: deps.onPalette,
    },
    {
      id: 'keys',
      group: 'Actions',
      title: 'Keyboard shortcuts',
      keys: ['?'],
      help: 'Show this list of keys.',
      run: deps.onKeys,
    },
    {
      id: STOP_COMMAND,
      needsModifier: true,
      help: 'Stop trading on every account at once, whatever is open. Works while you type.',
      group: 'Actions',
      title: STOP_TRADING,
      detail: 'all accounts, immediately',
      keys: [STOP_KEYS],
      run: deps.onStop,
    },
    {
      id: 'flatten',
      needsModifier: true,
      group: 'Actions',
      title: 'Flatten everything…',
      detail: 'all accounts; asks once',
      run: deps.onFlatten,
    },
    ...(feeds.trading.get('trading')?.isStopped
      ? [
          {
            id: 'trading.resume',
            needsModifier: true as const,
            group: 'Actions' as const,
            title: 'Allow trading again…',
            run() {
              session.toast({ kind: 'note', text: whereAsked(QUESTIONS.allowTrading), id: ASKED });
              void bridge.call('trading.resume', {}).then((result) => {
                session.untoast(ASKED);
                telling('resume')(result);
              });
            },
          },
        ]
      : []),
    ...(desk?.canLock
      ? [
          {
            id: 'lock',
            group: 'Actions' as const,
            title: 'Lock the desk',
            run: () => void bridge.call('lock.now', {}).then(telling('lock')),
          },
        ]
      : []),
    ...appearanceCommands(deps.documents),
  ];
}

export const PALETTE = { id: 'palette', keys: ['mod+k', '/'] } as const;
const ASKED = 'resume asked';

function watchedDetail(feeds: Session['feeds'], symbol: string): string | undefined {
  return feeds.prices.get(symbol) && 'watched';
}

function appearanceCommands(documents: UiDocuments): Command[] {
  const now = documents.get('appearance');
  const set = (change: Partial<Appearance>) => () =>
    documents.set('appearance', { ...documents.get('appearance'), ...change });
  const action = (id: string, title: string, run: () => void): Command => ({
    id: `appearance.${id}`,
    group: 'Actions',
    title,
    run,
  });
  return [
    {
      ...action(
        'privacy',
        now.isPrivate ? 'Show amounts' : 'Hide amounts (privacy)',
        set({ isPrivate: !now.isPrivate }),
      ),
      keys: ['mod+shift+h'],
      help: 'Hide or show how much you have, everywhere. Prices stay.',
    },
    ...THEMES.filter(([theme]) => theme !== now.theme).map(([theme, words]) =>
      action(theme, `Theme: ${words.toLowerCase()}`, set({ theme })),
    ),
    action(
      'rows',
      now.isCompact ? 'Rows: comfortable' : 'Rows: compact',
      set({ isCompact: !now.isCompact }),
    ),
    action(
      'gains',
      now.isColourBlindSafe
        ? 'Profit and loss: green and red'
        : 'Profit and loss: blue and orange (color-blind safe)',
      set({ isColourBlindSafe: !now.isColourBlindSafe }),
    ),
  ];
}
