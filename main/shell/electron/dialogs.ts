// What main asks with the system's own dialogs, past the page: a yes, whether an address may be opened, where a file goes.
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { app, dialog, shell, type MessageBoxOptions } from 'electron';
import { isReturnAddress } from '#contract/oauth.ts';
import { QUESTIONS } from '#contract/questions.ts';
import { openBrowser } from '#main/shell/common/open-browser.ts';
import type { ChoosePlace, Confirm, OpenExternal, Ports, SaveFile } from '#main/ports.ts';

/** The links that the page itself carries. */
const PAGE_LINKS = new Set(['https://www.tradingview.com/']);

/** Longer than the clicks of a double click are apart. */
const APART_MS = 800;

/** Dialogs of main that stand now. */
let standing = 0;

/** Whether the person chose the action. Enter and Escape give the answer that changes nothing. */
export async function askByDialog(
  options: Pick<MessageBoxOptions, 'message' | 'detail' | 'type'>,
  action: string,
  otherwise = 'Cancel',
  ended?: AbortSignal,
): Promise<boolean> {
  if (ended?.aborted) return false;
  standing++;
  try {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      ...options,
      buttons: [otherwise, action],
      defaultId: 0,
      cancelId: 0,
      ...(ended && { signal: ended }),
    });
    return response === 1;
  } finally {
    standing--;
  }
}

export const confirmByDialog: Confirm = ({ title, text, action }, ended) =>
  askByDialog({ message: title, detail: text }, action, undefined, ended);

/** The next stands where the last one stood, and the second click of a double click must not be its yes. */
export function apart(confirm: Confirm, { clock, delay }: Pick<Ports, 'clock' | 'delay'>): Confirm {
  let closedAt = -Infinity;
  return async (question, ended) => {
    const leftMs = closedAt + APART_MS - clock.elapsed();
    if (leftMs > 0) await new Promise<void>((resolve) => delay(leftMs, resolve));
    try {
      return await confirm(question, ended);
    } finally {
      closedAt = clock.elapsed();
    }
  };
}

/** The only way out of the window: one exact address, shown by main itself, opened after a person agreed. */
export const openExternal: OpenExternal = async (url, ended) => {
  if (!isReturnAddress(url)) return 'declined';
  const question = { message: QUESTIONS.openAddress, detail: url };
  const isYes = await askByDialog(question, 'Open', undefined, ended);
  if (!isYes || ended?.aborted) return 'declined';
  try {
    await openAddress(url);
    return 'opened';
  } catch {
    return 'no-browser';
  }
};

/**
 * Electron hands an address to `xdg-open` as an argument, which every user of the computer can read: it may carry a
 * code. macOS passes it in an event, and Windows shows a program's arguments to its own user alone.
 */
const openAddress = (url: string): Promise<void> =>
  process.platform === 'linux' ? openBrowser(url, 'linux') : shell.openExternal(url);

/** A link of the page, letter by letter; anything else is not opened. */
export function openPageLink(url: string): boolean {
  const isKnown = PAGE_LINKS.has(url);
  // One at a time: what the desk asks waits in its line, and a link of the page that comes meanwhile is not opened.
  if (isKnown && standing === 0) void openExternal(url);
  return isKnown;
}

/** Downloads of the page are refused by the session's guard; a file is saved only where the person says so here. */
export const saveFileByDialog: SaveFile = async (suggestedName, text, ended) => {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: 'Save',
    defaultPath: join(app.getPath('downloads'), basename(suggestedName)),
  });
  // This dialog cannot be closed from here: what is chosen after its end is not written.
  if (canceled || !filePath || ended?.aborted) return null;
  await writeFile(filePath, text, 'utf8');
  return filePath;
};

/** Nothing is read or written by it. */
export const choosePlaceByDialog: ChoosePlace = async (purpose, title, suggestedName) => {
  const backups = [{ name: 'Ballast backup', extensions: ['ballast'] }];
  if (purpose === 'open') {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title,
      filters: backups,
      properties: ['openFile'],
    });
    return canceled ? null : (filePaths[0] ?? null);
  }
  const isBackup = suggestedName.endsWith('.ballast');
  const { canceled, filePath } = await dialog.showSaveDialog({
    title,
    // A filter would add its ending to another name.
    ...(isBackup && { filters: backups }),
    defaultPath: join(app.getPath(isBackup ? 'documents' : 'downloads'), basename(suggestedName)),
  });
  return canceled || !filePath ? null : filePath;
};
