// New versions: what a packager may publish, and that no dialog about them is answered by Enter.
import { spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessageBoxOptions } from 'electron';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DeskSummary } from '#main/desk.ts';
import { whyNoFeed } from '../../../scripts/update-feed.ts';

const shown: MessageBoxOptions[] = [];
const updater = vi.hoisted(() => ({ emit: (_event: string, _of: unknown) => true }));

vi.mock('electron', () => ({
  app: { isPackaged: true },
  dialog: {
    showMessageBox: (options: MessageBoxOptions) => {
      shown.push(options);
      // What Enter chooses.
      return Promise.resolve({ response: options.defaultId });
    },
  },
}));
vi.mock('electron-updater', () => {
  const autoUpdater = Object.assign(new EventEmitter(), {
    downloadUpdate: () => Promise.resolve(shown.push({ message: 'downloaded' })),
    quitAndInstall: () => shown.push({ message: 'installed' }),
  });
  Object.assign(updater, { emit: autoUpdater.emit.bind(autoUpdater) });
  return { default: { autoUpdater } };
});

// Another test of the same process may have loaded it with an Electron of its own.
vi.resetModules();
const { followUpdates } = await import('#main/shell/electron/updates.ts');

const summary = (): DeskSummary => ({
  mood: 'live',
  openOrders: 0,
  unknown: 0,
  mintsInFlight: 0,
  isClosing: false,
  unkeptCancels: 0,
  batches: [],
  proposals: [],
  unwatched: [],
  resting: [],
  accounts: [],
  alerts: [],
});

describe('the dialogs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ballast-updates-'));
  const { platform, resourcesPath } = process;
  afterEach(() => {
    Object.assign(process, { resourcesPath });
    Object.defineProperty(process, 'platform', { value: platform });
    rmSync(folder, { recursive: true, force: true });
  });

  it('neither download nor install with Enter', async () => {
    writeFileSync(join(folder, 'app-update.yml'), '');
    Object.assign(process, { resourcesPath: folder });
    const delays: number[] = [];
    const deps = {
      summary,
      delay: (ms: number) => {
        delays.push(ms);
        return () => undefined;
      },
      log: () => undefined,
      onInstall: () => undefined,
    };
    Object.defineProperty(process, 'platform', { value: 'linux' });
    await followUpdates(deps);
    expect(delays).toEqual([]);
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    await followUpdates(deps);
    expect(delays).toHaveLength(1);
    updater.emit('update-available', { version: '9.9.9', releaseNotes: 'new' });
    updater.emit('update-downloaded', { version: '9.9.9' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(shown.map(({ message }) => message)).toEqual([
      'Ballast 9.9.9 is available',
      'Ballast 9.9.9 is ready',
    ]);
    for (const { buttons, defaultId, cancelId } of shown)
      expect([buttons?.[defaultId ?? -1], cancelId]).toEqual(['Later', 0]);
  });
});

describe('a feed', () => {
  it.each([
    ['darwin', {}, /needs a certificate/],
    ['darwin', { CSC_LINK: '' }, /needs a certificate/],
    ['darwin', { WIN_CSC_LINK: 'x' }, /needs a certificate/],
    ['win32', { CSC_NAME: 'x' }, /needs a certificate/],
    ['linux', { CSC_LINK: 'x', CSC_NAME: 'x' }, /refused for Linux/],
  ] as const)('is refused on %s with %j', (platform, env, why) => {
    expect(whyNoFeed(env, platform)).toMatch(why);
  });

  it.each([
    ['darwin', { CSC_LINK: 'x' }],
    ['darwin', { CSC_NAME: 'x' }],
    ['win32', { WIN_CSC_LINK: 'x' }],
    ['win32', { CSC_LINK: 'x' }],
  ] as const)('is taken on %s with %j', (platform, env) => {
    expect(whyNoFeed(env, platform)).toBeUndefined();
  });

  it('ends the packing before anything is packed', () => {
    const { CSC_LINK: _link, CSC_NAME: _name, WIN_CSC_LINK: _win, ...env } = process.env;
    const { status, stderr } = spawnSync(process.execPath, ['scripts/dist.ts', '--version'], {
      env: { ...env, BALLAST_UPDATE_URL: 'https://updates.example/' },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringContaining('BALLAST_UPDATE_URL')]);
  });
});
