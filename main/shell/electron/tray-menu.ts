// The tray's menu as data, so that it can be read without a tray.
import { RESTING_WORDS } from '#contract/resting.ts';
import { STOP_TRADING, TRADING_IS_STOPPED } from '#contract/trading.ts';
import { ENVIRONMENT_WORDS } from '#contract/records.ts';
import type { DeskSummary } from '#main/desk.ts';
import type { Log } from '#main/ports.ts';
import { plainText } from '#main/tools/plain-text.ts';
import { safely } from '#main/tools/safely.ts';

export type TrayActions = {
  show(): void;
  hide(): void;
  isShown(): boolean;
  openOrder(accountId: string, orderId: string): void;
  openBatch(accountId: string, batchId: string): void;
  openProposal(accountId: string, proposalId: string): void;
  openAlert(alert: DeskSummary['alerts'][number]): void;
  chooseAccount(accountId: string): void;
  cancelAll(accountId: string): void;
  flatten(): void;
  stopTrading(): void;
  quit(): void;
};

export type MenuItem =
  | { type: 'separator' }
  | { type?: 'normal'; label: string; isEnabled: boolean; click(): void }
  | { type: 'submenu'; label: string; items: MenuItem[] };

/** Outside of any window an exception would end the application: the tray's clicks and looks are not worth that. */
export const guarded = (log: Log, run: () => void): (() => void) =>
  safely(() => run(), log, 'the tray failed');

const MOST_ORDERS = 15;
const LONGEST = 60;
/** What was last known of an account that nobody watches is not to be cut off. */
const LONGEST_UNWATCHED = 120;

export function trayMenu(summary: DeskSummary, actions: TrayActions): MenuItem[] {
  const { accounts, alerts, mood } = summary;
  return [
    item(headline(summary)),
    ...summary.batches.map(({ accountId, batchId, text }) =>
      item(text, () => actions.openBatch(accountId, batchId)),
    ),
    ...summary.proposals.map(({ accountId, proposalId, text }) =>
      item(text, () => actions.openProposal(accountId, proposalId)),
    ),
    ...summary.unwatched.map(({ accountId, text }) =>
      item(text, () => actions.chooseAccount(accountId), LONGEST_UNWATCHED),
    ),
    separator,
    ...(alerts.length === 0
      ? [item('No alerts yet')]
      : alerts.map((alert) => item(alert.title, () => actions.openAlert(alert)))),
    separator,
    {
      type: 'submenu',
      label: `Open orders (${summary.openOrders})`,
      items: orderItems(summary, actions),
    },
    {
      type: 'submenu',
      label: 'Account',
      items: [
        ...accounts.map(({ accountId, label, environment }) =>
          item(`${label}, ${ENVIRONMENT_WORDS[environment]}`, () =>
            actions.chooseAccount(accountId),
          ),
        ),
        ...summary.resting.map(({ accountId, label, environment }) =>
          item(`${label}, ${ENVIRONMENT_WORDS[environment]}, ${RESTING_WORDS}`, () =>
            actions.chooseAccount(accountId),
          ),
        ),
      ],
    },
    ...accounts
      .filter(({ openCount }) => openCount > 0)
      .map(({ accountId, label }) =>
        item(accounts.length > 1 ? `Cancel all on ${label}…` : 'Cancel all…', () =>
          actions.cancelAll(accountId),
        ),
      ),
    item('Flatten…', actions.flatten),
    mood === 'stopped' ? item(TRADING_IS_STOPPED) : item(STOP_TRADING, actions.stopTrading),
    separator,
    actions.isShown() ? item('Hide Ballast', actions.hide) : item('Show Ballast', actions.show),
    item('Quit Ballast', actions.quit),
  ];
}

export function headline({ mood, openOrders, unknown, unwatched }: DeskSummary): string {
  const known = unwatched.length === 0 ? '' : ` known, ${unwatchedCount(unwatched.length)}`;
  const open = `${openOrders} open ${openOrders === 1 ? 'order' : 'orders'}${known}`;
  switch (mood) {
    case 'stopped':
      return `${TRADING_IS_STOPPED}, ${open}`;
    case 'unknown':
      return `${unknown} unconfirmed, ${open}`;
    case 'stale':
      return unwatched.length > 0 ? open : `A stream is down, ${open}`;
    case 'live':
      return `Connected, ${open}`;
    default:
      return mood satisfies never;
  }
}

const unwatchedCount = (count: number): string =>
  count === 1 ? '1 account not watched' : `${count} accounts not watched`;

function orderItems(summary: DeskSummary, actions: TrayActions): MenuItem[] {
  const { accounts, openOrders } = summary;
  const items = accounts.flatMap(({ accountId, label, openOrders: orders }) =>
    orders.map(({ orderId, text }) =>
      item(accounts.length > 1 ? `${text} · ${label}` : text, () =>
        actions.openOrder(accountId, orderId),
      ),
    ),
  );
  if (items.length === 0)
    return [item(openOrders > 0 ? 'Unlock Ballast to see them' : noneOpen(summary))];
  const shown = items.slice(0, MOST_ORDERS);
  const more = openOrders - shown.length;
  return more > 0 ? [...shown, item(`and ${more} more`, actions.show)] : shown;
}

/** That no order is open is known of those alone that are watched. */
function noneOpen({ unwatched, mood }: DeskSummary): string {
  if (unwatched.length > 0) return 'No open orders on watched accounts';
  return mood === 'stale' ? 'No known open orders' : 'No open orders';
}

const separator = { type: 'separator' } as const;

/** Without an action it only tells. An ampersand would be read as a mnemonic. */
function item(text: string, click?: () => void, longest = LONGEST): MenuItem {
  return {
    label: plainText(text, longest).replaceAll('&', '&&'),
    isEnabled: click !== undefined,
    click: click ?? (() => undefined),
  };
}
