// What the Electron shell decides and says, with nothing of Electron behind it.
import { describe, expect, it, vi } from 'vitest';
import type { DeskSummary } from '#main/desk.ts';
import { autostartEntry } from '#main/shell/electron/os-integration.ts';
import { linkIn } from '#main/shell/electron/links.ts';
import { headline, trayMenu, type MenuItem } from '#main/shell/electron/tray-menu.ts';
import { whyNotQuit } from '#main/shell/electron/quitting.ts';
import { placeOn } from '#main/shell/electron/window-place.ts';

vi.mock('electron', () => ({}));

const quiet: DeskSummary = {
  mood: 'live',
  openOrders: 0,
  unknown: 0,
  mintsInFlight: 0,
  isClosing: false,
  unkeptCancels: 0,
  batches: [],
  proposals: [],
  unwatched: [],
  resting: [],
  accounts: [],
  alerts: [],
};
const account = (label: string, orders: number) => ({
  accountId: `id of ${label}`,
  label,
  environment: 'paper' as const,
  openCount: orders,
  openOrders: Array.from({ length: orders }, (_, index) => ({
    orderId: `${label} ${index}`,
    text: `Buy ${index + 1} AAPL, new`,
  })),
});

function open(summary: Partial<DeskSummary>) {
  const done: string[] = [];
  const act =
    (name: string) =>
    (...args: unknown[]) =>
      void done.push([name, ...args.filter((arg) => typeof arg === 'string')].join(' '));
  const items = trayMenu(
    { ...quiet, ...summary },
    {
      show: act('show'),
      hide: act('hide'),
      isShown: () => true,
      openOrder: act('order'),
      openBatch: act('batch'),
      openProposal: act('proposal'),
      openAlert: (alert) => done.push(`alert ${alert.alertId}`),
      chooseAccount: act('account'),
      cancelAll: act('cancel all'),
      flatten: act('flatten'),
      stopTrading: act('stop'),
      quit: act('quit'),
    },
  );
  const flat = (list: MenuItem[]): Extract<MenuItem, { click(): void }>[] =>
    list.flatMap((item) =>
      item.type === 'submenu' ? flat(item.items) : item.type === 'separator' ? [] : [item],
    );
  return {
    done,
    labels: flat(items).map(({ label }) => label),
    click: (label: string) =>
      flat(items)
        .find((item) => item.label === label)
        ?.click(),
    isEnabled: (label: string) => flat(items).find((item) => item.label === label)?.isEnabled,
  };
}

describe('the tray', () => {
  it.each([
    ['live', 'Connected, 2 open orders'],
    ['stale', 'A stream is down, 2 open orders'],
    ['unknown', '1 unconfirmed, 2 open orders'],
    ['stopped', 'All trading is stopped, 2 open orders'],
  ] as const)('says how things are: %s', (mood, text) => {
    expect(headline({ ...quiet, mood, openOrders: 2, unknown: 1 })).toBe(text);
  });

  it('names the accounts that nobody watches, leads to them, and says of no others that nothing is open', () => {
    const text = 'Swing is not watched. Last known 3 h ago: 1 open order, no positions.';
    const tray = open({ mood: 'stale', unwatched: [{ accountId: 'a', text }] });
    expect(tray.labels.slice(0, 2)).toEqual(['0 open orders known, 1 account not watched', text]);
    expect(tray.labels).toContain('No open orders on watched accounts');
    expect(tray.labels).not.toContain('No open orders');
    tray.click(text);
    expect(tray.done).toEqual(['account a']);
    expect(open({ mood: 'stale' }).labels).not.toContain('No open orders');
    expect(open({}).labels).toContain('No open orders');
  });

  it('says of an account that rests that it does not run, cries of nothing, and leads to it', () => {
    const practice = {
      accountId: 'p',
      label: 'Practice account',
      environment: 'embedded' as const,
    };
    const tray = open({ resting: [practice] });
    expect(tray.labels[0]).toBe('Connected, 0 open orders');
    tray.click('Practice account, PRACTICE, not running');
    expect(tray.done).toEqual(['account p']);
  });

  it('names batches of mints first and leads to them', () => {
    const text = 'Batch november is paused at 173 of 300';
    const tray = open({ batches: [{ accountId: 'a', batchId: 'b', text }] });
    expect(tray.labels.slice(0, 2)).toEqual(['Connected, 0 open orders', text]);
    tray.click(text);
    expect(tray.done).toEqual(['batch a b']);
  });

  it('names what waits for a second person and leads to it', () => {
    const text = 'Waiting for a second person: Mint 10 AAPL';
    const tray = open({ proposals: [{ accountId: 'a', proposalId: 'p', text }] });
    expect(tray.labels.slice(0, 2)).toEqual(['Connected, 0 open orders', text]);
    tray.click(text);
    expect(tray.done).toEqual(['proposal a p']);
  });

  it('leads to orders, alerts, accounts and the actions', () => {
    const alert = {
      alertId: 'fill:1',
      kind: 'fill' as const,
      at: 1,
      title: 'Bought 1 A&P',
      text: '',
      target: { accountId: 'x' },
      way: 'notify' as const,
    };
    const menu = open({ accounts: [account('One', 2)], openOrders: 2, alerts: [alert] });
    for (const label of [
      'Bought 1 A&&P',
      'Buy 2 AAPL, new',
      'One, PAPER',
      'Cancel all…',
      'Flatten…',
      'Stop all trading',
      'Hide Ballast',
      'Quit Ballast',
    ])
      menu.click(label);
    expect(menu.done).toEqual([
      'alert fill:1',
      'order id of One One 1',
      'account id of One',
      'cancel all id of One',
      'flatten',
      'stop',
      'hide',
      'quit',
    ]);
  });

  it('names the account where there are several, and does not grow without an end', () => {
    const menu = open({ accounts: [account('One', 12), account('Two', 9)], openOrders: 21 });
    expect(menu.labels).toContain('Buy 1 AAPL, new · One');
    expect(menu.labels).toContain('Cancel all on Two…');
    expect(menu.labels).toContain('and 6 more');
  });

  it('shows no line break and nothing that turns its words around', () => {
    const odd = account('O\u202ene\nQuit & go', 1);
    const menu = open({ accounts: [odd], openOrders: 1 });
    expect(menu.labels).toContain('One Quit && go, PAPER');
  });

  it('offers no second stop, and no cancel where nothing is open', () => {
    const menu = open({ mood: 'stopped', accounts: [account('One', 0)] });
    expect(menu.isEnabled('All trading is stopped')).toBe(false);
    expect(menu.labels.filter((label) => label.startsWith('Cancel'))).toEqual([]);
    expect(menu.isEnabled('No open orders')).toBe(false);
  });
});

