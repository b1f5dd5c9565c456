// The only door out of the window: one exact address, shown by main itself, opened after a person agreed.
import { dialog, shell } from 'electron';
import { isReturnAddress } from '#contract/oauth.ts';
import type { OpenExternal } from '#main/ports.ts';

export const openExternal: OpenExternal = async (url) => {
  if (!isReturnAddress(url)) return 'declined';
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'Open this address in your browser?',
    detail: url,
    buttons: ['Cancel', 'Open'],
    defaultId: 0,
    cancelId: 0,
  });
  if (response !== 1) return 'declined';
  try {
    await shell.openExternal(url);
    return 'opened';
  } catch {
    return 'no-browser';
  }
};
