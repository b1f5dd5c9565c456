// The settings on a real disk that is nearly full: what was whole stays whole.
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSettings } from '#main/desk/settings/settings.ts';
import { createSettingsFile } from '#main/shell/web/settings-file.ts';
import { fillUp, mountSmall } from '#test/support/small-mount.ts';

const PAGE = 4_096;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const open = (folder: string) =>
  createSettings({ store: createSettingsFile(folder), log: () => undefined });
/** Eight pages of watchlists. */
const watchlists = Object.fromEntries(
  Array.from({ length: 250 }, (_, n) => [
    `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    [{ listId: 'list', name: 'List', symbols: ['AAPL', 'MSFT'] }],
  ]),
);

it('a settings file is not replaced by the part of another that the disk had room for', (context) => {
  const { folder } = mountSmall(context, 256);
  open(folder).update((all) => ({ ...all, isStopped: true }));
  const before = readFileSync(join(folder, 'settings.json'), 'utf8');
  const filler = fillUp(folder);
  for (let pages = 0; pages < 4; pages++) {
    expect(() => open(folder).update((all) => ({ ...all, watchlists }))).toThrow();
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(before);
    expect(readdirSync(folder).sort()).toEqual(['filler', 'settings.json']);
    // A page more: the next write gets further before it fails.
    truncateSync(filler, Math.floor(readFileSync(filler).length / PAGE) * PAGE - PAGE);
  }
  const settings = open(folder);
  expect(() => settings.update((all) => ({ ...all, watchlists }))).toThrow(
    'The disk is full. This was not saved, and nothing was changed. Free some space and try again.',
  );
  expect(settings.get().watchlists).toEqual({});
  rmSync(filler);
  open(folder).update((all) => ({ ...all, watchlists }));
  expect(open(folder).get()).toMatchObject({ isStopped: true, watchlists });
});

it('what a killed write left behind is removed at the next start, and nothing else', () => {
  const folder = newFolder();
  open(folder).update((all) => ({ ...all, isStopped: true }));
  const [mine, other] = ['settings.json.tmp-1234567890abcdef', 'settings.json.tmp-notes'];
  for (const name of [mine, other]) writeFileSync(join(folder, name), '{"settings"');
  expect(open(folder).get().isStopped).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['settings.json', other]);
});
