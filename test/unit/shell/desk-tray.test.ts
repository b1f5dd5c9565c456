// The tray's clicks, with a stand-in for Electron: none of them may end the application.
import { beforeEach, expect, it, vi } from 'vitest';
import type { Desk, DeskSummary } from '#main/desk.ts';
import { createDeskTray } from '#main/shell/electron/tray.ts';
import type { Windows } from '#main/shell/electron/windows.ts';
import { createListeners } from '#main/tools/listeners.ts';
import { createFakeTime } from '#test/support/fake-time.ts';

type Template = { label?: string; click?: () => void };
const shown = vi.hoisted(() => ({ menu: [] as Template[] }));
vi.mock('electron', () => ({
  Menu: { buildFromTemplate: (template: Template[]) => template },
  Tray: class {
    setImage(): void {}
    setToolTip(): void {}
    setTitle(): void {}
    on(): void {}
    destroy(): void {}
    setContextMenu(template: Template[]): void {
      shown.menu = template;
    }
  },
  nativeImage: { createFromPath: () => ({ setTemplateImage: () => undefined }) },
}));

let summary: () => DeskSummary;
let stopTrading: () => string | undefined;
let lines: string[];
let isShown: boolean;
const show = vi.fn();
const navigate = vi.fn();
beforeEach(() => {
  summary = () => ({
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
  });
  stopTrading = () => undefined;
  lines = [];
  isShown = false;
  show.mockReset();
});

function open() {
  const time = createFakeTime();
  const [news, visibility] = [createListeners(), createListeners()];
  const tray = createDeskTray({
    desk: {
      summary: () => summary(),
      onSummary: news.add,
      stopTrading: () => stopTrading(),
      navigate,
    } as unknown as Desk,
    windows: {
      show,
      hide: () => undefined,
      isShown: () => isShown,
      onVisibility: visibility.add,
    } as unknown as Windows,
    quit: () => undefined,
    delay: time.delay,
    log: (_level, message) => lines.push(message),
  });
  const click = (label: string) => shown.menu.find((item) => item.label === label)?.click?.();
  return { tray, time, news, visibility, click };
}

const labels = (): unknown[] => shown.menu.map(({ label }) => label);

it('flattens in the window, which names all that it does and asks; a locked one asks to unlock first', () => {
  open().click('Flatten…');
  expect(navigate).toHaveBeenCalledWith({ place: 'flatten' });
  expect(show).toHaveBeenCalledOnce();
});

it('stops all trading and shows no window when that is all there is to say', () => {
  stopTrading = vi.fn(() => undefined);
  open().click('Stop all trading');
  expect(stopTrading).toHaveBeenCalledOnce();
  expect(show).not.toHaveBeenCalled();
});

it('shows the window when the stop could not be written', () => {
  stopTrading = () => 'The stop could not be saved to disk.';
  open().click('Stop all trading');
  expect(show).toHaveBeenCalledOnce();
});

it('survives a click that fails, and says so in the log', () => {
  stopTrading = () => {
    throw new Error('disk full');
  };
  const tray = open();
  expect(() => tray.click('Stop all trading')).not.toThrow();
  expect(lines).toEqual(['the tray failed']);
});

it('survives a look at the desk that fails', () => {
  const { news, time } = open();
  summary = () => {
    throw new Error('the journal cannot be read');
  };
  news.notify();
  expect(() => time.advance(1_100)).not.toThrow();
  expect(lines).toEqual(['the tray failed']);
});

it('looks at the desk after news alone, and once a minute for what grows older', () => {
  const { time } = open();
  const looked = vi.fn(summary);
  summary = looked;
  time.advance(59_000);
  expect(looked).not.toHaveBeenCalled();
  time.advance(10 * 60_000);
  expect(looked).toHaveBeenCalledTimes(10);
  expect(time.pending()).toBe(1);
});

it('takes a burst of news for one, and looks once more a second after the last of it', () => {
  const { time, news } = open();
  const looked = vi.fn(summary);
  summary = looked;
  for (let n = 0; n < 1_000; n++) news.notify();
  time.advance(500);
  news.notify();
  expect(looked).not.toHaveBeenCalled();
  time.advance(600);
  expect(looked).toHaveBeenCalledTimes(1);
  time.advance(1_100);
  expect(looked).toHaveBeenCalledTimes(2);
  time.advance(10_000);
  expect(looked).toHaveBeenCalledTimes(2);
});

it('offers to hide the window once it is shown, and to show it once it is hidden', () => {
  const { time, visibility } = open();
  expect(labels()).toContain('Show Ballast');
  isShown = true;
  visibility.notify();
  time.advance(1_100);
  expect(labels()).toContain('Hide Ballast');
});

it('leaves no timer behind and hears nothing more once it is gone', () => {
  const { tray, time, news } = open();
  const looked = vi.fn(summary);
  summary = looked;
  news.notify();
  tray?.destroy();
  news.notify();
  expect(time.pending()).toBe(0);
  time.advance(120_000);
  expect(looked).not.toHaveBeenCalled();
});
