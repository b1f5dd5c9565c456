// An upgrade under a running desk: what was started goes on, and nothing is started from the next version's files.
import { EventEmitter } from 'node:events';
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { followArchive } from '#main/shell/electron/program-archive.ts';

const forked = vi.hoisted(() => [] as string[]);

vi.mock('electron', () => ({
  utilityProcess: {
    fork(_entry: string, _args: string[], { serviceName }: { serviceName: string }) {
      forked.push(serviceName);
      const kill = (): void => undefined;
      return Object.assign(new EventEmitter(), { kill, postMessage: kill });
    },
  },
}));

// Another test of the same process may have loaded it with an Electron of its own.
vi.resetModules();
const { createChildProcesses } = await import('#main/shell/electron/child-processes.ts');

function makeArchive(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'app.asar');
  writeFileSync(path, 'the first version');
  return path;
}

describe('the archive of the program', () => {
  it('was replaced once another file is in its place, as dpkg does it', () => {
    const path = makeArchive();
    const isReplaced = followArchive(path);
    expect(isReplaced()).toBe(false);
    utimesSync(path, 1, 1);
    expect(isReplaced()).toBe(false);
    // Of the same size, text and time.
    writeFileSync(`${path}.dpkg-new`, 'the first version');
    utimesSync(`${path}.dpkg-new`, 1, 1);
    renameSync(`${path}.dpkg-new`, path);
    expect(isReplaced()).toBe(true);
  });

  it('was replaced when it is gone', () => {
    const path = makeArchive();
    const isReplaced = followArchive(path);
    rmSync(path);
    expect(isReplaced()).toBe(true);
  });

  it('is not there in development, and is not missed', () => {
    const path = `${makeArchive()}.not`;
    const isReplaced = followArchive(path);
    expect(isReplaced()).toBe(false);
    writeFileSync(path, 'something');
    expect(isReplaced()).toBe(false);
  });
});

describe('the processes of the desk', () => {
  const start = {
    dataFolder: '/nowhere',
    credentials: { keyId: 'K', secretKey: 's' },
    port: 0,
  };

  it('are started from the archive that the desk was started from, and from no other', async () => {
    let isUpgraded = false;
    let refusals = 0;
    const { startBroker, startKeychain } = createChildProcesses({
      isUpgraded: () => isUpgraded,
      onRefused: () => refusals++,
    });
    startKeychain();
    // A broker without output is none; it was started.
    await expect(startBroker(start)).rejects.toThrow('has no output');
    const started = ['Ballast keychain', 'Ballast practice broker'];
    expect(forked).toEqual(started);
    expect(refusals).toBe(0);
    isUpgraded = true;
    expect(startKeychain).toThrow(expect.objectContaining({ reason: 'upgraded' }));
    await expect(startBroker(start)).rejects.toThrow(
      'Ballast was upgraded. Restart it to open the practice account.',
    );
    expect(forked).toEqual(started);
    // Said once, however often they are asked for.
    expect(refusals).toBe(1);
  });
});
