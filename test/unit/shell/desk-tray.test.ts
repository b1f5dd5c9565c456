// The tray's clicks, with a stand-in for Electron: none of them may end the application.
import { beforeEach, expect, it, vi } from 'vitest';
import type { Desk, DeskSummary } from '#main/desk.ts';
import { createDeskTray } from '#main/shell/electron/tray.ts';
import type { Windows } from '#main/shell/electron/windows.ts';

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
    accounts: [],
    alerts: [],
  });
  stopTrading = () => undefined;
  lines = [];
  show.mockReset();
});

function open(): { click(label: string): void; tick(): void } {
  let tick = () => undefined as void;
  createDeskTray({
    desk: {
      summary: () => summary(),
      stopTrading: () => stopTrading(),
      navigate,
    } as unknown as Desk,
    windows: { show, hide: () => undefined, isShown: () => false } as unknown as Windows,
    quit: () => undefined,
    delay: (_ms, run) => {
      tick = run;
      return () => undefined;
    },
    log: (_level, message) => lines.push(message),
  });
  return {
    click: (label) => shown.menu.find((item) => item.label === label)?.click?.(),
    tick: () => tick(),
  };
}

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
  const tray = open();
  summary = () => {
    throw new Error('the journal cannot be read');
  };
  expect(() => tray.tick()).not.toThrow();
  expect(lines).toEqual(['the tray failed']);
});
