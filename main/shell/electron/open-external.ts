// The only door out of the window: one exact address, shown by main itself, opened after a person agreed.
import { dialog, shell } from 'electron';
import { isReturnAddress } from '#contract/oauth.ts';
import type { OpenExternal } from '#main/ports.ts';

/** The links that the page itself carries. */
const PAGE_LINKS = new Set(['https://www.tradingview.com/']);
let isAsking = false;

export const openExternal: OpenExternal = async (url) => {
  // One question at a time: a page that was taken over cannot bury the screen in them.
  if (isAsking || !isReturnAddress(url)) return 'declined';
  isAsking = true;
  const { response } = await dialog
    .showMessageBox({
      type: 'question',
      message: 'Open this address in your browser?',
      detail: url,
      buttons: ['Cancel', 'Open'],
      defaultId: 0,
      cancelId: 0,
    })
    .finally(() => (isAsking = false));
  if (response !== 1) return 'declined';
  try {
    await shell.openExternal(url);
    return 'opened';
  } catch {
    return 'no-browser';
  }
};

/** A link of the page, letter by letter; anything else is not opened. */
export function openPageLink(url: string): boolean {
  const isKnown = PAGE_LINKS.has(url);
  if (isKnown) void openExternal(url);
  return isKnown;
}
