// Both shells' stores on a real folder: whatever the file is, the start has settings, and the file is still there.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSettings } from '#main/desk/settings/settings.ts';
import { openSettingsDocument } from '#main/shell/common/settings-document.ts';
import { createSettingsFile } from '#main/shell/web/settings-file.ts';

function folderWith(text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-settings-'));
  onTestFinished(() => {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true, force: true });
  });
  if (text !== undefined) writeFileSync(join(folder, 'settings.json'), text);
  return folder;
}
const open = (folder: string) =>
  createSettings({ store: createSettingsFile(folder), log: () => undefined });
const asideIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith('settings.damaged-'));

describe('a settings file', () => {
  it.each([
    ['half written', '{"settings": {"version": 2, "isSto'],
    ['empty', ''],
    ['zeros', '\0'.repeat(64)],
    ['a list', '[]'],
    ['a picture', '\x89PNG\r\n'],
    ['a document of something else', '{"Settings": {"version": 2}}'],
  ])('that is %s is set aside with a note, and the start goes on', (_name, text) => {
    const folder = folderWith(text);
    const settings = open(folder);
    expect(settings.get()).toMatchObject({ version: 2, isStopped: false });
    expect(settings.notes()).toHaveLength(1);
    const [aside = ''] = asideIn(folder);
    expect(settings.notes()[0]).toContain(aside);
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(text);
    settings.update((all) => ({ ...all, isStopped: true }));
    expect(open(folder).get().isStopped).toBe(true);
    expect(open(folder).notes()).toEqual([]);
  });

  it('that breaks off after trading was stopped leaves it stopped', () => {
    const folder = folderWith('{"settings": {"version": 2, "isStopped": true, "watchl');
    expect(open(folder).get().isStopped).toBe(true);
  });

  it('whose settings are under another name leaves trading stopped', () => {
    const folder = folderWith('{"settingt": {"version": 2, "isStopped": true}}');
    expect(open(folder).get().isStopped).toBe(true);
    expect(asideIn(folder)).toHaveLength(1);
  });

  it('with a member that cannot be read is copied aside before anything is written', () => {
    const text = JSON.stringify({ settings: { version: 2, isStopped: true, watchlists: 7 } });
    const folder = folderWith(text);
    const settings = open(folder);
    const [aside = ''] = asideIn(folder);
    expect(readFileSync(join(folder, aside), 'utf8')).toBe(text);
    expect(settings.get().isStopped).toBe(true);
    expect(settings.notes()[0]).toContain('watchlists');
  });

  it('that is a folder costs its contents and not the start', () => {
    const folder = folderWith();
    mkdirSync(join(folder, 'settings.json'));
    const settings = open(folder);
    expect(settings.get().version).toBe(2);
    expect(settings.notes()[0]).toContain('could not be used');
    settings.update((all) => ({ ...all, isStopped: true }));
    expect(settings.get().isStopped).toBe(true);
  });

  it('whose library fails costs its contents and not the start', () => {
    const store = openSettingsDocument({ folder: folderWith(), now: () => 0 }, () => {
      throw new Error('no room');
    });
    expect(store.read()).toBeUndefined();
    expect(store.notes?.()[0]).toContain('no room');
  });

  it('that is missing is no news', () => {
    expect(open(folderWith()).notes()).toEqual([]);
  });
});
