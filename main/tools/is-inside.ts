import * as paths from 'node:path';

/** Whether the path is the folder or leads into it. On Windows one on another drive has no relative path. */
export function isInside(
  folder: string,
  path: string,
  { relative, isAbsolute, sep }: Pick<typeof paths, 'relative' | 'isAbsolute' | 'sep'> = paths,
): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
