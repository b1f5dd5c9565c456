// The window of a question: it goes away with its answer, and when the question is ended.
import { beforeEach, expect, it, vi } from 'vitest';
import { createAskWindow } from '#main/shell/electron/ask-window.ts';

const open = vi.hoisted(() => new Set<object>());

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class BrowserWindow extends EventEmitter {
    static getFocusedWindow = () => null;
    static getAllWindows = () => [];
    webContents = {};
    constructor() {
      super();
      open.add(this);
    }
    removeMenu = () => undefined;
    loadURL = () => Promise.resolve();
    isDestroyed = () => !open.has(this);
    close() {
      open.delete(this);
      this.emit('closed');
    }
  }
  return { BrowserWindow, ipcMain: { handle: () => undefined }, nativeTheme: {} };
});
vi.mock('#main/shell/electron/guard.ts', () => ({
  guardContents: () => undefined,
  lockedPreferences: () => ({}),
}));

const QUESTION = { title: 'Approve?', text: 'A mint.', label: 'Passphrase', action: 'Approve' };
beforeEach(() => open.clear());

it('closes without an answer when the question is ended, and the next one opens', async () => {
  const ask = createAskWindow(() => undefined);
  const ending = new AbortController();
  const asked = ask(QUESTION, ending.signal);
  expect(open.size).toBe(1);
  ending.abort();
  expect(await asked).toBeUndefined();
  expect(open.size).toBe(0);
  expect(await ask(QUESTION, ending.signal)).toBeUndefined();
  expect(open.size).toBe(0);
  void ask(QUESTION, new AbortController().signal);
  expect(open.size).toBe(1);
});
