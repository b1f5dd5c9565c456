// A file system of its own under a folder, for tests that fill it or make it read-only; ended with the test.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, type TestContext } from 'vitest';

export type SmallMount = { folder: string; setReadOnly(isReadOnly: boolean): void };

export const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;

/** The reporter of dots would swallow the reason. */
export function skip(context: TestContext, reason: string): never {
  process.stdout.write(`Skipped: ${context.task.name}: ${reason}\n`);
  return context.skip(reason);
}

export function mountSmall(context: TestContext, sizeKb: number): SmallMount {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-small-'));
  const isMounted =
    process.platform === 'linux' && mount('-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'tmpfs', folder);
  onTestFinished(() => {
    if (isMounted) spawnSync('umount', ['-l', folder]);
    rmdirSync(folder);
  });
  if (!isMounted) skip(context, 'a disk of its own needs the right to mount one');
  return {
    folder,
    setReadOnly(isReadOnly) {
      if (!mount('-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder))
        throw new Error('it was not mounted anew');
    },
  };
}

/** Until not a byte more goes in; answers the file that holds it all. */
export function fillUp(folder: string): string {
  const path = join(folder, 'filler');
  for (let size = 1 << 18; size >= 1; size >>= 1)
    for (;;)
      try {
        writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
      } catch {
        break;
      }
  return path;
}