describe('the place of a window', () => {
  const screens = [
    { x: 0, y: 0, width: 1920, height: 1080 },
    { x: 1920, y: 0, width: 1280, height: 1024 },
  ];
  const at = (x: number, y: number, width = 1440, height = 900) => ({
    box: { x, y, width, height },
    isMaximized: false,
  });

  it.each([
    ['where it was', at(100, 50), at(100, 50)],
    ['on the second screen, cut to its size', at(1930, 10), at(1930, 10, 1280, 900)],
    ['never smaller than it works', at(0, 0, 300, 200), at(0, 0, 1024, 700)],
    ['on a screen that is gone: nowhere', at(4_000, 10), undefined],
    ['above the screen, out of reach: nowhere', at(100, -500), undefined],
    ['only a sliver: nowhere', at(-1_400, 10), undefined],
    ['no place at all', { box: { x: 'left' } }, undefined],
    ['nothing', undefined, undefined],
    ['half a pixel', at(0.5, 0), undefined],
  ])('%s', (_what, stored, place) => {
    expect(placeOn(stored, screens)).toEqual(place);
  });
});

describe('a link among the arguments', () => {
  it.each([
    [['ballast', 'ballast://oauth/authorize?client_id=x'], 'ballast://oauth/authorize?client_id=x'],
    [['ballast', '--data', 'x', 'BALLAST://y'], 'BALLAST://y'],
    [['ballast', 'https://ballast://x'], undefined],
    [['ballast', `ballast://${'x'.repeat(20_000)}`], undefined],
    [['ballast'], undefined],
  ])('%j', (argv, link) => {
    expect(linkIn(argv)).toBe(link);
  });
});

describe('quitting', () => {
  it('says what is unknown or in flight', () => {
    const none = { unknown: 0, mintsInFlight: 0, isClosing: false, unkeptCancels: 0 };
    expect(whyNotQuit(none)).toBeUndefined();
    expect(whyNotQuit({ ...none, unknown: 1 })).toContain('is checking the outcome');
    expect(whyNotQuit({ ...none, mintsInFlight: 1 })).toContain('mint');
    expect(whyNotQuit({ ...none, unkeptCancels: 2 })).toMatch(
      /^2 cancels are waiting .* not recorded: .* not placed here\..*forgotten.*stays open until you cancel it again/,
    );
    expect(whyNotQuit({ ...none, unknown: 1, unkeptCancels: 1 })).toMatch(
      /^An order is unconfirmed\. .*next start\. A cancel is waiting for the broker/,
    );
    const quitting = whyNotQuit({ ...none, isClosing: true });
    expect(quitting).toMatch(/being closed.*may still fill.*wait until you continue/);
  });
});

it('an autostart entry quotes the program', () => {
  expect(autostartEntry('/opt/My "Apps"/b%llast $x')).toContain(
    'Exec="/opt/My \\"Apps\\"/b%%llast \\$x" --hidden',
  );
});
