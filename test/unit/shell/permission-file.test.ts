import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPermissionFile, type PermissionDisk } from '#main/shell/common/permission-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ballast-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('permission to trade', () => {
  it('is a file of this user alone, that stopping deletes', () => {
    const permission = createPermissionFile(folder);
    expect(permission.read()).toEqual({ kind: 'new-folder' });
    permission.grant();
    expect(permission.read()).toEqual({ kind: 'allowed' });
    expect(statSync(permission.path).mode & 0o777).toBe(0o600);
    permission.revoke();
    expect(readdirSync(folder)).toEqual([]);
    expect(() => permission.revoke()).not.toThrow();
  });

  it.each([
    'settings.json',
    'settings.damaged-2026.json',
    'keys.sealed',
    'accounts',
    'embedded',
    'trading-allowed.new',
    'trading-allowed.stopped',
  ])('is missing, not new, where a desk left %s', (name) => {
    mkdirSync(join(folder, name));
    expect(createPermissionFile(folder).read()).toEqual({ kind: 'missing' });
  });

  it('is still to be given where nothing but the lock and the log was made', () => {
    for (const name of ['lock.db', 'lock.json', 'logs', 'Local State'])
      mkdirSync(join(folder, name));
    expect(createPermissionFile(folder).read()).toEqual({ kind: 'new-folder' });
  });

  it.each(['', 'Stopped.', 'Ballast may trade.'])('is in doubt when it reads %j', (text) => {
    writeFileSync(join(folder, 'trading-allowed'), text);
    expect(createPermissionFile(folder).read()).toMatchObject({ kind: 'doubtful' });
  });

  it('is in doubt when it cannot be read', () => {
    mkdirSync(join(folder, 'trading-allowed'));
    expect(createPermissionFile(folder).read()).toMatchObject({ kind: 'doubtful' });
  });

  it('is not given by half of a write', () => {
    const path = join(folder, 'trading-allowed');
    mkdirSync(path);
    const permission = createPermissionFile(folder);
    expect(() => permission.grant()).toThrow();
    expect(readdirSync(folder)).toEqual(['trading-allowed']);
  });
});

describe('taking it away', () => {
  const WAYS = ['remove', 'empty', 'overwrite', 'rename'] as const;

  /** A disk on which some of the ways fail. */
  function disk(failing: readonly string[]): { disk: PermissionDisk; tried: string[] } {
    const tried: string[] = [];
    const way = (name: string) => (): void => {
      tried.push(name);
      if (failing.includes(name)) throw new Error(`${name}: read-only file system`);
    };
    return {
      tried,
      disk: {
        read: () => '',
        list: () => [],
        write: way('write'),
        remove: way('remove'),
        empty: way('empty'),
        overwrite: way('overwrite'),
        rename: way('rename'),
      },
    };
  }

  it.each(WAYS.map((name, index) => [name, WAYS.slice(0, index)] as const))(
    'is done by %s when everything before it fails',
    (name, failing) => {
      const made = disk(failing);
      createPermissionFile(folder, made.disk).revoke();
      expect(made.tried).toEqual([...failing, name]);
    },
  );

  it('says why when nothing helps', () => {
    const made = disk(WAYS);
    expect(() => createPermissionFile(folder, made.disk).revoke()).toThrow(
      'remove: read-only file system',
    );
    expect(made.tried).toEqual([...WAYS]);
  });

  it('leaves nothing that reads as a permission, whichever way it was', () => {
    // A folder in its place cannot be deleted, emptied or written, but it can be renamed.
    const path = join(folder, 'trading-allowed');
    mkdirSync(path);
    const permission = createPermissionFile(folder);
    permission.revoke();
    expect(existsSync(path)).toBe(false);
    expect(permission.read()).toEqual({ kind: 'missing' });
    permission.grant();
    expect(readFileSync(path, 'utf8')).toContain('Ballast may trade');
  });
});
