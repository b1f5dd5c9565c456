import { messageOf } from '#main/tools/message-of.ts';

/** What a code of the file system means to a person. */
const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EROFS: 'the disk is read-only',
  EACCES: 'Ballast does not have permission',
  EPERM: 'Ballast does not have permission',
  ENOENT: 'it is not there',
  ENOTDIR: 'part of its path is not a folder',
  EISDIR: 'it is a folder',
  EIO: 'the disk failed',
  EBUSY: 'another program is using it',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
};

/** Why something failed, as part of a sentence. Nobody should have to read the name of a code. */
export function plainReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return WORDS[code] ?? messageOf(error).replace(/^E[A-Z]{3,}: /, '');
}
