import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  claimDataFolder,
  defaultDataFolder,
  describeOwner,
  openDataFolder,
  readOnlyNote,
} from '#main/shell/common/data-folder.ts';
import { fileLimitIssue } from '#main/shell/common/file-limit.ts';
import { mount, mountSmall, skip } from '#test/support/small-mount.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const owner = { pid: 42, shell: 'web', since: '2026-01-05T15:00:00.000Z' } as const;

describe('the data folder', () => {
  it('is made for this user alone', () => {
    const made = openDataFolder(join(folder, 'new'));
    expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  it('that others could read is for this user alone after a start, and so is what lies in it', () => {
    const first = claimDataFolder(folder, owner);
    if (first.ok) first.release();
    const lock = join(folder, 'lock.db');
    expect(statSync(lock).mode & 0o777).toBe(0o600);
    chmodSync(lock, 0o644);
    chmodSync(folder, 0o755);
    openDataFolder(folder);
    const again = claimDataFolder(folder, owner);
    if (again.ok) again.release();
    expect([folder, lock].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it('leaves a place that others share, or that no desk has used, as it is', () => {
    chmodSync(folder, 0o755);
    expect(statSync(openDataFolder(folder)).mode & 0o7777).toBe(0o755);
    writeFileSync(join(folder, 'lock.db'), '');
    chmodSync(folder, 0o1777);
    expect(statSync(openDataFolder(folder)).mode & 0o7777).toBe(0o1777);
  });

  it('keeps its owner when a second start looks at it', () => {
    const first = claimDataFolder(folder, owner);
    for (let start = 0; start < 3; start++) {
      chmodSync(join(folder, 'lock.db'), 0o644);
      expect(claimDataFolder(folder, { ...owner, pid: 43 }).ok).toBe(false);
    }
    const other = `
      import { claimDataFolder } from '#main/shell/common/data-folder.ts';
      process.exit(claimDataFolder(process.argv[1], { pid: 44, shell: 'web', since: 'x' }).ok ? 1 : 0);
    `;
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', other, folder]).status).toBe(
      0,
    );
    if (first.ok) first.release();
  });

  it('has one owner at a time, and a second start learns who it is', () => {
    const first = claimDataFolder(folder, owner);
    expect(first.ok).toBe(true);
    const second = claimDataFolder(folder, { ...owner, pid: 43 });
    expect(second).toEqual({ ok: false, owner });
    if (first.ok) first.release();
    expect(claimDataFolder(folder, owner).ok).toBe(true);
  });

  it('is free again when its owner is killed', () => {
    const script = `
      import { claimDataFolder } from '#main/shell/common/data-folder.ts';
      claimDataFolder(process.argv[1], { pid: process.pid, shell: 'web', since: 'x' });
      process.kill(process.pid, 'SIGKILL');
    `;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script, folder]);
    expect(child.signal).toBe('SIGKILL');
    expect(claimDataFolder(folder, owner).ok).toBe(true);
  });

  it('does not stumble over a damaged card', () => {
    const first = claimDataFolder(folder, owner);
    writeFileSync(join(folder, 'lock.json'), '{');
    expect(claimDataFolder(folder, owner)).toEqual({ ok: false, owner: undefined });
    if (first.ok) first.release();
  });

  it('names the owner in words', () => {
    expect(describeOwner(owner)).toBe('the web shell (process 42, since 2026-01-05T15:00:00.000Z)');
    expect(describeOwner(undefined)).toBe('another Ballast');
  });

  it.each([
    ['linux', {}, '/home/a/.config/Ballast'],
    ['linux', { XDG_CONFIG_HOME: '/x' }, '/x/Ballast'],
    ['darwin', {}, '/home/a/Library/Application Support/Ballast'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Ballast'],
  ] as const)('is where %s expects it', (platform, env, expected) => {
    expect(defaultDataFolder(env, platform, '/home/a')).toBe(expected);
  });
});

describe('a data folder that may not be written', () => {
  it('opens without an owner, and says whose it is', (context) => {
    const disk = mountSmall(context, 512);
    const first = claimDataFolder(disk.folder, owner);
    if (first.ok) first.release();
    disk.setReadOnly(true);
    expect(claimDataFolder(disk.folder, owner)).toMatchObject({ ok: true, isReadOnly: true });
    const note = readOnlyNote(disk.folder);
    expect(note).toContain(`The data folder ${disk.folder} is not writable. It belongs to you.`);
    expect(note).toContain('restart Ballast');
  });

  it('that is new does too', (context) => {
    const disk = mountSmall(context, 512);
    disk.setReadOnly(true);
    expect(claimDataFolder(disk.folder, owner)).toMatchObject({ ok: true, isReadOnly: true });
  });

  it('is refused while a desk owns it by another way', (context) => {
    const real = folder;
    const seen = mkdtempSync(join(tmpdir(), 'ballast-test-'));
    onTestFinished(() => {
      spawnSync('umount', ['-l', seen]);
      rmdirSync(seen);
    });
    const first = claimDataFolder(real, owner);
    if (!mount('--bind', real, seen) || !mount('-o', 'remount,ro,bind', seen))
      skip(context, 'a second way to a folder needs the right to mount one');
    expect(claimDataFolder(seen, { ...owner, pid: 43 })).toEqual({ ok: false, owner });
    if (first.ok) first.release();
    expect(claimDataFolder(seen, owner)).toMatchObject({ ok: true, isReadOnly: true });
  });

  it('is named when it cannot be used for another reason', () => {
    mkdirSync(join(folder, 'lock.db'));
    expect(() => claimDataFolder(folder, owner)).toThrow(
      `The data folder ${folder} cannot be used: unable to open database file`,
    );
    writeFileSync(join(folder, 'file'), '');
    expect(() => openDataFolder(join(folder, 'file', 'new'))).toThrow(
      `The data folder ${join(folder, 'file', 'new')} cannot be created`,
    );
  });
});

it('too few files that may be open are a sentence', () => {
  expect(fileLimitIssue(256)).toBeUndefined();
  expect(fileLimitIssue(64)).toBe(
    'Ballast can open only 64 files here and needs 256. Raise the limit (ulimit -n 1024) and restart it.',
  );
  expect(fileLimitIssue()).toBeUndefined();
});
