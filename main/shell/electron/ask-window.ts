// A question that main asks in a window of its own. The desk's page can neither see it nor answer it: the window has
// its own origin, its own preload and its own channel, and only its own top frame is heard.
import { BrowserWindow, ipcMain, nativeTheme, type IpcMainInvokeEvent } from 'electron';
import type { Ask, Log, Question } from '#main/ports.ts';
import { guardContents, lockedPreferences } from '#main/shell/electron/guard.ts';
import { ASK_ORIGIN } from '#main/shell/electron/page-protocol.ts';

const ASK_CHANNEL = 'ballast:ask';
const LONGEST_ANSWER = 64;
const LONGEST_SECRET = 512;
const HEIGHT = 270;
const LINE_HEIGHT = 24;
const MOST_HEIGHT = 640;

type Asking = {
  window: BrowserWindow;
  question: Question;
  finish(answer: string | undefined): void;
};

export function createAskWindow(log: Log): Ask {
  let asking: Asking | undefined;

  ipcMain.handle(ASK_CHANNEL, (event, verb: unknown, answer: unknown) => {
    if (!asking || !isFrom(event, asking.window)) {
      log('warn', 'refused: a question’s answer from somewhere else', {
        url: event.senderFrame?.url,
      });
      throw new Error('There is no question here.');
    }
    if (verb === 'read') return asking.question;
    const longest = asking.question.isSecret ? LONGEST_SECRET : LONGEST_ANSWER;
    if (verb === 'answer')
      asking.finish(typeof answer === 'string' && answer.length <= longest ? answer : undefined);
    return undefined;
  });

  return (question, ended) => {
    if (asking || ended?.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const window = openQuestion(log, question);
      function finish(answer: string | undefined): void {
        if (asking?.window !== window) return;
        asking = undefined;
        resolve(answer);
        if (!window.isDestroyed()) window.close();
      }
      asking = { window, question, finish };
      window.once('closed', () => finish(undefined));
      ended?.addEventListener('abort', () => finish(undefined), { once: true });
      window.loadURL(`${ASK_ORIGIN}/`).catch((error: unknown) => {
        log('error', 'the question did not load', { error: String(error) });
        finish(undefined);
      });
    });
  };
}

function isFrom({ sender, senderFrame }: IpcMainInvokeEvent, window: BrowserWindow): boolean {
  return (
    !window.isDestroyed() &&
    sender === window.webContents &&
    senderFrame !== null &&
    senderFrame === sender.mainFrame &&
    senderFrame.url.startsWith(`${ASK_ORIGIN}/`)
  );
}

function openQuestion(log: Log, { text }: Question): BrowserWindow {
  const parent = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  const window = new BrowserWindow({
    width: 460,
    height: Math.min(HEIGHT + LINE_HEIGHT * (text.split('\n').length - 1), MOST_HEIGHT),
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    show: false,
    title: 'Ballast',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#151a21' : '#ffffff',
    ...(parent && { parent, modal: true }),
    webPreferences: lockedPreferences('ask'),
  });
  window.removeMenu();
  guardContents(window.webContents, log);
  window.once('ready-to-show', () => window.show());
  return window;
}
