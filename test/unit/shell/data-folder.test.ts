import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  claimDataFolder,
  defaultDataFolder,
  describeOwner,
  openDataFolder,
} from '#main/shell/common/data-folder.ts';

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
