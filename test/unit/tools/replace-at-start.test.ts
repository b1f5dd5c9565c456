import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  agreeToReplace,
  beginReplacing,
  finishReplacing,
  isReplacing,
} from '#main/tools/replace-at-start.ts';

const sync = vi.hoisted(() => ({ failing: undefined as string | undefined }));
vi.mock('#main/tools/sync-folder.ts', () => ({
  syncFolder(folder: string) {
    if (folder === sync.failing) throw new Error('EIO');
  },
}));

const MODULE = fileURLToPath(new URL('../../../main/tools/replace-at-start.ts', import.meta.url));
const PLAN = {
  aside: 'before',
  fresh: ['settings.json', 'accounts', 'new.json'],
  gone: ['trading-allowed', 'never-there', 'accounts/one'],
  note: 'Done.',
};
const KEPT = 'keys.sealed';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ballast-replace-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string): void => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
};

/** Every file by its path. */
const contents = (of: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(of, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(of.length + 1), readFileSync(path, 'utf8')]),
  );

const OLD = {
  'settings.json': 'old',
  'accounts/one/journal.db': 'old',
  'accounts/two/journal.db': 'old',
  'trading-allowed': 'yes',
  [KEPT]: 'sealed',
};
const NEW = {
  'settings.json': 'new',
  'accounts/three/journal.db': 'new',
  'new.json': 'new',
  [KEPT]: 'sealed',
  'before/settings.json': 'old',
  'before/accounts/one/journal.db': 'old',
  'before/accounts/two/journal.db': 'old',
  'before/trading-allowed': 'yes',
};

function prepare(): void {
  for (const [path, text] of Object.entries(OLD)) write(join(folder, path), text);
  const data = beginReplacing(folder);
  write(join(data, 'settings.json'), 'new');
  write(join(data, 'accounts/three/journal.db'), 'new');
  write(join(data, 'new.json'), 'new');
}

it('replaces what was agreed to, keeps what was there, and leaves the rest alone', () => {
  prepare();
  agreeToReplace(folder, PLAN);
  expect(isReplacing(folder)).toBe(true);
  expect(finishReplacing(folder)).toBe('Done.');
  expect(contents(folder)).toEqual(NEW);
  expect(finishReplacing(folder)).toBeUndefined();
  expect(contents(folder)).toEqual(NEW);
});

it('changes nothing that nobody agreed to', () => {
  prepare();
  expect(finishReplacing(folder)).toBeUndefined();
  expect(contents(folder)).toEqual(OLD);
});

it('is agreed to once the folder has its name, whether or not that can be synced', () => {
  prepare();
  sync.failing = folder;
  agreeToReplace(folder, PLAN);
  sync.failing = undefined;
  expect(finishReplacing(folder)).toBe('Done.');
});

it('refuses a path that leads out of the folder', () => {
  prepare();
  expect(() => agreeToReplace(folder, { ...PLAN, gone: ['../elsewhere'] })).toThrow();
  expect(isReplacing(folder)).toBe(false);
});

it('has all of the new after a start that follows a kill at any step, and after any number of kills', () => {
  prepare();
  agreeToReplace(folder, PLAN);
  const first = `${folder}-first`;
  cpSync(folder, first, { recursive: true });
  /** A process that is killed before its nth step; whether it was. */
  const killedAt = (step: number): boolean => {
    const program = `import { finishReplacing } from ${JSON.stringify(MODULE)};
      let step = 0;
      finishReplacing(${JSON.stringify(folder)}, () => {
        if (step++ === ${step}) process.kill(process.pid, 'SIGKILL');
      });`;
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
    return run.signal === 'SIGKILL';
  };
  try {
    let step = 0;
    for (; killedAt(step); step++) {
      // Once all is in place it has another name, which no start goes on with.
      expect(isReplacing(folder)).toBe(step < 7);
      // Killed again at once, in the step after.
      killedAt(1);
      finishReplacing(folder);
      expect(contents(folder)).toEqual(NEW);
      rmSync(folder, { recursive: true, force: true });
      cpSync(first, folder, { recursive: true });
    }
    expect(step).toBe(8);
    expect(contents(folder)).toEqual(NEW);
    expect(existsSync(join(folder, 'before/accounts/three'))).toBe(false);
  } finally {
    rmSync(first, { recursive: true, force: true });
  }
}, 120_000);
