// A disk that does not take what a person changed: the change is not made, and they are told why in a sentence.
import { plainReason } from '#main/tools/plain-reason.ts';

export class NotKeptError extends Error {}

/** Writes, or throws a sentence for the person. */
export function writeOrTell(write: () => void): void {
  try {
    write();
  } catch (error) {
    throw new NotKeptError(sentenceOf(error), { cause: error });
  }
}

function sentenceOf(error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. This was not saved, and nothing was changed. Free some space and try again.';
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return 'The data folder is not writable. This was not saved, and nothing was changed. Allow writing to it and try again.';
    default:
      return `This could not be saved (${plainReason(error)}), and nothing was changed. Check the disk and try again.`;
  }
}
