// A folder that may not be written: SQLite cannot even read a journal there, because reading one needs files beside it.
// A copy elsewhere can be read, brought up to date and mended like the journal itself.
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { openFile, type OpenedFile } from '#main/journal/file.ts';
import type { JournalOptions } from '#main/journal/types.ts';
import { makeTemporaryFolder } from '#main/tools/temporary-folder.ts';

/** Undefined where there is nothing to copy, or nowhere to copy it to. */
export function openCopy(options: JournalOptions): OpenedFile | undefined {
  const original = join(options.folder, 'journal.db');
  if (!existsSync(original)) return undefined;
  let copy: ReturnType<typeof makeTemporaryFolder> | undefined;
  try {
    const { path, remove } = (copy = makeTemporaryFolder());
    for (const suffix of ['', '-wal'])
      if (existsSync(original + suffix))
        copyFileSync(original + suffix, join(path, `journal.db${suffix}`));
    const opened = openFile({ ...options, folder: path }, 'quick');
    if (!opened.ok) throw new Error(opened.failure.message);
    const { file, salvage } = opened.value;
    const close = (): void => {
      file.close();
      remove();
    };
    return { file: { ...file, close }, salvage, setAside: undefined };
  } catch (error) {
    options.log('warn', 'the journal could not be copied to be read', { error: String(error) });
    copy?.remove();
    return undefined;
  }
}
