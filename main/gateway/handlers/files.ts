import type { uiCalls } from '#contract/calls/ui.ts';
import { fail, ok } from '#contract/failure.ts';
import type { HandlersOf } from '#main/gateway/dispatch.ts';
import type { SaveFile } from '#main/ports.ts';

export const createFileHandlers = (
  saveFile: SaveFile | undefined,
): Pick<HandlersOf<typeof uiCalls>, 'files.save'> => ({
  'files.save': async ({ suggestedName, text }) => {
    if (!saveFile)
      return fail({ kind: 'not-allowed', message: 'This page downloads its files by itself.' });
    try {
      return ok({ path: await saveFile(suggestedName, text) });
    } catch (error) {
      // A full disk or a folder that may not be written to: the person chose the place and can choose another.
      const why = error instanceof Error ? error.message : String(error);
      return fail({ kind: 'not-allowed', message: `The file was not saved. ${why}` });
    }
  },
});
