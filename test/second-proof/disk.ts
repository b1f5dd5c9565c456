// The disk of the desk's data: a small file system of its own in a file, which can be filled, fails into read-only as
// one with errors does, and is checked and mounted again. Needs root and a loop device; without them there is none.
import { execFile } from 'node:child_process';
import { closeSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { until } from '#test/second-proof/http.ts';

const run = promisify(execFile);
const SIZE_BYTES = 160 * 1024 * 1024;

export type Disk = {
  path: string;
  /** Why the disk cannot be filled or broken here. */
  why: string | undefined;
  /** That nothing can be written there now. */
  isRefusing(): boolean;
  fill(): Promise<void>;
  free(): Promise<void>;
  fail(): Promise<void>;
  mend(): Promise<void>;
  remove(): Promise<void>;
};

export async function createDisk(folder: string): Promise<Disk> {
  const image = `${folder}/disk.img`;
  const path = `${folder}/disk`;
  const filler = `${path}/filler`;
  await mkdir(path, { recursive: true });
  const mount = async (): Promise<void> => void (await run('mount', ['-o', 'loop', image, path]));
  const unmount = () => until(() => run('umount', [path]).then(() => true), 10_000);
  let why: string | undefined;
  try {
    closeSync(openSync(image, 'w'));
    truncateSync(image, SIZE_BYTES);
    await run('mkfs.ext4', ['-q', '-m', '0', image]);
    await mount();
  } catch (error) {
    why = `no small file system can be mounted here: ${String(error).split('\n')[0]}`;
  }
  return {
    path: why === undefined ? `${path}/desk` : `${folder}/desk`,
    why,
    isRefusing() {
      const probe = `${path}/probe`;
      try {
        writeFileSync(probe, Buffer.alloc(64 * 1024));
        return false;
      } catch {
        return true;
      } finally {
        rmSync(probe, { force: true });
      }
    },
    async fill() {
      const file = openSync(filler, 'a');
      // Down to the last block: a large file first, then what smaller pieces still fit.
      for (let size = 4 * 1024 * 1024; size >= 512;) {
        try {
          if (writeSync(file, Buffer.alloc(size)) < size) size = Math.floor(size / 2);
        } catch {
          size = Math.floor(size / 2);
        }
      }
      closeSync(file);
    },
    async free() {
      rmSync(filler, { force: true });
    },
    async fail() {
      await run('mount', ['-o', 'remount,abort', path]).catch(() => {});
    },
    async mend() {
      if (!(await unmount())) throw new Error('the disk could not be unmounted');
      // It answers 1 when it corrected something, which it did.
      await run('fsck.ext4', ['-p', image]).catch(() =>
        run('fsck.ext4', ['-y', image]).catch(() => {}),
      );
      await mount();
    },
    async remove() {
      if (why === undefined) await unmount();
    },
  };
}
