// Downloads of the page are refused by the session's guard; a file is saved only where the person says so here.
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { app, dialog } from 'electron';
import type { SaveFile } from '#main/ports.ts';

export const saveFileByDialog: SaveFile = async (suggestedName, text) => {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: 'Save',
    defaultPath: join(app.getPath('downloads'), basename(suggestedName)),
  });
  if (canceled || !filePath) return null;
  await writeFile(filePath, text, 'utf8');
  return filePath;
};
